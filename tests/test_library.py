"""The library of hard pairs: its records are about the pairs that it makes, its page says what they say, and a check
tells what agrees from what does not.
"""

import pytest
from msgspec.structs import replace

from benchmarks.library import __main__ as library
from benchmarks.library.families import FAMILIES
from benchmarks.library.instance import AbsentSourceError, Family, by_name, called, write_library
from benchmarks.library.page import LIBRARY, PAGE, page
from benchmarks.library.record import compared
from benchmarks.library.sources import trap
from smatchproof.experiments.instance_library import FoundInstance, read_library, solved
from smatchproof.graphs.reading import parse_graph

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


@pytest.fixture
def small(monkeypatch, tmp_path):
    """A library of two instances, one of which has no data, without records."""

    def absent():
        raise AbsentSourceError("novel.amr is not on this machine")

    ring = called("ring", trap, "ring", size=8)
    instances = (ring, called("novel", absent))
    monkeypatch.setattr(library, "FAMILIES", (Family("two", "two", instances),))
    monkeypatch.setattr(library, "LIBRARY", tmp_path)
    return tmp_path


def test_what_was_solved_is_checked_and_what_has_no_data_is_skipped(small, capsys):
    assert library.main(["check"]) == 1
    assert "ring: not in the records; solve it first" in capsys.readouterr().out
    assert library.main(["solve"]) == 0
    assert library.main(["check"]) == 1  # nothing is known of the other one
    assert library.main(["check", "ring"]) == 0
    assert "ring: certified, as recorded\n1 instances: 0 wrong" in capsys.readouterr().out
    (known,) = read_library(small).values()
    write_library(small, {"ring": known, "novel": replace(known, name="novel")})
    assert library.main(["check", "two"]) == 0
    assert "novel: skipped: novel.amr is not on this machine" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"best": 1, "bound": 1}, "attains "),
        ({"best": 1_000, "bound": 1_000}, "bounded by "),
        ({"question": "0" * 64}, "the source makes another pair than the one recorded"),
    ],
)
def test_a_record_that_is_wrong_is_found_out(small, capsys, change, said):
    assert library.main(["solve", "ring"]) == 0
    (known,) = read_library(small).values()
    write_library(small, {"ring": replace(known, **change)})
    capsys.readouterr()
    assert library.main(["check", "ring"]) == 1
    assert capsys.readouterr().out.startswith(f"ring: {said}")


# ---- libraries of pairs that are stored


def found(name="found", left="(a / x :r (b / y) :s (c / y))", right="(d / x :s (e / y))"):
    return FoundInstance(name, "adversary", *(parse_graph(each, id=name) for each in (left, right)), "a call", {"n": 1})
