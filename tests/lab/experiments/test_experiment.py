"""Experiments as files and as values: what they say, what is refused and where, and what pairs their sources make."""

import re
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from smatchproof.base.errors import InputError, UsageError
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.experiments.experiment import KINDS, Experiment, read_experiment
from smatchproof.lab.experiments.made_pairs import DesignSource, DigraphsSource, FamilySource, GraphsSource, TrapSource
from smatchproof.lab.experiments.sources import AnnotationsSource, AnnotatorsSource, CorpusSource, SelfSource
from smatchproof.lab.generators import Noise
from smatchproof.scoring.methods.registry import allowed_method
from tests.tables import tables

DOCUMENT = Path(__file__).parents[3] / "docs" / "experiments.md"
EXAMPLE = re.search(r"<!-- example: experiment\.toml -->\n```toml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[1]
CIRCLES = TrapSource("circles", "circle", (("persons", (3, 4)),))


def triples(graph):
    """The triples of a graph without the names of its variables, as far as sets of them can tell graphs apart."""
    found = convention("smatch").triples(graph)
    concepts = [each.value for each in found.attributes if each.kind == "instance"]
    return sorted((each.role, concepts[each.source], concepts[each.target]) for each in found.relations)


# ---- a file


def test_methods_are_texts_or_tables():
    sources = '[[sources]]\nkind = "trap"\nfamily = "circle"\n'
    tables = '[{name = "S", restarts = 4}, "S:restarts=7", {name = "exact"}]'
    experiment = read_experiment(f'methods = {tables}\nonce = [{{name = "exact"}}]\n{sources}', "e.toml")
    assert (experiment.methods, experiment.once) == (("S+4R", "S:restarts=7", "exact"), ("exact",))


def test_the_example_of_the_documentation(samples):
    experiment = read_experiment(EXAMPLE, "experiment.toml", samples)
    left, right = samples / "annotator-a.amr", samples / "annotator-b.amr"
    news = CorpusSource("news", left, right, "A", "B", "samples")
    assert experiment == Experiment(
        "samples and more",
        (
            news,
            AnnotatorsSource("annotators", (("A", left), ("B", right)), "", True),
            GraphsSource("graphs", 4, tuple(range(5, 13)), Noise.parse("1.5"), 7),
            AnnotationsSource("annotations", left, Noise(sense_changed=0.2), fit=right),
            SelfSource("self", left),
            DigraphsSource("digraphs", 2, (6, 8), 3.0, 1, 2, 0.8),
            DesignSource("design", 1, (6, 9), (0, 1), (0.3,), (4,), (0.8,)),
            TrapSource("circles", "circle", (("persons", (4, 6)),)),
            FamilySource("clique", "clique", 2, 3, (("size", (8, 12)), ("planted", (True, False)))),
        ),
        ("Base", "R", "S", "S+4R", "ILS", "exact"),
        (0, 1, 2),
        convention("smatch"),
        node_limit=100_000,
        optimum_time_limit=30.0,
        once=("exact",),
    )
    assert set(re.findall(r'^kind = "(.*?)"', EXAMPLE, re.MULTILINE)) == set(KINDS)


def test_sources_without_names_are_numbered():
    """Of each kind; a name that is given is left alone."""
    lines = ('kind = "digraphs"', 'kind = "graphs"', 'kind = "graphs"', 'kind = "graphs"',
             'kind = "graphs"\nname = "mine"', 'kind = "digraphs"')  # fmt: skip
    text = 'methods = ["S"]\n' + "".join(f"[[sources]]\n{each}\n" for each in lines)
    found = [source.name for source in read_experiment(text, "e.toml").sources]
    assert found == ["digraphs", "graphs", "graphs-2", "graphs-3", "mine", "digraphs-2"]


def test_what_a_file_may_leave_out():
    text = 'methods = ["S"]\n[[sources]]\nkind = "trap"\nfamily = "ring"'
    little = Experiment("little", (TrapSource("trap", "ring"),), ("S",))
    assert read_experiment(text, "folder/little.toml") == little
    rule = convention("paper", top="concept", duplicates="multiset")
    lines = f'convention = "paper"\ntop = "concept"\nduplicates = "multiset"\n{text}'
    assert read_experiment(lines, "little.toml") == replace(little, convention=rule)


@pytest.mark.parametrize(("line", "numbers"), [('"3-5"', (3, 4, 5)), ('"7"', (7,)), ("[5, 2]", (5, 2))])
def test_ways_to_write_seeds_and_sizes(line, numbers):
    text = f'seeds = {line}\nmethods = ["S"]\n[[sources]]\nkind = "graphs"\nnumber = 1\nvariables = {line}'
    experiment = read_experiment(text, "e.toml")
    assert experiment.seeds == experiment.sources[0].variables == numbers
    one = read_experiment(text.replace(f"variables = {line}", "variables = 7"), "e.toml")
    assert one.sources[0].variables == (7,)


# ---- what is refused, with its line, the key and the choices

GOOD = tables(__file__)["good"]


REFUSED = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))


