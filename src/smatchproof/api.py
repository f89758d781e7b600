"""The public functions. They only translate names into settings; the work is done on the floors below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import closing
from functools import cache, partial
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, TypeVar, Unpack, cast

from smatchproof.base.errors import SmatchproofError as SmatchproofError, UsageError, setting, unknown
from smatchproof.base.files import writing
from smatchproof.base.limits import LARGEST_SEED, MOST_SECONDS
from smatchproof.base.optional import require
from smatchproof.base.record import replace
from smatchproof.base.version import VERSION
from smatchproof.conventions.conventions import (
    Convention,
    Top as Top,
    allowed_convention,
    convention as convention_named,
)
from smatchproof.conventions.triples import Duplicates as Duplicates
from smatchproof.graphs.building import GraphBuilder as GraphBuilder
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.graphs.graph import Graph as Graph
from smatchproof.graphs.reading import parse_graph as parse_graph
from smatchproof.graphs.writing import write_graph as write_graph
from smatchproof.problem.pairs import GraphPair as GraphPair
from smatchproof.problem.score import Counts as Counts
from smatchproof.problem.solution import SolveParams as SolveParams
from smatchproof.scoring.corpus.corpus_result import CorpusResult as CorpusResult, CountedResult
from smatchproof.scoring.corpus.corpus_scores import score_blocks
from smatchproof.scoring.methods.registry import DEFAULT_METHOD, allowed_method, method as method_named
from smatchproof.scoring.metrics import (
    CorpusMetric,
    allowed_metric,
    check_metrics,
    check_options,
    metric as metric_named,
)
from smatchproof.scoring.metrics.alignment_scores import PairScore as PairScore
from smatchproof.scoring.metrics.entry import refuse_unheeded
from smatchproof.scoring.metrics.smatch import AlignmentMetric, score_pair
from smatchproof.scoring.pairs.backbone import Backbone as Backbone
from smatchproof.scoring.pairs.given_graphs import GivenBlock, GraphLike, given_pairs, graph_of
from smatchproof.scoring.pairs.optima_claims import backbone_of
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.similarity.evidence import Strength, named_evidence
from smatchproof.similarity.grading import Grading

if TYPE_CHECKING:  # a score without them should not wait for them
    from smatchproof.reports.results import ComparedSystems, CorpusErrors, Explanation
    from smatchproof.scoring.corpus.verification import Verification
    from smatchproof.scoring.methods.user_methods import UserMethod
    from smatchproof.scoring.systems.question import MetricChoice
    from smatchproof.scoring.systems.significance import Confidence
    from smatchproof.shell.bundle_files import VerifiedBundle
    from smatchproof.similarity.similarity import Similarity

__version__ = VERSION


Progress: TypeAlias = "Callable[[int, int | None], object]"
"""A function that receives the number of finished pairs and the number of all pairs, which may be unknown."""

SimilarityOrFunction: TypeAlias = "Similarity | Callable[[str, str], float] | str | Path"
"""The similarity of two concepts: an object, a function, or a file with a table of similarities (``docs/metrics.md``).
See :mod:`smatchproof.similarity.similarity`.
"""


_Pair = TypeVar("_Pair")


class Options(TypedDict, total=False):
    """Keyword arguments of the functions below; the defaults are those of the commands.

    * `convention`: ``smatch``, ``smatch-1.0.4``, ``smatchpp-amr``, ``smatchpp-generic``, ``smatchpp-plain``,
      ``amr-metric-suite``, ``paper``, ``umr`` or one of yours;
      `top` and `duplicates` override one of its settings.
    * `method`: a name; ``FILE.py:NAME`` names one of yours, and the function itself will do as well (see
      ``docs/extending.md``); `restarts`: the number of its random starts, of ``R``, ``S`` and ``F``; `seed`: of all
      that is random in it.
    * `time_limit`: in seconds. Without one the default method always proves the score; with one, look at `certified`.
    * `similarity` of two concepts, a function or a file with a table: the score is then S2match, and concepts whose
      similarity is at least the `threshold` match by it.
    * `canonical`: of several optimal alignments the first by the names of variables.
    * `evidence` for pairs of variables: ``words``, ``sentences`` or a table, `evidence_as` a ``tie-break`` among
      optima, a ``filter``, or ``scored`` (see ``docs/optima.md``).
    """

    convention: str | Convention
    top: str | None
    duplicates: str | None
    method: str | UserMethod
    restarts: int | None
    seed: int
    time_limit: float | None
    similarity: SimilarityOrFunction | None
    threshold: float
    canonical: bool
    evidence: str | Path | None
    evidence_as: str


def settings(**options: Unpack[Options]) -> ScoreSettings:
    """Settings from :class:`Options`. Raises ``TypeError`` for an option that there is not."""
    for name in options:
        if name not in Options.__annotations__:
            raise TypeError(f"{unknown('option', name, Options.__annotations__)}")
    return _settings(**options)


def _settings(
    *,
    convention: str | Convention = "smatch",
    top: str | None = None,
    duplicates: str | None = None,
    method: str | UserMethod = DEFAULT_METHOD,
    restarts: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    similarity: SimilarityOrFunction | None = None,
    threshold: float = 0.5,
    canonical: bool = False,
    evidence: str | Path | None = None,
    evidence_as: str = Strength.TIE_BREAK,
) -> ScoreSettings:
    rule = convention_named(allowed_convention(convention), top=top, duplicates=duplicates)
    name = method_named(allowed_method(method), **_given(restarts=restarts)).name
    if time_limit is not None:
        if not 0 <= time_limit <= MOST_SECONDS:
            raise UsageError(f"a time limit of {time_limit} cannot be; give seconds from 0 to {MOST_SECONDS:,}")
        refuse_unheeded(name, "time_limit")
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= seed <= LARGEST_SEED:
        raise UsageError(f"a seed of {seed!r} cannot be; give a whole number from 0 to {LARGEST_SEED:,}")
    grading = None if similarity is None else Grading(_named(similarity), threshold)
    strength = setting(Strength, "evidence_as", evidence_as)
    return ScoreSettings(
        rule,
        name,
        SolveParams(time_limit=time_limit, seed=index(seed)),
        grading=grading,
        canonical=canonical,
        evidence=None if evidence is None else named_evidence(evidence, strength),
    )


def _given(**values: object) -> dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}


def _named_as_flags(options: dict[str, object]) -> set[str]:
    """The names of options as commands have them."""
    return {"similarities" if name == "similarity" else name for name in options}


@cache
def _default_settings() -> ScoreSettings:
    return settings()


def _chosen(options: Options) -> ScoreSettings:
    """The settings of these options; without any always the same ones."""
    if not options:
        return _default_settings()
    chosen = settings(**options)
    if "seed" in options:
        refuse_unheeded(chosen.method, "seed")
    return chosen


def _path(value: str | Path) -> str:
    """The path of a file. Raises ``TypeError`` for anything else, such as graphs."""
    if not isinstance(value, str | PathLike):
        raise TypeError(f"expected the path of a file, found {type(value).__name__}; graphs are for score_corpus")
    return str(value)


def _named(similarity: SimilarityOrFunction) -> Similarity:
    """A similarity; a plain function gets the name under which it was defined."""
    from smatchproof.similarity.similarity import CallableSimilarity

    if isinstance(similarity, str | Path):
        from smatchproof.similarity.similarity_files import read_table

        return read_table(similarity)
    if hasattr(similarity, "signature"):
        return cast("Similarity", similarity)
    return CallableSimilarity(similarity, getattr(similarity, "__name__", type(similarity).__name__))


def score_strings(left: str, right: str, **options: Unpack[Options]) -> PairScore:
    """Score two AMRs in PENMAN notation.

    Raises :class:`SmatchproofError` for a malformed graph or an unknown name. The options are those of
    :class:`smatchproof.api.Options`.

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
            raise TypeError(f"{side} is of type {type(text).__name__}; expected a string, or graphs by score_graphs")
    graphs = parse_graph(left, source="left"), parse_graph(right, source="right")
    return score_pair(*graphs, _chosen(options))


