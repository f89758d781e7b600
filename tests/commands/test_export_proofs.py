"""``smatchproof export --to veripb`` and ``--all`` as processes: the files, their names, and what cannot be done."""

import random
import re
from functools import partial

import pytest

from smatchproof.exact import exact
from smatchproof.exact.core import is_compiled
from smatchproof.graphs.corpus import Corpus, pair_blocks
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.reductions.registry import SourceText, reduce
from smatchproof.problem.proof import Cover
from smatchproof.problem.solution import SolveParams
from tests.commands import running
from tests.lab.reductions.veripb_checker import check

LEFT = "# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n\n# ::id q\n(a / x)\n"
RIGHT = "# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))\n\n# ::id q\n(a / y)\n"


run = partial(running.run, "export")


def checked(base):
    """The bounds that the two files of a pair prove."""
    return check(base.with_name(f"{base.name}.opb").read_text(), base.with_name(f"{base.name}.pbp").read_text())


@pytest.mark.parametrize("name", ["p", "p.pbp", "p.opb"])
def test_a_proof(folder, name):
    written = run("left.amr", "right.amr", "--id", "p", "--to", "veripb", "-o", name, cwd=folder)
    assert (written.returncode, written.stdout) == (0, "")
    assert written.stderr == "matched 5, and no alignment matches more; check it: veripb p.opb p.pbp\n"
    assert {path.name for path in folder.iterdir()} == {"left.amr", "right.amr", "p.opb", "p.pbp"}
    heading, title, *_ = (folder / "p.pbp").read_text().splitlines()
    assert heading == "pseudo-Boolean proof version 3.0"
    assert title.endswith(", pair p, conv:smatch|dup:set|top:const")
    assert checked(folder / "p") == (-5, -5)


@pytest.fixture
def hard(tmp_path):
    """Two pairs that need a search."""
    words = "digraphs", "--nodes", 10, "--overlap", 0.3, "--number", 2, "--seed", 3
    assert not running.run("generate", *words, "-o", "hard.amr", "other.amr", cwd=tmp_path).returncode
    return tmp_path


def test_a_search_that_is_stopped_leaves_the_proof_of_a_bound(hard):
    written = run("hard.amr", "other.amr", "--id", "1", "--to", "veripb", "-o", "z", "--node-limit", "1", cwd=hard)
    assert written.returncode == 0
    found = re.match(r"matched (\d+), and no alignment matches more than (\d+); check it", written.stderr)
    matched, bound = map(int, found.groups())
    assert matched < bound
    assert checked(hard / "z") == (-bound, -matched)


def test_all_pairs(paths, tmp_path):
    written = run(*paths, "--all", "--to", "veripb", "-o", tmp_path / "new" / "proofs")
    assert (written.returncode, written.stdout) == (0, "")
    with Corpus(paths[0]) as left, Corpus(paths[1]) as right:
        ids = [blocks[0].id for blocks in pair_blocks(left, right, None)]
    assert written.stderr == f"{tmp_path / 'new' / 'proofs'}: {len(ids)} of {len(ids)} pairs\n"
    files = {path.name for path in (tmp_path / "new" / "proofs").iterdir()}
    assert files == {f"{id}{suffix}" for id in ids for suffix in (".opb", ".pbp")}
    for id in ids:
        lower, upper = checked(tmp_path / "new" / "proofs" / id)
        assert lower == upper


def test_a_dense_pair_has_a_proof_without_symmetries_and_lines_that_are_covered(tmp_path):
    """Its certificate has both, which VeriPB could not follow."""
    rng, size = random.Random(3), 7
    flow = [[rng.randint(0, 2) * (i != j) for j in range(size)] for i in range(size)]
    places = [(i % 3, i // 3) for i in range(size)]
    near = [[abs(x - u) + abs(y - v) for u, v in places] for x, y in places]
    source = "\n".join([str(size), *(" ".join(map(str, row)) for matrix in (flow, near) for row in matrix)])
    graphs = reduce("qap", [SourceText("qap", source)], {"copies": True}).reduction.target
    for name, graph in (("left.amr", graphs.left), ("right.amr", graphs.right)):
        (tmp_path / name).write_text(write_graph(graph))
    solution = exact(graphs.problem(), SolveParams(proof=True))
    assert isinstance(next(iter(solution.proof)), Cover) == is_compiled()  # uncompiled, no tree is searched
    assert not run("left.amr", "right.amr", "--to", "veripb", "-o", "z", cwd=tmp_path).returncode
    assert checked(tmp_path / "z") == 2 * (-solution.matched,)


def test_ids_that_are_no_names_of_files_stay_in_the_folder(tmp_path):
    ids = ["../x", "/etc/x", "..", "a:b", "A:b", "é", "x" * 300, "con:1", "p~2"]
    text = "\n\n".join(f"# ::id {id}\n(a / x)" for id in ids)
    (tmp_path / "left.amr").write_text(text)
    written = run("left.amr", "left.amr", "--all", "--to", "veripb", "-o", "all", cwd=tmp_path)
    assert written.returncode == 0, written.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"left.amr", "all"}
    made = {path.name for path in (tmp_path / "all").iterdir()}
    assert len(made) == 2 * len(ids)
    assert made >= {"%2E.%2Fx.opb", "%2Fetc%2Fx.pbp", "%2E..opb", "a%3Ab.opb", "A%3Ab~5.opb", "%C3%A9.opb", "p%7E2.pbp"}
