#!/usr/bin/env bash
# Guess: "bins with fixed maximum volume" hold no more than that: an item that is larger is refused, or left out.
# True:  to_constant_volume of binpacking 2.0.1 gives it a bin of its own, without a word: 12 into bins of 10. Each of prtpy 0.8.3's methods
#        refuses it. upper_bound=10 leaves it out.
# Hurts: those who split a corpus into batches, or bound by a packing: a batch is larger than allowed.
. "$(dirname "$0")/common.bash"
pypi binpacking==2.0.1 prtpy==0.8.3 mip==2.0.0 numpy==2.4.6 scipy==1.17.1
python - <<'PY' | seen 'binpacking 2.0.1 prtpy 0.8.3
binpacking: [[12], [7, 3]]
binpacking with upper_bound=10: [[7, 3]]
prtpy first_fit: refused
prtpy first_fit_decreasing: refused
prtpy bin_completion: refused'
from importlib.metadata import version

import binpacking
import prtpy

print("binpacking", version("binpacking"), "prtpy", version("prtpy"))
print("binpacking:", binpacking.to_constant_volume([12, 7, 3], 10))
print("binpacking with upper_bound=10:", binpacking.to_constant_volume([12, 7, 3], 10, upper_bound=10))
for name in ("first_fit", "first_fit_decreasing", "bin_completion"):
    try:
        print(f"prtpy {name}:", prtpy.pack(algorithm=getattr(prtpy.packing, name), binsize=10, items=[12, 7, 3]))
    except ValueError:
        print(f"prtpy {name}: refused")
PY
