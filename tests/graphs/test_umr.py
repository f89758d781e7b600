"""UMR files: variants that are read, errors with their place, documents as graphs, and damage of every kind."""

import gzip
import re
from pathlib import Path

import pytest

from smatchproof.base.errors import InputError
from smatchproof.cli import main
from smatchproof.graphs.corpus import Corpus, Unit, check_pairing
from smatchproof.graphs.corpus_check import ProblemKind, corpus_problems
from smatchproof.graphs.umr import parse_sentences
from smatchproof.graphs.word_alignments import sentences_of, tokens_of
from smatchproof.graphs.writing import write_graph
from tests.docs.test_pages import page_files
from tests.located import shown
from tests.tables import tables

TABLES = tables(__file__)

SENTENCE = TABLES["sentence"]


@pytest.fixture
def gold():
    return page_files()["gold.umr"]


def blocks(path, text):
    path = Path(path)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with Corpus(path) as corpus:
        return [*corpus.blocks()]


def document(tmp_path, text):
    (tmp_path / "d.umr").write_text(text)
    with Corpus(f"document:{tmp_path / 'd.umr'}") as corpus:
        return [block.parse() for block in corpus.blocks()]


# ---- what is read


@pytest.mark.parametrize("before, after", TABLES["variants"])
def test_variants_are_read_alike(tmp_path, before, after):
    (plain,) = blocks(tmp_path / "a.umr", SENTENCE)
    (other,) = blocks(tmp_path / "b.umr", SENTENCE.replace(before, after))
    assert other.unit is Unit.SENTENCE and other.parse() == plain.parse() and other.sentence == "It rains ."
    assert tokens_of(other.parse()) == {"s1r": {2}, "s1t": {1, 3}}
    (one,), (two,) = (parse_sentences(each.text) for each in (plain, other))
    assert [each[:4] for each in one.triples] == [each[:4] for each in two.triples]
    assert one.triples[0][:4] == ("temporal", "document-creation-time", "overlap", "s1r") and len(one.triples) == 3


def test_sentences_and_documents_from_any_kind_of_file(tmp_path, gold):
    (tmp_path / "g.umr.gz").write_bytes(gzip.compress(gold.encode()))
    for prefix, number in (("", 2), ("document:", 1)):
        with Corpus(f"{prefix}{tmp_path / 'g.umr.gz'}") as corpus:
            found = [corpus.block_at(each.offset, each.first_line) for each in corpus.headings()]
            assert found == [*corpus.blocks()] and len(found) == number


def test_a_number_that_does_not_grow_begins_a_document_and_takes_all_ids(tmp_path, gold):
    assert [block.id for block in blocks(tmp_path / "a.umr", gold)] == ["snt1", "snt2"]
    twice = blocks(tmp_path / "b.umr", gold + "\n\n" + gold)
    assert [block.id for block in twice] == [None] * 4
    assert [len(graph.variables) for graph in document(tmp_path, gold + "\n\n" + gold)] == [12, 12]
    again = gold + "\n\n" + gold.partition("# :: snt2")[0]  # after a second sentence, a first one
    same = gold.partition("# :: snt2")[0]
    assert len(document(tmp_path, again)) == len(document(tmp_path, same + "\n\n" + same)) == 2
    said = "name two files of AMRs, two of sentences of UMR, or document: before both"
    (tmp_path / "one.amr").write_text("(c / cat)\n")
    for file in (f"document:{tmp_path / 'a.umr'}", tmp_path / "one.amr"):
        with Corpus(tmp_path / "a.umr") as one, Corpus(file) as other, pytest.raises(InputError, match=said):
            check_pairing(one, other)


def test_sentences_that_pair_by_position_are_named_where_their_numbers_differ(tmp_path, gold, caplog):
    first, _, second = gold.partition("# :: snt2")
    (tmp_path / "a.umr").write_text(f"{first}# :: snt2{second}\n{first}")
    (tmp_path / "b.umr").write_text(f"{first}\n{first}# :: snt2{second}")
    (tmp_path / "c.umr").write_text(f"{first}\n{first}")
    with Corpus(tmp_path / "a.umr") as one, Corpus(tmp_path / "b.umr") as other, Corpus(tmp_path / "c.umr") as less:
        assert check_pairing(one, other) == (3, None)  # a warning, which Python programs print, too
        assert re.search(r"a.umr, and \S*b.umr: snt2 in line \d+ here, snt1 in line \d+ there; all", caplog.text)
        with pytest.raises(InputError, match=r"snt2 in line \d+ here, snt1 in line \d+ there; add the sentence"):
            check_pairing(one, less)
        caplog.clear()
        check_pairing(one, one)
        assert not caplog.text


def test_the_words_of_a_document_have_the_numbers_of_their_sentences(tmp_path, gold):
    (tmp_path / "g.umr").write_text(gold)
    with Corpus(f"document:{tmp_path / 'g.umr'}") as corpus:
        (block,) = corpus.blocks()
    assert block.sentence == "[1] Mara planted an apple tree . [2] It survived the frost and she sold it ."


def test_a_document_is_one_graph_with_its_relations_and_tokens(tmp_path, gold):
    (graph,) = document(tmp_path, gold)
    text = write_graph(graph)
    for written in (
        "(document / document\n  :snt1 (s1p / plant-01",
        ":temporal.before-of document-creation-time",
        ":coref.same-entity-of s1t",
        ":modal.modal root+author",
        ":snt2 (s2a / and",
    ):
        assert written in text
    assert tokens_of(graph)["s1t"] == {1_000_005} and tokens_of(graph)["s2t"] == {2_000_001, 2_000_008}
    assert sentences_of(graph)["document"] == 0 and sentences_of(graph)["s2t"] == 2


