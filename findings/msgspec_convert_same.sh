#!/usr/bin/env bash
# Guess: convert to a type checks what it is given, a Struct as well as a dictionary: whatever was assigned since is checked by it.
# True:  convert of msgspec 0.22.0 returns a Struct that is of the type already as it is, the same object, also within lists and
#        dictionaries; its fields may have any types and be out of range. Lists are checked and copied. By way of to_builtins
#        the error is found. A dataclass is returned as it is, too.
# Hurts: those who change fields, or make objects by replace, and call convert to have them checked.
. "$(dirname "$0")/common.bash"
pypi msgspec==0.22.0
python - <<'PY' | seen "msgspec 0.22.0
Struct True, same object True
in a list True
dataclass True
list: Expected \`int\`, got \`str\` - at \`\$[0]\`
by to_builtins: Expected \`int\`, got \`str\` - at \`\$.count\`"
import dataclasses

import msgspec

class Row(msgspec.Struct):
    count: int

@dataclasses.dataclass
class Plain:
    count: int

print("msgspec", msgspec.__version__)
row, plain = Row(1), Plain("many")
row.count = "many"
print(f"Struct {msgspec.convert(row, Row).count == 'many'},", "same object", msgspec.convert(row, Row) is row)
print("in a list", msgspec.convert([row], list[Row])[0].count == "many")
print("dataclass", msgspec.convert(plain, Plain).count == "many")
for name, value, kind in (("list", ["many"], list[int]), ("by to_builtins", msgspec.to_builtins(row), Row)):
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        print(f"{name}: {error}")
PY
