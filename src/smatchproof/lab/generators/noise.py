"""Annotator noise: what another annotator of the same sentence might have written.

Two trained annotators seldom write the same AMR. They differ in concepts and senses, in roles, in what refers to the
same thing, and in what they leave out. Each of these is an operation with a rate of its own, so that an experiment
can vary one and keep the others.

The operations work on a draft of the graph. The places where one applies are found first, in the order of the text; at
each of them it is carried out with its probability. What cannot be reached from the root by going down is no part of
the graph.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from importlib import resources
from itertools import chain, count
from operator import attrgetter
from typing import Any, NamedTuple

from smatchproof.base.errors import UsageError, quoted, unknown
from smatchproof.base.record import Record, Struct, field, replace
from smatchproof.lab.generators.amrs import (
    DEFAULT,
    END,
    ROOT,
    CorpusStatistics,
    Distribution,
    concept_class,
    direct_role,
    written_role,
)
from smatchproof.public import Graph, NamedAlignment, building, notation

_RANGES = {"spread": (0, 10), "size_spread": (0, 10), "second_shorter": (-1, 1)}
_NO_RATES = {"concept_repeated", "spread", "size_spread", "second_shorter"}
_LOST = ("polarity_lost", "attribute_lost", "subgraph_dropped", "variable_dropped")
_INSERTED = ("variable_inserted", "attribute_inserted")


def _strength(spread: float, rng: random.Random) -> float:
    """A factor around 1 with this coefficient of variation."""
    return rng.gammavariate(spread**-2, spread**2) if spread else 1.0


class Noise(Record):
    """The probability of each operation at each place where it applies, from 0 to 1.

    They are carried out in this order, each on what the ones before it have left:

    * `concept_swapped`: a variable gets another concept of its class (frame or not) that is known below its role.
    * `sense_changed`: a frame gets another sense: ``go-01`` for ``go-02``. Senses from 90 on are left alone.
    * `role_changed`: a relation gets another role that its source's concept takes, in the same direction. The roles
      of a construction (``name``, ``op1``, ``snt1``, ...) are left alone.
    * `polarity_lost`, `attribute_lost`: ``:polarity -``, or any other constant, is left out.
    * `reentrancies_merged`: a variable becomes one with an earlier one of the same concept. No relation joins the two,
      and no role starts at both.
    * `reentrancy_split`: a later mention of a variable becomes a new variable with its concept alone.
    * `subgraph_moved`: what hangs below a variable hangs below another one of its class, by the same role.
    * `subgraph_dropped`: a branch is left out, with all that hangs nowhere else: the more, the larger the graph.
    * `variable_dropped`: a variable is left out with its constants; what hangs below it hangs below its parent.
    * `variable_inserted`, `attribute_inserted`, `reentrancy_inserted`: a variable gets a new variable below it, a
      constant, or a further mention of another variable, by a role that its concept takes and it does not have.

    The other settings are no operations:

    * `concept_repeated`: the share of new concepts (of swapped and inserted variables) that the graph has elsewhere.
    * `spread`: the coefficient of variation of a copy's strength, a factor of all its rates with a gamma distribution
      around 1. People agree about one sentence and not about the next.
    * `size_spread`: the same of two further factors, one of losses and one of insertions.
    * `second_shorter`: a copy loses this share more and inserts this share less, from -1 to 1. It is a copy's tendency
      as the second of a pair: the first (:func:`annotated_pair`) has the opposite one.
    * With `rewrite` the branches come in another order and the variables have other names.

    Raises :class:`UsageError` for a rate outside of [0, 1], for a spread below 0 or above 10, and for a
    `second_shorter` outside of [-1, 1].

    >>> Noise(role_changed=0.2).scaled(2)
    Noise(role_changed=0.4)
    """

    concept_swapped: float = 0.0
    sense_changed: float = 0.0
    role_changed: float = 0.0
    polarity_lost: float = 0.0
    attribute_lost: float = 0.0
    reentrancies_merged: float = 0.0
    reentrancy_split: float = 0.0
    subgraph_moved: float = 0.0
    subgraph_dropped: float = 0.0
    variable_dropped: float = 0.0
    variable_inserted: float = 0.0
    attribute_inserted: float = 0.0
    reentrancy_inserted: float = 0.0
    concept_repeated: float = 0.0
    spread: float = 0.0
    size_spread: float = 0.0
    second_shorter: float = 0.0
    rewrite: bool = True

    def __post_init__(self) -> None:
        for name, value in self.numbers().items():
            least, most = _RANGES.get(name, (0, 1))
            if not least <= value <= most:
                raise UsageError(f"noise {name.replace('_', '-')} is {value}; choose a number from {least} to {most}")

    def __repr__(self) -> str:
        settings = [f"{name}={value:g}" for name, value in self.numbers().items() if value]
        return f"Noise({', '.join([*settings, *['rewrite=False'] * (not self.rewrite)])})"

    def rates(self) -> dict[str, float]:
        """The operations in their order, with their rates."""
        return {name: value for name, value in self.numbers().items() if name not in _NO_RATES}

    def numbers(self) -> dict[str, float]:
        """All settings that are numbers: the rates, then the others."""
        return {each: getattr(self, each) for each in self.__struct_fields__ if each != "rewrite"}

    def scaled(self, factor: float) -> Noise:
        """The same mixture, `factor` times as strong; no rate exceeds 1. Raises :class:`UsageError` below 0."""
        if not factor >= 0:
            raise UsageError(f"noise cannot be scaled by {factor}; choose a factor from 0")
        return self._times(dict.fromkeys(self.rates(), factor))

    def _times(self, factors: Mapping[str, float]) -> Noise:
        rates = {name: min(1.0, factor * getattr(self, name)) for name, factor in factors.items()}
        return replace(self, **rates)

    def drawn(self, rng: random.Random) -> Noise:
        """The noise of one copy: with strengths drawn as `spread` and `size_spread` say, and rates of at most 1."""
        drawn = self.scaled(_strength(self.spread, rng))
        lost, inserted = (_strength(self.size_spread, rng) for _ in range(2))
        lost, inserted = lost * (1 + self.second_shorter), inserted * (1 - self.second_shorter)
        return drawn._times({**dict.fromkeys(_LOST, lost), **dict.fromkeys(_INSERTED, inserted)})

    @classmethod
    def parse(cls, text: str) -> Noise:
        """The noise that a user describes: a factor for :data:`TYPICAL`, a name of :data:`MIXTURES`, or rates by name.

        >>> Noise.parse("0"), Noise.parse("role-changed=0.1,polarity-lost=1")
        (Noise(), Noise(role_changed=0.1, polarity_lost=1))
        >>> Noise.parse("typo=0.1")
        Traceback (most recent call last):
        ...
        smatchproof.base.errors.UsageError: unknown noise 'typo'; choose from concept-swapped, sense-changed, ...
        """
        rates: dict[str, float] = {}
        try:
            if text.strip() in MIXTURES:
                return MIXTURES[text.strip()]
            if "=" not in text:
                return TYPICAL.scaled(float(text))
            for part in text.split(","):
                name, _, rate = part.partition("=")
                rates[name.strip().replace("-", "_")] = float(rate)
        except ValueError:
            hint = f"write a factor, {', '.join(MIXTURES)}, or rates as in role-changed=0.1,polarity-lost=0.5"
            raise UsageError(f"{quoted(text)} describes no noise; {hint}") from None
        for name in rates.keys() - cls().numbers().keys():
            raise unknown("noise", name.replace("_", "-"), [each.replace("_", "-") for each in cls().numbers()])
        return replace(cls(), **rates)


_MIXTURES: dict[str, dict[str, Any]] = tomllib.loads(
    resources.files("smatchproof.lab.generators").joinpath("mixtures.toml").read_text(encoding="utf-8")
)
TYPICAL = Noise(**_MIXTURES.pop("typical"))
"""A mixture in which nothing dominates. The larger a graph, the more of it is lost with a branch that is dropped."""
MIXTURES = {name: Noise(**rates) for name, rates in _MIXTURES.items()}
"""Mixtures that are calibrated to corpora: two releases of the annotation of *The Little Prince*, and parses of the
sentence pairs of BAMBOO. Two copies of a graph (:func:`annotated_pair`) with the corpus's own statistics have about the
F1, the ratio of sizes and the share of pairs that hill-climbing misses of the real pairs: ``python -m benchmarks
calibration`` measures that."""


class Operation(NamedTuple):
    """One change: the name of the operation, and a description with the names of the original graph."""

    name: str
    what: str


class Annotated(Record):
    """A noisy copy of a graph and the operations that made it.

    * `operations`: the changes, in order.
    * `places`: for each operation with a rate above 0, at how many places it could have been done.
    * `alignment`: which variable of the original became which of the copy. It matches at least as many triples as
      were left untouched, so the optimum does too.
    """

    graph: Graph
    operations: tuple[Operation, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    alignment: NamedAlignment = field(default_factory=dict)


def annotate(graph: Graph, noise: Noise, rng: random.Random, statistics: CorpusStatistics = DEFAULT) -> Annotated:
    """A noisy copy of a graph: connected, with the same root, and no triple twice that was not there twice.

    `statistics` give the concepts and roles that may take the place of others. Where a rate is 0, nothing of that kind
    changes; where all are, the copy has the same triples. Takes time about quadratic in the size of the graph at worst.
    Raises ``ValueError`` for the empty graph.

    >>> from smatchproof.public import parse_graph
    >>> from smatchproof.public import write_graph
    >>> want = parse_graph("(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))")
    >>> copy = annotate(want, Noise(polarity_lost=1, reentrancy_split=1), random.Random(1))
    >>> [operation.what for operation in copy.operations]
    ['w :polarity -', 'g :ARG0 b became a boy of its own']
    """
    if not graph.variables:
        raise ValueError("the empty graph has nothing to change")
    draft = _Draft(graph, rng, statistics, noise.concept_repeated)
    for name, rate in noise.drawn(rng).rates().items():
        if rate > 0:
            draft.places[name] = 0
            _OPERATIONS[name](draft, name, rate)
    if noise.rewrite:
        for branches in draft.below:
            rng.shuffle(branches)
    below = [[(branch.role, branch.target) for branch in branches] for branches in draft.below]
    copy, order = building.graph_from_branches(draft.concepts, below, graph.id, None if noise.rewrite else draft.names)
    written = zip(order, copy.variables, strict=True)
    alignment = {graph.variables[number]: name for number, name in written if number < len(graph.variables)}
    return Annotated(copy, tuple(draft.operations), draft.places, alignment)


def annotated_pair(
    graph: Graph, noise: Noise, rng: random.Random, statistics: CorpusStatistics = DEFAULT
) -> tuple[Annotated, Annotated]:
    """Two noisy copies of a graph, each with half of the noise: neither side is the original.

    What they lose and insert is independent, so that either may be the larger one. `spread` is that of the pair, the
    same on both sides; `second_shorter` makes the second copy the shorter one in the mean.

    >>> from smatchproof.public import parse_graph
    >>> boy = parse_graph("(b / boy :mod (y / young))")
    >>> [len(each.operations) for each in annotated_pair(boy, Noise(variable_dropped=1), random.Random(1))]
    [1, 0]
    """
    half = replace(noise.scaled(_strength(noise.spread, rng) / 2), spread=0.0)
    first = annotate(graph, replace(half, second_shorter=-half.second_shorter), rng, statistics)
    return first, annotate(graph, half, rng, statistics)


# ---- The draft


class _Branch(Struct, eq=False):
    """A branch of the draft: its role as written, and a variable's number or a constant."""

    source: int
    role: str
    target: int | str

    def triple(self) -> tuple[str, int, int | str]:
        """The triple that it stands for: role (in small letters), source and target in their own direction."""
        role = self.role.lower()
        direct, inverted = direct_role(role)
        if inverted and isinstance(self.target, int):
            return direct, self.target, self.source
        return role if inverted else direct, self.source, self.target


