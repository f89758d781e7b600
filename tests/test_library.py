"""The library of hard pairs: its records are about the pairs that it makes, its page says what they say, and a check
tells what agrees from what does not.
"""

import pytest

from benchmarks.library import __main__ as library
from benchmarks.library.page import ABOUT, LIBRARY, PAGE, page
from benchmarks.library.records import compared, read_library, solved
from benchmarks.library.sources import made
from smatchproof.base.errors import UsageError

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
        again = solved(made(record.source), record.name, family, record.source, 60)
        assert compared(record, again).wrong == ""


@pytest.mark.parametrize("source", ["circulants", "exit()", "circulants(exit())", "trap('decoys') + 1", "trap("])
def test_what_is_no_call_of_a_source_is_refused(source):
    with pytest.raises(UsageError, match="makes no pair; call one of random_digraphs, "):
        made(source)


def test_a_check_says_what_agrees_and_what_is_unknown(capsys):
    name = next(name for name in QUICK if not RECORDS[name].source.startswith(REAL))
    assert library.main(["check", name]) == 0
    assert capsys.readouterr().out.startswith(f"{name}: certified, as recorded\n1 instances: 0 wrong, ")
    assert library.main(["check", "lost"]) == 2
