"""Families of hard pairs: what they plant is a solution and an optimum, and the same parameters give the same pair."""

import random
import re
import sys
from importlib import import_module
from pkgutil import iter_modules

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.exact import exact
from smatchproof.experiments.experiment import Experiment
from smatchproof.experiments.pair_rows import run_pair
from smatchproof.experiments.runner import results_of
from smatchproof.experiments.sources import FamilySource
from smatchproof.experiments.sources.source import SourcePair
from smatchproof.plugins import allow
from smatchproof.problem.solution import SolveParams
from smatchproof.reductions import problems
from smatchproof.reductions.families import FAMILIES, Family, Instance, family
from smatchproof.reductions.from_smatch import dd
from smatchproof.reductions.reduction import Threshold
from tests.commands.running import run

PLANTED = [name for name, each in FAMILIES.items() if "planted" in each.parameters]
SMALL = {"clique": 9, "sat": 3, "max-sat": 3, "subgraph": 5}


def small(name, seed=0, **values):
    return family(name).member(seed, size=SMALL.get(name, 6), **values)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_same_parameters_and_seed_give_the_same_pair_and_other_seeds_others(name):
    first, again, other = small(name), small(name), small(name, 1)
    assert first.pair == again.pair and first.stored.texts == again.stored.texts
    assert first.stored.texts != other.stored.texts
    assert first.pair.weights is None  # experiments know no weights of triples


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in PLANTED), ("subgraph", {"induced": True})])
@pytest.mark.parametrize("seed", range(2))
def test_what_is_planted_is_the_optimum(name, options, seed):
    member = small(name, seed, planted=True, **options)
    assert options.items() <= member.stored.options.items()
    optimum = exact(member.pair.problem(), SolveParams()).matched
    assert member.pair.matched(member.planted) == optimum
    relation = member.stored.reduction.relation
    if isinstance(relation, Threshold):
        assert optimum == relation.least


def test_the_answer_turns_where_nothing_is_planted():
    """Among unplanted patterns and cliques some are there and some are not."""
    for name, size in (("subgraph", 6), ("clique", 12)):
        found = []
        for seed in range(20):
            member = family(name).member(seed, size=size, planted=False)
            assert member.planted is None
            least = member.stored.reduction.relation.least
            found.append(exact(member.pair.problem(), SolveParams()).matched >= least)
        assert 0 < sum(found) < 20, name


@pytest.mark.parametrize(
    ("name", "values", "error"),
    [
        ("clique", {"sise": 3}, "family clique has no parameter 'sise'; it has size, density, planted"),
        ("clique", {"size": 1.5}, "family clique needs a whole number from 0 to 1,000 for size, not 1.5"),
        ("clique", {"size": True}, "family clique needs a whole number from 0 to 1,000 for size, not true"),
        ("clique", {"planted": 1}, "family clique needs true or false for planted, not 1"),
        ("clique", {"density": 1}, "family clique: a clique is hidden in a graph of 2 vertices or more"),
        ("max-qap", {"size": 0}, "family max-qap: matrices have 1 row at least"),
        ("max-qap", {"density": 2}, "family max-qap: a density is from 0 to 1, not 2"),
        ("subgraph", {"density": 1.0000001}, "family subgraph: a density is from 0 to 1, not 1.0000001"),
        ("sat", {"size": 10**18}, "family sat needs a whole number from 0 to 1,000 for size"),
        ("sat", {"size": 900}, "family sat: a formula has 3 variables at least and 500 clauses at most"),
        ("subgraph", {"ratio": 0.5}, "family subgraph: a pattern has 2 vertices at least"),
        ("subgraph", {"size": 900, "ratio": 900}, "family subgraph: a host of 810,000 vertices, 1,000 at most are"),
        ("tour", {"size": 2}, "family tour: a tour has 3 vertices at least"),
    ],
)
def test_what_is_refused(name, values, error):
    with pytest.raises(UsageError) as raised:
        family(name).member(0, **values)
    assert str(raised.value).startswith(error)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4])