class _Draft:
    """A graph while it is changed: variables by number, each with its branches in their order.

    `operations` and `places` are what :class:`Annotated` reports.
    """

    def __init__(self, graph: Graph, rng: random.Random, statistics: CorpusStatistics, concept_repeated: float) -> None:
        self.rng, self.statistics, self.concept_repeated = rng, statistics, concept_repeated
        self.names = list(graph.variables)
        self.concepts = [notation.without_suffix(concept) for concept in graph.concepts]
        self.below: list[list[_Branch]] = [[] for _ in graph.variables]
        self.operations: list[Operation] = []
        self.places: dict[str, int] = {}
        number = {name: index for index, name in enumerate(graph.variables)}
        for edge in graph.edges:
            target = notation.without_suffix(edge.target)
            branch = _Branch(edge.source, edge.role.partition("~")[0], number.get(target, target))
            self.below[edge.source].append(branch)

    def chosen(self, name: str, rate: float) -> bool:
        """Count one more place of an operation; whether it is to be carried out there."""
        self.places[name] += 1
        return self.rng.random() < rate

    def did(self, name: str, what: str) -> None:
        """Note an operation."""
        self.operations.append(Operation(name, what))

    def written(self, branch: _Branch) -> str:
        """A branch in words."""
        target = branch.target if isinstance(branch.target, str) else self.names[branch.target]
        return f"{self.names[branch.source]} :{branch.role} {target}"

    def text(self) -> list[tuple[_Branch, bool]]:
        """The branches that can be reached from the root, in text order, and whether each defines its target."""
        walked = building.in_text(self.below, attrgetter("target"))
        return [(branch, defined is not None) for _, branch, defined in walked]

    def relations(self) -> Iterator[tuple[_Branch, int]]:
        """The branches that lead to variables, in text order, each with the variable."""
        return ((branch, branch.target) for branch, _ in self.text() if isinstance(branch.target, int))

    def defining(self) -> list[_Branch]:
        """The branches that define variables, in text order."""
        return [branch for branch, defines in self.text() if defines]

    def roles_below(self) -> dict[int, str]:
        """The variables that can be reached from the root, in text order, each with the role that defines it."""
        return {0: ROOT} | {branch.target: branch.role for branch in self.defining() if isinstance(branch.target, int)}

    def starting(self) -> dict[int, set[str]]:
        """The roles that start at each variable, as in their triples."""
        roles: dict[int, set[str]] = {number: set() for number in range(len(self.concepts))}
        for branch, _ in self.text():
            role, source, _ = branch.triple()
            roles[source].add(role)
        return roles

    def neighbours(self) -> dict[int, set[int]]:
        """The variables that a branch joins to each."""
        near: dict[int, set[int]] = defaultdict(set)
        for branch, target in self.relations():
            near[target].add(branch.source)
            near[branch.source].add(target)
        return near

    def tree(self) -> dict[int, _Branch]:
        """The branch by which each variable hangs from the root on a shortest way."""
        found: dict[int, _Branch] = {}
        order = [0]
        for variable in order:
            for branch in self.below[variable]:
                if isinstance(branch.target, int) and branch.target and branch.target not in found:
                    found[branch.target] = branch
                    order.append(branch.target)
        return found

    def sources(self) -> dict[int, list[int]]:
        """The variables from which branches lead to each."""
        found: dict[int, list[int]] = defaultdict(list)
        for branch, target in self.relations():
            found[target].append(branch.source)
        return found

    def new_variable(self, concept: str, like: str) -> int:
        """Add a variable with a name like this one, which no variable or constant has. Returns its number."""
        taken = {
            *self.names,
            *building.constant_words(branch.target for branch, _ in self.text() if isinstance(branch.target, str)),
        }
        letters = like.rstrip("0123456789") or "x"
        self.names.append(next(name for at in count(2) if (name := f"{letters}{at}") not in taken))
        self.concepts.append(concept)
        self.below.append([])
        return len(self.concepts) - 1

    def other_roles(self, concept: str, used: Set[str]) -> dict[str, int]:
        """The roles that a concept could have as well, those of its class if it has none left."""
        for key in (concept, concept_class(concept)):
            known = self.statistics.arguments.get(key)
            counts = known.counts if known else {}
            free = {role: n for role, n in counts.items() if role.lower() not in {END, *used}}
            if possible := {role: n for role, n in free.items() if not _CONSTRUCTION.fullmatch(role)}:
                return possible
        return {}

    def repeated_concept(self, among: Sequence[int], kind: str | None = None) -> str | None:
        """Return the concept of one of these variables (of this class, if any is), or ``None`` by chance."""
        if not self.concept_repeated or self.rng.random() >= self.concept_repeated:
            return None
        concepts = [self.concepts[each] for each in among if self.concepts[each] != "name"]
        fitting = [each for each in concepts if kind is None or concept_class(each) == kind]
        return self.rng.choice(fitting) if fitting else None


