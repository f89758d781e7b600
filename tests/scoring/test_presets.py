"""Presets and the options of signatures: each changes some score, and says all that it stands for."""

import itertools

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import CONVENTIONS, Top, convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.metrics import metric
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Graded, Grading
from smatchproof.similarity.similarity import S2matchPySimilarity, TableSimilarity, VectorSimilarity, WordVectors

WORDS = WordVectors.of(
    {"hit": (1, 0, 0), "hits": (1, 0, 1), "punch": (0.8, 0.6, 0), "ice": (0, 1, 0), "cream": (1, 1, 0), "1": (0, 0, 1)},
    "toy",
)
PETS = TableSimilarity(
    {("cat", "kitten"): 0.6, ("cat", "dog"): 0.3, ("red", "pink"): 0.7, ("run-01", "run-02"): 0.9}, name="pets"
)


def parsed(*pairs):
    """Pairs of graphs."""
    return [(parse_graph(left), parse_graph(right)) for left, right in pairs]


PAIRS = parsed(
    ("(c / cat)", "(d / dog)"),
    ("(c / cat)", "(k / kitten)"),
    ("(r / run-01)", "(r / run-02)"),
    ("(c / cat :ARG0-of (d / dog))", "(d / dog :ARG0 (c / cat))"),
    ("(b / ball :colour red)", "(b / ball :colour pink)"),
    ("(a / apple :polarity - :polarity -)", "(a / apple :polarity - :polarity -)"),
    ("(a / apple :polarity - :polarity -)", "(a / apple :polarity -)"),
    ("(a / apple :Polarity - :polarity -)", "(a / apple :Polarity - :polarity -)"),
    ("(a / apple :Polarity - :polarity -)", "(a / apple :polarity -)"),
    ("(a / apple :ARG0 (b / boy) :ARG0 b)", "(a / apple :ARG0 (b / boy) :ARG0 b)"),
)


def values(settings: ScoreSettings) -> list[float]:
    """The scores of all pairs."""
    chosen = metric("graded-smatch" if settings.grading else "smatch", settings, settings.grading)
    return [chosen.score(*pair).value for pair in PAIRS]


# ---- no option of a signature is without effect


@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_top_and_every_rule_for_duplicates_counts_under_every_convention(name):
    tops = {top: values(ScoreSettings(convention(name, top=top))) for top in Top}
    rules = {rule: values(ScoreSettings(convention(name, duplicates=rule))) for rule in Duplicates}
    for found in (tops, rules):
        assert all(one != other for one, other in itertools.combinations(found.values(), 2))


@pytest.mark.parametrize("name", CONVENTIONS)
def test_what_is_graded_counts_under_every_convention(name):
    found = {
        graded: values(ScoreSettings(convention(name, top="concept"), grading=Grading(PETS, graded=graded)))
        for graded in Graded
    }
    assert all(one != other for one, other in itertools.combinations(found.values(), 2))
    # cat and kitten at the root: concept and TOP, which has the concept, each match by 0.6
    pair = PAIRS[1]
    for graded, matched in ((Graded.CONCEPTS, 0.6), (Graded.TOP, 1.2)):
        settings = ScoreSettings(convention(name, top="concept"), grading=Grading(PETS, graded=graded))
        counts = metric("graded-smatch", settings, settings.grading).score(*pair)
        assert counts.matched == matched * counts.denominator


def test_thresholds_denominators_and_similarities_count():
    plain = values(ScoreSettings(grading=Grading(PETS)))
    others = [
        Grading(PETS, threshold=0.3),
        Grading(PETS, threshold=0.8),
        Grading(PETS, denominator=7),
        Grading(TableSimilarity({("cat", "kitten"): 0.9}, name="pets")),
    ]
    for grading in others:
        assert values(ScoreSettings(grading=grading)) != plain
    signatures = {grading.signature for grading in (Grading(PETS), *others)}
    assert len(signatures) == len(others) + 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sembleu", "sembleu:ngrams=2"),
        ("sembleu", "sembleu:commit=530bc05"),
        ("sembleu", "sembleu:reader=penman"),
    ],
)
def test_what_the_signature_of_sembleu_names_counts(one, other):
    first, second = metric(one), metric(other)
    assert first.signature != second.signature
    assert [first.score(*pair).value for pair in INVERTED] != [second.score(*pair).value for pair in INVERTED]


