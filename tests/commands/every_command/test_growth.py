"""A sample of the sweep over what twice the size costs; the sweep has every command."""

import argparse

import pytest

from benchmarks.stress.sweeps.test_growth import CASES, GRAPHLESS, check_growth
from smatchproof.cli import parser

SAMPLE = [case for case in CASES if case.words in (
    "score a.amr b.amr --method exact", "score a.amr b.amr --metric sembleu", "check a.amr b.amr",
    "verify c.jsonl a.amr b.amr", "export a.amr b.amr --to wcnf -o out",
)]  # fmt: skip
"""Each kind of work once, and cheaply."""


@pytest.mark.parametrize("case", SAMPLE, ids=[case.words for case in SAMPLE])
def test_twice_the_size_costs_less_than_two_and_a_half_times(case, tmp_path):
    check_growth(case, tmp_path)


def commands(whole):
    """The words of all commands that a parser knows."""
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from ([name, *words] for words in commands(below))
            return
    yield []


def test_no_command_is_forgotten():
    known = [" ".join(words) for words in commands(parser())]
    assert [name for name in known if not any(case.words.startswith(f"{name} ") for case in CASES)] == [*GRAPHLESS]
    (to,) = (
        action
        for action in parser("export")._subparsers._group_actions[0].choices["export"]._actions
        if action.dest == "to"
    )
    assert [name for name in to.choices if not any(f"--to {name} " in case.words for case in CASES)] == []
