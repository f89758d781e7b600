#!/usr/bin/env bash
# Guess: SAT solvers read the files of SATLIB's uniform random 3-SAT (uf20-91 and its kin) as they are; the two lines at
#        their end, % and 0, are skipped.
# True:  Debian 12's MiniSat 2.2.1, CaDiCaL 1.5.3, PicoSAT 965 and CryptoMiniSat 5.11.4 refuse such a file, and so does
#        python-sat 1.9.dev24. Z3 4.8.12 prints the same kind of error and then answers for the clauses above the sign.
# Hurts: those who run a new solver over the collection that textbooks name, and count what it refuses as unsolved.
. "$(dirname "$0")/common.bash"
debian minisat=1:2.2.1-5+b3 cadical=1.5.3-2 picosat=965-2 cryptominisat=5.11.4+dfsg1-2+b1 z3=4.8.12-3.1
pypi python-sat==1.9.dev24
printf 'p cnf 3 2\n 1 2 0\n-1 3 0\n%%\n0\n\n' > end.cnf
{
    for solver in minisat cadical picosat cryptominisat5 z3; do
        { $solver end.cnf 2>&1 || true; } | grep -aiE 'unexpected char|expected (digit|number)|^s ' | sed "s/^/$solver: /"
    done
    python - <<'PY'
from pysat.formula import CNF

for way in ("from_file", "from_string"):
    text = "end.cnf" if way == "from_file" else open("end.cnf").read()
    try:
        print(f"python-sat {way}:", CNF(**{way: text}).clauses)
    except ValueError as error:
        print(f"python-sat {way}: ValueError: {error}")
PY
} | seen 'minisat: PARSE ERROR! Unexpected char: %
cadical: cadical: error: end.cnf:4: parse error: expected digit or '"'"'-'"'"'
picosat: end.cnf:4: expected number
cryptominisat5: PARSE ERROR! Unexpected char (dec: '"'"'%) At line 3 we expected a number
z3: (error, "unexpected char: % line: 3")
z3: s SATISFIABLE
python-sat from_file: ValueError: invalid integer token
python-sat from_string: ValueError: invalid integer token'
