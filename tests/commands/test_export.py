"""``smatchproof export`` as a process: every format out, solved elsewhere, and back."""

import pytest

from smatchproof.base.version import VERSION
from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from tests.commands.running import run
from tests.lab.reductions.foreign_solvers import SOLVERS

LEFT = "# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n\n# ::id q\n(a / x)\n"
RIGHT = "# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))\n\n# ::id q\n(a / x)\n"


NOT_PROVED = "not proved to be the most"


def export(folder, *arguments):
    return run("export", "left.amr", "right.amr", *arguments, cwd=folder)


@pytest.mark.parametrize("name", FORMATS)
def test_out_and_back(name, folder):
    written = export(folder, "--id", "p", "--to", name, "-o", f"p.{name}")
    assert (written.returncode, written.stdout) == (0, "")
    assert written.stderr.startswith(f"p.{name}: the ") and "the largest number of matched triples" in written.stderr
    text = (folder / f"p.{name}").read_text()
    assert f"smatchproof {VERSION}, pair p, conv:smatch|dup:set|top:const" in text
    _, answer = SOLVERS[name](text, folder)
    (folder / "answer.txt").write_text(answer)
    back = export(folder, "--id", "p", "--to", name, "--back", "answer.txt")
    assert (back.returncode, back.stderr) == (0, "")
    assert back.stdout.startswith(
        "alignment (3)\n  w / want-01  ↔  w / want-01\n  b / boy      ↔  b / boy\n  g / go-01    ↔  "
    )
    says = {"lp": "Optimal", "mps": "Optimal", "wcnf": "OPTIMUM FOUND", "opb": "OPTIMUM FOUND"}.get(name)
    remark = f"the most within the gap of the solver, which says '{says}'; not proved" if says else NOT_PROVED
    assert back.stdout.endswith(
        f"\n\nmatched 5 of 7 and 6 triples (recounted; {remark})\n"
        "precision 0.7143  recall 0.8333  F1 0.7692\n"
        f"conv:smatch|dup:set|top:const|from:{name}\n"
    )


@pytest.mark.parametrize("name", ["lp", "wcnf"])
def test_the_answer_of_a_solver_becomes_that_of_the_source(name, tmp_path):
    (tmp_path / "f.dat").write_text("3\n0 2 3\n2 0 1\n3 1 0\n0 5 2\n5 0 4\n2 4 0\n")
    run("reduce", "qap", "f.dat", "-o", "left.amr", "right.amr", cwd=tmp_path)
    to = "--map", "left.map.json", "--to", name
    (tmp_path / "answer").write_text(SOLVERS[name](export(tmp_path, *to).stdout, tmp_path)[1])
    shown = export(tmp_path, *to, "--back", "answer", "-o", "row.json")
    assert (shown.returncode, shown.stdout) == (0, "") and "\nmatched 7 of 14 and 12 triples" in shown.stderr
    said = run("reduce", "--back", "left.map.json", "row.json", cwd=tmp_path)
    assert said.stdout == "38 units of cost: 1 → 3, 2 → 2, 3 → 1\n"


def test_concepts_that_match_by_similarity_go_out_and_come_back(folder):
    (folder / "table").write_text("go-01\tfootball\t0.5\n")
    graded = "--metric", "graded-smatch", "--similarities", "table", "--denominator", "100"
    shown = export(folder, "--id", "p", "--to", "lp", *graded)
    assert "\\ the maximum is 100 times the largest number of matched triples\n" in shown.stdout
    (folder / "answer").write_text(SOLVERS["lp"](shown.stdout, folder)[1])
    back = export(folder, "--id", "p", "--to", "lp", *graded, "--back", "answer")
    assert "\nmatched 550/100 of 7 and 6 triples (recounted; the most within the gap of the solver" in back.stdout
    assert "\nprecision 0.7857  recall 0.9167  F1 0.8462\n" in back.stdout
    (folder / "answer").write_text("Objective 600\nx_w_w 1\n")
    refused = export(folder, "--id", "p", "--to", "lp", *graded, "--back", "answer")
    assert refused.returncode == 1
    assert "the solver claims 600/100 matched triples, its alignment has 200/100" in refused.stderr


def test_an_answer_that_is_not_optimal_is_a_lower_bound(folder):
    (folder / "answer").write_text("Stopped on time - objective value 2\n      0 x_w_w  1  2\n")
    back = export(folder, "--id", "p", "--to", "lp", "--back", "answer")
    assert back.returncode == 0
    words = "\nmatched 2 of 7 and 6 triples (recounted; a lower bound: the solver says 'Stopped on time')\n"
    assert words in back.stdout


# ---- what cannot be done, in one line with its place; nothing is left half-written


@pytest.mark.parametrize(
    ("arguments", "answer", "code", "error"),
    [
        (["--to", "qap", "--back", "s"], "3 5\n1 2 2\n", 2, "error: s:2:5: no permutation: rows 2 and 3 both have"),
        (["--to", "qap", "--back", "s"], "3 9\n1 2 3\n", 1, "refused: s:1:3: the solver claims 9 matched triples, its"),
    ],
)
def test_what_cannot_be_done(folder, arguments, answer, code, error):
    (folder / "s").write_text(answer)
    refused = export(folder, "--id", "p", *arguments)
    assert (refused.returncode, refused.stdout) == (code, "")
    assert refused.stderr.startswith(error)
    assert {path.name for path in folder.iterdir()} == {"left.amr", "right.amr", "s"}
