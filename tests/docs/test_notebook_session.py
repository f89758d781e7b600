"""A session in a notebook, as a researcher has one: every output is short, and every object has a picture."""

from importlib.util import find_spec

import nbformat
import pytest
from nbclient import NotebookClient

MOST_LINES = 40
SESSION = {
    "import": "import smatchproof\nfrom importlib.resources import files\nsamples = files('smatchproof') / 'samples'\n"
    "a, b = (samples / f'annotator-{name}.amr' for name in 'ab')",
    "score": "result = smatchproof.score_files(a, b, certificates='proofs.jsonl')\nresult",
    "print": "print(result)",
    "numbers": "result.f1, result.precision, result.recall, result.matched, result.certified",
    "pair": "result.pairs[3]",
    "all pairs": "[repr(pair) for pair in result.pairs[:5]]",
    "frame": "result.to_dataframe().head()",
    "compare": "compared = smatchproof.compare(a, [a, b])\ncompared",
    "latex": "print(compared.to('latex', percent=True))",
    "compared frame": "compared.to_dataframe()",
    "plot": "compared.plot()",
    "interval": "smatchproof.interval(result)",
    "explain": "smatchproof.explain('(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))', "
    "'(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))')",
    "verify": "smatchproof.verify('proofs.jsonl', a, b)",
    "names": "dir(smatchproof)",
}
PLAIN = {"numbers", "all pairs", "names"}
"""What Python's own objects show."""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    wanted = {name: code for name, code in SESSION.items() if "frame" not in name or find_spec("pandas")}
    cells = [nbformat.v4.new_code_cell(code) for code in wanted.values()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    resources = {"metadata": {"path": str(tmp_path_factory.mktemp("session"))}}
    NotebookClient(notebook, timeout=120, resources=resources).execute()
    return {name: cell.outputs for name, cell in zip(wanted, notebook.cells, strict=True)}


def test_no_output_is_long(outputs):
    for name, parts in outputs.items():
        text = "".join(part.get("text", "") + part.get("data", {}).get("text/plain", "") for part in parts)
        assert len(text.splitlines()) <= MOST_LINES, name
        assert text or name == "import"


def test_every_object_has_a_picture_of_itself(outputs):
    shown = {
        name: part.data for name, parts in outputs.items() for part in parts if part.output_type == "execute_result"
    }
    assert {"score", "pair", "compare", "plot", "interval", "explain", "verify"} <= {*shown}
    for name, data in shown.items():
        if name not in PLAIN:
            assert "text/html" in data or "image/svg+xml" in data, name
            assert "<table" in data.get("text/html", "<table")
            assert "frame" in name or len(data["text/plain"]) < 300
    assert "<svg" in shown["explain"]["text/html"]
    assert not [part for parts in outputs.values() for part in parts if part.get("name") == "stderr"]