def refused(text, folder, where, words):
    with pytest.raises(InputError) as caught:
        read_experiment(text, "e.toml", folder)
    error = caught.value
    place = "e.toml" if where == "e.toml" else f"e.toml:{where}"
    assert re.match(rf"{re.escape(place)}: {words}", error.headline), str(error)
    if error.place.line is not None and error.place.line <= len(text.splitlines()):
        assert error.place.text == text.splitlines()[error.place.line - 1]


@pytest.mark.parametrize(("old", "new", "where", "words"), REFUSED["files"])
def test_a_wrong_file(samples, old, new, where, words):
    assert GOOD.count(old) == 1, "the table is about the good file"
    read_experiment(GOOD, "e.toml", samples)
    refused(GOOD.replace(old, new), samples, where, words)


@pytest.mark.parametrize(("source", "where", "words"), REFUSED["sources"])
def test_a_wrong_source(samples, source, where, words):
    refused(f'methods = ["S"]\n[[sources]]\n{source}\n', samples, where, words)


def test_a_file_without_sources():
    for sources in ("", "sources = []", "[sources]\nkind = 'self'", "sources = 3"):
        refused(f'methods = ["S"]\n{sources}', Path(), "2:1" if sources else "e.toml", "expected at least one table")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"methods": ("S", "T")}, "unknown method 'T'; choose from exact, .*smatch"),
        ({"sources": (CIRCLES, CIRCLES)}, "source 'circles' is there twice"),
        ({"seeds": ()}, "an experiment needs at least one source, one method and one seed"),
    ],
)
def test_values_that_are_refused(change, words):
    with pytest.raises(UsageError, match=f"^{words}"):
        replace(Experiment("good", (CIRCLES,), ("S", "exact")), **change)


# ---- the pairs of sources


def every_source(left, right):
    news = CorpusSource("news", left, right, "A", "B", group_from_id=True)
    return [
        news,
        AnnotatorsSource("three", (("A", left), ("B", right), ("C", left)), "g"),
        GraphsSource("graphs", 5, (4, 6), Noise.parse("1"), seed=3),
        GraphsSource("fitted", 3, fit=left),
        AnnotationsSource("annotations", left, Noise.parse("2"), seed=3),
        SelfSource("self", left),
        DigraphsSource("digraphs", 2, (5, 7), overlap=0.5),
        DesignSource("design", 2, (6, 9), (0, 1)),
        TrapSource("rings", "ring", (("size", (5, 6)), ("labels", (1, 2)))),
        TrapSource("default", "names"),
    ]


def test_a_source_makes_as_many_pairs_as_it_says_and_the_same_again(paths):
    for source in every_source(*paths):
        pairs = list(source.pairs())
        assert len(pairs) == source.count() == len({pair.id for pair in pairs}), source.name
        assert pairs == list(source.pairs())
        assert len({(pair.left, pair.right) for pair in pairs}) == len(pairs), source.name
        assert {pair.source for pair in pairs} == {source.name}
        for pair in pairs:
            for graph in (pair.left, pair.right):
                assert parse_graph(write_graph(graph)).edges == graph.edges or graph.early_mentions
        for pair in (each for each in pairs if each.planted is not None):
            left, right = pair.planted.keys(), {*pair.planted.values()}
            assert left <= {*pair.left.variables} and right <= {*pair.right.variables} and len(left) == len(right) > 0