# ---- errors

ALL_BAD = [(*each, kind) for kind in ("graph", "alignment", "level") for each in TABLES[kind]]


@pytest.mark.parametrize("before, after, expected, kind", ALL_BAD, ids=[each[2] for each in ALL_BAD])
def test_errors_have_their_place_and_stop_what_needs_the_block(tmp_path, before, after, expected, kind):
    assert before in SENTENCE
    text = SENTENCE.replace(before, after, 1)
    (block,) = blocks(tmp_path / "bad.umr", text)
    with pytest.raises(InputError) as caught:
        if kind == "graph":
            block.parse()
        elif kind == "alignment":
            tokens_of(block.parse())
        else:
            document(tmp_path, text)
    error = re.sub(r"^\S*/(bad|d)\.umr", "bad.umr", str(caught.value))
    assert error.startswith(f"bad.umr:{expected}") and error == shown(error.split("\n")[0], text)
    (line, column) = map(int, expected.split(":")[:2])
    assert [each for each in problems(tmp_path / "bad.umr") if each[0] is ProblemKind.SYNTAX] == [
        (ProblemKind.SYNTAX, line, column)
    ]
    if kind != "graph":
        assert block.parse().concepts == ("rain-01", "thing")
    if kind == "alignment":
        assert document(tmp_path, text)[0].concepts == ("document", "rain-01", "thing")


def test_documents_without_the_convention_of_umr_are_told_of(tmp_path, gold, capsys):
    (tmp_path / "g.umr").write_text(gold)
    files = [f"document:{tmp_path / 'g.umr'}"] * 2
    assert main(["score", *files, "-b"]) == 0
    assert capsys.readouterr().err == f"{files[0]}: relations of documents count as in UMR by --convention umr alone\n"
    assert main(["differences", *files, "--conventions", "smatch:umr"]) == 0
    assert capsys.readouterr().err == ""
    for chosen in (["--convention", "umr"], ["--convention", "smatch"], ["--metric", "sembleu"]):  # it has none
        assert main(["score", *files, "-b", *chosen]) == 0
        assert capsys.readouterr() == ("1.0000\n", "")
    for command in ("matrix", "compare"):
        assert main([command, *files, f"document:{tmp_path / 'other.umr'}"]) == 2  # not there, and told of once
    assert capsys.readouterr().err.count("by --convention umr alone") == 2


def test_alignments_are_for_evidence_alone(tmp_path, gold, capsys):
    (tmp_path / "good.umr").write_text(gold)
    (tmp_path / "bad.umr").write_text(gold.replace("s1p2: 1-1", "s1p2: 2-1"))
    bad, good = str(tmp_path / "bad.umr"), str(tmp_path / "good.umr")
    assert main(["score", bad, good, "--score-only"]) == 0
    assert capsys.readouterr().out == "1.0000\n"
    assert main(["score", bad, good, "--evidence", "words", "--evidence-as", "filter"]) == 2
    assert f"{bad}:17:" in capsys.readouterr().err and main(["check", bad]) == 1
    assert "2-1 is no range of words" in capsys.readouterr().out


@pytest.mark.parametrize("prefix", ["", "document:"])
@pytest.mark.parametrize("change", [("", ""), ("s1n: 0-0\n", ""), ("s1p2: 1-1", "s1p2: 0-0")])
def test_a_file_scores_1_against_itself_by_words(tmp_path, gold, prefix, change, capsys):
    (tmp_path / "a.umr").write_text(gold.replace(*change))
    file = f"{prefix}{tmp_path / 'a.umr'}"
    assert main(["score", file, file, "--evidence", "words", "--evidence-as", "filter", "--score-only"]) == 0
    assert capsys.readouterr().out == "1.0000\n"


@pytest.mark.parametrize("wrong, line, column, other", [("s2s2", 41, 10, (6, 1)), ("s2a", 33, 1, (6, 1))])
def test_a_variable_of_two_sentences_is_refused_in_a_document(tmp_path, gold, wrong, line, column, other):
    message = f":{line}:{column}: variable s1p is defined in line {other[0]}, column {other[1]}, too; name it s2x here"
    with pytest.raises(InputError) as caught:
        document(tmp_path, gold.replace(wrong, "s1p"))
    assert message in str(caught.value)


# ---- check


def problems(path):
    with Corpus(path) as corpus:
        return [(each.kind, each.line, each.column) for each in corpus_problems(corpus)]


@pytest.mark.parametrize("before, after, expected", TABLES["rules"])
def test_rules_that_a_file_breaks(tmp_path, before, after, expected):
    (tmp_path / "a.umr").write_text(SENTENCE)
    assert problems(tmp_path / "a.umr") == []
    text = SENTENCE.replace(before, after) if before == "s1t" else SENTENCE.replace(before, after, 1)
    (tmp_path / "b.umr").write_text(text)
    found = [(kind, *place, None)[:3] for kind, *place in expected]
    assert problems(tmp_path / "b.umr") == found == problems(f"document:{tmp_path / 'b.umr'}")


def test_problems_of_a_sentence_come_in_the_order_of_lines(tmp_path):
    """That of an alignment that cannot be read is found before those of the graph above it."""
    text = SENTENCE.replace("s1r: 2-2", "s1r: 3-2").replace(":ARG0 (s1t", ":agent (s1t").replace("(author", "(s9a")
    (tmp_path / "b.umr").write_text(text)
    assert [line for _, line, _ in problems(tmp_path / "b.umr")] == [8, 12, 19]
