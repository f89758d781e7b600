"""The library of hard pairs: its records are about the pairs that it makes, its page says what they say, and a check
tells what agrees from what does not.
"""

from pathlib import Path

import msgspec
import pytest

from benchmarks.library import __main__ as library
from benchmarks.library.families import FAMILIES
from benchmarks.library.instance import AbsentSourceError, Family, called
from benchmarks.library.page import PAGE, page
from benchmarks.library.record import compared, joined, question_of, read_records, solved, write_records
from benchmarks.library.sources import random_digraphs, trap

RECORDS = read_records()
QUICK = [name for name, record in RECORDS.items() if record.status == "certified" and record.seconds < 0.02]
REAL = ("sentence_pair(", "document(", "qaplib(")


def test_there_are_a_hundred_instances_and_eighty_are_certified():
    assert list(RECORDS) == list(library.INSTANCES)
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
    assert PAGE.read_text(encoding="utf-8") == page(RECORDS)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_instances_are_those_of_the_records_and_certified_again(family):
    """Of each family the quickest instance that needs no real data, and all the others in long sweeps."""
    generated = [one for one in family.instances if one.name in QUICK and not one.source.startswith(REAL)]
    for instance in generated[:1]:
        pair = instance.make()
        assert compared(RECORDS[instance.name], solved(instance, pair, limit=60)).wrong == ""


@pytest.mark.stress
def test_every_instance_is_the_one_of_its_record():
    for name, instance in library.INSTANCES.items():
        try:
            pair = instance.make()
        except AbsentSourceError:
            continue
        assert question_of(pair) == RECORDS[name].question, name


@pytest.fixture
def small(monkeypatch, tmp_path):
    """A library of two instances, one of which has no data, without records."""

    def absent():
        raise AbsentSourceError("novel.amr is not on this machine")

    ring = called("ring", trap, "ring", size=8)
    instances = {"ring": ring, "novel": called("novel", absent)}
    monkeypatch.setattr(library, "INSTANCES", instances)
    monkeypatch.setattr(library, "FAMILIES", (Family("two", "two", tuple(instances.values())),))
    records = tmp_path / "records.json"
    monkeypatch.setattr(library, "read_records", lambda: read_records(records))
    monkeypatch.setattr(library, "write_records", lambda found: write_records(found, records))
    monkeypatch.setattr(library, "PAGE", tmp_path / "page.md")
    return records


def test_what_was_solved_is_checked_and_what_has_no_data_is_skipped(small, capsys):
    assert library.main(["check"]) == 1
    assert "ring: not in the records; solve it first" in capsys.readouterr().out
    assert library.main(["solve"]) == 0
    assert library.main(["check"]) == 1  # nothing is known of the other one
    assert library.main(["check", "ring"]) == 0
    assert "ring: certified, as recorded\n1 instances: 0 wrong" in capsys.readouterr().out
    (known,) = read_records(small).values()
    write_records({"ring": known, "novel": known}, small)
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
    (known,) = read_records(small).values()
    write_records({"ring": msgspec.structs.replace(known, **change)}, small)
    capsys.readouterr()
    assert library.main(["check", "ring"]) == 1
    assert capsys.readouterr().out.startswith(f"ring: {said}")


def test_records_only_get_better():
    instance = called("digraphs", random_digraphs, 8, 3, 1, 1, seed=1, undirected=True)
    best = solved(instance, instance.make(), limit=10)
    assert best.status == "certified" and best.certificate_bytes > 100
    worse = msgspec.structs.replace(best, status="open", best=best.best - 2, bound=best.bound + 2, certificate=None)
    assert joined(None, worse) == worse
    assert joined(worse, best) == joined(best, worse) == best
    low, high = (msgspec.structs.replace(worse, best=worse.best + n, bound=worse.bound + n) for n in (0, 1))
    both = joined(low, high)
    assert (both.best, both.bound, both.status) == (high.best, low.bound, "open")
    better = f"best {best.best}, it was {worse.best}; bound {best.bound}, it was {worse.bound}; certified"
    assert compared(worse, best).better == better
    assert compared(best, worse).wrong.startswith("not certified within 10 s")


def test_a_pair_can_be_written(small, tmp_path: Path):
    files = [str(tmp_path / name) for name in ("a.amr", "b.amr")]
    assert library.main(["write", "ring", *files]) == 0
    assert Path(files[0]).read_text().startswith("# ::id ring\n(")
    assert library.main(["write", "novel", *files]) == 2
    with pytest.raises(SystemExit, match="2"):
        library.main(["check", "rings"])
