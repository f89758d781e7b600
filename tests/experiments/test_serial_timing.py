"""The serial pass: what it measures, on which cores, and that no interruption loses or mixes times."""

import csv
import os
from contextlib import closing
from dataclasses import replace
from functools import partial

import pytest

from smatchproof.base.errors import InputError
from smatchproof.experiments import serial_timing
from smatchproof.experiments.experiment import Experiment
from smatchproof.experiments.folder import ROWS, SERIAL, TABLE
from smatchproof.experiments.pair_rows import RunTime
from smatchproof.experiments.results import gather
from smatchproof.experiments.rows import read_rows
from smatchproof.experiments.runner import run_experiment
from smatchproof.experiments.serial_timing import time_serially
from smatchproof.experiments.sources import TrapSource
from smatchproof.experiments.tables import table2
from smatchproof.reports.tables.experiment_tables import as_text, formatted_table2
from smatchproof.scoring.workers import open_workers

RINGS = Experiment(
    "rings",
    (TrapSource("rings", "ring", (("size", (16, 20, 24)),)),),
    ("S", "R", "brute-force"),
    (0, 1),
    once=("brute-force",),
)
TIMES = tuple(f"serial_{name}" for name in RunTime._fields)


@pytest.fixture
def folder(tmp_path):
    list(run_experiment(RINGS, tmp_path / "out", partial(open_workers, 1)))
    return tmp_path / "out"


def rows_of(folder):
    return list(read_rows(folder / ROWS))


def test_rows_hold_both_times_and_tables_use_the_serial_ones(folder):
    before = rows_of(folder)
    assert list(time_serially(RINGS, folder)) == [(done, 3) for done in range(4)]
    after = rows_of(folder)
    assert [replace(row, **dict.fromkeys(TIMES)) for row in after] == before
    assert {row.method for row in after if row.failed} == {"brute-force"}
    for row in after:
        assert (row.serial_seconds is None) == (row.serial_building_seconds is None) == row.failed
        assert row.failed or min(row.serial_seconds, row.serial_building_seconds) > 0
    assert not (folder / SERIAL).exists()
    with (folder / TABLE).open() as file:
        assert [line["serial_seconds"] for line in csv.DictReader(file)] == [
            "" if row.failed else str(row.serial_seconds) for row in after
        ]
    smart = next(row for row in table2(gather(after)) if row.method == "S")
    assert smart.is_serial
    assert smart.seconds == pytest.approx(sum(row.serial_seconds for row in after if row.method == "S") / 2)
    text = as_text(formatted_table2(table2(gather(after)))).replace("\n", " ")
    assert "Seconds of R, S: of the serial pass" in text
    assert "serial" not in as_text(formatted_table2(table2(gather(before))))


def test_a_pass_that_ended_is_not_made_again(folder):
    list(time_serially(RINGS, folder))
    rows = (folder / ROWS).read_bytes()
    (folder / SERIAL).write_text("left by a kill")
    assert list(time_serially(RINGS, folder)) == [(3, 3)]
    assert (folder / ROWS).read_bytes() == rows and not (folder / SERIAL).exists()


@pytest.mark.parametrize("torn", [b"", b'{"source": "ri', b'{"source": "rings"}'])
def test_a_pass_that_was_interrupted_goes_on(folder, torn):
    with closing(time_serially(RINGS, folder)) as run:
        assert [next(run), next(run)] == [(0, 3), (1, 3)]
    lines = (folder / SERIAL).read_bytes().splitlines(keepends=True)
    assert len(lines) == 5 and all(row.serial_seconds is None for row in rows_of(folder))
    (folder / SERIAL).write_bytes(b"".join(lines[:5]) + torn)
    assert list(time_serially(RINGS, folder)) == [(done, 3) for done in (1, 2, 3)]
    assert sum(row.serial_seconds is not None for row in rows_of(folder)) == 13 - 1


def test_times_of_other_runs_are_refused(folder):
    with closing(time_serially(RINGS, folder)) as run:
        next(run), next(run)
    path = folder / SERIAL
    path.write_text(path.read_text().replace('"S"', '"R"', 1))
    with pytest.raises(InputError, match=r"serial\.jsonl:1: expected the row of rings size=16 S 0"):
        list(time_serially(RINGS, folder))
    assert all(row.serial_seconds is None for row in rows_of(folder))


def test_rows_of_another_experiment_are_refused(folder):
    path = folder / ROWS
    path.write_text(path.read_text().replace('"size=20"', '"size=21"'))
    with pytest.raises(InputError, match=r"the rows of pair size=20 of rings are not those of the experiment"):
        list(time_serially(RINGS, folder))
    assert all(row.serial_seconds is None for row in rows_of(folder))


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the system binds no process to a core")
def test_the_pass_has_one_core_and_gives_the_others_back(folder, monkeypatch):
    cores, seen = os.sched_getaffinity(0), []

    def times_of(pair, plan):
        seen.append(len(os.sched_getaffinity(0)))
        return {(name, seed): RunTime(1.0, 1.0, 1.0) for name, seeds in plan.runs for seed in seeds}

    monkeypatch.setattr(serial_timing, "times_of", times_of)
    list(time_serially(RINGS, folder))
    assert seen == [1, 1, 1] and os.sched_getaffinity(0) == cores
    assert {row.serial_seconds for row in rows_of(folder)} == {1.0}
