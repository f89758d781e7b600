"""Commands that are refused, by the table of refusals.txt: exit code 2, one error that says why, and nothing written.

The table has a command after each ``$``, and below it words of the error.
"""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.commands.running import run

REFUSALS = re.findall(r"^\$ (.*)\n  (.*)$", Path(__file__).with_name("refusals.txt").read_text("utf-8"), re.MULTILINE)
EXPERIMENT = 'methods = ["S"]\nsources = [{ kind = "trap", family = "circle", parameters = { persons = [4] } }]\n'
FILES = {
    "left.amr": "# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n\n# ::id q\n(a / x)\n",
    "right.amr": "# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))\n\n# ::id q\n(a / y)\n",
    "bad.amr": "# ::id p\n(a / )\n\n# ::id q\n(a / y)\n",
    "left-again.amr": "(a / x :r 1 :r 1 :r 1 :s (b / y) :s b)\n",
    "right-again.amr": "(c / x :r 1 :r 1 :s (d / z) :s d :s d)\n",
    "parsed.amr": """\
# ::id p
(h / hit-01 :ARG0 (d / dog) :ARG1 (x / man :mod (t / tall)))

# ::id q
(s / say-01 :ARG0 (b / boy) :quant 2 :polarity -)

# ::id r
(a / and :op1 (c / cat) :op2 (k / cat))

# ::id s
(w / want-01 :ARG0 (b / boy) :ARG1 (a / and :op1 (c / cat) :op2 (d / cat) :op3 (z / zoo :mod (t / toy))))
""",
    "gold.amr": """\
# ::id p
(h / hit-01 :ARG0 (d / dog) :ARG2 (x / woman :mod (t / tall)))

# ::id q
(s / say-01 :ARG0 (b / boy) :quant 3)

# ::id r
(a / and :op3 (c / cat))

# ::id s
(w / want-01 :ARG0 (g / girl) :ARG1 (c / cat :mod (b / boy)) :ARG2 (t / toy))
""",
    "people": "man\twoman\t0.85\n2\t3\t0.75\n",
    "vectors": "man 1 0\nwoman 0.8 0.6\n",
    "circles.toml": EXPERIMENT,
    "bad.toml": EXPERIMENT.replace("persons", "person"),
    "two.amr": "(a / b)\n\n(c / d)\n",
    "empty.amr": "# nothing\n",
    "old": "older\n",
    "t": "boy\tgirl\t0.5\n",
    "q.dat": "4\n0 1 2 0\n1 0 3 5\n2 3 0 1\n0 5 1 0\n\n0 5 2 9\n5 0 4 1\n2 4 0 7\n9 1 7 0\n",
    "bad.cnf": "p cnf 2 1\n1 x 0\n",
    "huge.cnf": "p cnf 999999999999 1\n1 0\n",
    "huge.txt": "1000000000000 1\n1\n",
    "large.txt": "100000 100000\n1\n",
    "ok.txt": "a b\n",
    "star.txt": "a b\na c\na d\na e\n",
    "weights.dat": "1\n2\n1\n",
    "short.dat": "2\n0 1\n1 0\n0 1\n1\n",
    "row.jsonl": '{"alignment": []}\n',
    "foreign.jsonl": '{"alignment": [["zz", "s"]]}\n',
}
MADE = """\
reduce qap q.dat -o l.amr r.amr --map m.json
score l.amr r.amr --map m.json --certificates with.jsonl
reduce max-cut ok.txt -o a.amr b.amr --map map.json
"""
"""The commands that make the other files."""


def make(folder):
    """Make a folder with files of every kind."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "full").mkdir()
    (folder / "full" / "rows.jsonl").touch()
    for line in MADE.splitlines():
        assert run(*line.split(), cwd=folder).returncode == 0
    weights, gadgets = (json.loads((folder / name).read_text()) for name in ("m.json", "map.json"))
    weights["weights"][0][3] += 1
    (folder / "heavier.json").write_text(json.dumps(weights))
    (folder / "other.json").write_text(json.dumps({**gadgets, "gadgets": {}}))
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with files of every kind, which no command of the table changes."""
    return make(tmp_path_factory.mktemp("refused"))


def contents(folder):
    return {path.name: path.is_file() and path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(("line", "words"), REFUSALS, ids=[line for line, _ in REFUSALS])
def test_it_is_refused_and_says_why(folder, line, words):
    before = contents(folder)
    done = run(*shlex.split(line), cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    said = done.stderr
    form = r"smatchproof[\w ]*: error: .* \(see smatchproof[\w ]* --help\)\n|error: .*\n(  .*\n  ? *\^\n)?"
    assert re.fullmatch(form, said) and words in said, said
    assert contents(folder) == before


def test_every_command_refuses_something():
    from smatchproof.cli import COMMANDS

    assert {line.split()[0] for line, _ in REFUSALS} >= {*COMMANDS} - {"completion"}
