#!/usr/bin/env bash
# Guess: a column of a CSV file with words stays a column of words, and quotes around a value keep it a text, as in Polars.
# True:  DuckDB 2.0.1 takes a column that has only t and f, variables of think-01 and fear-01, for truth values, quoted ones, too.
#        12:30 becomes a time, nan and inf are numbers, 0x10 is 16, and an empty text in quotes is missing. One other word in the
#        column keeps all as they are.
# Hurts: those who keep variables, roles and values of graphs in tables: what a column is depends on all of its rows.
. "$(dirname "$0")/common.bash"
pypi duckdb==2.0.1 polars==2.1.0
python - <<'PY' | seen 'duckdb 2.0.1 polars 2.1.0
t f -> DuckDB: True False Polars: t f
"t" "f" -> DuckDB: True False Polars: t f
t f b -> DuckDB: t f b Polars: t f b
12:30 12:45 -> DuckDB: 12:30:00 12:45:00 Polars: 12:30 12:45
12:30 24:30 -> DuckDB: 12:30 24:30 Polars: 12:30 24:30
nan inf -> DuckDB: nan inf Polars: nan inf
0x10 2 -> DuckDB: 16 2 Polars: 0x10 2
"" b -> DuckDB: None b Polars:  b'
from importlib.metadata import version

import duckdb
import polars

print("duckdb", version("duckdb"), "polars", version("polars"))
for values in ("t f", '"t" "f"', "t f b", "12:30 12:45", "12:30 24:30", "nan inf", "0x10 2", '"" b'):
    with open("values.csv", "w") as file:
        print("id,value", *(f"{place},{value}" for place, value in enumerate(values.split())), sep="\n", file=file)
    rows = duckdb.sql("SELECT value FROM read_csv('values.csv')").fetchall()
    print(values, "-> DuckDB:", *(value for (value,) in rows), "Polars:", *polars.read_csv("values.csv")["value"])
PY