# ---- The operations

_CONSTRUCTION = re.compile(r"name|op\d+|snt\d+")
"""Roles that belong to a construction and are never changed."""
_JOINING = re.compile(r"(op|snt)\d+")
"""Roles that ask for a concept which joins things, such as ``and``."""
_SENSE = re.compile(r"(.*)-(0[1-9]|[1-8]\d)")


def _swap_concepts(draft: _Draft, name: str, rate: float) -> None:
    roles, starting = draft.roles_below(), draft.starting()
    for variable, role in roles.items():
        before = draft.concepts[variable]
        kind = concept_class(before)
        known = draft.statistics.concepts.get(role) or draft.statistics.concepts[ROOT]
        others = {each: n for each, n in known.counts.items() if each != before and concept_class(each) == kind}
        if others and draft.chosen(name, rate):
            fixed = {each for each in starting[variable] if _JOINING.fullmatch(each)}
            takes = draft.statistics.arguments
            fitting = {
                each: n for each, n in others.items() if all(role in takes.get(each, ()) for role in fixed)
            } or others
            after = draft.repeated_concept([*roles], kind)
            repeats = after is not None and after != before and (after in fitting or fitting is others)
            draft.concepts[variable] = after if after and repeats else Distribution.of(fitting).draw(draft.rng)
            draft.did(name, f"{draft.names[variable]} / {before} became {draft.concepts[variable]}")