INVERTED = parsed(
    ("(p / person :ARG0-of (w / work-01))", "(w / work-01 :ARG0 (p / person))"),
    ("(a / x :ARG0-of (b / y :ARG1-of (c / z)))", "(b / y :ARG0 (a / x))"),
    ("(a / x :ARG0-of (b / y) :ARG1 (c / z))", "(b / y :ARG0 (a / x :ARG1 (c / z)))"),
    ("(w / want-01 :ARG1 (g / go-02 :ARG0 xv0) :ARG0 (xv0 / boy))", "(w / want-01 :ARG0 (b / boy))"),
)


# ---- the program s2match.py


def test_the_similarity_of_the_program_by_hand():
    found = S2matchPySimilarity(WORDS)
    assert found("hit", "punch") == pytest.approx(0.8)
    assert found("hit-01", "hit-02") == found("hit-01", "hit") == found("hit", "hit-01") == 0.5
    # hit + hits = (2, 0, 1); punch has no "punchs": cos = 1.6 / sqrt(5), times 0.5
    assert found("hit-01", "punch-01") == pytest.approx(0.5 * 1.6 / 5**0.5)
    assert found("hit-01", "punch") == pytest.approx(0.5 * 1.6 / 5**0.5)
    assert found("ice-cream", "ice") == pytest.approx(2 / 5**0.5)  # ice + cream = (1, 2, 0)
    assert found("ice-cream-01", "ice") == 0.0  # a lemma is not split
    assert found("hit", "ice") == 0.0 and found("hit", "unknown") == 0.0
    assert found("cream", "hit") == pytest.approx(0.5**0.5)


def test_a_cosine_is_cut_off_before_the_sense_and_only_then():
    """hit-01 and punch-01: 0.36 after the coefficient, which our own threshold would refuse."""
    ours = Grading(VectorSimilarity(WORDS, sense=0.5))
    pair = parse_graph("(h / hit-01)"), parse_graph("(p / punch-01)")
    assert metric("graded-smatch", ScoreSettings(), ours).score(*pair).matched == 1_000_000  # TOP alone
    counts = metric("s2match", ScoreSettings(), ours).score(*pair)
    assert counts.matched == 2 * round(1e6 * 0.5 * 1.6 / 5**0.5)  # concept and TOP


def test_thresholds_and_coefficients_of_the_program_can_be_chosen():
    pair = parse_graph("(i / ice-cream)"), parse_graph("(i / ice)")  # a cosine of 2 / sqrt(5) = 0.894
    for threshold, worth in ((0.5, 2 / 5**0.5), (0.89, 2 / 5**0.5), (0.9, 0)):
        given = Grading(VectorSimilarity(WORDS), threshold)
        counts = metric("s2match", ScoreSettings(), given).score(*pair)
        assert counts.matched == 2 * round(1e6 * worth)  # concept and TOP
    given = Grading(VectorSimilarity(WORDS, sense=0.25), 0.7)
    chosen = metric("s2match", ScoreSettings(), given)
    assert chosen.score(parse_graph("(h / hit-01)"), parse_graph("(h / hit-02)")).matched == 500_000
    assert ",sense:0.25,cutoff:0.7|tau:0.0|" in chosen.signature
    with pytest.raises(UsageError, match="the threshold of s2match is for word vectors; a table"):
        metric("s2match", ScoreSettings(), Grading(PETS, threshold=0.7))
