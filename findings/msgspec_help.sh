#!/usr/bin/env bash
# Guess: help() and inspect.signature show a Struct's fields with their annotations as written, as they do for a dataclass;
#        annotations are looked up when something is decoded.
# True:  with msgspec 0.22.0 both evaluate all annotations: a name that is imported only under TYPE_CHECKING is a NameError.
#        Making and copying objects works all the same.
# Hurts: those who document classes with pydoc or inspect, and those whose annotations are for type checkers.
. "$(dirname "$0")/common.bash"
pypi msgspec==0.22.0
python - <<'PY' | seen "msgspec 0.22.0
Struct(price=1) | signature: NameError name 'Decimal' is not defined | help: NameError name 'Decimal' is not defined
Dataclass(price=1) | signature: (price: 'Decimal') -> None | help: Dataclass(price: 'Decimal') -> None"
from __future__ import annotations

import dataclasses
import inspect
import pydoc
from importlib.metadata import version
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from decimal import Decimal

class Struct(msgspec.Struct):
    price: Decimal

@dataclasses.dataclass
class Dataclass:
    price: Decimal

print("msgspec", version("msgspec"))
def first_line_of_help(kind):
    return pydoc.plain(pydoc.render_doc(kind)).split("\n")[3].strip(" |")

for kind in (Struct, Dataclass):
    print(kind(1), end="")
    for name, show in (("signature", inspect.signature), ("help", first_line_of_help)):
        try:
            print(f" | {name}: {show(kind)}", end="")
        except NameError as error:
            print(f" | {name}: NameError {error}", end="")
    print()
PY
