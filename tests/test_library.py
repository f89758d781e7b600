"""The library of hard pairs: its records are about the pairs that it makes, its page says what they say, and a check
tells what agrees from what does not.
"""

import pytest

from benchmarks.library import __main__ as library
from benchmarks.library.page import ABOUT, LIBRARY, PAGE, page
from benchmarks.library.records import compared, pair_of
from benchmarks.library.sources import made
from smatchproof.base.errors import UsageError
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.experiments.instance_library import FoundInstance, add_instance, read_library, solved

RECORDS = read_library(LIBRARY)
QUICK = [name for name, record in RECORDS.items() if record.status == "certified" and record.seconds < 0.02]
REAL = ("sentence_pair(", "document(", "qaplib(")


def test_there_are_a_hundred_instances_and_eighty_are_certified():
    assert len(RECORDS) >= 100
    assert sum(record.status == "certified" for record in RECORDS.values()) >= 80
    families = [record.family for record in RECORDS.values()]
    assert [*dict.fromkeys(families)] == [*ABOUT] and len(ABOUT) == 11
    assert all(families.count(family) >= 5 for family in ABOUT)


def test_records_do_not_contradict_themselves():
    for record in RECORDS.values():
        assert record.best <= record.bound
        assert (record.status == "open") == (record.best < record.bound)
        assert record.status != "certified" or record.certificate_bytes
        assert record.climbing is None or record.climbing <= record.best


def test_the_page_is_that_of_the_records():
    assert (LIBRARY / PAGE).read_text(encoding="utf-8") == page(RECORDS)


@pytest.mark.parametrize("family", ABOUT)
def test_instances_are_those_of_the_records_and_certified_again(family):
    """Of each family the quickest instance that needs no real data; `make library` asks all."""
    found = [each for each in RECORDS.values() if each.family == family and each.name in QUICK]
    for record in [each for each in found if not each.source.startswith(REAL)][:1]:
        again, _ = solved(pair_of(LIBRARY, record), record.name, family, record.source, 60)
        assert compared(record, again).wrong == ""


@pytest.mark.parametrize("source", ["circulants", "exit()", "circulants(exit())", "trap('decoys') + 1", "trap("])
def test_what_is_no_call_of_a_source_is_refused(source):
    with pytest.raises(UsageError, match="makes no pair; call one of random_digraphs, "):
        made(source)


def test_a_library_that_a_search_has_stored_is_checked(tmp_path, capsys):
    graphs = (parse_graph(text, id="a") for text in ("(a / x :r (b / y) :s (c / y))", "(d / x :s (e / y))"))
    add_instance(tmp_path, FoundInstance("found", "adversary", *graphs, "a search", {"n": 1}))
    assert library.main(["check", "--folder", str(tmp_path)]) == 0
    assert (
        capsys.readouterr().out
        == "found: certified, as recorded\n1 instances: 0 wrong, 0 better than recorded, 0 skipped\n"
    )
    (tmp_path / "found.left.amr").write_text("(a / z)\n", encoding="utf-8")
    assert library.main(["check", "--folder", str(tmp_path), "found"]) == 1
    assert "another pair than the one recorded" in capsys.readouterr().out
    assert library.main(["check", "--folder", str(tmp_path), "lost"]) == 2
