#!/usr/bin/env bash
# Guess: a typed decoder refuses an object that has one key twice, at least where unknown fields are forbidden.
# True:  msgspec 0.22.0 takes the last of them, for Structs with forbid_unknown_fields, too; a required field may be given
#        twice with two values.
# Hurts: those who trust a schema to keep two readers of one file (the first or the last value) in agreement.
. "$(dirname "$0")/common.bash"
pypi msgspec==0.22.0
python - <<'PY' | seen "msgspec 0.22.0
Score(matched=2)
{'matched': 2}"
from importlib.metadata import version

import msgspec

class Score(msgspec.Struct, forbid_unknown_fields=True):
    matched: int

print("msgspec", version("msgspec"))
print(msgspec.json.decode('{"matched": 1, "matched": 2}', type=Score))
print(msgspec.json.decode('{"matched": 1, "matched": 2}'))
PY
