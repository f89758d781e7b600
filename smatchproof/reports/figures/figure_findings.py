"""Sentences that state the findings of an experiment and of each figure of its report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from smatchproof.experiments.gaps import Gaps
from smatchproof.experiments.growth import INTERACTION, REENTRANCY, SIZE, Growth
from smatchproof.inference.interval import Interval
from smatchproof.reports.tables.experiment_tables import growth_band, growth_estimate

# ---- the experiment


def headline(rows: Sequence[Gaps]) -> str:
    """State the finding of an experiment in a sentence: the misses of the usual search, or of the best that misses.

    `rows` are the gaps of every method over all pairs of an experiment.

    >>> headline([])
    'No method was measured.'
    """
    if not rows:
        return "No method was measured."
    missing = [row for row in rows if row.missed.high > 0]
    if not missing:
        return f"Every method is at the optimum of all {rows[0].pairs:,} pairs."
    usual = [row for row in missing if row.method == "S+4R"]
    row = usual[0] if usual else min(missing, key=lambda row: row.gap.low)
    name = "S+4R, the search of smatch," if usual else f"{row.method}, the best of those that miss,"
    triples = _ends(row.gap, ".3g")
    return (
        f"{name} misses the optimum of {_percent(row.missed)} of {row.pairs:,} pairs, by {triples} triples of a pair "
        "on average."
    )


# ---- growth

_ANSWERS = {
    SIZE: ("it grows with size", "it falls with size", "variable"),
    REENTRANCY: ("it grows with re-entrancy", "it falls with re-entrancy", "re-entrancy"),
    INTERACTION: (
        "a re-entrancy costs more in larger graphs",
        "a re-entrancy costs less in larger graphs",
        "variable and re-entrancy",
    ),
}
"""For each term: the words for a coefficient above 0, for one below 0, and what it is for each further one of."""


def growth_paragraph(rows: Sequence[Growth]) -> str:
    """Answer "how does the gap grow?" for the methods of one source, or say that the data do not decide it.

    >>> growth_paragraph([])
    'No method was measured.'
    """
    if not rows:
        return "No method was measured."
    first = rows[0]
    sentences = [
        f"The mean gap of a method, in triples, over {first.pairs:,} pairs of {_ends(first.sizes)} variables and "
        f"{_ends(first.reentrancies)} re-entrancies, of which {first.open_pairs:,} are not proved, with 95% intervals"
    ]
    for name, (grows, falls, unit) in _ANSWERS.items():
        found = [(row.method, term) for row in rows if (term := row.term(name)) is not None]
        for sign, answer in ((1, grows), (-1, falls), (0, f"whether {grows} the data do not tell")):
            some = [
                f"{method} {growth_estimate(term)} ({growth_band(term) or 'too few pairs for an interval'})"
                for method, term in found
                if term.sign == sign
            ]
            sentences += [f"{answer}, in triples for each further {unit}: {'; '.join(some)}"] * bool(some)
    if nothing := [row.method for row in rows if not (row.missed_pairs or row.open_pairs)]:
        sentences.append(f"nothing was missed by {' and '.join(nothing)}")
    return " ".join(map(_sentence, sentences))


# ---- figures


def ranked(what: str, found: Iterable[tuple[str, float]], unit: str = "%") -> str:
    """State the least and the most that methods have of something, with all methods that have it.

    >>> ranked("pairs solved", [("S", 75.0), ("R", 50.0), ("ILS", 75.0)])
    'Pairs solved: from 50% (R) to 75% (S, ILS).'
    >>> ranked("pairs solved", [("S", 75.0)]), ranked("pairs solved", [])
    ('Pairs solved: 75% (S).', '')
    """
    methods: dict[str, list[str]] = {}
    for method, value in sorted(found, key=itemgetter(1)):
        methods.setdefault(f"{value:.3g}{unit}", []).append(method)
    if not methods:
        return ""
    shown = [f"{value} ({', '.join(names)})" for value, names in methods.items()]
    return _sentence(f"{what}: " + (f"from {shown[0]} to {shown[-1]}" if len(shown) > 1 else shown[0]))


def _percent(share: Interval) -> str:
    return _ends((100 * share.low, 100 * share.high), ".1f") + "%"


def _ends(ends: tuple[float, float], form: str = "g") -> str:
    """The ends in words.

    >>> _ends((0, 4)), _ends((1, 1))
    ('0 to 4', '1')
    """
    return " to ".join(dict.fromkeys(f"{end:{form}}" for end in ends))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
