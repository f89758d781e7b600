"""Annotator noise: what another annotator of the same sentence might have written.

Two trained annotators seldom write the same AMR. They differ in concepts and senses, in roles, in what refers to the
same thing, and in what they leave out. Each of these is an operation with a rate of its own, so that an experiment
can vary one and keep the others.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Self

from smatchproof.alignment import Graph, NamedAlignment, UsageError, quoted
from smatchproof.generators.amrs import graph_from_branches
from smatchproof.generators.noise_operations import OPERATIONS, GraphDraft, Operation
from smatchproof.generators.statistics import DEFAULT, CorpusStatistics


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
    * `subgraph_dropped`: a branch is left out, with all that hangs nowhere else.

    With `rewrite` the branches come in another order and the variables have other names. Raises
    :class:`UsageError` for a rate outside of [0, 1].

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
    rewrite: bool = True

    def __post_init__(self) -> None:
        for name, rate in self.rates().items():
            if not 0 <= rate <= 1:
                raise UsageError(f"noise {name} is {rate}; choose a probability from 0 to 1")

    def __repr__(self) -> str:
        settings = [f"{name}={rate:g}" for name, rate in self.rates().items() if rate]
        return f"Noise({', '.join([*settings, *['rewrite=False'] * (not self.rewrite)])})"

    def rates(self) -> dict[str, float]:
        """The operations in their order, with their rates."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "rewrite"}

    def scaled(self, factor: float) -> Self:
        """The same mixture, `factor` times as strong; no rate exceeds 1. Raises :class:`UsageError` below 0."""
        if not factor >= 0:
            raise UsageError(f"noise cannot be scaled by {factor}; choose a factor from 0")
        rates = {name: min(1.0, factor * rate) for name, rate in self.rates().items()}
        return type(self)(**rates, rewrite=self.rewrite)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The noise that a user describes: a factor for :data:`TYPICAL`, or rates by name.

        >>> Noise.parse("0"), Noise.parse("role-changed=0.1,polarity-lost=1")
        (Noise(), Noise(role_changed=0.1, polarity_lost=1))
        >>> Noise.parse("typo=0.1")
        Traceback (most recent call last):
        ...
        smatchproof.alignment.errors.UsageError: unknown noise 'typo'; choose from concept-swapped, sense-changed, ...
        """
        rates: dict[str, float] = {}
        try:
            if "=" not in text:
                return cls(**TYPICAL.scaled(float(text)).rates(), rewrite=True)
            for part in text.split(","):
                name, _, rate = part.partition("=")
                rates[name.strip().replace("-", "_")] = float(rate)
        except ValueError:
            way_out = "write a factor, or rates as in role-changed=0.1,polarity-lost=0.5"
            raise UsageError(f"{quoted(text)} describes no noise; {way_out}") from None
        for name in rates.keys() - cls().rates().keys():
            known = ", ".join(cls().rates()).replace("_", "-")
            raise UsageError(f"unknown noise {quoted(name.replace('_', '-'))}; choose from {known}")
        return cls(**rates, rewrite=True)


TYPICAL = Noise(
    concept_swapped=0.1,
    sense_changed=0.05,
    role_changed=0.09,
    polarity_lost=0.05,
    attribute_lost=0.05,
    reentrancies_merged=0.1,
    reentrancy_split=0.25,
    subgraph_moved=0.05,
    subgraph_dropped=0.05,
)
"""A mixture in which nothing dominates. Copies of graphs from the built-in statistics have an F1 of about 0.83, as
trained annotators have against a consensus on newswire (Banarescu et al. 2013)."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """A noisy copy of a graph and the operations that made it.

    * `operations`: what was done, in order.
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
    changes; where all are, the copy has the same triples. Takes time linear in the size of the graph, and once more
    for each variable merged and each subgraph moved or dropped. Raises ``ValueError`` for the empty graph.

    >>> from smatchproof.alignment import parse_graph, write_graph
    >>> want = parse_graph("(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))")
    >>> copy = annotate(want, Noise(polarity_lost=1, reentrancy_split=1), random.Random(1))
    >>> [operation.what for operation in copy.operations]
    ['w :polarity -', 'g :ARG0 b became a boy of its own']
    """
    if not graph.variables:
        raise ValueError("the empty graph has nothing to change")
    draft = GraphDraft(graph, rng, statistics)
    for name, rate in noise.rates().items():
        if rate > 0:
            draft.places[name] = 0
            OPERATIONS[name](draft, name, rate)
    if noise.rewrite:
        for branches in draft.below:
            rng.shuffle(branches)
    below = [[(branch.role, branch.target) for branch in branches] for branches in draft.below]
    copy, order = graph_from_branches(draft.concepts, below, graph.id, None if noise.rewrite else draft.names)
    written = zip(order, copy.variables, strict=True)
    alignment = {graph.variables[number]: name for number, name in written if number < len(graph.variables)}
    return Annotated(copy, tuple(draft.operations), draft.places, alignment)


def annotate_at_levels(
    graph: Graph, levels: Sequence[Noise], seed: int, statistics: CorpusStatistics = DEFAULT
) -> tuple[Annotated, ...]:
    """One noisy copy of a consensus for each level of noise. Graphs with different ids get different noise.

    >>> from smatchproof.alignment import parse_graph
    >>> boy = parse_graph("(b / boy :mod (y / young))", id="s.1")
    >>> [len(copy.operations) for copy in annotate_at_levels(boy, [Noise(), Noise(subgraph_dropped=1)], seed=1)]
    [0, 1]
    """
    seeds = (random.Random(f"annotator {seed} {graph.id} {at}") for at in range(len(levels)))
    return tuple(annotate(graph, noise, rng, statistics) for noise, rng in zip(levels, seeds, strict=True))
