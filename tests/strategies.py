"""Hypothesis strategies: graphs in PENMAN notation, pairs of them, and alignment problems. Built, never filtered.

Labels come from small pools, so that two graphs share many of them: matching is hard where labels repeat.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from hypothesis import strategies as st

from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph
from smatchproof.problem.problem import AlignmentProblem, Pair, build_problem

CONCEPTS = ("x", "y", "have-mod-91", "z-01")
ROLES = (
    *("ARG1", "ARG2", "op1", "mod", "domain", "consist-of", "Mod"),
    *("ARG1-of", "ARG2-of", "mod-of", "domain-of", "ARG1-of-of", "domain-of-of"),
)
CONSTANTS = ("-", "1", "expressive", '"New York"', '"b"')
NAMES = ("a", "b", "c", "d2", "e", "x0")  # b is also a constant in quotes, and none is a concept

Branch = tuple[str, int | str]
"""A role and its target: a variable's number, or a constant."""


@dataclass(frozen=True)
class Sketch:
    """A graph before it is written down. Variable 0 is the root; every other one is defined below a lower number.

    `tree` holds for each variable but the root its parent and the role between them; `extra` holds the other
    branches (attributes, re-entrancies, loops, duplicates), each with the variable it stands below.
    """

    concepts: tuple[str, ...]
    tree: tuple[tuple[int, str], ...] = ()
    extra: tuple[tuple[int, Branch], ...] = ()

    def branches(self) -> list[tuple[int, Branch, bool]]:
        """(variable, branch, whether the branch defines its target) for every branch, in the order of writing."""
        defining = [(parent, (role, child), True) for child, (parent, role) in enumerate(self.tree, 1)]
        return defining + [(source, branch, False) for source, branch in self.extra]

    def penman(self, names: Sequence[str], order: Sequence[int] | None = None) -> str:
        """The graph in PENMAN notation; `order` is a permutation of the numbers of its branches.

        >>> sketch = Sketch(("x", "y"), ((0, "ARG0"),), ((0, ("op1", "-")), (1, ("mod", 0))))
        >>> sketch.penman("ab"), sketch.penman("ba", order=[2, 1, 0])
        ('(a / x :ARG0 (b / y :mod a) :op1 -)', '(b / x :op1 - :ARG0 (a / y :mod b))')
        """
        branches = self.branches()
        ordered = [branches[number] for number in (range(len(branches)) if order is None else order)]

        def written(variable: int) -> str:
            parts = [f"{names[variable]} / {self.concepts[variable]}"]
            for source, (role, target), defines in ordered:
                if source == variable:
                    end = target if isinstance(target, str) else written(target) if defines else names[target]
                    parts.append(f":{role} {end}")
            return f"({' '.join(parts)})"

        return written(0)


@st.composite
def sketches(draw: st.DrawFn, max_variables: int = 4) -> Sketch:
    """A connected rooted graph with attributes, re-entrancies, inverse roles, loops and duplicates."""
    size = draw(st.integers(1, max_variables) | st.just(max_variables))
    roles = st.sampled_from(draw(st.lists(st.sampled_from(ROLES), min_size=1, max_size=5, unique=True)))
    concepts = tuple(draw(st.lists(st.sampled_from(CONCEPTS), min_size=size, max_size=size)))
    tree = tuple((draw(st.integers(0, child - 1)), draw(roles)) for child in range(1, size))
    targets = st.integers(0, size - 1) | st.sampled_from(CONSTANTS)
    branches = st.tuples(st.integers(0, size - 1), st.tuples(roles, targets))
    extra = draw(st.lists(branches, max_size=5))
    everything = [(parent, (role, child)) for child, (parent, role) in enumerate(tree, 1)] + extra
    if everything:
        extra += draw(st.lists(st.sampled_from(everything), max_size=2))
    return Sketch(concepts, tree, tuple(extra))


@st.composite
def _written(draw: st.DrawFn, sketch: Sketch) -> str:
    size = len(sketch.concepts)
    pool = [*NAMES, *(f"v{number}" for number in range(len(NAMES), size))]
    order = draw(st.permutations(range(len(sketch.branches()))))
    return sketch.penman(draw(st.permutations(pool)), order)


def penman_graphs(max_variables: int = 4) -> st.SearchStrategy[str]:
    """Graphs in PENMAN notation, on one line."""
    return sketches(max_variables).flatmap(_written)


@st.composite
def graph_pairs(draw: st.DrawFn, max_variables: int = 4) -> tuple[str, str]:
    """Two graphs in PENMAN notation: unrelated ones, or one and a variation of it, variables and order changed."""
    left = draw(sketches(max_variables))
    right = draw(sketches(max_variables) | _variations(left))
    return draw(_written(left)), draw(_written(right))


