#!/usr/bin/env bash
# Guess: an exact method for bin packing gives one number of bins, whether the bins, their sums or their number is asked for.
# True:  bin_completion of prtpy 0.8.3 finds the best packing if the items of the bins are asked for, the default, and otherwise may return
#        that of the heuristic that it starts with: the number of bins is 4, and the bins that it lists are 3. The sums are those of
#        four bins, too.
# Hurts: those who need the number alone, as a bound or to measure heuristics by: a heuristic's number passes for the optimum.
. "$(dirname "$0")/common.bash"
pypi prtpy==0.8.3 mip==2.0.0 numpy==2.4.6 scipy==1.17.1
python - <<'PY' | seen 'prtpy 0.8.3
10 2 6 5 2 3 2 into bins of 10
bin_completion lists 3: [[10], [6, 2, 2], [5, 3, 2]]
bin_completion counts 4, with sums 10 9 9 2
first_fit_decreasing counts 4'
from importlib.metadata import version

import prtpy
from prtpy import out, packing

ITEMS = [10, 2, 6, 5, 2, 3, 2]
print("prtpy", version("prtpy"))
print(*ITEMS, "into bins of 10")
pack = lambda method, kind: prtpy.pack(algorithm=method, binsize=10, items=ITEMS, outputtype=kind)
bins = pack(packing.bin_completion, out.Partition)
print(f"bin_completion lists {len(bins)}: {bins}")
print(f"bin_completion counts {pack(packing.bin_completion, out.BinCount)}, with sums", *(f"{total:g}" for total in pack(packing.bin_completion, out.Sums)))
print("first_fit_decreasing counts", pack(packing.first_fit_decreasing, out.BinCount))
PY
