#!/usr/bin/env bash
# Guess: dataclasses.replace works on Structs, which look like dataclasses, or a Struct's own replace checks what it is
#        given.
# True:  with msgspec 0.22.0 it is a TypeError; msgspec.structs.replace works, runs __post_init__ and checks no type.
# Hurts: those who turn dataclasses into Structs to have their values checked.
. "$(dirname "$0")/common.bash"
pypi msgspec==0.22.0
python - <<'PY' | seen "msgspec 0.22.0
dataclasses.replace: TypeError
structs.replace: Pair(left=1, right='two')
convert: Expected \`int\`, got \`str\` - at \`\$.right\`"
import dataclasses
from importlib.metadata import version

import msgspec

class Pair(msgspec.Struct):
    left: int
    right: int

print("msgspec", version("msgspec"))
try:
    print(dataclasses.replace(Pair(1, 2), right=3))
except TypeError as error:
    print("dataclasses.replace:", type(error).__name__)
print("structs.replace:", msgspec.structs.replace(Pair(1, 2), right="two"))
try:
    msgspec.convert({"left": 1, "right": "two"}, Pair)
except msgspec.ValidationError as error:
    print("convert:", error)
PY