def _change_senses(draft: _Draft, name: str, rate: float) -> None:
    for variable in draft.roles_below():
        before = draft.concepts[variable]
        frame = _SENSE.fullmatch(before)
        if frame and draft.chosen(name, rate):
            sense = draft.rng.choice([each for each in ("01", "02", "03") if each != frame[2]])
            draft.concepts[variable] = f"{frame[1]}-{sense}"
            draft.did(name, f"{draft.names[variable]} / {before} became {draft.concepts[variable]}")


def _change_roles(draft: _Draft, name: str, rate: float) -> None:
    starting = draft.starting()
    for branch, _ in draft.relations():
        role, source, _ = branch.triple()
        if _CONSTRUCTION.fullmatch(role):
            continue
        others = draft.other_roles(draft.concepts[source], starting[source])
        if others and draft.chosen(name, rate):
            before = draft.written(branch)
            new = Distribution.of(others).draw(draft.rng)
            branch.role = written_role(new, direct_role(branch.role)[1])
            starting[source].add(new.lower())
            draft.did(name, f"{before} became :{branch.role}")


def _lose(draft: _Draft, name: str, rate: float, *, polarity: bool) -> None:
    for branch, _ in draft.text():
        if isinstance(branch.target, str) and (branch.role == "polarity") == polarity and draft.chosen(name, rate):
            draft.below[branch.source].remove(branch)
            draft.did(name, draft.written(branch))


