"""Checks that everything of ours passes, to run on methods, metrics, conventions, sources and reductions of yours.

Each takes the object, tries it on random instances whose answers brute force knows, and raises an ``AssertionError``
that shows the first instance on which something is wrong. The same seed tries the same instances.
"""

from smatchproof.testing.conventions import check_convention
from smatchproof.testing.instances import random_graph, random_problem
from smatchproof.testing.methods import check_method
from smatchproof.testing.metrics import check_metric
from smatchproof.testing.reductions import check_reduction
from smatchproof.testing.similarities import check_similarity
from smatchproof.testing.sources import check_source

__all__ = [
    "check_convention",
    "check_method",
    "check_metric",
    "check_reduction",
    "check_similarity",
    "check_source",
    "random_graph",
    "random_problem",
]
