"""No claim is false in a sample of the campaign."""

import pytest

from tests.campaigns import Verdict
from tests.claims.campaign import CAMPAIGN

SAMPLE = {"bundles": 60, "reductions": 100, "experiments": 40, "documents": 10}
"""So many cases of each kind take some two seconds."""


@pytest.mark.parametrize("kind", CAMPAIGN.kinds, ids=lambda kind: kind.name)
def test_nothing_is_wrong(kind):
    done = CAMPAIGN.run({kind.name: SAMPLE[kind.name]}, seed=2, shard=(0, 1), state=None)
    count = done["kinds"][kind.name]
    assert count["wrong"] == []
    assert sum(numbers[Verdict.TRUE] for numbers in count["ways"].values()), "not all is refused"
