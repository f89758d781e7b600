"""A campaign over what the program claims beyond its certificates (see :mod:`benchmarks.stress.campaigns`).

    python -m benchmarks.stress.claims.campaign --seed 1 --shard 0/2 --state FILE
    python -m benchmarks.stress.claims.campaign --report FILE...

Each kind of claim is a module of this folder with a function `case`; it says what is tried and what is wrong, and its
line stands in `CAMPAIGN`, the number of its everyday sample in `benchmarks/stress/sweeps/test_claims.py`. A case is
refused, or accepted and true, or wrong.
"""

import sys

from benchmarks.stress.campaigns import Campaign, Kind

ROOM = "benchmarks.stress.claims"

CAMPAIGN = Campaign(
    f"{ROOM}.campaign",
    "Claims around certificates, attacked",
    "Each case changes what the program has written, or disturbs it, and asks it again: it has to refuse, or what it "
    "then says has to be true.",
    (Kind("reductions", f"{ROOM}.reductions:case", 20_000),),
)

if __name__ == "__main__":
    sys.exit(CAMPAIGN.main(sys.argv[1:]))
