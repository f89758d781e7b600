#!/usr/bin/env bash
# Guess: a field that is declared as a multiple of 0.1 takes 0.3, as of 0.01 it takes percentages and F-scores.
# True:  multiple_of of msgspec 0.22.0 is the remainder of two doubles: of 0.1 to 1.0 in steps of 0.1 it refuses six, 0.3 among them,
#        and of the first 100 multiples of 0.01 it refuses 93. With 0.5, 0.25 and whole numbers it is right.
# Hurts: those who check scores or grades that people gave in steps: valid files are refused, and which ones looks like chance.
. "$(dirname "$0")/common.bash"
pypi msgspec==0.22.0
python - <<'PY' | seen 'msgspec 0.22.0
multiples of 0.1: 10, refused 6 0.3 0.5 0.6 0.7 0.9
multiples of 0.01: 100, refused 93 0.03 0.05 0.06 0.07 0.09
multiples of 0.25: 4, refused 0'
from typing import Annotated

import msgspec

print("msgspec", msgspec.__version__)
for step, digits, last in ((0.1, 1, 10), (0.01, 2, 100), (0.25, 2, 4)):
    decoder, refused = msgspec.json.Decoder(Annotated[float, msgspec.Meta(multiple_of=step)]), []
    for count in range(1, last + 1):
        text = f"{count * step:.{digits}f}"
        try:
            decoder.decode(text)
        except msgspec.ValidationError:
            refused.append(text)
    print(f"multiples of {step}: {last}, refused {len(refused)}", *refused[:5])
PY
