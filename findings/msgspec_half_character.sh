#!/usr/bin/env bash
# Guess: a JSON text with half a character (a lone surrogate, which JSON's grammar allows) is read as Python's json
#        reads it, or the error names the surrogate.
# True:  msgspec 0.22.0 says "Input data was truncated", which is the error of a file that was cut off; with more text
#        behind it, "unexpected end of escaped utf-16 surrogate pair".
# Hurts: those who repair files that are whole, and programs that take the first error for "wait for the rest".
. "$(dirname "$0")/common.bash"
pypi msgspec==0.22.0
python - <<'PY' | seen 'msgspec 0.22.0
json: a string of 1
msgspec, half a character: Input data was truncated
msgspec, half a character and more: JSON is malformed: unexpected end of escaped utf-16 surrogate pair (byte 7)
msgspec, cut off: Input data was truncated'
import json
from importlib.metadata import version

import msgspec

print("msgspec", version("msgspec"))
print("json: a string of", len(json.loads(r'"\ud800"')))
for what, text in {"half a character": r'"\ud800"', "half a character and more": r'"\ud800 and more"', "cut off": '"ab'}.items():
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        print(f"msgspec, {what}: {error}")
PY
