#!/usr/bin/env bash
# Guess: a library that lays out a table prints texts as they are given: who has formatted a number hands over a text.
# True:  texttable 1.7.2, pytablewriter 1.2.1 and tabulate 0.8.10 read numbers out of texts. 1e5, an id, is 100000 in all three, and 007 is 7
#        in two. texttable shows three decimals: the p-value 0.00001 is 0.000, 0.0496 is 0.050, and a count of 17 digits is 1.235e+16. In
#        the others version 1.10 is 1.1, in tabulate 0.00001 is 1e-05. prettytable 3.18.0 prints what it was given, and so do texttable with
#        columns of the kind "t" and tabulate with disable_numparse.
# Hurts: those who print ids of graphs, versions and rounded p-values: ids find nothing, and 0.0496 is no longer below 0.05.
. "$(dirname "$0")/common.bash"
pypi texttable==1.7.2 pytablewriter==1.2.1 tabulate==0.8.10 prettytable==3.18.0
python - <<'PY' | seen 'given                        007 1e5 0.00001 0.0496 1.10 12345678901234567
texttable                    7 100000 0.000 0.050 1.100 1.235e+16
texttable, kind t            007 1e5 0.00001 0.0496 1.10 12345678901234567
pytablewriter                7 100000 0.00001 0.0496 1.1 12345678901234567
tabulate                     007 100000 1e-05 0.0496 1.1 12345678901234567
tabulate, disable_numparse   007 1e5 0.00001 0.0496 1.10 12345678901234567
prettytable                  007 1e5 0.00001 0.0496 1.10 12345678901234567'
from prettytable import PrettyTable
from pytablewriter import MarkdownTableWriter
from tabulate import tabulate
from texttable import Texttable

TEXTS = ("007", "1e5", "0.00001", "0.0496", "1.10", "12345678901234567")


def by_texttable(text, kind="a"):
    table = Texttable()
    table.set_cols_dtype([kind])
    table.add_rows([["x"], [text]])
    return table.draw().splitlines()[3]


def by_prettytable(text):
    table = PrettyTable(["x"])
    table.add_row([text])
    return str(table).splitlines()[3]


ASKED = {
    "texttable": by_texttable,
    "texttable, kind t": lambda text: by_texttable(text, "t"),
    "pytablewriter": lambda text: MarkdownTableWriter(headers=["x"], value_matrix=[[text]]).dumps().splitlines()[2],
    "tabulate": lambda text: tabulate([[text]], headers=["x"]).splitlines()[2],
    "tabulate, disable_numparse": lambda text: tabulate([[text]], headers=["x"], disable_numparse=True).splitlines()[2],
    "prettytable": by_prettytable,
}
print(f"{'given':28}", *TEXTS)
for name, show in ASKED.items():
    print(f"{name:28}", *(show(text).strip("| ") for text in TEXTS))
PY