def test_every_two_annotators_are_compared(paths):
    left, right = paths
    pairs = list(AnnotatorsSource("three", (("A", left), ("B", right), ("C", left)), "g").pairs())
    assert {(pair.left_name, pair.right_name, pair.group) for pair in pairs[24:48]} == {("A", "C", "g")}
    assert all(pair.left == pair.right for pair in pairs[24:48])


def test_sources_without_noise_compare_graphs_with_themselves(paths):
    for source in (SelfSource("self", paths[0]), GraphsSource("graphs", 5, (8,), Noise())):
        pairs = list(source.pairs())
        assert all(triples(pair.left) == triples(pair.right) for pair in pairs)
        assert sum(write_graph(pair.left) != write_graph(pair.right) for pair in pairs) > len(pairs) / 2


def test_a_factorial_design_has_every_combination():
    source = DesignSource("d", 2, (6, 9), (0, 1), (0.0, 0.5), (3,), (0.8,))
    pairs = list(source.pairs())
    assert len(pairs) == source.count() == 16 and len({pair.id for pair in pairs}) == 16
    assert Counter(len(pair.left.variables) for pair in pairs) == {6: 8, 9: 8}
    assert pairs[0].group == "6 variables" and pairs[0].planted


def test_two_graphs_with_the_same_id_are_refused(tmp_path):
    file = tmp_path / "twice.amr"
    file.write_text("# ::id x\n(a / b)\n\n# ::id x\n(a / b)\n")
    with pytest.raises(InputError, match=r"twice\.amr: two pairs of source 's' have the id x"):
        CorpusSource("s", file, file).count()


def test_graphs_that_cannot_be_read_are_found_before_anything_runs(tmp_path):
    broken = tmp_path / "broken.amr"
    broken.write_text("(a / b)\n\n(c / d :r )\n")
    both = AnnotatorsSource("s", (("A", broken), ("B", broken)))
    for source in (CorpusSource("s", broken, broken), both, SelfSource("s", broken), GraphsSource("s", 1, fit=broken)):
        with pytest.raises(InputError, match=r"broken\.amr:3:8: role :r has no target"):
            source.count()


# ---- what rows depend on


def test_the_description_tells_all_that_changes_the_rows(paths, tmp_path):
    left, right = paths
    experiment = Experiment("e", tuple(every_source(left, right)), ("S",))
    told = experiment.describe()
    moved = tmp_path / left.name
    moved.write_bytes(left.read_bytes())
    assert Experiment("e", tuple(every_source(moved, right)), ("S",)).describe() == told, "where files lie is no matter"
    moved.write_bytes(left.read_bytes() + b"\n")
    changes = [
        *({"methods": ("R",)}, {"seeds": (1,)}, {"convention": convention("smatch", top="none")}, {"once": ("S",)}),
        *({"time_limit": 1.0}, {"node_limit": 1}, {"optimum_time_limit": 1.0}, {"sources": experiment.sources[:-1]}),
    ]
    changes.append({"sources": tuple(every_source(moved, right))})
    for changed in (replace(experiment, **change) for change in changes):
        assert changed.describe() != told


def test_the_description_has_the_file_of_a_users_method(tmp_path):
    mine = tmp_path / "of_mine.py"
    mine.write_text("def greedy(problem, params):\n    return [None] * problem.left_size\n")
    experiment = Experiment("e", (CIRCLES,), (allowed_method(f"{mine}:greedy"),))
    told = experiment.describe()
    assert list(told["code"]) == ["of_mine.py"]
    mine.write_text(mine.read_text() + "\n")
    assert experiment.describe() != told