def score_graphs(left: GraphLike, right: GraphLike, **options: Unpack[Options]) -> PairScore:
    """Score two graphs that were read before, by us or by penman.

    Raises ``TypeError`` for anything but a graph. The options are those of :class:`smatchproof.api.Options`.

    >>> cat = parse_graph("(c / cat)")
    >>> score_graphs(cat, cat).counts.score
    PRF(precision=1.0, recall=1.0, f1=1.0)
    """
    return score_pair(graph_of(left, "left"), graph_of(right, "right"), _chosen(options))


def backbone(left: GraphLike, right: GraphLike, **options: Unpack[Options]) -> Backbone:
    """Find what all optimal alignments of two graphs share: links that are in each of them, in some, in none.

    Graphs are strings, ours or those of penman; the options are those of :class:`Options`, with a method that proves.
    Takes about twice the time of a score. The time limit holds for the optimum and for the shared part of all optima
    separately.

    >>> found = backbone("(a / and :op1 (b / boy) :op1 (c / boy))", "(a / and :op1 (b / boy))")
    >>> found
    Backbone(forced=1, open=2, impossible=0, undecided=0, certified=True)
    >>> found.forced, found.open
    ((('a', 'a'),), (('b', 'b'), ('c', 'b')))
    """
    return backbone_of(graph_of(left, "left"), graph_of(right, "right"), _chosen(options))


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

    Pairs are formed by position; a warning names the first whose graphs have different ids. With `jobs` above 1 that
    many processes work at the same time, and end before this returns; nothing is kept between calls. `progress` is
    called with the number of finished pairs and, where it is known, that of all pairs. Raises ``TypeError`` for
    anything but a graph, and :class:`SmatchproofError` for a graph that cannot be read, with its number (see `on_error`
    of :func:`score_files`), or where one side has more graphs. The options are those of
    :class:`smatchproof.api.Options`.

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
    metric = AlignmentMetric(_chosen(options))
    return CorpusResult(*_scored(given_pairs(lefts, rights), total, on_error, jobs, progress, metric))


