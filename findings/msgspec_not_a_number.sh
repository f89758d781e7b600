#!/usr/bin/env bash
# Guess: msgspec writes a float that is no number as the standard library does (NaN), or refuses it.
# True:  msgspec 0.22.0 writes null for nan and both infinities, without a word; the type that was written then
#        refuses its own file, and without a type None is read.
# Hurts: rows of experiments with a rate of 0 by 0: the loss shows only when the file is read.
. "$(dirname "$0")/common.bash"
pypi msgspec==0.22.0
python - <<'PY' | seen 'msgspec 0.22.0
written: [null,null,null]
read: Expected `float`, got `null` - at `$[0]`'
from importlib.metadata import version
from math import inf, nan

from msgspec import ValidationError, json

print("msgspec", version("msgspec"))
text = json.encode([nan, inf, -inf])
print("written:", text.decode())
try:
    print("read:", json.decode(text, type=list[float]))
except ValidationError as error:
    print("read:", error)
PY
