"""Annotator noise: what another annotator of the same sentence might have written.

Two trained annotators seldom write the same AMR. They differ in concepts and senses, in roles, in what refers to the
same thing, and in what they leave out. Each of these is an operation with a rate of its own, so that an experiment
can vary one and keep the others.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from importlib import resources
from typing import Any, Self

from smatchproof.base.errors import UsageError, quoted, unknown
from smatchproof.generators.noise_draft import GraphDraft, Operation
from smatchproof.generators.noise_insertions import INSERTIONS
from smatchproof.generators.noise_operations import CHANGES
from smatchproof.generators.statistics import DEFAULT, CorpusStatistics
from smatchproof.graphs.building import graph_from_branches
from smatchproof.graphs.graph import Graph
from smatchproof.problem.pairs import NamedAlignment

_WIDEST = 10.0
_NO_RATES = {"concept_repeated", "spread", "size_spread", "second_shorter"}
_LOST = ("polarity_lost", "attribute_lost", "subgraph_dropped", "variable_dropped")
_INSERTED = ("variable_inserted", "attribute_inserted")


def _strength(spread: float, rng: random.Random) -> float:
    """A factor around 1 with this coefficient of variation."""
    return rng.gammavariate(spread**-2, spread**2) if spread else 1.0


@dataclass(frozen=True, slots=True)
class Noise:
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
        for name, rate in {**self.rates(), "concept_repeated": self.concept_repeated}.items():
            if not 0 <= rate <= 1:
                raise UsageError(f"noise {name} is {rate}; choose a probability from 0 to 1")
        for name in ("spread", "size_spread"):
            if not 0 <= getattr(self, name) <= _WIDEST:
                raise UsageError(f"noise {name} is {getattr(self, name)}; choose a number from 0 to {_WIDEST}")
        if not -1 <= self.second_shorter <= 1:
            raise UsageError(f"noise second_shorter is {self.second_shorter}; choose a number from -1 to 1")

    def __repr__(self) -> str:
        settings = [f"{name}={value:g}" for name, value in self.numbers().items() if value]
        return f"Noise({', '.join([*settings, *['rewrite=False'] * (not self.rewrite)])})"

    def rates(self) -> dict[str, float]:
        """The operations in their order, with their rates."""
        return {name: value for name, value in self.numbers().items() if name not in _NO_RATES}

    def numbers(self) -> dict[str, float]:
        """All settings that are numbers: the rates, then the others."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "rewrite"}

    def scaled(self, factor: float) -> Self:
        """The same mixture, `factor` times as strong; no rate exceeds 1. Raises :class:`UsageError` below 0."""
        if not factor >= 0:
            raise UsageError(f"noise cannot be scaled by {factor}; choose a factor from 0")
        rates = {name: min(1.0, factor * rate) for name, rate in self.rates().items()}
        return type(self)(**{**self.numbers(), **rates}, rewrite=self.rewrite)

    def drawn(self, rng: random.Random) -> Self:
        """The noise of one copy: with strengths drawn as `spread` and `size_spread` say, and rates of at most 1."""
        drawn = self.scaled(_strength(self.spread, rng))
        lost, inserted = (_strength(self.size_spread, rng) for _ in range(2))
        lost, inserted = lost * (1 + self.second_shorter), inserted * (1 - self.second_shorter)
        factors = {**dict.fromkeys(_LOST, lost), **dict.fromkeys(_INSERTED, inserted)}
        rates = drawn.rates()
        rates.update({name: min(1.0, factor * rates[name]) for name, factor in factors.items()})
        return type(self)(**{**self.numbers(), **rates}, rewrite=self.rewrite)

    @classmethod
    def parse(cls, text: str) -> Self:
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
                return cls(**MIXTURES[text.strip()].numbers(), rewrite=True)
            if "=" not in text:
                return cls(**TYPICAL.scaled(float(text)).numbers(), rewrite=True)
            for part in text.split(","):
                name, _, rate = part.partition("=")
                rates[name.strip().replace("-", "_")] = float(rate)
        except ValueError:
            hint = f"write a factor, {', '.join(MIXTURES)}, or rates as in role-changed=0.1,polarity-lost=0.5"
            raise UsageError(f"{quoted(text)} describes no noise; {hint}") from None
        for name in rates.keys() - cls().numbers().keys():
            raise unknown("noise", name.replace("_", "-"), [each.replace("_", "-") for each in cls().numbers()])
        return cls(**rates, rewrite=True)


_MIXTURES: dict[str, dict[str, Any]] = tomllib.loads(
    resources.files("smatchproof.generators").joinpath("mixtures.toml").read_text(encoding="utf-8")
)
TYPICAL = Noise(**_MIXTURES.pop("typical"))
"""A mixture in which nothing dominates. The larger a graph, the more of it is lost with a branch that is dropped: F1 of
copies, by size, is in ``benchmarks/RESULTS.md`` ("Noise beside what people and parsers wrote")."""
MIXTURES = {name: Noise(**rates) for name, rates in _MIXTURES.items()}
"""Mixtures that are calibrated to corpora: two releases of the annotation of *The Little Prince*, and parses of the
sentence pairs of BAMBOO. Two copies of a graph (:func:`annotated_pair`) with the corpus's own statistics have about the
F1, the ratio of sizes and the share of pairs that hill-climbing misses of the real pairs: the table is in
``benchmarks/RESULTS.md``."""


@dataclass(frozen=True, slots=True)
class Annotated:
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
    changes; where all are, the copy has the same triples. Takes time about linear in the size of the graph: what an
    operation needs is drawn until it fits. Raises ``ValueError`` for the empty graph.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.graphs.writing import write_graph
    >>> want = parse_graph("(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))")
    >>> copy = annotate(want, Noise(polarity_lost=1, reentrancy_split=1), random.Random(1))
    >>> [operation.what for operation in copy.operations]
    ['w :polarity -', 'g :ARG0 b became a boy of its own']
    """
    if not graph.variables:
        raise ValueError("the empty graph has nothing to change")
    draft = GraphDraft(graph, rng, statistics, noise.concept_repeated)
    for name, rate in noise.drawn(rng).rates().items():
        if rate > 0:
            draft.places[name] = 0
            (CHANGES | INSERTIONS)[name](draft, name, rate)
    if noise.rewrite:
        for branches in draft.below:
            rng.shuffle(branches)
    below = [[(branch.role, branch.target) for branch in branches] for branches in draft.below]
    copy, order = graph_from_branches(draft.concepts, below, graph.id, None if noise.rewrite else draft.names)
    written = zip(order, copy.variables, strict=True)
    alignment = {graph.variables[number]: name for number, name in written if number < len(graph.variables)}
    return Annotated(copy, tuple(draft.operations), draft.places, alignment)


def annotated_pair(
    graph: Graph, noise: Noise, rng: random.Random, statistics: CorpusStatistics = DEFAULT
) -> tuple[Annotated, Annotated]:
    """Two noisy copies of a graph, each with half of the noise: neither side is the original.

    What they lose and insert is independent, so that either may be the larger one. `spread` is that of the pair, the
    same on both sides; `second_shorter` makes the second copy the shorter one in the mean.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy = parse_graph("(b / boy :mod (y / young))")
    >>> [len(each.operations) for each in annotated_pair(boy, Noise(variable_dropped=1), random.Random(1))]
    [1, 0]
    """
    half = replace(noise.scaled(_strength(noise.spread, rng) / 2), spread=0.0)
    first = annotate(graph, replace(half, second_shorter=-half.second_shorter), rng, statistics)
    return first, annotate(graph, half, rng, statistics)