def _scored(
    pairs: Iterable[tuple[GivenBlock, GivenBlock]],
    total: int | None,
    on_error: str,
    jobs: int,
    progress: Progress | None,
    metric: CorpusMetric,
) -> tuple[Any, tuple[Any, ...]]:
    """Return the totals and the scores of pairs, of the types of the metric."""
    unreadable = setting(OnError, "on_error", on_error)
    whole, found = metric.total(unreadable), []
    with closing(score_blocks(pairs, metric, jobs, on_error=unreadable)) as scores:
        for pair in _counted(progress, total, scores):
            whole.add(pair)
            found.append(pair)
    return whole, tuple(found)


def score_files(
    candidate: str | Path,
    reference: str | Path,
    *,
    metric: str = "",
    ngrams: int | None = None,
    commit: str | None = None,
    reader: str | None = None,
    on_error: str = OnError.STOP,
    jobs: int = 1,
    progress: Progress | None = None,
    certificates: str | Path | None = None,
    **options: Unpack[Options],
) -> CorpusResult:
    """Score two files of AMRs, plain or gzip-compressed, pair by pair.

    Graphs pair by their ``# ::id`` when all have one, in the order of the reference, otherwise by position. Raises
    :class:`SmatchproofError` when the files do not pair or a graph cannot be read; with `on_error` ``empty`` such a
    graph counts as one without triples and is listed in the ``errors`` of its pair. `jobs` processes work at the same
    time. `progress` is called with how many pairs are done, and of how many. `certificates` is a file to write: those
    of all pairs, for :func:`verify`. `metric` is the name of another one than Smatch, and `ngrams`, `commit` and
    `reader` are parameters of ``sembleu`` (see ``docs/metrics.md``); the result of a metric that aligns nothing has a
    `value`, and no `f1`. The options are those of :class:`smatchproof.api.Options`.

    >>> from importlib.resources import files
    >>> samples = files("smatchproof") / "samples"
    >>> result = score_files(samples / "annotator-a.amr", samples / "annotator-b.amr")
    >>> result.corpus.pairs, result.corpus.all_proved
    (24, True)
    >>> score_files(samples / "annotator-a.amr", samples / "annotator-b.amr", metric="sembleu", ngrams=2)
    CountedResult(value=0.8450, signature='sembleu|k:2|smooth:nist|commit:69ff2d4|reader:sembleu|v:...')
    """
    chosen = settings(**options)
    if certificates is not None:
        chosen = replace(chosen, certificates=True)
    name = allowed_metric(metric or ("graded-smatch" if chosen.grading else "smatch"))
    check_options(name, _named_as_flags(_given(**options, certificates=certificates)), chosen.method)
    asked = metric_named(name, chosen, chosen.grading, **_given(ngrams=ngrams, commit=commit, reader=reader))
    with Corpus(_path(candidate)) as left, Corpus(_path(reference)) as right:
        total, places = check_pairing(right, left)
        if chosen.evidence is not None:
            chosen.evidence.check_fits(left)
        pairs = ((one, other) for other, one in pair_blocks(right, left, places))
        scored = _scored(pairs, total, on_error, jobs, progress, asked)
    result = CorpusResult(*scored) if isinstance(asked, AlignmentMetric) else CountedResult(*scored)
    if certificates is not None:
        with writing(certificates, inputs=(candidate, reference)) as (file,):
            for pair in result.pairs:
                file.write(f"{pair.certificate}\n" if pair.certificate else "")
    return result


