"""A campaign over what the program claims beyond its certificates (see :mod:`tests.campaigns`).

    python -m tests.claims.campaign --seed 1 --shard 0/2 --state FILE
    python -m tests.claims.campaign --report FILE...

Each kind of claim is a module of this folder with a function `case`; it says what is tried and what is wrong, and its
line stands in `CAMPAIGN`, the number of its everyday sample in `test_campaign.py`. A case is refused, or accepted and
true, or wrong.
"""

import sys

from tests.campaigns import Campaign, Kind

LONGEST = 10.0

CAMPAIGN = Campaign(
    "tests.claims.campaign",
    "Claims around certificates, attacked",
    "Each case changes what the program has written, or disturbs it, and asks it again: it has to refuse, or what it "
    "then says has to be true.",
    (
        Kind("bundles", "tests.claims.bundles:case", 10_000, LONGEST, "tests.claims.bundles:ready"),
        Kind("reductions", "tests.claims.reductions:case", 20_000, LONGEST),
        Kind("experiments", "tests.claims.experiments:case", 5_000, LONGEST, "tests.claims.experiments:ready"),
        Kind("documents", "tests.claims.documents:case", 1_000),
    ),
)

if __name__ == "__main__":
    sys.exit(CAMPAIGN.main(sys.argv[1:]))
