"""Random, noisy and adversarial pairs of graphs."""

from smatchproof.generators.adversary import AdversarialPair, AdversarialSearch, AdversaryParams
from smatchproof.generators.amrs import random_graph, random_graphs
from smatchproof.generators.designed import DesignedPair, PairDesign, designed_pair
from smatchproof.generators.digraphs import (
    PlantedPair,
    overlapping_digraph_pair,
    planted_matches,
    random_digraph,
    random_digraph_pair,
    rooted_pair,
)
from smatchproof.generators.noise import (
    MIXTURES,
    TYPICAL,
    Annotated,
    Noise,
    annotate,
    annotate_at_levels,
    annotated_pair,
)
from smatchproof.generators.noise_draft import Operation
from smatchproof.generators.statistics import DEFAULT, CorpusStatistics
from smatchproof.generators.traps import TRAPS, Trap, TrapFamily

__all__ = [
    "DEFAULT",
    "MIXTURES",
    "TRAPS",
    "TYPICAL",
    "AdversarialPair",
    "AdversarialSearch",
    "AdversaryParams",
    "Annotated",
    "CorpusStatistics",
    "DesignedPair",
    "Noise",
    "Operation",
    "PairDesign",
    "PlantedPair",
    "Trap",
    "TrapFamily",
    "annotate",
    "annotate_at_levels",
    "annotated_pair",
    "designed_pair",
    "overlapping_digraph_pair",
    "planted_matches",
    "random_digraph",
    "random_digraph_pair",
    "random_graph",
    "random_graphs",
    "rooted_pair",
]