# ---- more than a score


def compare(
    reference: str | Path,
    systems: Sequence[str | Path],
    *,
    metrics: Sequence[str] = (),
    fine_grained: bool = False,
    baseline: int = 0,
    rank: bool = False,
    clusters: str | None = None,
    samples: int | None = None,
    on_error: str = OnError.STOP,
    jobs: int = 1,
    **options: Unpack[Options],
) -> ComparedSystems:
    """Compare files of systems, each against the same reference; needs SciPy.

    Each system gets its score and interval under each of the `metrics`, and its difference to the `baseline`, a number
    from 0, with p-values; `rank` puts the best first. `fine_grained` adds the aspects of the first metric. `clusters`
    is a regular expression that finds the same text in the ids of pairs that are not independent; `samples` are
    those of the tests. The options are those of :class:`smatchproof.api.Options`; `seed` is that of the tests, too.
    Raises as :func:`score_files`.

    >>> from importlib.resources import files
    >>> a, b = (files("smatchproof") / "samples" / f"annotator-{name}.amr" for name in "ab")
    >>> found = compare(a, [a, b])
    >>> [(row["system"], round(row["score"], 2)) for row in found.rows()]
    [('annotator-a', 1.0), ('annotator-b', 0.87)]
    """
    require("compare", "scipy")
    from smatchproof.inference import SAMPLES
    from smatchproof.reports.results import ComparedSystems
    from smatchproof.scoring.systems.question import Question, distinct_files
    from smatchproof.scoring.systems.significance import Inference
    from smatchproof.scoring.systems.system_table import compared

    if not systems or isinstance(systems, str | Path):
        raise TypeError("systems is a list of files, one for each system")
    if baseline not in range(len(systems)):
        raise unknown("baseline", baseline, map(str, range(len(systems))))
    question = Question(
        candidates=distinct_files(map(_path, systems)),
        reference=_path(reference),
        choices=_choices(metrics, fine_grained, options),
        on_error=setting(OnError, "on_error", on_error),
        inference=Inference(SAMPLES if samples is None else samples, options.get("seed", 0), clusters=clusters),
        jobs=jobs,
        baseline=baseline,
        is_ranked=rank,
    )
    return ComparedSystems(compared(question)[0])


def _choices(metrics: Sequence[str], fine_grained: bool, options: Options) -> tuple[MetricChoice, ...]:
    """The metrics of these names under the options, and the aspects of the first one if they are wanted."""
    from smatchproof.scoring.systems.question import MetricChoice

    if not isinstance(fine_grained, bool):
        raise TypeError("fine_grained is True or False; the command `score` has aspects of other programs")
    chosen, named = settings(**options), [metrics] if isinstance(metrics, str) else [*metrics]
    names = [*map(allowed_metric, named or ["graded-smatch" if chosen.grading else "smatch"])]
    check_metrics(names, _named_as_flags(_given(**options)) - {"seed"}, chosen.method)
    choices = [MetricChoice(name, chosen, chosen.grading) for name in names]
    for at, choice in enumerate(choices):
        if choice in choices[:at]:
            raise UsageError(f"metric {choice.name} is given twice; give each metric once")
    return (*choices, *(choices[0].aspects() if fine_grained else ()))


def explain(left: GraphLike, right: GraphLike, **options: Unpack[Options]) -> Explanation:
    """Explain the score of two graphs: strings, graphs of ours or of penman, triple by triple.

    Of several optimal alignments it shows the canonical one where that takes no branch and the pair is not large, or
    `canonical` is set, unless a limit or another method forbids. The options are those of
    :class:`smatchproof.api.Options`.

    >>> found = explain("(c / cat)", "(d / dog)")
    >>> [row["candidate"] for row in found.rows() if row["matched"]]
    ['TOP(c, top)']
    """
    from smatchproof.reports.results import Explanation
    from smatchproof.scoring.pairs.given_graphs import sentence_of

    graphs = graph_of(left, "left"), graph_of(right, "right")
    id = graphs[0].id or "1"
    metric = AlignmentMetric(_chosen(options)).canonically(*graphs, id).certifying()
    sentences = sentence_of(left), sentence_of(right)
    return Explanation(id, metric.claim(*graphs, id), metric.settings, sentences, graphs)