def test_tiny_sizes_make_a_pair_or_say_why_not(name, size):
    for values in ({}, {"planted": True}, {"planted": False}):
        if values and name not in PLANTED:
            continue
        try:
            member = family(name).member(0, size=size, **values)
        except UsageError as error:
            assert str(error).startswith(f"family {name}: ")
        else:
            assert member.pair.problem() is not None


def test_a_planted_solution_that_is_none_is_refused():
    def make(rng, size=3):
        return Instance({"graph.txt": "a b\nb c"}, {"size": size}, (0, 1, 2))

    with pytest.raises(UsageError, match="what was planted is no solution"):
        Family("no clique", "clique", make, "mine").member(0)


@pytest.mark.parametrize("solution", [{"b"}, 5, "ab", (0, 9), {0: 1}.items()])
def test_the_form_of_a_planted_solution_is_said(solution):
    def make(rng, size=3):
        return Instance({"graph.txt": "a b\nb c"}, {}, solution)

    with pytest.raises(UsageError) as raised:
        Family("no cut", "max-cut", make, "mine").member(0)
    assert str(raised.value).endswith("; expected the vertices of one side, as a tuple of numbers from 0")


def test_each_problem_says_what_a_solution_is():
    modules = [import_module(f"{problems.__name__}.{each.name}") for each in iter_modules(problems.__path__)]
    found = {value for module in [*modules, dd] for value in vars(module).values() if hasattr(value, "describe")}
    found = {each for each in found if isinstance(each, type) and hasattr(each, "brute_force")}
    assert len(found) >= 14
    assert all(hasattr(each, "solution_form") for each in found if not hasattr(each, "apply")), found


def test_a_planted_optimum_that_is_none_is_an_error_of_the_experiment():
    member = small("max-cut", planted=True)
    alignment = dict(list(member.planted.items())[:2])
    pair = SourcePair("x", "1", "", "l", "r", member.pair.left, member.pair.right, alignment, is_optimal=True)
    plan = Experiment("x", (FamilySource("max-cut", "max-cut"),), ("S",)).plan
    with pytest.raises(AssertionError, match="was planted as the optimum, an alignment is worth"):
        run_pair(pair, plan)


CLAIMS = """
from smatchproof.experiments.sources import SourcePair
from smatchproof.graphs.reading import parse_graph
from smatchproof.reductions.families import Family, Instance

GRAPH = parse_graph("(a / b :c (d / e))")
poor = Family("a bad cut", "max-cut", lambda rng, size=4: Instance({"square.txt": "a b\\nb c\\nc d\\nd a"}, {}, (0,)))


def pairs():
    yield SourcePair("", "one", "", "left", "right", GRAPH, GRAPH, {"a": "d"}, is_optimal=True)


def twice():
    yield SourcePair("", "one", "", "left", "right", GRAPH, GRAPH, {"a": "a", "d": "a"})


def of_lists():
    yield SourcePair("", "one", "", "left", "right", GRAPH, GRAPH, {"a": ["a"]})
"""


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('kind = "family"\nfamily = "claims.py:poor"', "planted 12 as the optimum of pair seed=0 of claims.py"),
        ('kind = "family"\nname = "x"\nswapped = true\nfamily = "claims.py:poor"', "poor planted 12 as the optimum"),
        ('kind = "claims.py:pairs"', "claims.py:pairs planted 0 as the optimum of pair one of claims.py:pairs, but an"),
        ('kind = "claims.py:twice"', "what claims.py:twice planted in pair one of claims.py:twice is no alignment"),
        ('kind = "claims.py:of_lists"', "claims.py:of_lists planted in pair one of claims.py:of_lists is no alignment"),
    ],
)
def test_a_users_planted_optimum_that_is_none_is_an_error_of_the_user(tmp_path, source, said):
    (tmp_path / "claims.py").write_text(CLAIMS)
    (tmp_path / "e.toml").write_text(f'methods = ["S"]\n[[sources]]\n{source}\n')
    done = run("experiment", "run", "e.toml", "-o", "out", "--jobs", 1, "--plugin", "claims.py", cwd=tmp_path)
    assert done.returncode == 2 and said in done.stderr.splitlines()[-1], done
    assert "; let it " in done.stderr
    assert " pairs are done; mend this, and name a new folder\n" in done.stderr


