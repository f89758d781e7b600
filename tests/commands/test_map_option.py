"""``--map``: what a pair with weights is scored, explained, exported and verified by, and nothing else."""

import gzip

import pytest

QAP = "4\n0 1 2 0\n1 0 3 5\n2 3 0 1\n0 5 1 0\n\n0 5 2 9\n5 0 4 1\n2 4 0 7\n9 1 7 0\n"


@pytest.fixture
def pair(program, tmp_path, monkeypatch):
    """The files of a reduced instance: both graphs, the map, and the certificates with it and without."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.dat").write_text(QAP)
    code, _, err = program("reduce", "qap", "q.dat", "-o", "l.amr", "r.amr", "--map", "m.json")
    assert code == 0 and "the map states weights of triples: score with --map m.json" in err
    assert program("score", "l.amr", "r.amr", "--map", "m.json", "--certificates", "with.jsonl")[::2] == (0, "")
    assert program("score", "l.amr", "r.amr", "--certificates", "without.jsonl")[0] == 0
    for name in ("l.amr", "r.amr"):
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    return tmp_path


def test_graphs_without_their_map_are_another_question(program, pair):
    for name in ("l", "r"):
        assert (pair / f"{name}.amr").read_text().startswith("# ::weights m.json\n# ::id qap\n(")
    code, out, _ = program("reduce", "--back", "m.json", "with.jsonl")
    assert code == 0 and "units of cost, proved to be the least: " in out
    code, out, err = program("reduce", "--back", "m.json", "without.jsonl")
    assert (code, out) == (1, "") and "about other graphs or another convention" in err
    row = program("score", "l.amr", "r.amr", "--format", "jsonl")[1].splitlines()[0]
    (pair / "row.jsonl").write_text(row)
    code, out, err = program("reduce", "--back", "m.json", "row.jsonl")
    assert (code, out) == (2, "") and "the row is about other graphs or another convention" in err


@pytest.mark.parametrize(
    "command", ["score", "explain", "decide --at-least 3", "export --to opb", "verify without.jsonl"]
)
def test_what_counts_without_the_map_says_so(program, pair, command):
    words = "without --map m.json no triple has its weight, and the answer is none to the problem reduced"
    for end in (".amr", ".amr.gz"):
        code, _, err = program(*command.split(), f"l{end}", f"r{end}")
        assert (code, err) == (0, f"l{end}: {words}\n")


def test_a_certificate_verifies_with_the_map_or_without_it_but_not_both(program, pair):
    files = ("l.amr", "r.amr")
    assert program("verify", "with.jsonl", *files, "--map", "m.json")[0] == 0
    assert program("verify", "without.jsonl", *files)[0] == 0
    for other in (("with.jsonl", *files), ("without.jsonl", *files, "--map", "m.json")):
        code, _, err = program("verify", *other)
        assert code == 1 and "|weights:" in err
    assert program("verify", "with.jsonl")[0] == 0