def errors(
    candidate: str | Path,
    reference: str | Path,
    *,
    on_error: str = OnError.STOP,
    jobs: int = 1,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> CorpusErrors:
    """Count what a file of candidates gets wrong: which labels are lost, added and confused, and how often for certain.

    An error is certain if it is one under every optimal alignment. Takes about three times the time of a score; graphs
    pair and are refused as in :func:`score_files`. The options are those of :class:`smatchproof.api.Options`.

    >>> from importlib.resources import files
    >>> a, b = (files("smatchproof") / "samples" / f"annotator-{name}.amr" for name in "ab")
    >>> found = errors(a, b)
    >>> [(row["reference"], row["number"], row["certain"], row["of"]) for row in found.rows()[:2]]
    [(':arg1', 10, 10, 82), (':arg0', 9, 6, 62)]
    """
    from smatchproof.reports.results import CorpusErrors
    from smatchproof.scoring.corpus.corpus_errors import corpus_errors

    metric = AlignmentMetric(replace(_chosen(options), every_optimum=True))
    with Corpus(_path(candidate)) as left, Corpus(_path(reference)) as right:
        total, places = check_pairing(left, right)
        blocks = pair_blocks(left, right, places)
        return CorpusErrors(
            corpus_errors(
                blocks, metric, jobs, None, setting(OnError, "on_error", on_error), partial(_counted, progress, total)
            )
        )


def _counted(progress: Progress | None, total: int | None, work: Iterator[_Pair]) -> Iterator[_Pair]:
    """Pass pairs on, and call `progress` with the number of those that are done."""
    for number, pair in enumerate(work, 1):
        yield pair
        if progress is not None:
            progress(number, total)


def verify(
    certificates: str | Path,
    candidate: str | Path | None = None,
    reference: str | Path | None = None,
    *,
    keep_going: bool = False,
    on_error: str = OnError.STOP,
    corpora: Sequence[str | Path] = (),
    **options: Unpack[Options],
) -> Verification | VerifiedBundle:
    """Verify a file of certificates, against two corpora or the graphs that it holds; or a folder of ``compare -o``.

    The files that a folder names are found by their SHA-256 among the files and folders `corpora`, if they have moved.

    The options say which score of the two corpora is claimed. Raises :class:`SmatchproofError` at the first certificate
    that does not hold; with `keep_going` it is listed in `problems`. Takes as long as to check the certificates. The
    options are those of :class:`smatchproof.api.Options`.
    """
    unreadable = setting(OnError, "on_error", on_error)
    asks = candidate is not None or reference is not None or options or unreadable is not OnError.STOP
    if Path(certificates).is_dir():
        if asks or keep_going:
            raise UsageError(f"{certificates} is a folder, which names its corpora and options; leave them out")
        require("verify of a folder", "scipy")
        from smatchproof.shell.bundle_files import verify_bundle

        return verify_bundle(certificates, corpora=corpora)
    from smatchproof.scoring.corpus.verification import Verification, verify as verified

    if candidate is None or reference is None:
        if asks:
            raise UsageError("certificates of corpora need both; give candidate and reference, or no options")
        result, found = Verification(), verified(certificates, keep_going=keep_going)
    else:
        if unheeded := sorted({"method", "seed", "time_limit"} & {*options}):
            raise UsageError(f"{unheeded[0]} says how to search, and nothing is searched here; leave it out")
        result = Verification((str(candidate), str(reference)))
        found = verified(certificates, (candidate, reference), _chosen(options), unreadable, keep_going)
    for each in found:
        result.add(each)
    return result


def interval(result: CorpusResult, *, clusters: str | None = None, level: float = 0.95) -> Confidence:
    """The confidence interval of the F1 of a corpus (jackknife); needs SciPy.

    `clusters` is a regular expression that finds the same text in the ids of pairs that are not independent, `level`
    the share of such intervals that hold the truth. Raises ``TypeError`` for anything but the result of a corpus.

    >>> from importlib.resources import files
    >>> a, b = (files("smatchproof") / "samples" / f"annotator-{name}.amr" for name in "ab")
    >>> print(interval(score_files(a, b)))
    0.8673, 95% interval 0.8405 to 0.8902 (jackknife over 24 pairs)
    """
    if not isinstance(result, CorpusResult):
        raise TypeError(f"result is of type {type(result).__name__}; expected that of score_files or score_corpus")
    require("interval", "scipy")
    from smatchproof.scoring.systems.significance import Inference, confidence

    inference = Inference(level=level, clusters=clusters)
    labels = inference.labels([pair.id for pair in result.pairs])
    counts = [pair.counts for pair in result.pairs]
    return confidence(counts, inference, AlignmentMetric().sum_table, labels)
