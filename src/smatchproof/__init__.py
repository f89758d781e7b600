"""Exact, proved Smatch for meaning-representation graphs.

Score two strings, two graphs or two files in one call each:

>>> import smatchproof
>>> result = smatchproof.score_strings(
...     "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))",
...     "(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))",
...     convention="paper",
... )
>>> result.matched, result.certified, round(result.f1, 2)
(4, True, 0.73)
>>> result.alignment
(('w', 'w'), ('b', 'b'), ('g', 'f'))
"""

from smatchproof.base import PLUGINS

PLUGINS.append("smatchproof.lab.heuristics")
TYPE_CHECKING = False  # the module of that name takes a while to load

if TYPE_CHECKING:  # a program that is interrupted while it begins has nothing to say: see ``smatchproof.__main__``
    # the names of ``__all__`` below, for type checkers
    from smatchproof.api import *  # noqa: F403
    from smatchproof.api import __version__ as __version__
    from smatchproof.lab.reductions.network_distances import (
        graph_edit_distance,
        maximum_common_subgraph,
        optimal_edit_path,
        subgraph_isomorphism,
    )
    from smatchproof.scoring.pairs.best_match import best_match
    from smatchproof.scoring.pairs.integer_program import integer_program, solution_of
else:
    _NETWORKS, _PROGRAMS = "lab.reductions.network_distances", "scoring.pairs.integer_program"
    _HOMES = {
        "best_match": "scoring.pairs.best_match",
        "graph_edit_distance": _NETWORKS,
        "maximum_common_subgraph": _NETWORKS,
        "optimal_edit_path": _NETWORKS,
        "subgraph_isomorphism": _NETWORKS,
        "integer_program": _PROGRAMS,
        "solution_of": _PROGRAMS,
    }
    """The modules of names that a score need not wait for."""

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'smatchproof' has no attribute '{name}'")
        if name in _HOMES:
            from importlib import import_module

            return getattr(import_module(f"smatchproof.{_HOMES[name]}"), name)
        from smatchproof import api

        return getattr(api, name)

    def __dir__() -> list[str]:
        return __all__


del PLUGINS, TYPE_CHECKING

# ruff: noqa: F405
__all__ = [
    "Backbone",
    "CorpusResult",
    "Counts",
    "Duplicates",
    "Graph",
    "GraphBuilder",
    "GraphPair",
    "PairScore",
    "SmatchproofError",
    "SolveParams",
    "Top",
    "__version__",
    "backbone",
    "best_match",
    "compare",
    "errors",
    "explain",
    "graph_edit_distance",
    "integer_program",
    "interval",
    "maximum_common_subgraph",
    "optimal_edit_path",
    "parse_graph",
    "score_corpus",
    "score_files",
    "score_graphs",
    "score_strings",
    "solution_of",
    "subgraph_isomorphism",
    "verify",
    "write_graph",
]
