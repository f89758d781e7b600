"""The names that this module had, for one more release: deprecated, they live in the rooms named here.

>>> import warnings
>>> with warnings.catch_warnings(record=True) as said:
...     warnings.simplefilter("always")
...     from smatchproof.alignment import parse_graph
>>> print(said[0].message)
smatchproof.alignment.parse_graph has moved to smatchproof.graphs.reading.parse_graph
"""

from importlib import import_module
from warnings import warn

_ROOMS = {
    "base.errors": "CheckFailedError InputError Place SmatchproofError UsageError",
    "base.optional": "MissingPackageError",
    "base.version": "VERSION",
    "conventions.conventions": "CONVENTIONS Convention Top allowed_convention convention convention_from_signature",
    "conventions.triple_draft": "TripleDraft",
    "conventions.triples": "Alignment Attribute Change Duplicates Relation TripleGraph is_one_to_one matched_triples",
    "conventions.weights": "TripleName TripleWeights",
    "graphs.building": "GraphBuilder lay_out",
    "graphs.corpus": "Block Corpus check_pairing pair_blocks",
    "graphs.graph": "Edge Graph",
    "graphs.reading": "parse_graph",
    "graphs.writing": "write_graph",
    "problem.pairs": "GraphPair NamedAlignment",
    "problem.problem": "AlignmentProblem Pair build_problem recount",
    "problem.score": "CorpusScore Counts PRF signature",
    "problem.solution": "Backend Moment Solution SolveParams Solver Status",
    "similarity.grading": "Graded Grading Label Similarities graded_matches matched_value",
    "similarity.similarity": "CallableSimilarity Similarity TableSimilarity VectorSimilarity WordVectors "
    "named_similarity needed_words",
    "similarity.similarity_files": "read_table read_vectors",
}
_HOMES = {name: f"smatchproof.{room}" for room, names in _ROOMS.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'smatchproof.alignment' has no attribute '{name}'")
    warn(f"smatchproof.alignment.{name} has moved to {_HOMES[name]}.{name}", DeprecationWarning, stacklevel=2)
    return getattr(import_module(_HOMES[name]), name)
