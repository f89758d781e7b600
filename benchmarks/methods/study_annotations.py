"""The annotators of the shipped study: how A, B, C and D are made from the consensus E, which is written by hand.

Each annotator makes a share of noise of their own, and all make less from group to group. A and B write in an order of
their own, C and D in that of the consensus.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import as_file, files
from typing import NamedTuple

from smatchproof.lab.generators import TYPICAL, CorpusStatistics, Noise, annotate
from smatchproof.public import Corpus, Graph, write_graph

ANNOTATORS = {"A": 1.4, "B": 1.2, "C": 1.0, "D": 0.8}
"""How much noise each makes, as a factor."""
CONSENSUS = "E"
GROUPS = (1.5, 1.2, 1.0, 0.8, 0.6)
"""How much noise all make in each group of sentences, as a factor."""
NOISE = replace(TYPICAL, subgraph_moved=0.03, subgraph_dropped=0.02)
"""The mixture. Trained annotators rarely lose a whole branch."""
OWN_ORDER = frozenset("AB")
"""Who writes branches in another order than the consensus, and names variables again."""
SEED = 11
"""Of the annotations that are shipped: the smallest with which agreement rises from group to group and from A to D."""


class Annotation(NamedTuple):
    """A graph and the sentence that it is about."""

    graph: Graph
    sentence: str

    @property
    def group(self) -> int:
        """The group of sentences, from 1: the number in an id such as ``g3.1``."""
        return int((self.graph.id or "").removeprefix("g").partition(".")[0])


def annotated_by(name: str) -> list[Annotation]:
    """The graphs that annotator A, B, C or D wrote, or the consensus E: twenty sentences in order.

    >>> captain, *others = annotated_by("E")
    >>> captain.group, captain.graph.id, captain.sentence
    (1, 'g1.1', 'The old captain refused to sell his boat to strangers.')
    """
    with as_file(files("smatchproof.lab.experiments.study") / f"{name.lower()}.amr") as path, Corpus(path) as corpus:
        return [Annotation(block.parse(), block.sentence or "") for block in corpus.blocks()]


def annotator_files(
    consensus: Iterable[Annotation], seed: int = SEED, statistics: CorpusStatistics | None = None
) -> dict[str, str]:
    """The files of the annotators: their text by name. The same seed gives the same text; ids are like ``g3.1``.

    An annotator who takes one concept or role for another takes one that the sentence has somewhere else, or that the
    `statistics` have, where there are some.

    >>> from smatchproof.public import parse_graph
    >>> boy = Annotation(parse_graph("(b / boy :mod (y / young))", id="g5.1"), "The young boy.")
    >>> print(annotator_files([boy], seed=1)["D"])
    # ::note Annotator D of the study, made from the consensus with noise; MIT licence.
    # ::id g5.1
    # ::snt The young boy.
    (b / boy
      :mod (y / young))
    <BLANKLINE>
    """
    texts = {name: [f"# ::note Annotator {name} of the study, {_ORIGIN}"] for name in ANNOTATORS}
    for each in consensus:
        known = statistics or CorpusStatistics.fit([each.graph])
        for at, name in enumerate(ANNOTATORS):
            rng = random.Random(f"annotator {seed} {each.graph.id} {at}")
            copy = annotate(each.graph, _level(name, each.group), rng, known)
            texts[name] += [write_graph(copy.graph, each.sentence), ""]
    return {name: "\n".join(parts) for name, parts in texts.items()}


_ORIGIN = "made from the consensus with noise; MIT licence."


def _level(annotator: str, group: int) -> Noise:
    level = NOISE.scaled(ANNOTATORS[annotator] * GROUPS[group - 1])
    return replace(level, rewrite=annotator in OWN_ORDER)
