"""Tables as papers print them: layouts, columns, ±, bold; LaTeX that compiles; the same formats in three commands."""

import csv
import io
import json
import os
import re
import shutil

import pytest

from smatchproof.conventions.aspects import ASPECTS
from tests.browser import CHROMIUM, Browser

FAST = ["--samples", 20, "--jobs", 1]


@pytest.fixture(scope="module")
def gold(samples):
    return samples / "annotator-b.amr"


@pytest.fixture(scope="module")
def systems(samples, tmp_path_factory):
    """Four systems; the third has lost roles, the fourth is the second under a name that LaTeX would read."""
    folder = tmp_path_factory.mktemp("four")
    text = (samples / "annotator-a.amr").read_text()
    (folder / "perfect.amr").write_text((samples / "annotator-b.amr").read_text())
    (folder / "good.amr").write_text(text)
    (folder / "bad.amr").write_text(re.sub(r":ARG1\b", ":ARG9", text))
    (folder / "good_#2 & ±.amr").write_text(text)
    return [folder / f"{name}.amr" for name in ("perfect", "good", "bad", "good_#2 & ±")]


@pytest.fixture(scope="module")
def wide(gold, systems, tmp_path_factory):
    """The folder of a comparison of four systems by eleven aspects in four rows."""
    from tests.commands.running import run

    folder = tmp_path_factory.mktemp("wide") / "out"
    words = ["--fine-grained", "--layout", "wide", "--percent", "--decimals", 1, "--plus-minus", *FAST]
    assert run("compare", gold, *systems, *words, "-o", folder).returncode == 0
    return folder


def body(latex):
    return [line.removesuffix(r" \\").split(" & ") for line in latex.splitlines() if line.endswith(r"\\")]


def test_four_systems_by_eleven_aspects_are_four_rows(wide):
    latex = (wide / "table.tex").read_text()
    head, *rows = body(latex)
    assert head == ["system", "smatch", *ASPECTS] and len(rows) == 4
    assert {len(row) for row in (rows[0], rows[1], rows[2])} == {len(ASPECTS) + 2}
    assert rows[0][1] == r"\textbf{100.0 $\pm$14.2}"
    numbers = json.loads((wide / "table.json").read_text())["rows"]
    one = next(row for row in numbers if (row["metric"], row["system"]) == ("smatch", "good"))
    (low, high), score = one["interval"].values(), one["score"]
    assert rows[1][1] == rf"{100 * score:.1f} $\pm${100 * max(high - score, score - low):.1f}"
    assert "<b>100.0 ±14.2</b>" in (wide / "table.html").read_text()
    assert "| perfect | **100.0 ±14.2** |" in (wide / "table.md").read_text()


def test_its_folder_is_verified_with_its_layout(program, wide, tmp_path):
    code, out, err = program("verify", wide)
    assert (code, err) == (0, "") and out.startswith((wide / "table.txt").read_text())
    copy = tmp_path / "copy"
    shutil.copytree(wide, copy)
    question = json.loads((copy / "question.json").read_text())
    for file in (question["reference"], *question["systems"]):
        file["path"] = os.path.relpath(wide / file["path"], copy)
    for change, code in (({"layout": "long"}, 0), ({"columns": ["x"]}, 1), ({"fine_grained": False}, 1)):
        (copy / "question.json").write_text(json.dumps(question | change, ensure_ascii=False))
        found, _, err = program("verify", copy)
        assert found == code, err
        assert not code or (err.startswith("refused: ") and str(copy) in err)  # every refusal names its file


def test_columns_by_choice(program, gold, systems):
    words = ["compare", gold, *systems[:3], "--fine-grained", *FAST]
    code, out, _ = program(*words, "--layout", "wide", "--columns", "wiki,smatch", "--format", "markdown")
    assert code == 0 and "| system | wiki | smatch |" in out
    assert "jackknife" not in out  # no interval is shown
    code, out, _ = program(*words[:5], *FAST, "--columns", "score,p", "--format", "latex")
    assert code == 0 and body(out)[0] == ["system", "score", "p"]
    rows = list(
        csv.DictReader(io.StringIO(program(*words, "--layout", "wide", "--columns", "wiki", "--format", "csv")[1]))
    )
    assert [*rows[0]] == ["system", "wiki", "wiki_most", "wiki_low", "wiki_high"] and rows[0]["wiki"] == "1.0"
    for columns, layout, known in (("x", "long", "score, interval"), ("wki", "wide", "did you mean wiki?")):
        code, out, err = program(*words, "--columns", columns, "--layout", layout)
        assert (code, out) == (2, "") and f"unknown column '{columns}'" in err and known in err


def test_a_table_says_what_concerns_its_columns(program, gold, systems):
    words = ["compare", gold, *systems[:2], "--metric", "smatch", "--metric", "sembleu", "--plus-minus", *FAST]
    wide = program(*words, "--layout", "wide", "--columns", "sembleu")[1]
    assert wide.count("signature") == 1 and "sembleu|k:3" in wide and "ertified" not in wide
    out = program(*words, "--columns", "interval")[1]
    assert out.count("signature") == 2 and "±" not in out and "ertified" not in out
    assert "Certified –: nothing is searched" in program(*words, "--columns", "score,certified")[1]


