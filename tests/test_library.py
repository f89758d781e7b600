"""The library of hard pairs: its records are about the pairs that it makes, its page says what they say, and a check
tells what agrees from what does not.
"""

import pytest

from benchmarks.library import __main__ as library
from benchmarks.library.families import FAMILIES
from benchmarks.library.instance import by_name
from benchmarks.library.page import LIBRARY, PAGE, page
from benchmarks.library.record import compared
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.experiments.instance_library import FoundInstance, read_library, solved

RECORDS = read_library(LIBRARY)
QUICK = [name for name, record in RECORDS.items() if record.status == "certified" and record.seconds < 0.02]
REAL = ("sentence_pair(", "document(", "qaplib(")


def test_there_are_a_hundred_instances_and_eighty_are_certified():
    assert list(RECORDS) == list(by_name(library.families_of(LIBRARY)))
    assert len(RECORDS) >= 100
    assert sum(record.status == "certified" for record in RECORDS.values()) >= 80
    assert len(FAMILIES) == 11 and all(len(family.instances) >= 5 for family in FAMILIES)


def test_records_do_not_contradict_themselves():
    for record in RECORDS.values():
        assert record.best <= record.bound
        assert (record.status == "open") == (record.best < record.bound)
        assert record.status != "certified" or record.certificate
        assert record.climbing is None or record.climbing <= record.best


def test_the_page_is_that_of_the_records():
    assert (LIBRARY / PAGE).read_text(encoding="utf-8") == page(RECORDS)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_instances_are_those_of_the_records_and_certified_again(family):
    """Of each family the quickest instance that needs no real data, and all the others in long sweeps."""
    generated = [one for one in family.instances if one.name in QUICK and not one.source.startswith(REAL)]
    for instance in generated[:1]:
        pair = instance.make()
        found, _ = solved(pair, instance.name, family.name, instance.source, 60)
        assert compared(RECORDS[instance.name], found).wrong == ""


# ---- libraries of pairs that are stored


def found(name="found", left="(a / x :r (b / y) :s (c / y))", right="(d / x :s (e / y))"):
    return FoundInstance(name, "adversary", *(parse_graph(each, id=name) for each in (left, right)), "a call", {"n": 1})
