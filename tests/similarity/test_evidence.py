"""Evidence for pairs of variables: against the enumeration of all alignments, and changed certificates of it."""

import json
import pickle
import random
import zlib
from dataclasses import replace
from itertools import product

import pytest

from benchmarks.stress.exact import campaign
from benchmarks.stress.exact.written_pairs import combination, written_pair
from smatchproof.base.errors import InputError
from smatchproof.exact.checker import check
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.word_alignments import sentences_of, tokens_of
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.comparison import ClaimStatus
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.evidence import Evidence, Strength, read_evidence, values_without_evidence
from smatchproof.similarity.grading import matched_value
from tests.exact.test_optima import values_of


def random_evidence(left, right, rng: random.Random, strength: Strength) -> Evidence:
    """A table of about half of the pairs of variables of two graphs."""
    pairs = [(one, other) for one in left.variables for other in right.variables if rng.random() < 0.5]
    return listed(pairs, strength)


def listed(pairs, strength: Strength = Strength.TIE_BREAK) -> Evidence:
    """The evidence of these pairs for a pair of graphs that is called 1."""
    text = "".join(f"1\t{left}\t{right}\n" for left, right in pairs)
    return Evidence("table#0", strength, zlib.compress(text.encode()))


def asked_with_evidence(number: int, rng: random.Random, strength: Strength):
    """A pair under the convention and metric of that number with random evidence: all that a comparison says of it."""
    rule, metric = combination(number)
    asked, graphs, settings = written_pair(rng, rule, metric)
    settings = replace(settings, evidence=random_evidence(*graphs, rng, strength), certificates=True)
    return asked, graphs, settings, AlignmentMetric(settings).claim(*graphs, "1")


def evidence_in(alignment, pairs) -> int:
    return sum(pair in pairs for pair in enumerate(alignment))


def truth(asked, pairs, strength: Strength) -> tuple[int, int | None]:
    """The optimum by definition and, of a tie-break, the most evidence of an optimum."""
    all_values = values_of(asked)
    if strength is Strength.FILTER:
        allowed = (v for x, v in all_values.items() if all(j is None or (i, j) in pairs for i, j in enumerate(x)))
        return max(allowed), None
    if strength is Strength.SCORED:
        return max(value + asked.unit * evidence_in(x, pairs) for x, value in all_values.items()), None
    best = max(all_values.values())
    return best, max(evidence_in(x, pairs) for x, value in all_values.items() if value == best)


def compare_with_enumeration(number: int, seed: int, strength: Strength) -> dict[str, int]:
    """Compare a number of pairs, and have the checker judge each. Returns how many are distinguished by evidence."""
    rng = random.Random(f"{seed} {strength}")
    counts = {"certified": 0, "changed": 0}
    for k in range(number):
        asked, graphs, settings, claim = asked_with_evidence(k, rng, strength)
        if len(asked.left.variables) * len(asked.right.variables) > 16:
            continue
        found, stated = claim.comparison.plain, claim.comparison.restated
        best, most = truth(asked, stated.pairs, strength)
        assert found.solution.matched == best == found.solution.upper_bound, (k, settings.counted)
        mapping = found.solution.mapping
        if strength is Strength.TIE_BREAK:
            assert stated.supported(mapping) == most
        if strength is Strength.FILTER:
            assert evidence_in(mapping, stated.pairs) == len(mapping) - mapping.count(None)
        if strength is not Strength.SCORED:
            assert matched_value(asked.left, asked.right, mapping, asked.rule, asked.similarities) == best
            sizes = asked.left.size, asked.right.size
            assert values_without_evidence(check(claim.certificate), sizes) == (best, best, *sizes, asked.unit)
            if strength is Strength.TIE_BREAK:
                assert values_without_evidence(check(claim.certificate)) == (best, best, *sizes, asked.unit)
        counts["certified"] += found.status is ClaimStatus.CERTIFIED
        plain = AlignmentMetric(replace(settings, evidence=None)).claim(*graphs, "1").comparison.solution
        counts["changed"] += (plain.matched, stated.supported(plain.mapping)) != (best, stated.supported(mapping))
    return counts


