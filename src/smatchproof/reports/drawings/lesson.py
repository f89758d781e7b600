"""A proof and a climb to watch step by step, on small pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice

from smatchproof.base.record import Record
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.problem.problem import build_problem
from smatchproof.reports.drawings.drawing import Drawing
from smatchproof.reports.drawings.pair_drawing import pair_drawing
from smatchproof.reports.drawings.proof_text import proof_sections
from smatchproof.scoring.pairs.climbs import Course, climbs
from smatchproof.scoring.pairs.comparison import Claim
from smatchproof.scoring.pairs.proof_steps import proof_steps

MOST_VARIABLES, MOST_PAIRS, MOST_NODES = 17, 150, 40
"""The largest graphs (in variables), tables (in pairs of variables) and proofs (in nodes) of a lesson."""


class Lesson(Record):
    """A climb that finds least of all, step by step: drawings with captions; and the nodes of the proof: tables in HTML
    with captions.

    `found` has the value that each climb finds, and `optimum` is proved.
    """

    found: tuple[int, ...]
    optimum: int
    climb: tuple[tuple[Drawing, str], ...]
    proof: tuple[tuple[str, str], ...]

    @property
    def summary(self) -> str:
        """A sentence about the values that the climbs find."""
        missed = sum(value < self.optimum for value in self.found)
        if not missed:
            return f"All of {len(self.found)} climbs from random starts find the optimum, {self.optimum}."
        least = min(self.found)
        words = f"Of {len(self.found)} climbs from random starts {missed} stop below the optimum, {self.optimum}"
        return f"{words}; the worst finds {least}. Its steps:"


def lesson(claim: Claim) -> Lesson | None:
    """The lesson of a pair whose optimum is proved, where it is small enough; ``None`` of any other.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import claim
    >>> from smatchproof.scoring.settings import ScoreSettings
    >>> boy = parse_graph("(b / boy)")
    >>> lesson(claim(boy, boy, ScoreSettings(certificates=True), "p")).summary
    'All of 20 climbs from random starts find the optimum, 2.'
    """
    comparison = claim.comparison
    left, right = comparison.left, comparison.right
    if claim.certificate is None or comparison.similarities is not None:
        return None
    if max(len(left.variables), len(right.variables)) > MOST_VARIABLES or not comparison.counts.proved:
        return None
    problem = comparison.problem or build_problem(left, right, comparison.duplicates)
    # one more than are shown says that there are too many
    steps, tried = [*islice(proof_steps(claim.certificate), MOST_NODES + 1)], climbs(problem)
    mapping = comparison.solution.mapping
    if len(steps) > MOST_NODES or any(len(step.pairs) > MOST_PAIRS for step in steps):
        steps = []
    optimum = comparison.solution.matched
    course: Course = (*tried.worst, (mapping, optimum)) if min(tried.found) < optimum else ()
    return Lesson(
        tried.found,
        optimum,
        tuple(_climb(course, left, right, comparison.duplicates)),
        tuple((_table(section.rows), section.title) for section in proof_sections(steps, left, right)),
    )


def _table(rows: Sequence[str]) -> str:
    text = escape("\n".join(rows))
    return f'<pre class="numbers">{text}</pre>' if rows else ""


def _climb(
    course: Course, left: TripleGraph, right: TripleGraph, duplicates: Duplicates
) -> Iterator[tuple[Drawing, str]]:
    """A climb that misses the optimum, and the optimum at last: the same places in all drawings."""
    before = course[0][0] if course else ()
    for number, (found, value) in enumerate(course):
        moved = [at for at, partner in enumerate(found) if partner != before[at]]
        if number == len(course) - 1:
            words = (
                f"The optimum matches {value}: from where the climb ends, {len(moved)} variables need other partners."
            )
        elif not number:
            words = f"A random start matches {value}."
        else:
            words = f"Step {number}: the best move or swap matches {value}."
        if number == len(course) - 2:
            words += " No move and no swap matches more: the climb ends here."
        roles = len(found) <= 8
        drawing = pair_drawing(left, right, found, duplicates, facing=course[-1][0], marked=moved, roles=roles)
        yield drawing, words
        before = found
