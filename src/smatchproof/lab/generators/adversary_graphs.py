"""The search space of an adversary: small graphs that look like annotations, and random changes of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Record, replace
from smatchproof.lab.generators.colour_refinement import alike
from smatchproof.public import Graph, GraphBuilder


def _vocabulary(text: str) -> dict[str, tuple[str, ...]]:
    """Lines of roles, a colon, and the concepts that take them."""
    lines = [line.split(":") for line in text.strip().splitlines()]
    return {concept: tuple(roles.split()) for roles, concepts in lines for concept in concepts.split()}


EVERYDAY: Mapping[str, tuple[str, ...]] = _vocabulary("""
ARG0 ARG1           : want-01 like-01 see-01 know-01 think-01 believe-01 remember-01 hear-01
ARG0 ARG1 location  : find-01 build-01 read-01 follow-01 visit-01 meet-02
ARG0 ARG1 ARG2      : tell-01 give-01 ask-02 sell-01 promise-01 send-01
ARG0 location       : live-01 work-01 sleep-01 laugh-01
op1 op2 op3         : and or
poss topic          : letter book story song
poss location       : friend teacher house dog
location            : boy girl farmer king village
                    : neighbour bread door i she we they
""")
"""Concepts of everyday sentences, and the roles that each may have, each of them once; ``op1`` joins two or more."""

_PATIENCE = 1000
"""The number of random changes tried before the search for an allowed one is given up."""


class _Relation(NamedTuple):
    """A relation of a sketch; `copy_order` sorts it among those of the copy, which is written in another order."""

    role: str
    source: int
    target: int
    copy_order: float


class Sketch(Record):
    """A graph in the search, and the order of its copy; :meth:`graph` and :meth:`copy_graph` write them.

    * `concepts`: of the variables, that of the root first; `relations`: in the order of the text.
    * `deep`, `copy_deep`: whether the graph, and its copy, are nested as a path where they can be
      (:func:`~smatchproof.graphs.building.lay_out`).

    >>> Sketch(("want-01", "boy"), (_Relation("ARG0", 0, 1, 0.5),)).graph().edges
    (Edge(source=0, role='ARG0', target='b1'),)
    """

    concepts: tuple[str, ...]
    relations: tuple[_Relation, ...]
    deep: bool = False
    copy_deep: bool = False

    def graph(self, suffix: str = "") -> Graph:
        """The graph; `suffix` ends the name of every variable."""
        return self._written(self.relations, suffix, self.deep)

    def copy_graph(self) -> Graph:
        """The same graph with other names, in the order of the copy."""
        return self._written(sorted(self.relations, key=lambda each: each.copy_order), "c", self.copy_deep)

    def _written(self, relations: Iterable[_Relation], suffix: str, deep: bool) -> Graph:
        names = [f"{concept[0]}{number}{suffix}" for number, concept in enumerate(self.concepts)]
        builder = GraphBuilder()
        for name, concept in zip(names, self.concepts, strict=True):
            builder.variable(name, concept)
        for each in relations:
            builder.relation(each.role, names[each.source], names[each.target])
        return builder.build(deep=deep)

    def roles(self, variable: int) -> list[str]:
        """The roles below a variable."""
        return [each.role for each in self.relations if each.source == variable]


class SketchSpace(Record):
    """The sketches that a search may visit: those that look like annotations.

    * `variables`: how many a graph has at most.
    * `relations_below`: how many relations leave one variable at most; `same_concept`: how many variables have the same
      concept.
    * `reentrancies`, `repeated`: relations beyond those of a tree, and variables whose concept an earlier one has, at
      most as a share of the graph's variables; one of each is always allowed.

    The defaults are what some 95 % of the graphs of 8 variables or more hold that people (*The Little Prince*) and
    parsers (BAMBOO) wrote: ``python -m benchmarks adversary`` measures that. Next to none of those has variables that
    colour refinement takes for one another, and so no sketch has.
    """

    variables: int
    relations_below: int = 4
    same_concept: int = 4
    reentrancies: float = 0.3
    repeated: float = 0.3

    def allows(self, sketch: Sketch) -> bool:
        """Test whether a sketch is small, connected and without directed cycles, and its roles suit its concepts.

        A variable that acts, owns or is a place stands for no event: the concept of a target of ``ARG0``, ``poss`` or
        ``location`` has no ``ARG0``.
        """
        size, relations = len(sketch.concepts), sketch.relations
        couples = {frozenset((each.source, each.target)) for each in relations}
        if not 2 <= size <= self.variables or len(couples) < len(relations):
            return False
        if len(relations) > size - 1 + max(1, int(self.reentrancies * size)) or any(len(each) < 2 for each in couples):
            return False
        concepts = Counter(sketch.concepts)
        if size - len(concepts) > max(1, int(self.repeated * size)) or max(concepts.values()) > self.same_concept:
            return False
        roles = all(self._allows_roles(concept, sketch.roles(at)) for at, concept in enumerate(sketch.concepts))
        if not roles or not all(self._allows_target(each.role, sketch.concepts[each.target]) for each in relations):
            return False
        return _is_connected(size, couples) and _is_acyclic(size, relations) and not _has_twins(sketch)

    def _allows_target(self, role: str, concept: str) -> bool:
        return role not in ("ARG0", "poss", "location") or "ARG0" not in EVERYDAY[concept]

    def _allows_roles(self, concept: str, roles: list[str]) -> bool:
        known = EVERYDAY[concept]
        if len(set(roles)) < len(roles) or len(roles) > self.relations_below or not set(known) >= set(roles):
            return False
        # A conjunction joins two things or more, and they are counted without a gap.
        return "op1" not in known or (len(roles) > 1 and set(roles) == set(known[: len(roles)]))

    def random_sketch(self, rng: random.Random) -> Sketch:
        """A sketch with the greatest number of variables or one or two fewer, grown by random changes.

        Raises :class:`UsageError` if there is none.
        """
        heads = [concept for concept, roles in EVERYDAY.items() if roles and "op1" not in roles]
        if self.variables < 2:
            raise UsageError("a random graph needs room for two variables")
        size = rng.randint(max(2, self.variables - 2), self.variables)
        sketch = Sketch((rng.choice(heads),), ())
        for _ in range(_PATIENCE):
            if len(sketch.concepts) == size:
                break
            grown = _with_variable(sketch, rng)
            sketch = grown if grown and self.allows(grown) else sketch
        else:
            raise UsageError(f"the vocabulary has no natural graphs of {size} variables")
        for _ in range(4 * size):
            changed = self.mutated(sketch, rng)
            sketch = changed if len(changed.concepts) == size else sketch
        return sketch

    def mutated(self, sketch: Sketch, rng: random.Random) -> Sketch:
        """The sketch after one random change that is allowed; the same sketch when none is found."""
        for _ in range(_PATIENCE):
            changed = rng.choice(_MUTATIONS)(sketch, rng)
            if changed is not None and changed != sketch and self.allows(changed):
                return changed
        return sketch


def _has_twins(sketch: Sketch) -> bool:
    labels = [(concept, at == 0) for at, concept in enumerate(sketch.concepts)]
    return len(set(labels)) < len(labels) and alike(labels, (each[:3] for each in sketch.relations)) > 0


def _is_connected(size: int, couples: set[frozenset[int]]) -> bool:
    reached, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        for couple in couples:
            if here in couple:
                new = couple - reached
                reached |= new
                waiting.extend(new)
    return len(reached) == size


def _is_acyclic(size: int, relations: Sequence[_Relation]) -> bool:
    left = set(range(size))
    while ends := left - {each.source for each in relations if each.target in left}:
        left -= ends
    return not left


# ---- changes: each gives a sketch that may not be allowed, or None


_Mutation = Callable[[Sketch, random.Random], "Sketch | None"]


def _new_relation(sketch: Sketch, source: int, target: int, rng: random.Random) -> _Relation | None:
    used = sketch.roles(source)
    free = [role for role in EVERYDAY[sketch.concepts[source]] if role not in used]
    return _Relation(rng.choice(free), source, target, rng.random()) if free else None


def _with_relation(sketch: Sketch, rng: random.Random) -> Sketch | None:
    source, target = (rng.randrange(len(sketch.concepts)) for _ in range(2))
    relation = _new_relation(sketch, source, target, rng)
    return relation and replace(sketch, relations=_inserted(sketch.relations, relation, rng))


def _inserted(relations: tuple[_Relation, ...], relation: _Relation, rng: random.Random) -> tuple[_Relation, ...]:
    at = rng.randint(0, len(relations))
    return (*relations[:at], relation, *relations[at:])


def _drawn_concept(sketch: Sketch, rng: random.Random) -> str:
    """A concept; in one of three cases one that the sketch has already, which makes pairs hard."""
    return rng.choice(sketch.concepts if rng.randrange(3) == 0 else [*EVERYDAY])


def _with_variable(sketch: Sketch, rng: random.Random) -> Sketch | None:
    """One more variable, above or below another one."""
    new = len(sketch.concepts)
    larger = replace(sketch, concepts=(*sketch.concepts, _drawn_concept(sketch, rng)))
    ends = (rng.randrange(new), new)
    relation = _new_relation(larger, *(ends if rng.random() < 0.5 else ends[::-1]), rng)
    return relation and replace(larger, relations=_inserted(sketch.relations, relation, rng))


def _without_variable(sketch: Sketch, rng: random.Random) -> Sketch | None:
    gone = rng.randrange(len(sketch.concepts))
    kept = [each for each in sketch.relations if gone not in (each.source, each.target)]
    renumbered = [
        each._replace(source=each.source - (each.source > gone), target=each.target - (each.target > gone))
        for each in kept
    ]
    concepts = (*sketch.concepts[:gone], *sketch.concepts[gone + 1 :])
    return replace(sketch, concepts=concepts, relations=tuple(renumbered))


def _changed(sketch: Sketch, rng: random.Random, change: Callable[[_Relation], _Relation | None]) -> Sketch | None:
    """One relation replaced, or removed."""
    if not sketch.relations:
        return None
    at = rng.randrange(len(sketch.relations))
    new = change(sketch.relations[at])
    return replace(sketch, relations=(*sketch.relations[:at], *([new] if new else []), *sketch.relations[at + 1 :]))


def _without_relation(sketch: Sketch, rng: random.Random) -> Sketch | None:
    return _changed(sketch, rng, lambda _: None)


def _redirected(sketch: Sketch, rng: random.Random) -> Sketch | None:
    other = rng.randrange(len(sketch.concepts))
    if rng.random() < 0.5:
        return _changed(sketch, rng, lambda relation: relation._replace(source=other))
    return _changed(sketch, rng, lambda relation: relation._replace(target=other))


def _with_role(sketch: Sketch, rng: random.Random) -> Sketch | None:
    """Another role for a relation; another one of that variable that has it takes the old role."""
    if not sketch.relations:
        return None
    old = rng.choice(sketch.relations)
    role = rng.choice(EVERYDAY[sketch.concepts[old.source]])
    exchanged = {old.role: role, role: old.role}
    relations = [
        each._replace(role=exchanged.get(each.role, each.role)) if each.source == old.source else each
        for each in sketch.relations
    ]
    return replace(sketch, relations=tuple(relations))


def _with_concept(sketch: Sketch, rng: random.Random) -> Sketch | None:
    """Another concept for a variable; roles that it lacks become others of its roles."""
    at, concept = rng.randrange(len(sketch.concepts)), _drawn_concept(sketch, rng)
    concepts = (*sketch.concepts[:at], concept, *sketch.concepts[at + 1 :])
    used = sketch.roles(at)
    known = EVERYDAY[concept]
    kept = set(used) & set(known)
    free = iter([role for role in known if role not in kept])
    renamed = {role: role if role in kept else next(free, role) for role in used}
    relations = [each._replace(role=renamed[each.role]) if each.source == at else each for each in sketch.relations]
    return replace(sketch, concepts=concepts, relations=tuple(relations))


def _with_root(sketch: Sketch, rng: random.Random) -> Sketch | None:
    """Another variable as the root: it changes its number with the old one."""
    root = rng.randrange(len(sketch.concepts))
    number = {0: root, root: 0}
    concepts = list(sketch.concepts)
    concepts[0], concepts[root] = concepts[root], concepts[0]
    relations = [
        each._replace(source=number.get(each.source, each.source), target=number.get(each.target, each.target))
        for each in sketch.relations
    ]
    return replace(sketch, concepts=tuple(concepts), relations=tuple(relations))


def _with_branches_swapped(sketch: Sketch, rng: random.Random) -> Sketch | None:
    relations = list(sketch.relations)
    if len(relations) < 2:
        return None
    one, other = rng.sample(range(len(relations)), 2)
    relations[one], relations[other] = relations[other], relations[one]
    return replace(sketch, relations=tuple(relations))


def _with_copy_reordered(sketch: Sketch, rng: random.Random) -> Sketch | None:
    return _changed(sketch, rng, lambda relation: relation._replace(copy_order=rng.random()))


def _with_other_nesting(sketch: Sketch, rng: random.Random) -> Sketch | None:
    if rng.random() < 0.5:
        return replace(sketch, deep=not sketch.deep)
    return replace(sketch, copy_deep=not sketch.copy_deep)


_MUTATIONS: tuple[_Mutation, ...] = (
    _with_relation,
    _with_variable,
    _without_variable,
    _without_relation,
    _redirected,
    _with_role,
    _with_concept,
    _with_root,
    _with_branches_swapped,
    _with_copy_reordered,
    _with_other_nesting,
)