def _merge(draft: _Draft, name: str, rate: float) -> None:
    starting, near = draft.starting(), draft.neighbours()
    earlier: dict[str, list[int]] = defaultdict(list)
    for variable in draft.roles_below():
        alike = earlier[draft.concepts[variable]]
        apart = [each for each in alike if each not in near[variable] and not starting[each] & starting[variable]]
        if not apart or not draft.chosen(name, rate):
            alike.append(variable)
            continue
        kept = draft.rng.choice(apart)
        _unite(draft, kept, variable)
        starting, near = draft.starting(), draft.neighbours()
        draft.did(name, f"{draft.names[variable]} / {draft.concepts[variable]} became {draft.names[kept]}")


def _unite(draft: _Draft, kept: int, variable: int) -> None:
    """Replace `variable` by `kept`; of two branches that then are the same triple, the first in the text is kept."""
    for branch in chain(*draft.below):
        branch.source = kept if branch.source == variable else branch.source
        branch.target = kept if branch.target == variable else branch.target
    draft.below[kept] += draft.below[variable]
    draft.below[variable] = []
    seen = set()
    for branch, _ in draft.text():
        if branch.triple() in seen and kept in branch.triple():
            draft.below[branch.source].remove(branch)
        seen.add(branch.triple())


def _split(draft: _Draft, name: str, rate: float) -> None:
    for branch, defines in draft.text():
        if isinstance(branch.target, int) and not defines and draft.chosen(name, rate):
            what, concept = draft.written(branch), draft.concepts[branch.target]
            branch.target = draft.new_variable(concept, draft.names[branch.target])
            draft.did(name, f"{what} became a {concept} of its own")


