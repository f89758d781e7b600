"""Control characters of an input are escaped in text for a terminal; other characters stay."""

import re

import pytest

from tests.commands.running import run
from tests.tables import tables

TABLES = tables(__file__)
GRAPH = (
    "# ::id a\x1b[2J\x9b\u2028\n# ::snt hello\x1b[31m\x07 café \u200d\n"
    '(w\x1b / want\x07-01 :ARG0\x08 (b / "b\x1b]0;x\x07{}\x7f") :op1 "tab\there\x85end" :pol\x1bity -)\n'
)
FILES = {
    "l.amr": GRAPH.format("oy"),
    "r.amr": GRAPH.format("irl"),
    "graph.txt": "a\x1b[2J b\x07\nb\x07 c\x9b\n",
    "\x1b[2J.amr": GRAPH.format("oy"),
}
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")
SPOKEN = TABLES["spoken"]


@pytest.mark.parametrize("line", SPOKEN, ids=map(ascii, SPOKEN))
def test_nothing_that_a_terminal_obeys_is_printed(line, tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    done = run(*line.split(" "), cwd=tmp_path)
    out = "" if line.startswith("generate") else done.stdout  # that is a corpus, not text for people
    assert done.returncode != 70 and (out or done.stderr)
    assert not OBEYED.search(out + done.stderr), ascii(out + done.stderr)


def test_other_signs_stay(tmp_path):
    (tmp_path / "l.amr").write_text(FILES["l.amr"], encoding="utf-8", newline="")
    assert "hello\\x1b[31m\\x07 café \u200d" in run("explain", "l.amr", "l.amr", cwd=tmp_path).stdout
