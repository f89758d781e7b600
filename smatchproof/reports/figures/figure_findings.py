"""Sentences that state the findings of an experiment and of each figure of its report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    SIZE: ("it grows with size", "it falls with size", "with each further variable"),
    REENTRANCY: ("it grows with re-entrancy", "it falls with re-entrancy", "with each further re-entrancy"),
    INTERACTION: (
        "a re-entrancy costs more in larger graphs",
        "a re-entrancy costs less in larger graphs",
        "for both together",
    ),
}
"""For each term: the words for a coefficient above 0, for one below 0, and for its unit."""
_DOES_NOT_VARY = {
    SIZE: "all pairs are of one size, so that what size does the data do not tell",
    REENTRANCY: "what re-entrancy does the data do not tell, for it does not vary by itself",
}


def growth_paragraph(rows: Sequence[Growth]) -> str:
    """Answer "how does the gap grow?" for the methods of one source, or say that the data do not decide it.

    >>> growth_paragraph([])
    'No method was measured.'
    """
    if not rows:
        return "No method was measured."
    first = rows[0]
    open_pairs = "all optima are proved"
    if first.open_pairs:
        open_pairs = f"{first.open_pairs:,} {'optimum is' if first.open_pairs == 1 else 'optima are'} open"
    about = (
        f"How the mean gap of a method, in triples, grows over {first.pairs:,} pairs of {_ends(first.sizes)} "
        f"variables and {_ends(first.reentrancies)} re-entrancies ({open_pairs}):"
    )
    missing = [row for row in rows if row.missed_pairs or any(each.estimate.high for _, each in row.terms)]
    sentences = [sentence for name in _ANSWERS for sentence in _answers(name, missing)]
    others = [row for row in rows if row not in missing]
    if unclear := [row.method for row in others if row.open_pairs]:
        sentences.append(f"whether anything was missed by {' and '.join(unclear)} the open optima decide")
    if nothing := [row.method for row in others if not row.open_pairs]:
        sentences.append(f"nothing was missed by {' and '.join(nothing)}")
    if sum(len(row.terms) for row in missing) > 1:
        sentences.append("each interval is for one coefficient alone: of twenty, one misses its truth on average")
    return " ".join([about, *map(_sentence, sentences)])


def _answers(name: str, rows: Sequence[Growth]) -> Iterator[str]:
    """Make sentences about one term: for the methods whose gap grows, for those whose gap falls, and for the others."""
    grows, falls, each_one = _ANSWERS[name]
    found = [(row.method, term) for row in rows if (term := row.term(name)) is not None]
    for sign, answer in ((1, grows), (-1, falls), (0, f"whether {grows} the data do not tell")):
        some = []
        for method, term in found:
            if term.sign == sign:
                band = growth_band(term)
                sure = f"95% {band}" if band else "too few pairs for an interval"
                some.append(f"{method} {growth_estimate(term)} {each_one} ({sure})")
        if some:
            yield f"{answer}: {'; '.join(some)}"
    if rows and not found and name in _DOES_NOT_VARY:
        yield _DOES_NOT_VARY[name]


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
