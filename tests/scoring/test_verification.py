"""Certificates of whole paths: written with the scores, verified alone and against the graphs."""

import json

import pytest

from smatchproof.base.errors import InputError
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.corpus.corpus_scores import score_blocks
from smatchproof.scoring.corpus.verification import VerificationError, verify
from smatchproof.scoring.metrics.smatch import AlignmentMetric, score_pair
from smatchproof.scoring.settings import OnError, ScoreSettings

CERTIFIED = ScoreSettings(certificates=True)


def certified(paths, settings):
    """The certificates of all pairs."""
    with Corpus(paths[0]) as left, Corpus(paths[1]) as right:
        blocks = pair_blocks(left, right, check_pairing(left, right)[1])
        return [pair.certificate for pair in score_blocks(blocks, AlignmentMetric(settings))]


@pytest.fixture(scope="module")
def made(paths):
    return certified(paths, CERTIFIED)


@pytest.fixture
def lines(made):
    return [*made]


@pytest.fixture
def written(tmp_path):
    def write(lines):
        path = tmp_path / "certificates.jsonl"
        path.write_text("".join(line + "\n" for line in lines), encoding="ascii")
        return path

    return write


def test_no_bound_is_above_that_of_counting(lines, paths, written):
    record = json.loads(lines[0])
    record["at_most"] = record["matched"] + 10**6  # true, and of no use
    lines[0] = json.dumps(record)
    for counts in (next(verify(written(lines), *files)).counts for files in ((), (paths,))):
        assert counts.upper_bound == min(counts.left_triples, counts.right_triples) < 10**6


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:5] + lines[6:], "expected the certificate of pair sample.6"),
        (lambda lines: lines[:-1], "certificates.jsonl: expected the certificate of pair sample.24"),
        (lambda lines: [*lines, lines[0]], ":25: pair sample.1: no pair of the corpora has this id, or it had its"),
        (lambda lines: [lines[0].replace("sample.1", "sample.2"), *lines[1:]], ":1: pair sample.2: the certificate is"),
        (lambda lines: [lines[1].replace("sample.2", "sample.1"), *lines[1:]], ":1: pair sample.1: the certificate is"),
        (lambda lines: [], "expected the certificate of pair sample.1; score the corpora again"),
        (lambda lines: ["{", *lines], ":1: expected a certificate, which score --certificates writes; not JSON: "),
        (lambda lines: [f"[{lines[0]}]"], "writes; not a JSON object"),
    ],
)
def test_certificates_that_do_not_fit_the_corpora(lines, paths, written, change, message):
    with pytest.raises(VerificationError, match=message):
        list(verify(written(change(lines)), paths))


# ---- the verifier is told the question: a certificate contributes its alignment and its proof, and nothing else


def record_of(left, right, **settings):
    pair = score_pair(parse_graph(left), parse_graph(right), ScoreSettings(certificates=True, **settings))
    return json.loads(pair.certificate)


def test_conventions_are_not_mixed(lines, written):
    lines[3] = json.dumps(record_of("(c / cat)", "(d / dog)", convention=convention("paper")) | {"id": "sample.4"})
    with pytest.raises(
        VerificationError, match=r":4: pair sample.4: is about 'conv:paper.*those before about 'conv:smatch"
    ):
        list(verify(written(lines)))


def test_a_malformed_graph_is_an_error_unless_it_counts_as_empty(tmp_path, written):
    paths = tmp_path / "left.amr", tmp_path / "right.amr"
    paths[0].write_text("(c / cat\n")
    paths[1].write_text("(d / dog)\n")
    record = json.loads(score_pair(Graph(), parse_graph("(d / dog)"), CERTIFIED).certificate)
    path = written([json.dumps(record)])
    with pytest.raises(InputError, match=r"left\.amr:1"):
        list(verify(path, paths))
    (certificate,) = verify(path, paths, on_error=OnError.EMPTY)
    assert certificate.counts.matched == 0
    assert [text.split(":")[0] for text in certificate.empty] == [str(paths[0])]


def test_pairs_whose_ids_repeat_need_a_certificate_each(tmp_path, written):
    paths = tmp_path / "left.amr", tmp_path / "right.amr"
    for path in paths:
        path.write_text("# ::id s\n(c / cat)\n\n# ::id s\n(d / dog)\n\n# ::id t\n(e / eel)\n")
    made = certified(paths, CERTIFIED)
    assert len(list(verify(written(made), paths))) == 3
    assert len(list(verify(written([made[2], *made[:2]]), paths))) == 3
    for lines in (made[1:], [made[0], made[2]], [made[2], made[0]]):
        with pytest.raises(VerificationError):
            list(verify(written(lines), paths))
