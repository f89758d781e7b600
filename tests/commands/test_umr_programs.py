"""Programs of others that score UMR files: what they are given, what is recounted, and what is said without them."""

import json
import os
import sys

import pytest

from smatchproof.conventions.ancast_aspects import ancast_parts
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.score import Counts
from smatchproof.scoring.pairs.fine_grained import program_fine_grained
from smatchproof.scoring.settings import FineGrained, ScoreSettings
from smatchproof.scoring.systems import peer_scores, umr_programs
from smatchproof.scoring.systems.umr_programs import OwnScore, compare_umr, read_summary
from tests import peers
from tests.commands.running import printed
from tests.docs.test_umr_page import page_files

COMMAND = "differences"
NAMES = ("concepts", "labelled relations", "unlabelled relations", "weighted relations", "modal", "temporal", "coref")


@pytest.fixture
def files(tmp_path):
    for name, text in page_files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "parser.umr", tmp_path / "gold.umr"


@pytest.fixture
def scripted(monkeypatch):
    """What AnCast is asked; it aligns variables of equal names, claims one triple, and finds half of each score."""
    asked = []

    def answer(program, question):
        asked.append(question)
        names = [word.strip("(") for side in question["left"] for word in side["graph"].split() if word[0] == "("]
        return [
            {"partners": {name: name for name in names}, "claimed": 1, "scores": {key: [1, 2, 1, 2] for key in NAMES}}
        ]

    monkeypatch.setattr(umr_programs, "ask_program", answer)
    monkeypatch.setattr(peer_scores, "missing_release", lambda *_: "")
    return asked


# ---- AnCast


def test_an_alignment_is_recounted_and_its_own_scores_are_sums(run, files, scripted):
    found = json.loads(printed(run(*files, "--also", "ancast", "--runs", 2, "--jobs", 1, "--format", "json")))
    (program,) = found["programs"]
    assert (program["convention"], program["pairs"], program["optimum"]["certified"]) == ("umr", 2, 2)
    assert [each["matched"] for each in program["runs"]] == [24, 24]  # a tree with a thing
    assert program["optimum"]["matched"] == 25
    assert (program["wrong_claims"], program["varying"]) == (4, 0)
    assert [*found["stated"]["ancast"]] == [*NAMES[:4]]  # sentences have no document level
    assert found["stated"]["ancast"]["concepts"] == {
        "left_matched": 2, "left": 4, "right_matched": 2, "right": 4, "precision": 0.5, "recall": 0.5, "f1": 0.5,
    }  # fmt: skip
    assert [len(question["left"]) for question in scripted] == [1, 1]


def test_a_document_is_asked_for_at_once_with_its_document_level(run, files, scripted):
    out = printed(run(*[f"document:{each}" for each in files], "--also", "ancast", "--runs", 1, "--jobs", 1))
    (question,) = scripted
    assert question["format"] == "umr"
    assert question["right"][1]["document"] == (
        "(s / sentence\n:temporal ((s1p :after s2s)\n(s2s :after s2s2))\n"
        ":modal ((author :full-affirmative s2s)\n(author :full-affirmative s2s2))\n"
        ":coref ((s1t :same-entity s2t)\n(s1p2 :same-entity s2p)))"
    )
    assert "ancast   coreference" in out and "1 of 2" in out


def test_what_it_does_not_read_is_left_out(run, files, scripted, monkeypatch):
    monkeypatch.setattr(umr_programs, "ask_program", lambda *_: [{"reason": "ancast does not read it"}])
    code, out, err = run(*files, "--also", "ancast", "--runs", 1, "--jobs", 1)
    assert (code, err) == (0, "") and "ancast: 2 pairs left out; pair snt1: ancast does not read it\n" in out
    twice = {"partners": {"s1p": "s1t", "s1t": "s1t"}, "claimed": 1, "scores": {}}
    monkeypatch.setattr(umr_programs, "ask_program", lambda *_: [twice])
    code, out, err = run(*files, "--also", "ancast", "--runs", 1, "--jobs", 1)
    assert (code, err) == (0, "") and "ancast: 1 pairs left out; pair snt1: (3, None, None, 3, None) is no align" in out


