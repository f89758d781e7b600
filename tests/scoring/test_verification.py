"""Certificates of whole corpora: written with the scores, verified alone and against the graphs."""

import json
from dataclasses import replace

import pytest

import smatchproof.scoring.methods
from smatchproof.alignment import Corpus, InputError, Status, check_pairing, pair_blocks, parse_graph
from smatchproof.exact import exact
from smatchproof.scoring.comparison import ScoreSettings
from smatchproof.scoring.corpus_scores import score_blocks
from smatchproof.scoring.metrics.smatch import AlignmentMetric, score_pair
from smatchproof.scoring.verification import Problem, CertificateQuestion, VerificationError, verify, verify_corpora
from tests.exact.attacks import rehashed

CERTIFIED = ScoreSettings(certificates=True)


@pytest.fixture
def corpora(samples):
    return samples / "annotator-a.amr", samples / "annotator-b.amr"


@pytest.fixture
def lines(corpora):
    with Corpus(corpora[0]) as left, Corpus(corpora[1]) as right:
        total, places = check_pairing(left, right)
        return [pair.certificate for pair in score_blocks(pair_blocks(left, right, places), CERTIFIED, 2, total)]


@pytest.fixture
def written(tmp_path):
    def write(lines):
        path = tmp_path / "certificates.jsonl"
        path.write_text("".join(line + "\n" for line in lines), encoding="ascii")
        return path

    return write


def test_every_pair_has_one_and_all_hold(lines, corpora, written):
    path = written(lines)
    alone, against = list(verify(path)), list(verify_corpora(path, *corpora))
    assert alone == against
    assert [certificate.id for certificate in alone] == [f"sample.{number}" for number in range(1, 25)]
    assert sum(certificate.counts.matched for certificate in alone) == 647


def test_the_first_that_fails_is_named(lines, written):
    lines[6] = lines[6].replace('"matched":', '"matched":1', 1)
    with pytest.raises(VerificationError, match=r"certificates.jsonl:7: pair sample.7: refused: \(C2\)"):
        list(verify(written(lines)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:5] + lines[6:], "expected the certificate of pair sample.6"),
        (lambda lines: lines[:-1], "certificates.jsonl: expected the certificate of pair sample.24"),
        (
            lambda lines: [*lines, lines[0]],
            ":25: pair sample.1: no pair of the corpora has this id, or it had its certificate before",
        ),
        (
            lambda lines: [lines[0].replace("sample.1", "sample.2"), *lines[1:]],
            ":1: pair sample.2: the certificate is about other graphs",
        ),
        (
            lambda lines: [lines[1].replace("sample.2", "sample.1"), *lines[1:]],
            ":1: pair sample.1: the certificate is about other graphs",
        ),
        (lambda lines: [], "no certificate in this file"),
        (lambda lines: ["{", *lines], ":1: refused: not JSON"),
        (lambda lines: [f"[{lines[0]}]"], ":1: refused: not a JSON object"),
    ],
)
def test_certificates_that_do_not_fit_the_corpora(lines, corpora, written, change, message):
    with pytest.raises(VerificationError, match=message):
        list(verify_corpora(written(change(lines)), *corpora))


def test_an_unknown_convention_is_refused(lines, corpora, written):
    record = rehashed(json.loads(lines[0]) | {"convention": "conv:mine|dup:set|top:const"})
    with pytest.raises(
        VerificationError,
        match=r"sample\.1: the certificate is about 'conv:mine\|dup:set\|top:const', the question about 'conv:smatch",
    ):
        list(verify_corpora(written([json.dumps(record)]), *corpora))


@pytest.mark.parametrize("name", ["missing", ""])
def test_a_file_that_cannot_be_read(tmp_path, name):
    with pytest.raises(InputError, match="name a file that score --certificates wrote"):
        list(verify(tmp_path / name))


def test_a_refused_proof_is_never_called_proved(monkeypatch):
    """A solver whose proof does not hold: its score falls back to the bound that needs none."""

    def lying(problem, params):
        return replace(exact(problem, params), proof=())

    monkeypatch.setitem(
        smatchproof.scoring.methods.METHODS, "exact", replace(smatchproof.scoring.methods.METHODS["exact"], solve=lying)
    )
    left, right = parse_graph("(w / want-01 :ARG0 (b / boy))"), parse_graph("(w / want-01 :ARG0 (g / girl))")
    pair = score_pair(left, right, CERTIFIED)
    assert pair.status is Status.HEURISTIC
    assert not pair.counts.proved
    assert pair.certificate is None
    assert pair.note.startswith("the checker refuses the proof: the proof has ended")


def test_real_corpora_are_proved_and_certified(shared_data, tmp_path, written):
    """All pairs of the two releases of one book; parser output of all kinds is measured by ``make bench``."""
    files = shared_data / "lpp" / "lpp-v1.6.amr", shared_data / "lpp" / "lpp-v3.0.amr"
    with Corpus(files[0]) as left, Corpus(files[1]) as right:
        total, places = check_pairing(left, right)
        pairs = list(score_blocks(pair_blocks(left, right, places), CERTIFIED, 2, total))
    assert len(pairs) == 1562
    assert all(pair.status is Status.OPTIMAL and pair.certificate for pair in pairs)
    verified = list(verify_corpora(written([pair.certificate for pair in pairs]), *files))
    assert [certificate.counts for certificate in verified] == [pair.counts for pair in pairs]
