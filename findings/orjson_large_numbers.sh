#!/usr/bin/env bash
# Guess: a reader of JSON gives whole numbers as Python's integers, exactly, or refuses those that are too large for it, as it does when
#        it writes them.
# True:  orjson 3.13.0 refuses to write 2^64, and reads it as a float: 18446744073709551617 becomes 18446744073709551616.0. The
#        standard library, ujson 6.1.0, simplejson 4.3.0 and python-rapidjson 1.25 read it exactly.
# Hurts: those who check proofs, or compare sums and ids of more than 64 bits that other programs wrote.
. "$(dirname "$0")/common.bash"
pypi orjson==3.13.0 ujson==6.1.0 simplejson==4.3.0 python-rapidjson==1.25
python - <<'PY' | seen 'standard library: 18446744073709551615 written, read as itself; 18446744073709551617 written, read as itself;
orjson 3.13.0: 18446744073709551615 written, read as itself; 18446744073709551617 not written, read as 18446744073709551616.0;
ujson 6.1.0: 18446744073709551615 written, read as itself; 18446744073709551617 written, read as itself;
simplejson 4.3.0: 18446744073709551615 written, read as itself; 18446744073709551617 written, read as itself;
python-rapidjson 1.25: 18446744073709551615 written, read as itself; 18446744073709551617 written, read as itself;'
import json
from importlib.metadata import version

import orjson
import rapidjson
import simplejson
import ujson

NUMBERS = 2**64 - 1, 2**64 + 1
for library, name in ((json, None), (orjson, "orjson"), (ujson, "ujson"), (simplejson, "simplejson"), (rapidjson, "python-rapidjson")):
    print(f"{name} {version(name)}:" if name else "standard library:", end="")
    for number in NUMBERS:
        back = library.loads(str(number))
        try:
            library.dumps(number)
            written = "written"
        except (TypeError, OverflowError):
            written = "not written"
        print(f" {number} {written}, read as {'itself' if type(back) is int and back == number else f'{back:.1f}'};", end="")
    print()
PY
