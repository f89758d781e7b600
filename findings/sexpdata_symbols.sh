#!/usr/bin/env bash
# Guess: a reader of S-expressions reads an AMR, which is one: variables, roles and concepts are symbols, and numerals stay as they are.
# True:  for sexpdata 1.0.2 the variable t is True and the concept nil is an empty list, unless told otherwise; infinity, inf and nan are
#        floats, and 007 and 1_000 the integers 7 and 1000. It writes the list as () and o'clock with a backslash. simp-sexp 0.3.1
#        has floats for inf and nan, too, and writes "New York" without its quotes. sexp 2.0.0 keeps every word.
# Hurts: those who read PENMAN by such a reader: t is the variable of think-01 and time, and a concept is gone.
. "$(dirname "$0")/common.bash"
pypi sexpdata==1.0.2 simp-sexp==0.3.1 sexp==2.0.0
python - <<'PY' | seen 'sexpdata 1.0.2 simp-sexp 0.3.1 sexp 2.0.0
(t / think-01 :ARG1 (n / nil))
  sexpdata True [] written as (t / think-01 :ARG1 (n / ()))
  simp-sexp written as (t / think-01 :ARG1 (n / nil))
  sexp as it was: True
(m / more :op1 infinity :op2 nan :op3 inf :op4 007 :op5 1_000)
  sexpdata inf nan inf 7 1000 written as (m / more :op1 inf :op2 nan :op3 inf :op4 7 :op5 1000)
  simp-sexp inf nan inf 7.0 1000 written as (m / more :op1 inf :op2 nan :op3 inf :op4 7.0 :op5 1000)
  sexp as it was: True
(o / o'\''clock)
  sexpdata written as (o / o\'\''clock)
  sexp as it was: True
(n / name :op1 "New York")
  sexpdata '\''New York'\'' written as (n / name :op1 "New York")
  simp-sexp written as (n / name :op1 New York)
  sexp as it was: True'
from importlib.metadata import version

import sexp
import sexpdata
from simp_sexp import Sexp

print("sexpdata", version("sexpdata"), "simp-sexp", version("simp-sexp"), "sexp", version("sexp"))


def words(tree):
    """Return the innermost items of a tree."""
    return [word for item in tree for word in words(item)] if isinstance(tree, list) and tree else [tree]


for text in ("(t / think-01 :ARG1 (n / nil))", '(m / more :op1 infinity :op2 nan :op3 inf :op4 007 :op5 1_000)', "(o / o'clock)", '(n / name :op1 "New York")'):
    read = sexpdata.loads(text)
    print(text)
    print("  sexpdata", *(repr(word) for word in words(read) if not isinstance(word, sexpdata.Symbol)), "written as", sexpdata.dumps(read))
    if "'" not in text:
        print("  simp-sexp", *(repr(word) for word in words(list(Sexp(text))) if not isinstance(word, str)), "written as", " ".join(str(Sexp(text)).split()))
    print("  sexp as it was:", str(sexp.parse(text)) == text)
PY
