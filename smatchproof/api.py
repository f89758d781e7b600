"""The public functions. They only translate names into settings; the work is done on the floors below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypedDict, Unpack, cast

from smatchproof.base.errors import SmatchproofError, setting
from smatchproof.base.version import VERSION
from smatchproof.conventions.conventions import Convention, Top, allowed_convention, convention as convention_named
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.building import GraphBuilder
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.score import Counts
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.corpus_result import CorpusResult
from smatchproof.scoring.corpus_scores import score_blocks
from smatchproof.scoring.given_graphs import GivenBlock, GraphLike, given_pairs, graph_of
from smatchproof.scoring.methods.registry import DEFAULT_METHOD, allowed_method
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.entry import refuse_unheeded
from smatchproof.scoring.metrics.smatch import AlignmentMetric, score_pair
from smatchproof.scoring.pairs.backbone import Backbone
from smatchproof.scoring.pairs.optima_claims import backbone_of
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.similarity.grading import Grading

if TYPE_CHECKING:  # a score without them should not wait for them
    from smatchproof.scoring.methods.user_methods import UserMethod
    from smatchproof.similarity.similarity import Similarity

__version__ = VERSION

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
    "parse_graph",
    "score_corpus",
    "score_files",
    "score_graphs",
    "score_strings",
    "write_graph",
]


Progress: TypeAlias = "Callable[[int, int | None], object]"
"""A function that receives the number of finished pairs and the number of all pairs, which may be unknown."""

SimilarityOrFunction: TypeAlias = "Similarity | Callable[[str, str], float] | str"
"""The similarity of two concepts: an object, a function, or its name. See :mod:`smatchproof.similarity.similarity`."""


class Options(TypedDict, total=False):
    """Keyword arguments of the functions below; :func:`settings` has the defaults.

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
    from smatchproof.similarity.similarity import CallableSimilarity, named_similarity

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
    smatchproof.base.errors.InputError: left:1:9: the graph ends before its parentheses are closed; add ')'
      (c / cat
              ^
    """
    for side, text in (("left", left), ("right", right)):
        if not isinstance(text, str):
            raise TypeError(f"{side} is of type {type(text).__name__}; expected a string in PENMAN notation")
    return score_graphs(parse_graph(left, source="left"), parse_graph(right, source="right"), **options)


def score_graphs(
    left: GraphLike,
    right: GraphLike,
    **options: Unpack[Options],
) -> PairScore:
    """Score two graphs that were read before, by us or by penman; the options are those of :class:`Options`.

    Raises ``TypeError`` for anything but a graph.

    >>> cat = parse_graph("(c / cat)")
    >>> score_graphs(cat, cat).counts.score
    PRF(precision=1.0, recall=1.0, f1=1.0)
    """
    return score_pair(graph_of(left, "left"), graph_of(right, "right"), settings(**options))


def backbone(left: GraphLike, right: GraphLike, **options: Unpack[Options]) -> Backbone:
    """Find what all optimal alignments of two graphs share: links that are in each of them, in some, in none.

    Graphs are strings, ours or those of penman; the options are those of :class:`Options`, with a method that proves.
    Takes about twice as long as a score. A time limit holds for the optimum and for what all optima share, each.

    >>> found = backbone("(a / and :op1 (b / boy) :op1 (c / boy))", "(a / and :op1 (b / boy))")
    >>> found
    Backbone(forced=1, open=2, impossible=0, undecided=0, certified=True)
    >>> found.forced, found.open
    ((('a', 'a'),), (('b', 'b'), ('c', 'b')))
    """
    return backbone_of(graph_of(left, "left"), graph_of(right, "right"), settings(**options))


def score_corpus(
    lefts: Iterable[GraphLike],
    rights: Iterable[GraphLike],
    *,
    on_error: str = OnError.STOP,
    jobs: int = 1,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> CorpusResult:
    """Score candidates against references that a program holds: strings, graphs of ours or of penman, pair by pair.

    Pairs are formed by position. With `jobs` above 1 that many processes work at the same time, and end before this
    returns; nothing is kept between calls. `progress` is called with the number of finished pairs and, where it is
    known, that of all pairs. Raises ``TypeError`` for anything but a graph, and :class:`SmatchproofError` for a graph
    that cannot be read, with its number (see `on_error` of :func:`score_files`), or where one side has more graphs.

    >>> result = score_corpus(["(c / cat)", "(d / dog)"], ["(c / cat)", "(c / cat)"])
    >>> result.corpus.micro.f1, [pair.counts.matched for pair in result.pairs]
    (0.75, [2, 1])
    >>> score_corpus(["(c / cat"], ["(c / cat)"])
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: left 1:1:9: the graph ends before its parentheses are closed; add ')'
      (c / cat
              ^
    """
    total = len(lefts) if isinstance(lefts, Sized) else None
    return _scored(given_pairs(lefts, rights), total, on_error, jobs, progress, settings(**options))


def _scored(
    pairs: Iterable[tuple[GivenBlock, GivenBlock]],
    total: int | None,
    on_error: str,
    jobs: int,
    progress: Progress | None,
    chosen: ScoreSettings,
) -> CorpusResult:
    metric, unreadable = AlignmentMetric(chosen), setting(OnError, "on_error", on_error)
    whole, found = metric.total(unreadable), []
    with closing(score_blocks(pairs, metric, jobs, on_error=unreadable)) as scores:
        for number, pair in enumerate(scores, 1):
            whole.add(pair)
            found.append(pair)
            if progress is not None:
                progress(number, total)
    return CorpusResult(whole.corpus, tuple(found), whole.signature)


def score_files(
    candidate: str | Path,
    reference: str | Path,
    *,
    on_error: str = OnError.STOP,
    jobs: int = 1,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> CorpusResult:
    """Score two files of AMRs, plain or gzip-compressed, pair by pair.

    Graphs pair by their ``# ::id`` when all have one, otherwise by position. Raises :class:`SmatchproofError` when
    the files do not pair or a graph cannot be read; with `on_error` ``empty`` such a graph counts as one without
    triples and is listed in the ``errors`` of its pair. `jobs` processes work at the same time. `progress` is called
    with how many pairs are done, and of how many. The other options are those of :class:`Options`.

    >>> from importlib.resources import files
    >>> samples = files("smatchproof") / "samples"
    >>> result = score_files(samples / "annotator-a.amr", samples / "annotator-b.amr")
    >>> result.corpus.pairs, result.corpus.all_proved
    (24, True)
    """
    chosen = settings(**options)
    with Corpus(candidate) as left, Corpus(reference) as right:
        total, places = check_pairing(left, right)
        return _scored(pair_blocks(left, right, places), total, on_error, jobs, progress, chosen)
