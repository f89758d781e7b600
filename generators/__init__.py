"""Random, noisy and adversarial pairs of graphs."""

from generators.adversary import AdversaryParams, Found, search
from generators.amrs import random_graph, random_graphs
from generators.digraphs import (
    PlantedPair,
    overlapping_digraph_pair,
    random_digraph,
    random_digraph_pair,
    rooted_pair,
)
from generators.graph_features import GraphFeatures, features, kolmogorov_smirnov
from generators.noise import TYPICAL, Annotated, Noise, annotate, annotators
from generators.noise_operations import Operation
from generators.statistics import DEFAULT, CorpusStatistics
from generators.traps import TRAPS, Trap, TrapFamily

__all__ = [
    "DEFAULT",
    "TRAPS",
    "TYPICAL",
    "AdversaryParams",
    "Annotated",
    "CorpusStatistics",
    "Found",
    "GraphFeatures",
    "Noise",
    "Operation",
    "PlantedPair",
    "Trap",
    "TrapFamily",
    "annotate",
    "annotators",
    "features",
    "kolmogorov_smirnov",
    "overlapping_digraph_pair",
    "random_digraph",
    "random_digraph_pair",
    "random_graph",
    "random_graphs",
    "rooted_pair",
    "search",
]
