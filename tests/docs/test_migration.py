"""What docs/migration.md says of other programs, asked of the programs."""

import pytest

from smatchproof.cli import main
from tests import peers

THREE = "(a / x)\n\n(b / y)\n\n(c / z)\n"
BOY, RUN = "(b / boy :ARG0-of (r / run-02))", "(r / run-02 :ARG0 (b / boy))"


@pytest.fixture
def files(tmp_path):
    def written(*texts):
        paths = [tmp_path / f"{number}.amr" for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text)
        return paths

    return written


@pytest.mark.parametrize(
    ("second", "lines"),
    [
        ("(b / y :ARG0 (c / d)", "Precision: 0.50\nRecall: 1.00\nF-score: 0.67\n"),  # four triples are read
        ("(b / y :ARG0", "Precision: 1.00\nRecall: 1.00\nF-score: 1.00\n"),
        ("(((", None),
        ("hello world", None),
    ],
)
def test_smatch_scores_or_falls_over_what_it_cannot_read(files, capsys, second, lines):
    paths = files(THREE.replace("(b / y)", second), THREE)
    run = peers.smatch_program(*paths, "--pr", "--ms")
    whole = "Precision: 1.00\nRecall: 1.00\nF-score: 1.00\n"
    if lines is None:
        assert run.status == 1 and "Traceback" in run.err
    else:
        assert (run.status, run.out, run.err) == (0, whole + lines + whole, "")
    assert main(["smatch", "-f", *map(str, paths)]) == 2
    assert "0.amr:3:" in capsys.readouterr().err


def test_smatchpp_standardises_nothing_by_default(tmp_path):
    found = {
        kind: peers.smatchpp_text(tmp_path, [(BOY, RUN)], graph_type=kind).scores[0].f1
        for kind in (None, "generic", "amr")
    }
    assert found == {None: 50.0, "generic": 75.0, "amr": 75.0}
    from smatchpp import Smatchpp

    measure = Smatchpp()
    assert type(measure.graph_standardizer).__name__ == "DoNothingStandardizer"
    assert type(measure.alignmentsolver).__name__ == "HillClimber"
    assert measure.score_pair(BOY, RUN)["main"]["F1"] == 50.0
    assert measure.score_corpus(["(a / x)"], ["(a / x)", "(b / y)"])[0]["main"]["F1"]["result"] == 100.0
    with pytest.raises(IndexError):
        measure.score_corpus(["(a / x)", "(b / y)"], ["(a / x)"])


@pytest.mark.parametrize(
    ("text", "graphs"),
    [
        ("(a / x)\n\n(b / y)\n", 2),
        ("(a / x)\n \n(b / y)\n", 1),
        ("(a / x)\n\n\n\n(b / y)\n", 3),
        ("(a / x)\n\n(b / y)\n\n\n\n", 3),
        ("# a release\n\n(a / x)\n\n(b / y)\n", 3),
    ],
)
def test_smatchpp_splits_at_an_empty_line(files, capsys, text, graphs):
    peers.require("smatchpp", "1.8.0")
    from smatchpp.data_helpers import read_graphstrings_from_file

    (path,) = files(text)
    assert len(read_graphstrings_from_file(path)) == graphs
    assert main(["score", str(path), str(path), "--format", "json"]) == 0
    assert '"pairs": 2' in capsys.readouterr().out
