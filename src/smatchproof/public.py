"""The names of the core on which everything outside of it stands: the lab, measurements, examples, your own code.

* Graphs: :class:`Graph`, read by :func:`parse_graph` or from a :class:`Corpus`, built by :class:`GraphBuilder`, written
  by :func:`write_graph`.
* Triples: a :class:`Convention` makes a :class:`TripleGraph` of a graph; :class:`TripleWeights` give triples weights.
* The problem: :func:`build_problem` makes an :class:`AlignmentProblem` of two of them, and :func:`recount` is the value
  of an alignment. A :class:`Method` turns a problem and :class:`SolveParams` into a :class:`Solution`.
* Proofs: :func:`exact` solves and proves, :func:`certificate` writes, :func:`check_text` checks.
* Scores: :func:`claim` and :func:`compare` of a pair under :class:`ScoreSettings`; a :func:`metric` by its name.
* Modules as a whole: ``building`` and ``notation`` of graphs and their tokens, ``matching`` of the triples that match,
  ``models`` of integer programs, ``proof`` of the nodes of proofs, ``checker``, and ``pair_map`` of the maps of pairs.

Each name is documented where it is defined; the modules are loaded when a name of theirs is first used.

>>> from smatchproof.public import SolveParams, build_problem, convention, exact, parse_graph
>>> texts = "(w / want-01 :ARG0 (b / boy))", "(s / say-01 :ARG0 (b / boy))"
>>> triples = [convention("smatch").triples(parse_graph(text)) for text in texts]
>>> solution = exact(build_problem(*triples, convention("smatch").duplicates), SolveParams(proof=True))
>>> solution.mapping, solution.matched, solution.upper_bound
((0, 1), 3, 3)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smatchproof.conventions.conventions import Convention as Convention, Top as Top, convention as convention
    from smatchproof.conventions.triples import (
        Alignment as Alignment,
        Attribute as Attribute,
        Duplicates as Duplicates,
        Relation as Relation,
        TripleGraph as TripleGraph,
    )
    from smatchproof.conventions.weights import TripleName as TripleName, TripleWeights as TripleWeights
    from smatchproof.exact import checker as checker, models as models
    from smatchproof.exact.certificate import (
        certificate as certificate,
        check_text as check_text,
        fingerprint as fingerprint,
    )
    from smatchproof.exact.certified import exact as exact
    from smatchproof.exact.checker import Refused as Refused
    from smatchproof.exact.ilp import SolverDisagreement as SolverDisagreement
    from smatchproof.exact.outline import too_large as too_large
    from smatchproof.graphs import building as building, notation as notation
    from smatchproof.graphs.building import GraphBuilder as GraphBuilder
    from smatchproof.graphs.corpus import (
        Block as Block,
        Corpus as Corpus,
        check_pairing as check_pairing,
        pair_blocks as pair_blocks,
    )
    from smatchproof.graphs.graph import Graph as Graph
    from smatchproof.graphs.reading import parse_graph as parse_graph
    from smatchproof.graphs.writing import write_graph as write_graph
    from smatchproof.problem import proof as proof
    from smatchproof.problem.pairs import (
        GraphPair as GraphPair,
        NamedAlignment as NamedAlignment,
        by_names as by_names,
        couples as couples,
    )
    from smatchproof.problem.problem import (
        AlignmentProblem as AlignmentProblem,
        Pair as Pair,
        build_problem as build_problem,
        recount as recount,
    )
    from smatchproof.problem.score import CorpusScore as CorpusScore, Counts as Counts
    from smatchproof.problem.solution import (
        Method as Method,
        Moment as Moment,
        Solution as Solution,
        SolveParams as SolveParams,
        Solver as Solver,
        Status as Status,
    )
    from smatchproof.scoring.corpus.corpus_scores import (
        map_blocks as map_blocks,
        parsed as parsed,
        score_blocks as score_blocks,
    )
    from smatchproof.scoring.corpus.verification import VerificationError as VerificationError
    from smatchproof.scoring.corpus.workers import (
        Workers as Workers,
        in_order as in_order,
        open_workers as open_workers,
    )
    from smatchproof.scoring.methods.registry import (
        METHODS as METHODS,
        allowed_method as allowed_method,
        method as method,
    )
    from smatchproof.scoring.methods.user_methods import MethodFailure as MethodFailure
    from smatchproof.scoring.metrics import (
        METRICS as METRICS,
        CorpusMetric as CorpusMetric,
        metric as metric,
        metric_entry as metric_entry,
    )
    from smatchproof.scoring.metrics.protocol import Metric as Metric, Value as Value, corpus_value as corpus_value
    from smatchproof.scoring.metrics.smatch import AlignmentMetric as AlignmentMetric
    from smatchproof.scoring.pairs import matching as matching, pair_map as pair_map
    from smatchproof.scoring.pairs.climbs import climbs as climbs
    from smatchproof.scoring.pairs.comparison import (
        Claim as Claim,
        Comparison as Comparison,
        checked as checked,
        claim as claim,
        compare as compare,
        compare_triples as compare_triples,
        proved_by_weights as proved_by_weights,
        recounted as recounted,
    )
    from smatchproof.scoring.settings import OnError as OnError, ScoreSettings as ScoreSettings
    from smatchproof.scoring.systems.question import distinct_files as distinct_files, system_names as system_names
    from smatchproof.similarity.grading import Grading as Grading, Similarities as Similarities
    from smatchproof.similarity.similarity import TableSimilarity as TableSimilarity

HOMES = {
    # Graphs
    "graphs.graph": "Graph",
    "graphs.building": "GraphBuilder",
    "graphs.reading": "parse_graph",
    "graphs.writing": "write_graph",
    "graphs.corpus": "Block Corpus check_pairing pair_blocks",
    # Conventions and triples
    "conventions.conventions": "Convention Top convention",
    "conventions.triples": "Alignment Attribute Duplicates Relation TripleGraph",
    "conventions.weights": "TripleName TripleWeights",
    "similarity.grading": "Grading Similarities",
    "similarity.similarity": "TableSimilarity",
    # The alignment problem
    "problem.pairs": "GraphPair NamedAlignment by_names couples",
    "problem.problem": "AlignmentProblem Pair build_problem recount",
    "problem.score": "CorpusScore Counts",
    "problem.solution": "Method Moment Solution SolveParams Solver Status",
    # The solver and its certificates
    "exact.certified": "exact",
    "exact.certificate": "certificate check_text fingerprint",
    "exact.checker": "Refused",
    "exact.ilp": "SolverDisagreement",
    "exact.outline": "too_large",
    # Scores of pairs and corpora
    "scoring.settings": "OnError ScoreSettings",
    "scoring.methods.registry": "METHODS allowed_method method",
    "scoring.pairs.climbs": "climbs",
    "scoring.pairs.comparison": "Claim Comparison checked claim compare compare_triples proved_by_weights recounted",
    "scoring.metrics": "CorpusMetric METRICS metric metric_entry",
    "scoring.metrics.protocol": "Metric Value corpus_value",
    "scoring.metrics.smatch": "AlignmentMetric",
    "scoring.corpus.corpus_scores": "map_blocks parsed score_blocks",
    "scoring.methods.user_methods": "MethodFailure",
    "scoring.corpus.verification": "VerificationError",
    "scoring.corpus.workers": "Workers in_order open_workers",
    "scoring.systems.question": "distinct_files system_names",
}
"""The names by module."""
MODULES = {
    "building": "graphs.building",
    "checker": "exact.checker",
    "matching": "scoring.pairs.matching",
    "models": "exact.models",
    "notation": "graphs.notation",
    "pair_map": "scoring.pairs.pair_map",
    "proof": "problem.proof",
}
"""Modules that are public as a whole."""

_MODULES = {name: f"smatchproof.{module}" for module, names in HOMES.items() for name in names.split()}

__all__ = sorted([*_MODULES, *MODULES])  # names in one place; type checkers know them from the imports above


def __getattr__(name: str) -> object:
    if name in MODULES:
        return import_module(f"smatchproof.{MODULES[name]}")
    if name not in _MODULES:
        raise AttributeError(f"module 'smatchproof.public' has no attribute '{name}'")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return __all__
