"""The exercises of the tutorial: what each asks, and the judge of an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from smatchproof.base.errors import short
from smatchproof.teaching import judges
from smatchproof.teaching.answer_forms import Wrong

COMPUTE, FIND, PROVE = "compute", "find", "prove"
"""Levels: a number; an object that shows something; a proof, a counterexample or a reduction."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise of a section of the tutorial. `judge` raises :class:`Wrong` with a hint if an answer is wrong."""

    section: int
    level: str
    text: str
    judge: Callable[[object], None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an answer; it is true if the answer is right."""

    number: int
    right: bool
    words: str

    def __bool__(self) -> bool:
        """Test whether the answer is right."""
        return self.right

    def __repr__(self) -> str:
        return f"Exercise {self.number}: {self.words}"


def check(number: int, answer: object) -> Verdict:
    """Judge the answer to an exercise of ``docs/np-completeness.ipynb``, from 1 to 20.

    Raises ``ValueError`` for another number. Answers that are graphs, proofs or functions are tried, which takes some
    seconds at most.

    >>> check(2, "8/11")
    Exercise 2: right.
    >>> check(2, 0.8)
    Exercise 2: not yet. F1 is the harmonic mean of precision and recall, 2 PR / (P + R).
    """
    if number not in EXERCISES:
        raise ValueError(f"there are exercises 1 to {len(EXERCISES)}, not {number}")
    if answer is None:
        return Verdict(number, False, "not yet. There is no answer.")
    try:
        EXERCISES[number].judge(answer)
    except Wrong as wrong:
        return Verdict(number, False, f"not yet. {wrong}")
    except (Exception, SystemExit) as error:  # an answer is anybody's code
        return Verdict(number, False, f"not yet. The answer cannot be read ({_said(error)}).")
    return Verdict(number, True, "right.")


def _said(error: BaseException) -> str:
    """The message of an error, on one line, if it has a message."""
    name = type(error).__name__
    try:
        return short(f"{name}: {error}", 200)
    except Exception:  # so is its error
        return name


def exercise_text(section: int) -> str:
    """The exercises of a section as Markdown.

    >>> exercise_text(2).splitlines()[0]
    '**Exercises**'
    """
    lines = ["**Exercises**", ""]
    for number, exercise in EXERCISES.items():
        if exercise.section == section:
            lines.append(f"- **{number}** ({exercise.level}). {exercise.text}")
    return "\n".join(lines)


EXERCISES: dict[int, Exercise] = dict(
    enumerate(
        (
            Exercise(
                1, COMPUTE,
                "A graph of 3 variables and one of 4: how many alignments leave no variable of the smaller graph out?",
                judges.number(24, "The first variable has 4 partners to choose from, the next 3, the last 2."),
            ),
            Exercise(
                1, COMPUTE, "4 triples match, of 6 on the left and 5 on the right. What is F1, as a fraction?",
                judges.number(Fraction(8, 11), "F1 is the harmonic mean of precision and recall, 2 PR / (P + R)."),
            ),
            Exercise(
                1, FIND,
                "An alignment of `judges.CATS` that matches 7 triples, as a dictionary of variables. The words are of "
                "no help: which cat chases which?",
                judges.alignment(judges.CATS, 7),
            ),
            Exercise(
                2, COMPUTE,
                "A verifier looks every triple of the left graph up among those of the right one. How many look-ups "
                "does it need for graphs of 6 and 5 triples?",
                judges.number(6, "Each triple of the left graph is looked up once, whether it matches or not."),
            ),
            Exercise(
                2, PROVE,
                "A proof that no alignment of `judges.BOY` matches 5 triples: a certificate, one line of JSON that "
                "`checker.py` accepts. (`smatchproof score --top none --certificates` writes such lines, as does the "
                "playground.)",
                judges.certificate,
            ),
            Exercise(
                3, COMPUTE,
                "How many vertices and edges has the graph of Step 1 for (x1 ∨ x2) ∧ (¬x1 ∨ x3) ∧ (¬x2 ∨ ¬x3)? A pair.",
                judges.clique_graph_size,
            ),
            Exercise(
                3, COMPUTE, "How many triples have to match for a clique of 4 vertices?",
                judges.number(16, "4 vertices, the root, 4 members, 6 edges and TOP: all of them are triples."),
            ),
            Exercise(
                3, FIND,
                "A formula of two variables and at most four clauses that cannot be satisfied: a list of clauses, each "
                "a tuple of literals such as (1, -2).",
                judges.contradiction,
            ),
            Exercise(
                3, PROVE,
                "Give the host one arc for each edge, from the smaller to the larger number, as the pattern has: the "
                "reduction breaks. A counterexample: the edges of a pattern and of a host on vertices 0, 1, 2, ...",
                judges.one_arc_counterexample,
            ),
            Exercise(
                4, COMPUTE,
                "How many triples match at best for (x1 ∨ x2) ∧ (¬x1 ∨ x2) ∧ (¬x2) under the direct reduction?",
                judges.number(14, "2 + 2 (N + m) + k, with N variables, m clauses and k of them satisfied."),
            ),
            Exercise(
                4, FIND, "An assignment of x1, x2, x3 (three truth values) that satisfies 7 of the 8 clauses with all "
                "three variables, and misses (x1 ∨ ¬x2 ∨ x3).",
                judges.missed_clause,
            ),
            Exercise(
                5, FIND, "The permutation of (0, 1, 2) under which most ones of `judges.MATRICES` fall together.",
                judges.permutation,
            ),
            Exercise(
                5, FIND,
                "The smallest number of vertices of a ring whose largest independent set is smaller than half of them, "
                "and such a set: a pair (number, set of vertices 0, 1, ... along the ring).",
                judges.odd_ring,
            ),
            Exercise(
                5, FIND, "The Petersen graph has no Hamiltonian cycle. Take vertex 9 away, and it has one: which? "
                "(Edges: 0-1-2-3-4-0, 5-7-9-6-8-5, and i to i + 5.)",
                judges.petersen_tour,
            ),
            Exercise(
                5, FIND, "Pack items of sizes 4, 3, 3, 2, 2, 2 into two bins of 8: two lists of sizes.",
                judges.packing,
            ),
            Exercise(
                5, FIND, "A set of vertices of the ring 0-1-2-3-4-0 such that 4 edges leave it.",
                judges.cut,
            ),
            Exercise(
                6, COMPUTE,
                "A pattern of 4 variables in a host of 20: how many alignments does one look at who tries them all? "
                "(Under ETH nothing that always works takes n to the power o(k) for patterns of k variables in hosts "
                "of n.)",
                judges.number(116_280, "20 · 19 · 18 · 17."),
            ),
            Exercise(
                7, PROVE,
                "Two strings, AMRs of 8 variables at most, on which hill-climbing (S+4R, seed 0) is below the optimum.",
                judges.small_trap,
            ),
            Exercise(
                7, COMPUTE, "A climb of the trap `bundle` of size 8 is stuck with the probability that "
                "`TRAPS['bundle'].make(size=8).stuck_chance` says. How many random starts bring the risk below 1 %?",
                judges.restarts,
            ),
            Exercise(
                8, PROVE,
                "Reduce 3-colouring to Smatch: a function that takes a number of vertices and a list of edges, and "
                "returns (left AMR, right AMR, threshold), such that the threshold is reached if and only if there is "
                "a colouring. It is tried on small graphs; the proof is yours.",
                judges.three_colouring,
            ),
        ),
        start=1,
    )
)  # fmt: skip
"""The exercises by number, in the order of the tutorial."""