def test_the_optimum_of_a_users_family_is_its_claim(tmp_path):
    (tmp_path / "claims.py").write_text(CLAIMS)
    done = run("generate", "family", "claims.py:poor", "-o", "left.amr", "right.amr", cwd=tmp_path)
    assert done.stderr.endswith(": the planted alignment matches 12 triples, by its claim the optimum\n")


def test_an_experiment_counts_what_was_confirmed():
    source = FamilySource("c", "clique", 2, 5, (("size", (6, 8)), ("planted", (True, False))))
    results = results_of(Experiment("x", (source,), ("S",)))
    assert source.count() == len(results.pairs) == 8
    assert results.planted == (4, 4)
    assert [pair.pair for pair in results.pairs][:2] == ["size=6 planted=false seed=5", "size=6 planted=false seed=6"]


def test_random_numbers_are_of_the_family_its_parameters_and_the_seed():
    drawn = []

    def make(rng, size=3):
        drawn.append(rng.random())
        return Instance({"graph.txt": "a b\n"})

    for name, seed, size in (("x", 0, 3), ("x", 1, 3), ("x", 0, 4), ("y", 0, 3), ("x", 0, 3)):
        Family("", "max-cut", make, name).member(seed, size=size)
    assert len(set(drawn)) == 4 and drawn[0] == drawn[-1]
    assert random.Random("x [('size', 3)] 0").random() == drawn[0]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("def make(rng, size=3):\n    raise KeyError(size)\n", "bad.py:one raised KeyError: 3"),
        ("def make(rng, size=3):\n    return 5\n", "family bad.py:one made int, expected an Instance"),
        ("make = 5\n", "family bad.py:one is made by no function of random numbers and parameters; write make("),
        ("def make():\n    pass\n", "family bad.py:one is made by no function of random numbers and parameters;"),
        ("def make(rng, size):\n    pass\n", "family bad.py:one has no default for size; write make(rng, size=8)"),
        ("def make(rng, size=3):\n    return Instance([])\n", "family bad.py:one made an Instance without a text by"),
        ("def make(rng, size=3):\n    return Instance({'a': 3})\n", "family bad.py:one made an Instance without a"),
        ("def make(rng, size=3):\n    return Instance({'a': 'b c'}, 3)\n", "family bad.py:one made an Instance witho"),
    ],
)
def test_a_users_family_that_fails_is_one_line(tmp_path, monkeypatch, text, error):
    head = "from smatchproof.reductions.families import Family, Instance\n"
    (tmp_path / "bad.py").write_text(head + text + 'one = Family("bad", "clique", make)\n')
    monkeypatch.chdir(tmp_path)
    allow("bad.py")
    with pytest.raises(UsageError, match=re.escape(error)):
        family("bad.py:one").member(0)


def test_a_family_of_a_package_is_code_of_a_user(tmp_path, monkeypatch):
    (tmp_path / "toy_families.py").write_text(
        "from smatchproof.reductions.families import Family\n"
        'def make(rng, size=3):\n    print("here I am")\n    raise KeyError(size)\n'
        'toy = Family("bad", "clique", make)\n'
    )
    info = tmp_path / "toy-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[smatchproof.families]\ntoy = toy_families:toy\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "e.toml").write_text('methods = ["S"]\n[[sources]]\nkind = "family"\nfamily = "toy"\n')
    for words in (
        ["generate", "family", "toy", "-o", "l.amr", "r.amr"],
        ["experiment", "run", "e.toml", "-o", "out", "--plugin", "toy_families"],
    ):
        done = run(*words, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert "here I am\n" in done.stderr and "toy raised KeyError: 3\n" in done.stderr
    monkeypatch.delitem(sys.modules, "toy_families")