def test_documents_of_different_lengths_are_left_out(run, files, scripted):
    text = files[0].read_text(encoding="utf-8")
    files[0].write_text(text[: text.index("# :: snt2")], encoding="utf-8")
    code, out, _ = run(*[f"document:{each}" for each in files], "--also", "ancast", "--runs", 1, "--jobs", 1)
    assert code == 0 and "documents of 1 and of 2 sentences" in out


@pytest.mark.parametrize("place", ["", "document:"])
@pytest.mark.usefixtures("processes")
def test_the_real_program_stays_below_the_optimum(run, files, place):
    peers.require("ancast", "0.1.1")
    names = [f"{place}{each}" for each in files]
    out = printed(run(*names, "--also", "ancast", "--runs", 1, "--jobs", 1, "--format", "json"))
    (program,) = json.loads(out)["programs"]
    assert 15 < program["runs"][0]["matched"] <= program["optimum"]["matched"]
    concepts = json.loads(out)["stated"]["ancast"]["concepts"]
    assert (concepts["left"], concepts["right"]) == (12, 11)


# ---- what AnCast counts, on our alignment


def test_a_relation_is_one_half_for_each_equal_concept():
    left = parse_graph("(s1g / go-02 :ARG0 (s1b / boy) :polarity -)")
    right = parse_graph("(s1g / go-01 :ARG0 (s1b / boy) :polarity -)")
    found = program_fine_grained(left, right, ScoreSettings(), FineGrained.ANCAST)
    assert found["labelled-relations"] == Counts(2, 2, 4, 4)  # boy, and the constant
    assert found["modal"] == Counts(0, 0, 0, 0)


def test_relations_between_the_same_ends_count_as_often_on_both_sides_without_their_labels():
    one, two = (parse_graph(f"(a / x {roles})") for roles in (":r 1 :q 2", ":p 1 :o 1 :n 2"))
    found = program_fine_grained(one, two, ScoreSettings(), FineGrained.ANCAST)
    assert found["labelled-relations"] == Counts(0, 0, 4, 6)
    assert found["unlabelled-relations"] == Counts(4, 4, 4, 6)


def test_the_document_level_is_no_part_of_the_relations(files):
    with Corpus(f"document:{files[1]}") as corpus:
        (block,) = corpus.blocks()
    parts = ancast_parts(block.parse())
    assert {name: part.size for name, part in parts.items()} == {
        "labelled-relations": 44, "unlabelled-relations": 44, "temporal": 3, "modal": 4, "coreference": 2,
    }  # fmt: skip


# ---- compare_umr.pl

