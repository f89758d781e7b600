"""Tables as papers print them: layouts, columns, ±, bold; LaTeX that compiles; the same formats in three commands."""

import json
import re

import pytest

from smatchproof.conventions.aspects import ASPECTS

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


def test_none_is_bold_where_optima_are_open(program, gold, systems):
    words = ["compare", gold, *systems[1:3], "--layout", "wide", "--format", "markdown", *FAST]
    assert "**0." in program(*words)[1]
    assert "| **" not in program(*words, "--method", "S")[1]