def test_plus_minus_in_the_long_layout(program, gold, systems):
    out = program("compare", gold, *systems[:3], "--plus-minus", *FAST, "--format", "markdown")[1]
    assert "| system | score | difference | p |" in out and out.count("±") == 3 + 2 + 1
    assert "± is the distance to the farther end, 95%" in out


def test_none_is_bold_where_optima_are_open(program, gold, systems):
    words = ["compare", gold, *systems[1:3], "--layout", "wide", "--format", "markdown", *FAST]
    assert "**0." in program(*words)[1]
    assert "| **" not in program(*words, "--method", "S")[1]


# ---- the same formats elsewhere


def test_score_as_a_number(program, systems, gold):
    f1 = json.loads(program("score", systems[1], gold, "--format", "json")[1])["f1"]
    assert program("score", systems[1], gold, "-b") == (0, f"{f1:.4f}\n", "")
    assert program("score", systems[1], gold, "-b", "--percent", "--decimals", 1)[1] == f"{100 * f1:.1f}\n"
    bleu = json.loads(program("score", systems[1], gold, "--metric", "sembleu", "--format", "json")[1])["sembleu"]
    assert program("score", systems[1], gold, "-b", "--metric", "sembleu")[1] == f"{bleu:.4f}\n"
    code, out, err = program("score", systems[1], gold, "-b", "--method", "S")
    assert code == 0 and re.fullmatch(r"0\.\d{4}\n", out) and "lower end of an interval" in err


@pytest.mark.parametrize("extra", [[], ["--fine-grained"], ["--interval"], ["--metric", "sembleu"]])
@pytest.mark.parametrize("form", ["markdown", "latex", "html", "csv"])
def test_score_as_a_table(program, systems, gold, form, extra):
    code, out, err = program("score", systems[1], gold, "--format", form, *extra, "--jobs", 1)
    plain = json.loads(program("score", systems[1], gold, "--format", "json", *extra, "--jobs", 1)[1])
    assert (code, err) == (0, "")
    score = plain.get("f1", plain.get("sembleu"))
    assert (f"{score}" if form == "csv" else f"{score:.4f}") in out and "|ref:24-" in out
    assert ("wiki" in out) == ("--fine-grained" in extra)
    if "--interval" in extra:
        low, high = plain["interval"]["f1_low"], plain["interval"]["f1_high"]
        ends = f"{low:.4f} {'--' if form == 'latex' else 'to'} {high:.4f}"
        assert (f",{low},{high}," if form == "csv" else ends) in out  # all digits there, in a column each
        assert ("95\\%" if form == "latex" else "95%") + " interval" in out


def test_percent_and_fingerprint_in_score_and_matrix(program, systems, gold):
    out = program("score", systems[1], gold, "--percent", "--per-pair", "--fine-grained", "--fingerprint", "--jobs", 1)[
        1
    ]
    assert re.search(r"^F1 +86\.73$", out, re.MULTILINE) and "F1 100.00" in out and not re.search(r" 0\.\d{4}", out)
    assert re.search(r"^reference +ref:24-[0-9a-f]{12}$", out, re.MULTILINE)
    found = json.loads(program("score", systems[1], gold, "--fingerprint", "--format", "json")[1])
    assert found["reference"] in out
    out = program("matrix", systems[1], gold, "--format", "latex", "--percent", "--decimals", 1)[1]
    assert " & 86.7 & " in out and found["reference"] in out
    assert (
        json.loads(program("matrix", systems[1], gold, "--format", "json")[1])["fingerprints"]["annotator-b"]
        == (found["reference"])
    )


@pytest.mark.parametrize("how", ["optimum", "projected", "damonte"])
def test_aspects_have_intervals(program, systems, gold, how):
    words = ["score", systems[1], gold, "--fine-grained", how, "--interval", "--jobs", 1]
    aspects = json.loads(program(*words, "--format", "json")[1])["fine_grained"]["aspects"]
    text, table = program(*words)[1], program(*words, "--format", "csv")[1]
    assert "F1 interval" in text and aspects
    for name, each in aspects.items():
        low, high = each["interval"]["f1_low"], each["interval"]["f1_high"]
        assert 0 <= low <= each["f1"] <= high <= 1
        assert f"{low:.4f} to {high:.4f}" in text or low == high
        assert f", {name}" in table
    if how == "optimum":
        rows = json.loads(program("compare", gold, systems[1], "--fine-grained", *FAST, "--format", "json")[1])["rows"]
        compared = {row["metric"].removeprefix("smatch "): row["interval"] for row in rows}
        assert compared["wiki"]["low"] == pytest.approx(aspects["wiki"]["interval"]["f1_low"])


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_the_page_of_a_comparison_fits_a_phone(wide, tmp_path):
    script = "document.body.dataset.figures = document.documentElement.scrollWidth"
    document, said = Browser(tmp_path).open(wide / "index.html", script, width=375)
    assert said == [] and int(document.one("body")["data-figures"]) <= 375


REFUSED = [
    (["--per-pair", "--format", "latex"], "--per-pair is for --format text, json and jsonl"),
    (["-b", "--format", "json"], "--score-only prints a number"),
    (["--fingerprint", "--format", "jsonl"], "--fingerprint is for"),
]


@pytest.mark.parametrize(("words", "error"), REFUSED)
def test_what_does_not_go_together(program, systems, gold, words, error):
    code, out, err = program("score", systems[1], gold, *words)
    assert (code, out) == (2, "") and error in err