TABLE = """\
number of sentences\treference\t\t2
number of sentences\tcandidate\t\t2
number of nodes\treference\t\t11
aligned token sets\treference\tcandidate\t9\t10\t11\t0\t0\t0\tcorrect
node projections\treference\tcandidate\t8\t7\t11\t12\t0\t0\t0\tmapped0
triples in mapped nodes\treference\tcandidate\t20\t33\t24\t0\t0\t0\tcorrect
juːmæʧ\treference\tcandidate\t21\t36\t28\t0\t0\t0\tcorrect
"""
SHORT = TABLE.replace("candidate\t\t2", "candidate\t\t1")


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """A function that puts a script in the place of perl and of compare_umr.pl."""
    if os.name == "nt":
        pytest.skip("a script is no program here")
    folder = tmp_path / "bin"
    folder.mkdir()

    def install(*lines):
        for name in ("perl", "compare_umr.pl"):
            (folder / name).write_text("\n".join([f"#!{sys.executable}", "import sys", *lines]), encoding="utf-8")
            (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    monkeypatch.setenv("PATH", str(folder))
    return install


@pytest.mark.parametrize("place", ["", "document:"])
def test_whole_files_go_to_the_program_reference_first(run, files, stand_in, place):
    files = [f"{place}{each}" for each in files]
    stand_in(
        "one, two = (open(sys.argv[at], encoding='utf-8').read() for at in (4, 6))",
        "assert sys.argv[2:6:3] == ['--tsv', 'candidate'] and one.count(':: snt') == two.count(':: snt') == 2",
        "assert one.count('\\n\\n\\n# :: snt2') == two.count('\\n\\n\\n# :: snt2') == 1",
        "assert 'refer-number' in one and 'refer-number' not in two",
        f"sys.stdout.buffer.write({TABLE.encode()!r})",
    )
    found = json.loads(printed(run(*files, "--also", "compare-umr", "--format", "json")))
    assert found["programs"] == []
    stated = {name: [*each.values()][:4] for name, each in found["stated"]["compare-umr"].items()}
    assert stated == {
        "aligned token sets": [9, 11, 9, 10],
        "node projections": [7, 12, 8, 11],
        "triples in mapped nodes": [20, 24, 20, 33],
        "juːmæʧ": [21, 28, 21, 36],
    }
    code, out, err = run(*files, "--also", "compare-umr")
    assert (code, err) == (0, "") and out.splitlines()[-1].split() == [
        "compare-umr", "juːmæʧ", "0.7500", "0.5833", "0.6562", "21", "of", "28", "21", "of", "36",
    ]  # fmt: skip


def test_nothing_mapped_is_zero():
    assert read_summary(TABLE.replace("\t8\t7\t", "\t\t\t"))["node projections"] == OwnScore(0, 12, 0, 11)


def test_roles_can_be_ignored(files, stand_in):
    stand_in("assert sys.argv[3:5] == ['--except', 'wiki,mode']", f"sys.stdout.buffer.write({TABLE.encode()!r})")
    with Corpus(files[0]) as left, Corpus(files[1]) as right:
        _, places = check_pairing(left, right)
        assert compare_umr(pair_blocks(left, right, places), "wiki,mode")["juːmæʧ"] == OwnScore(21, 28, 21, 36)


@pytest.mark.parametrize(
    "line, words",
    [
        ("sys.exit('Extra closing bracket at line 3\\nand more')", "Extra closing bracket at line 3; its lines"),
        (
            f"sys.stdout.buffer.write({TABLE.encode()!r})\n"
            "sys.stderr.write('Rest of line 3\\nFATAL: x at /bin/y line 9.\\nReading of 1 out of 2 sentences failed.')",
            "no scores: x; its lines",
        ),
        ("sys.exit(9)", "exit status 9; its lines"),
        ("print('usage')", "exit status 0; its lines"),
        (f"sys.stdout.buffer.write({SHORT.encode()!r})", "than 2; separate"),
        (r"sys.stdout.buffer.write('juːmæʧ\tx'.encode())", "prints a table that is not known here"),
    ],
)
def test_a_program_that_fails_is_one_line(run, files, stand_in, line, words):
    stand_in(line)
    code, out, err = run(*files, "--also", "compare-umr")
    assert (code, out) == (2, "") and err.startswith("error: compare_umr.pl ") and words in err and err.count("\n") == 1


def test_files_of_amrs_are_refused(run, samples, stand_in):
    stand_in("sys.exit(9)")
    code, out, err = run(samples / "annotator-a.amr", samples / "annotator-b.amr", "--also", "compare-umr")
    assert (code, out) == (2, "") and "compare_umr.pl reads UMR files, and " in err and err.count("\n") == 1


def test_a_script_that_is_not_there_is_one_line(run, files, stand_in):
    code, out, err = run(*files, "--also", "compare-umr")
    assert (code, out) == (2, "")
    assert err == (
        "error: compare_umr.pl is not installed; put it into a folder of PATH, executable "
        "(https://github.com/ufal/umrtools)\n"
    )