def _move(draft: _Draft, name: str, rate: float) -> None:
    tree, starting = draft.tree(), draft.starting()
    triples = {branch.triple() for branch, _ in draft.text()}
    alike: dict[str, list[int]] = defaultdict(list)
    for variable in draft.roles_below():
        alike[concept_class(draft.concepts[variable])].append(variable)

    def is_below(variable: int, target: int | str) -> bool:
        while variable not in (target, 0):
            variable = tree[variable].source
        return variable == target

    def fits(branch: _Branch, variable: int) -> bool:
        role, inverted = direct_role(branch.role.lower())
        is_free = inverted or role == "mod" or role not in starting[variable]
        is_new = _Branch(variable, branch.role, branch.target).triple() not in triples
        return is_free and is_new and variable != branch.source and not is_below(variable, branch.target)

    for branch in draft.defining():
        if _CONSTRUCTION.fullmatch(direct_role(branch.role.lower())[0]):
            continue
        among = alike[concept_class(draft.concepts[branch.source])]
        if any(fits(branch, each) for each in among) and draft.chosen(name, rate):
            before = draft.written(branch)
            draft.below[branch.source].remove(branch)
            branch.source = draft.rng.choice([each for each in among if fits(branch, each)])
            draft.below[branch.source].append(branch)
            starting, triples = draft.starting(), {branch.triple() for branch, _ in draft.text()}
            draft.did(name, f"{before} went below {draft.names[branch.source]}")


def _drop(draft: _Draft, name: str, rate: float) -> None:
    there = draft.roles_below().keys()
    for branch in draft.defining():
        if branch.source in there and draft.chosen(name, rate):
            draft.below[branch.source].remove(branch)
            before, there = there, draft.roles_below().keys()
            lost = len(before) - len(there)
            draft.did(name, f"{draft.written(branch)}, and {lost} variable{'s' * (lost != 1)} with it")


# ---- Those that change how large a graph is, by one variable, relation or constant at a time


def _insert_variables(draft: _Draft, name: str, rate: float) -> None:
    """A leaf below a variable: a role that its concept takes and does not have, and a concept known below that role."""
    starting, among = draft.starting(), [*draft.roles_below()]
    for variable in tuple(among):
        free = draft.other_roles(draft.concepts[variable], starting[variable])
        if not free or not draft.chosen(name, rate):
            continue
        role = Distribution.of(free).draw(draft.rng)
        concept = draft.repeated_concept(among) or draft.statistics.concept(role, draft.concepts[variable], draft.rng)
        among.append(draft.new_variable(concept, concept[:1] if concept[:1].isalpha() else "x"))
        branch = _Branch(variable, role, among[-1])
        draft.below[variable].append(branch)
        draft.did(name, f"{draft.written(branch)} / {concept} is new")