@st.composite
def _variations(draw: st.DrawFn, sketch: Sketch) -> Sketch:
    """The same graph with some other concepts, one of its roles changed and some of its extra branches left out."""
    others = st.sampled_from(CONCEPTS)
    concepts = tuple(draw(st.just(concept) | others) for concept in sketch.concepts)
    tree = list(sketch.tree)
    if tree:
        child = draw(st.integers(0, len(tree) - 1))
        tree[child] = (tree[child][0], draw(st.sampled_from(ROLES)))
    kept = draw(st.lists(st.booleans(), min_size=len(sketch.extra), max_size=len(sketch.extra)))
    extra = tuple(branch for branch, keep in zip(sketch.extra, kept, strict=True) if keep)
    return replace(sketch, concepts=concepts, tree=tuple(tree), extra=extra)


def problems(max_left: int = 4, max_right: int = 4) -> st.SearchStrategy[AlignmentProblem]:
    """Alignment problems: of any weights from 0 to 3, of labelled graphs, and of two parts with nothing in common.

    Either side may be empty.
    """
    whole = _weighted_problems(max_left, max_right) | _labelled_problems(max_left, max_right)
    halves = st.tuples(
        _weighted_problems(max_left // 2, max_right // 2),
        _weighted_problems(max_left - max_left // 2, max_right - max_right // 2),
    )
    return whole | halves.map(lambda parts: side_by_side(*parts))


def _sizes(limit: int) -> st.SearchStrategy[int]:
    """Any size, and the largest more often: there the search is."""
    return st.integers(0, limit) | st.just(limit)


@st.composite
def _weighted_problems(draw: st.DrawFn, max_left: int, max_right: int) -> AlignmentProblem:
    left_size, right_size = draw(_sizes(max_left)), draw(_sizes(max_right))
    pairs = list(product(range(left_size), range(right_size)))
    couples = [(p, q) for p in pairs for q in pairs if p[0] != q[0] and p[1] != q[1]]
    weights = st.integers(0, 3)
    unary = draw(st.dictionaries(st.sampled_from(pairs), weights)) if pairs else {}
    matches = draw(st.dictionaries(st.sampled_from(couples), weights, max_size=12)) if couples else {}
    return AlignmentProblem.from_weights(left_size, right_size, unary, matches)


@st.composite
def _labelled_problems(draw: st.DrawFn, max_left: int, max_right: int) -> AlignmentProblem:
    """From triples over few labels (everything may match everything) up to many (hardly anything matches)."""
    labels = [f"label-{number}" for number in range(draw(st.sampled_from([1, 2, 10])))]
    duplicates = draw(st.sampled_from(Duplicates))
    sides = []
    for size in (draw(_sizes(max_left)), draw(_sizes(max_right))):
        sides.append(draw(_triple_graphs(size, labels)) if size else TripleGraph())
    if duplicates is Duplicates.SET:
        sides = [replace(side, attributes=_once(side.attributes), relations=_once(side.relations)) for side in sides]
    return build_problem(*sides, duplicates)


_T = TypeVar("_T")


def _once(triples: tuple[_T, ...]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(triples))


def _triple_graphs(size: int, labels: list[str]) -> st.SearchStrategy[TripleGraph]:
    label, variable = st.sampled_from(labels), st.integers(0, size - 1)
    concepts = st.lists(label, min_size=size, max_size=size)
    attributes = st.builds(Attribute, st.just("attribute"), st.just("role"), variable, label)
    relations = st.lists(st.builds(Relation, label, variable, variable), max_size=8)

    def built(concepts: list[str], attributes: list[Attribute], relations: list[Relation]) -> TripleGraph:
        names = tuple(f"v{number}" for number in range(size))
        instances = [Attribute("instance", "instance", number, concept) for number, concept in enumerate(concepts)]
        return TripleGraph(names, (*instances, *attributes), tuple(relations))

    return st.builds(built, concepts, st.lists(attributes, max_size=3), relations)


def side_by_side(first: AlignmentProblem, second: AlignmentProblem) -> AlignmentProblem:
    """Two problems as one: its optimum is the sum of theirs, because no candidate of one meets one of the other."""
    unary: Counter[Pair] = Counter()
    matches: Counter[tuple[Pair, Pair]] = Counter()
    for problem, left, right in ((first, 0, 0), (second, first.left_size, first.right_size)):
        pairs = [(i + left, j + right) for i, j in problem.candidates]
        unary.update(dict(zip(pairs, problem.unary, strict=True)))
        matches.update({(pairs[p], pairs[q]): weight for p, q, weight in problem.matches})
    sizes = first.left_size + second.left_size, first.right_size + second.right_size
    return AlignmentProblem.from_weights(*sizes, unary, matches)
