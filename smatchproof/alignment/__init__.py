"""Ground floor: graphs, reading corpora, triple conventions, the alignment problem, solutions and scores.

Nothing here depends on how a problem is solved, and nothing here imports another floor.
"""

from typing import TYPE_CHECKING

from smatchproof.alignment.conventions import (
    CONVENTIONS,
    Convention,
    Top,
    allowed_convention,
    convention,
    convention_from_signature,
)
from smatchproof.alignment.corpus import Block, Corpus, check_pairing, pair_blocks
from smatchproof.alignment.errors import (
    CheckFailedError,
    InputError,
    Place,
    SmatchproofError,
    UsageError,
    quoted,
    setting,
    short,
    unknown,
)
from smatchproof.alignment.grading import Graded, Grading, Label, Similarities, graded_matches, matched_value
from smatchproof.alignment.graph import Edge, Graph
from smatchproof.alignment.on_demand import on_demand
from smatchproof.alignment.optional import MissingPackageError, install, need, of_missing_module
from smatchproof.alignment.problem import AlignmentProblem, Pair, build_problem, recount
from smatchproof.alignment.reading import parse_graph
from smatchproof.alignment.score import PRF, CorpusScore, Counts, signature
from smatchproof.alignment.solution import Backend, Moment, Solution, SolveParams, Solver, Status
from smatchproof.alignment.triple_draft import TripleDraft
from smatchproof.alignment.triples import (
    Alignment,
    Attribute,
    Change,
    Duplicates,
    Relation,
    TripleGraph,
    is_one_to_one,
    matched_triples,
)
from smatchproof.alignment.version import VERSION

if TYPE_CHECKING:  # a score should not wait for what makes and writes graphs, nor for similarities and weights
    from smatchproof.alignment.building import GraphBuilder, lay_out
    from smatchproof.alignment.pairs import GraphPair, NamedAlignment
    from smatchproof.alignment.similarity import (
        CallableSimilarity,
        Similarity,
        TableSimilarity,
        VectorSimilarity,
        WordVectors,
        named_similarity,
        needed_words,
    )
    from smatchproof.alignment.similarity_files import read_table, read_vectors
    from smatchproof.alignment.weights import TripleName, TripleWeights
    from smatchproof.alignment.writing import write_graph
else:
    __getattr__ = on_demand(
        __name__,
        {
            "building": ("GraphBuilder", "lay_out"),
            "pairs": ("GraphPair", "NamedAlignment"),
            "similarity": (
                "CallableSimilarity",
                "Similarity",
                "TableSimilarity",
                "VectorSimilarity",
                "WordVectors",
                "named_similarity",
                "needed_words",
            ),
            "similarity_files": ("read_table", "read_vectors"),
            "weights": ("TripleName", "TripleWeights"),
            "writing": ("write_graph",),
        },
    )

__all__ = [
    "CONVENTIONS",
    "PRF",
    "VERSION",
    "Alignment",
    "AlignmentProblem",
    "Attribute",
    "Backend",
    "Block",
    "CallableSimilarity",
    "Change",
    "CheckFailedError",
    "Convention",
    "Corpus",
    "CorpusScore",
    "Counts",
    "Duplicates",
    "Edge",
    "Graded",
    "Grading",
    "Graph",
    "GraphBuilder",
    "GraphPair",
    "InputError",
    "Label",
    "MissingPackageError",
    "Moment",
    "NamedAlignment",
    "Pair",
    "Place",
    "Relation",
    "Similarities",
    "Similarity",
    "SmatchproofError",
    "Solution",
    "SolveParams",
    "Solver",
    "Status",
    "TableSimilarity",
    "Top",
    "TripleDraft",
    "TripleGraph",
    "TripleName",
    "TripleWeights",
    "UsageError",
    "VectorSimilarity",
    "WordVectors",
    "allowed_convention",
    "build_problem",
    "check_pairing",
    "convention",
    "convention_from_signature",
    "graded_matches",
    "install",
    "is_one_to_one",
    "lay_out",
    "matched_triples",
    "matched_value",
    "named_similarity",
    "need",
    "needed_words",
    "of_missing_module",
    "pair_blocks",
    "parse_graph",
    "quoted",
    "read_table",
    "read_vectors",
    "recount",
    "setting",
    "short",
    "signature",
    "unknown",
    "write_graph",
]