@pytest.mark.parametrize("strength", Strength)
def test_small_pairs_agree_with_enumeration(strength):
    counts = compare_with_enumeration(80, 1, strength)
    assert counts["certified"] > 50 and counts["changed"] > 10


def compare_changed(number: int, seed: int) -> dict[str, int]:
    """Have the checker judge a number of changed certificates; each that it accepts has to state the truth."""
    rng = random.Random(seed)
    counts = {"refused": 0, "accepted": 0}
    while sum(counts.values()) < number:
        asked, _, _, claim = asked_with_evidence(rng.randrange(1000), rng, rng.choice([*Strength]))
        if len(asked.left.variables) * len(asked.right.variables) > 16:
            continue
        pickled = pickle.dumps(json.loads(claim.certificate))
        for _ in range(10):
            record = campaign.mutated(pickled, [pickled], rng)
            verdict = campaign.falsely_accepted(record)
            assert not verdict, record
            counts["refused" if verdict is None else "accepted"] += 1
    return counts


def test_changed_certificates_prove_nothing_false():
    counts = compare_changed(300, seed=7)
    assert min(counts.values()) > 20


def test_a_tie_break_that_could_be_a_triple_is_not_taken_off():
    """Forged: each is a question that the checker reads, but none that evidence makes."""
    sides = {
        "left": {"attributes": [["/evidence", 0, "left a"], ["/evidence", 1, "left b"], ["/", 0, "cat"]]},
        "right": {"attributes": [["/evidence", 0, "right a"], ["/evidence", 1, "right b"], ["/", 0, "cat"]]},
    }
    record = {
        **{"convention": "conv:any|dup:set|sim:evidence:words:tie-break", "unit": 3, "matched": 5, "at_most": 5},
        **{"sizes": [4, 4], "similarity": {"pairs": [["/evidence", "left a", "right a", 1]]}, **sides},
    }
    assert values_without_evidence(record) == (1, 1, 2, 2, 1)
    as_it_is = (5, 5, 4, 4, 3)
    assert values_without_evidence(record | {"unit": 2}) == (*as_it_is[:4], 2)
    assert values_without_evidence(record | {"right": sides["left"]}) == as_it_is
    for pair in (["/evidence", "left a", "right a", 3], ["/", "cat", "dog", 2]):
        assert values_without_evidence(record | {"similarity": {"pairs": [pair]}}) == as_it_is
    graded = record | {"convention": "conv:any|dup:set|sim:x|den:2|sim:evidence:words:tie-break"}
    assert values_without_evidence(graded) == as_it_is  # 3 is no multiple of 2


TWINS = "(a / and~e.0 :op1 (b / cat~e.1) :op1 (c / cat~e.3) :op1 (d / cat~e.5))"


@pytest.mark.parametrize("planted", [1, 3, 5])
def test_planted_word_alignments_are_recovered(planted):
    """Each of three like cats can be the cat of the other graph; the words say which one is."""
    twins, one = parse_graph(TWINS), parse_graph(f"(a / and~e.0 :op1 (x / cat~e.{planted}))")
    metric = AlignmentMetric(ScoreSettings(evidence=Evidence("words")))
    found, plain = metric.pair(twins, one, "1"), AlignmentMetric().pair(twins, one, "1")
    assert found.alignment == (("a", "a"), ({1: "b", 3: "c", 5: "d"}[planted], "x"))
    assert found.counts == plain.counts and found.certified and found.evidence == (2, 2)


def test_one_word_in_common_is_evidence():
    graphs = parse_graph("(a / x~0,3 :ARG0 (c / y~1))"), parse_graph("(b / x~3 :ARG0 (d / y))")
    assert Evidence("words").pairs(*graphs, "1") == {("a", "b")}


