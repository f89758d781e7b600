"""A sample of the campaign of command lines made from the parsers: exit codes 0, 1 and 2, and short lines."""

import pytest

from benchmarks.stress.campaigns import Verdict
from benchmarks.stress.commands.campaign import CAMPAIGN
from benchmarks.stress.commands.command_lines import BASE, every_parser

SAMPLE = {"lines": 40, "streams": 3}
"""Some seconds each."""


@pytest.mark.parametrize("kind", CAMPAIGN.kinds, ids=lambda kind: kind.name)
def test_nothing_is_wrong(kind):
    count = CAMPAIGN.run({kind.name: SAMPLE[kind.name]}, seed=2, shard=(0, 1), state=None)["kinds"][kind.name]
    assert count["wrong"] == []
    assert sum(numbers[Verdict.REFUSED] for numbers in count["ways"].values())


def test_every_command_has_its_lines():
    assert {name for name, _ in every_parser()} == BASE.keys()