def _insert_attributes(draft: _Draft, name: str, rate: float) -> None:
    """A constant below a variable whose concept, or its class, has such a one in the statistics."""
    kinds: dict[str, Counter[str]] = {"/frame": Counter(), "/other": Counter()}
    for context, row in draft.statistics.branches.items():
        kind = context.rpartition(" ")[0]
        for written, n in row.counts.items() if kind in kinds else ():
            role = written.removesuffix("=")
            if written.endswith("=") and not _CONSTRUCTION.fullmatch(role):
                kinds[kind][role] += n
    starting = draft.starting()
    for variable in draft.roles_below():
        known = kinds[concept_class(draft.concepts[variable])]
        free = {role: n for role, n in known.items() if role.lower() not in starting[variable]}
        if free and draft.chosen(name, rate):
            role = Distribution.of(free).draw(draft.rng)
            branch = _Branch(variable, role, draft.statistics.constant(draft.concepts[variable], role, draft.rng))
            draft.below[variable].append(branch)
            draft.did(name, f"{draft.written(branch)} is new")


def _insert_reentrancies(draft: _Draft, name: str, rate: float) -> None:
    """A further mention of a variable: below another one, by a role that its concept takes and does not have.

    No cycle is closed, and the two were not related.
    """
    starting, order = draft.starting(), [*draft.roles_below()][1:]
    near, sources = draft.neighbours(), draft.sources()
    for variable in (0, *order):
        free = draft.other_roles(draft.concepts[variable], starting[variable])
        above = [variable]
        for each in above:
            above += {*sources[each]}.difference(above) if free else ()
        apart = near[variable].union(above)
        others = [each for each in order if each not in apart]
        if free and others and draft.chosen(name, rate):
            branch = _Branch(variable, Distribution.of(free).draw(draft.rng), draft.rng.choice(others))
            draft.below[variable].append(branch)
            starting[variable].add(branch.role.lower())
            near, sources = draft.neighbours(), draft.sources()
            draft.did(name, f"{draft.written(branch)} is new")


def _drop_variables(draft: _Draft, name: str, rate: float) -> None:
    """A variable goes with its constants and mentions; what hangs below it in the tree hangs below its parent."""
    tree = draft.tree()
    for variable in [*draft.roles_below()][1:]:
        if not draft.chosen(name, rate):
            continue
        parent = tree.pop(variable).source
        heirs = {branch.target for branch in draft.below[variable] if branch in tree.values()}
        freed = [branch for branch in draft.below[variable] if branch.target in heirs]
        touching = {branch: variable in (branch.source, branch.target) for branch, _ in draft.text()}
        starting = [branch.triple()[:2] for branch, is_gone in touching.items() if not is_gone]
        used = {role for role, source in starting if source == parent}
        for branch, is_gone in touching.items():
            if is_gone:
                draft.below[branch.source].remove(branch)
        for branch in freed:
            _inherit(draft, branch, parent, used)
            draft.below[parent].append(branch)
        draft.did(name, f"{draft.names[variable]} / {draft.concepts[variable]}")


def _inherit(draft: _Draft, branch: _Branch, parent: int, used: set[str]) -> None:
    """Hang a branch below a parent: by its role where that is free, or by another one that the parent takes."""
    role, inverted = direct_role(branch.role.lower())
    fits = inverted or role == "mod" or (role not in used and not _CONSTRUCTION.fullmatch(role))
    if not fits:
        free = draft.other_roles(draft.concepts[parent], used)
        branch.role = Distribution.of(free).draw(draft.rng) if free else "mod"
    branch.source = parent
    used.add(direct_role(branch.role.lower())[0])


_OPERATIONS: dict[str, Callable[[_Draft, str, float], None]] = {
    "concept_swapped": _swap_concepts,
    "sense_changed": _change_senses,
    "role_changed": _change_roles,
    "polarity_lost": partial(_lose, polarity=True),
    "attribute_lost": partial(_lose, polarity=False),
    "reentrancies_merged": _merge,
    "reentrancy_split": _split,
    "subgraph_moved": _move,
    "subgraph_dropped": _drop,
    "variable_dropped": _drop_variables,
    "variable_inserted": _insert_variables,
    "attribute_inserted": _insert_attributes,
    "reentrancy_inserted": _insert_reentrancies,
}