def test_both_forms_of_metadata_say_the_same():
    graph = "(c / chase-01 :ARG0 (d / dog :quant 2 :poss c) :ARG1 (e / cat :mod (f / fat)) :mod d)"
    forms = "0-1.1 1-1 1-1.2.r 3-1.1.1 4-1.1.2 5-1.2.1 6-1.3 ::date x", "0-1|0.0 1-2|0 3-4|0.0.0 5-6|0.1.0"
    found = [tokens_of(parse_graph(f"# ::alignments {form}\n{graph}")) for form in forms]
    assert found[0] == found[1] == {"d": {0}, "c": {1}, "f": {5}}
    assert tokens_of(parse_graph("(c / chase-01~e.1 :ARG0~e.2 (d / dog~0,3 :ARG0 c~e.7))")) == {"c": {1}, "d": {0, 3}}


@pytest.mark.parametrize("item", ["0-9.1", "0-1.7", "x", "3-1|0", "1-2|0.0.0.0", "0-1|", "0-99999999999|0"])
def test_what_is_no_alignment_is_refused(item):
    with pytest.raises(InputError, match=r"# ::alignments: .*expected 0-1\.2"):
        tokens_of(parse_graph(f"# ::id 1\n# ::alignments {item}\n(c / chase-01 :ARG0 (d / dog))"))


TOO_LONG = [
    *("(b / boy~e.N)", "# ::alignments N-1\n(b / boy)", "# ::alignments 0-N|0\n(b / boy)"),
    *("(a / and :sntN (b / boy))", "(a / and :snt1 (sNb / boy))"),
]


@pytest.mark.parametrize("text", TOO_LONG)
def test_numbers_too_long_to_be_read_are_refused(text):
    graph = parse_graph(text.replace("N", "9" * 5000))
    with pytest.raises(InputError, match=r"has 5,000 digits; expected at most 18"):
        (sentences_of if "snt" in text else tokens_of)(graph)


def test_sentences_by_name_or_by_branch():
    by_branch = parse_graph("(m / multi-sentence :snt1 (s2 / say-01 :ARG0 (b / boy)) :snt2 (c / cat :poss b))")
    assert sentences_of(by_branch) == {"m": 0, "s2": 1, "b": 1, "c": 2}
    assert sentences_of(parse_graph("(d / document :snt1 (s1p / x) :snt2 (s2p2 / y))")) == {"d": 0, "s1p": 1, "s2p2": 2}


def test_a_mention_with_a_suffix_before_the_definition_is_no_definition():
    graph = "(m / multi-sentence :snt1 (w / want-01 :ARG0 b~e.3) :snt2 (b / boy :mod (r / red)))"
    assert sentences_of(parse_graph(graph)) == {"m": 0, "w": 1, "b": 2, "r": 2}
    assert tokens_of(parse_graph(f"# ::alignments 5-1.1 6-1.2.1\n{graph}")) == {"w": {5}, "r": {6}}


@pytest.mark.parametrize("text", ["p\tb", "p\tb\t ", "", "p b x"])
def test_a_table_that_cannot_be_read_is_refused(text, tmp_path):
    (tmp_path / "t.tsv").write_text(text)
    with pytest.raises(InputError, match=r"t\.tsv"):
        read_evidence(tmp_path / "t.tsv", Strength.FILTER)


def test_the_hash_of_a_question_depends_on_its_evidence():
    twins = parse_graph(TWINS)
    metric = AlignmentMetric(ScoreSettings(fingerprints=True))
    hashes = {metric.pair(twins, twins, "1").sha256}
    for strength, pair in product(Strength, ("bc", "cb")):
        other = AlignmentMetric(replace(metric.settings, evidence=listed([pair], strength)))
        hashes.add(other.pair(twins, twins, "1").sha256)
    assert len(hashes) == 7
