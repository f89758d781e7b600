"""The public functions. They only translate names into settings; what they call is on the floors below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypedDict, Unpack, cast

from smatchproof.alignment import (
    VERSION,
    Convention,
    Corpus,
    CorpusScore,
    Grading,
    Graph,
    SmatchproofError,
    SolveParams,
    allowed_convention,
    check_pairing,
    convention as convention_named,
    pair_blocks,
    parse_graph,
    setting,
)
from smatchproof.scoring.comparison import OnError, ScoreSettings
from smatchproof.scoring.corpus_scores import score_blocks
from smatchproof.scoring.methods import DEFAULT_METHOD, allowed_method
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.entry import refuse_unheeded
from smatchproof.scoring.metrics.smatch import AlignmentMetric, score_pair

if TYPE_CHECKING:  # a score without them should not wait for them
    from smatchproof.alignment import Similarity
    from smatchproof.scoring.user_methods import UserMethod

__version__ = VERSION

__all__ = [
    "CorpusResult",
    "Graph",
    "PairScore",
    "SmatchproofError",
    "__version__",
    "parse_graph",
    "score_files",
    "score_graphs",
    "score_strings",
]


@dataclass(frozen=True, slots=True)
class CorpusResult:
    """The score of a corpus, of each of its pairs, and the signature that belongs to the number."""

    corpus: CorpusScore
    pairs: tuple[PairScore, ...]
    signature: str


SimilarityOrFunction: TypeAlias = "Similarity | Callable[[str, str], float] | str"
"""What says how similar two concepts are, or its name: see :mod:`smatchproof.alignment.similarity`."""


class Options(TypedDict, total=False):
    """What the functions below take by name; :func:`settings` has the defaults.

    * `convention`: ``smatch``, ``smatch-1.0.4``, ``smatchpp-amr``, ``smatchpp-generic``, ``paper`` or one of yours;
      `top` and `duplicates` override one of its settings.
    * `method`: a name; ``file.py:object`` or ``package.module:object`` names one of yours, and the function itself will
      do as well (see ``docs/extending.md``).
    * `time_limit`: in seconds. Without one the default method always proves the score; with one, look at
      ``counts.proved``.
    * `similarity` of two concepts, which may be a function: the score is then S2match, and concepts whose similarity is
      at least the `threshold` match by it.
    """

    convention: str | Convention
    top: str | None
    duplicates: str | None
    method: str | UserMethod
    time_limit: float | None
    similarity: SimilarityOrFunction | None
    threshold: float


def settings(
    *,
    convention: str | Convention = "smatch",
    top: str | None = None,
    duplicates: str | None = None,
    method: str | UserMethod = DEFAULT_METHOD,
    time_limit: float | None = None,
    similarity: SimilarityOrFunction | None = None,
    threshold: float = 0.5,
) -> ScoreSettings:
    """Settings from the options of the functions below."""
    rule, name = (
        convention_named(allowed_convention(convention), top=top, duplicates=duplicates),
        allowed_method(method),
    )
    if time_limit is not None:
        refuse_unheeded(name, ["time_limit"])
    grading = None if similarity is None else Grading(_named(similarity), threshold)
    return ScoreSettings(rule, name, SolveParams(time_limit=time_limit), grading=grading)


def _named(similarity: SimilarityOrFunction) -> Similarity:
    """A similarity; a plain function gets the name under which it was defined."""
    from smatchproof.alignment import CallableSimilarity, named_similarity

    if isinstance(similarity, str):
        return named_similarity(similarity)
    if hasattr(similarity, "signature"):
        return cast("Similarity", similarity)
    return CallableSimilarity(similarity, getattr(similarity, "__name__", type(similarity).__name__))


def score_strings(
    left: str,
    right: str,
    **options: Unpack[Options],
) -> PairScore:
    """Score two AMRs in PENMAN notation.

    The options are those of :class:`Options`. Raises :class:`SmatchproofError` for a malformed graph or an unknown
    name.

    >>> score_strings("(c / cat)", "(d / dog)", top="concept").counts.score.f1
    0.0
    >>> def pets(left, right):
    ...     return 0.6 if {left, right} == {"cat", "dog"} else 0.0
    >>> score_strings("(c / cat)", "(d / dog)", top="none", similarity=pets).counts.score.f1
    0.6
    >>> score_strings("(c / cat", "(d / dog)")
    Traceback (most recent call last):
    ...
    smatchproof.alignment.errors.InputError: left:1:9: the graph ends before its parentheses are closed; add ')'
      (c / cat
              ^
    """
    return score_graphs(parse_graph(left, source="left"), parse_graph(right, source="right"), **options)


def score_graphs(
    left: Graph,
    right: Graph,
    **options: Unpack[Options],
) -> PairScore:
    """Score two graphs that were read before; the options are those of :class:`Options`.

    >>> cat = parse_graph("(c / cat)")
    >>> score_graphs(cat, cat).counts.score
    PRF(precision=1.0, recall=1.0, f1=1.0)
    """
    return score_pair(left, right, settings(**options))


def score_files(
    candidate: str | Path,
    reference: str | Path,
    *,
    on_error: str = OnError.STOP,
    jobs: int = 1,
    **options: Unpack[Options],
) -> CorpusResult:
    """Score two files of AMRs, plain or gzip-compressed, pair by pair.

    Graphs pair by their ``# ::id`` when all have one, otherwise by position. Raises :class:`SmatchproofError` when
    the files do not pair or a graph cannot be read; with `on_error` ``empty`` such a graph counts as one without
    triples and is listed in the ``errors`` of its pair. `jobs` processes work at the same time. The other options are
    those of :class:`Options`.

    >>> from importlib.resources import files
    >>> samples = files("smatchproof") / "samples"
    >>> result = score_files(samples / "annotator-a.amr", samples / "annotator-b.amr")
    >>> result.corpus.pairs, result.corpus.all_proved
    (24, True)
    """
    chosen = settings(**options)
    metric, unreadable = AlignmentMetric(chosen), setting(OnError, "on_error", on_error)
    whole, pairs = metric.total(unreadable), []
    with Corpus(candidate) as left, Corpus(reference) as right:
        total, places = check_pairing(left, right)
        for pair in score_blocks(pair_blocks(left, right, places), metric, jobs, total, on_error=unreadable):
            whole.add(pair)
            pairs.append(pair)
    return CorpusResult(whole.corpus, tuple(pairs), whole.signature)
