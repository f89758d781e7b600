"""`matrix`: every two files as `score` has them, and pivots as by definition."""

import json
import re
import shutil

import pytest

from smatchproof import parse_graph, score_files, score_strings
from smatchproof.graphs import corpus as corpus_module
from smatchproof.graphs.corpus import Corpus
from tests.commands.running import printed


@pytest.fixture(scope="module")
def files(tmp_path_factory, samples):
    """Four annotators, one of whom writes in another order."""
    folder = tmp_path_factory.mktemp("matrix")
    with Corpus(samples / "annotator-a.amr") as corpus:
        blocks = [block.text.decode() for block in corpus.blocks()]
    for name in ("a", "b"):
        shutil.copy(samples / f"annotator-{name}.amr", folder / f"{name}.amr")
    (folder / "c.amr").write_text("\n".join(re.sub(r":ARG1\b", ":ARG9", text) for text in blocks[::-1]))
    (folder / "d.amr").write_text("\n".join(re.sub(r":ARG0\b", ":ARG8", text) for text in blocks))
    return [folder / f"{name}.amr" for name in "abcd"]


def matrix(program, *words):
    return json.loads(printed(program("matrix", *words, "--jobs", 1, "--format", "json")))


def texts(file):
    with Corpus(file) as corpus:
        return {block.id: block.text.decode() for block in corpus.blocks()}


def test_every_two_files_as_score_has_them(program, files):
    found = matrix(program, *files)
    assert found["files"] == ["a", "b", "c", "d"] and found["sentences"] == 24
    assert len(found["couples"]) == 6
    by_name = dict(zip("abcd", files, strict=True))
    for couple in found["couples"]:
        expected = score_files(by_name[couple["left"]], by_name[couple["right"]]).corpus
        assert (couple["f1"], couple["certified"]) == (expected.micro.f1, 24)
        assert couple["f1"] == score_files(by_name[couple["right"]], by_name[couple["left"]]).corpus.micro.f1


@pytest.mark.parametrize("orders", ["ab", "abd", "abcd", "dcba"])
def test_files_that_are_too_large_to_be_kept_are_read_alike(program, files, monkeypatch, orders):
    chosen = [files["abcd".index(name)] for name in orders]

    def answers():
        return matrix(program, *chosen), printed(program("compare", *chosen, "--every-convention", "--jobs", 1))

    expected = answers()
    monkeypatch.setattr(corpus_module, "LARGEST_KEPT", 0)
    monkeypatch.setattr(corpus_module, "_PIECE", 500)
    assert answers() == expected


def test_pivots_by_definition_are_written(program, files, tmp_path):
    found = matrix(program, *files, "-o", tmp_path / "best.amr")
    graphs = [texts(file) for file in files]
    with Corpus(tmp_path / "best.amr") as corpus:
        written = {block.id: block.parse() for block in corpus.blocks()}
    assert [*written] == [row["id"] for row in found["per_sentence"]]
    for row in found["per_sentence"]:
        sides, pivot = [each[row["id"]] for each in graphs], "abcd".index(row["pivot"])
        sums = [sum(score_strings(one, other).f1 for other in sides) for one in sides]  # with 1 for itself
        assert sums[pivot] == pytest.approx(max(sums), abs=1e-12)
        assert row["certified"]
        assert written[row["id"]].edges == parse_graph(sides[pivot]).edges
    assert sum(found["pivots"].values()) == found["certified_pivots"] == 24
