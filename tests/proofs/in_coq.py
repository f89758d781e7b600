"""Certificates as Coq terms, and what ``check_copies`` of ``proofs/Certificate.v`` says of them.

A certificate with similarities is a matter for ``check_graded`` of ``proofs/Graded.v``, one that counts for
``check_count`` there. Before either judges a certificate, the stars of the pairs that it does not list are written
down: that is done in Coq, too, by definition.

What a Coq term can hold is less than what JSON can: no fractions, no negative variables, no node of an unknown kind.
A record that holds such a thing has no term, nor has a claim about all optima. A term says nothing of what is only
read: the format, the identifier and the hash; roles and values become numbers, of which Coq needs to know no more than
which are equal. Duals, similarities and graded claims may have any number of digits in Coq, where
smatchproof/exact/checker.py stops at 10^36.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

needs_coq = pytest.mark.skipif(
    not shutil.which("coqc") or not shutil.which("make"),
    reason="coqc or make is not installed (Debian packages coq, make): nothing was compared with what is proved",
)

PROOFS = Path(__file__).parents[2] / "proofs"
RULES = ("set", "multiset", "product")
MOST_NODES = 1_000
"""Coq reads a list by recursion; and the test of a node is slow where thousands of pairs are forced."""
STEPS = {"leaf": "LeafStep", "fix": "FixStep", "full": "FullStep", "fullfix": "FullFixStep"}
LARGEST = 4_000
"""Coq's natural numbers are as long as they are large."""
BATCH = 150
LIMIT = 540
"""Seconds for one call of Coq."""

PRELUDE = Path(__file__).with_name("prelude.v").read_text(encoding="utf-8")


Labels = dict[tuple[str, ...], int]
"""The number of each role and value."""


class NotInCoq(Exception):
    """There is no Coq term for this record; the text says why."""


# ---- a record as a term


def term(record) -> str:
    """A Coq term of type bool: whether `check_copies`, `check_graded` or `check_count` accepts the certificate.

    Raises NotInCoq for what cannot be written or is too large for Coq: what is only wrong is Coq's to refuse.
    """
    if "optima" in record:
        raise NotInCoq("its proof is about other weights")
    labels: Labels = {}
    wanted = ("convention", "left", "right", "matched", "alignment", "proof")
    _, left, right, matched, alignment, proof = entries(record, wanted)
    if len(as_list(proof)) > MOST_NODES:
        raise NotInCoq("too many nodes")
    graphs, sizes = zip(*(graph(part, labels) for part in (left, right)), strict=True)
    pairs = [f"p {natural(i)} {natural(j)}" for i, j in (of_length(2, pair) for pair in as_list(alignment))]
    numbers = " ".join(map(natural, sizes))
    counts, graded = proof == [["count"]], "similarity" in record
    grades = similarity(record["similarity"], labels) if graded else "1%Z []"
    name = f"accepted{'_graded' * graded}"
    checker = f"counted {grades}" if counts else f"{name} {grades}" if graded else name
    value = integer if graded or counts else natural
    question = f"dup_{rule(record)} {listed(graphs[0])} {listed(graphs[1])} {numbers}"
    claim = f"{value(matched)} {integer(record.get('step', 1))} {value(record.get('at_most', matched))}"
    if ["cover"] in proof[1:]:
        raise NotInCoq("cover is not the first node, where it would be sound")
    steps = [] if counts else [step(node, *map(int, sizes)) for node in proof]
    return f"{checker} {question} {listed(pairs)} {claim} {'' if counts else listed(steps)}"


def rule(record) -> str:
    """The rule for repeated triples that the convention states."""
    stated = [part[4:] for part in str(record["convention"]).split("|") if part.startswith("dup:")]
    if len(stated) != 1 or stated[0] not in RULES:
        raise NotInCoq("not one rule for duplicates")
    return stated[0]


def number(labels: Labels, *label: str) -> int:
    """The number that stands for a label, which is the next one if it is new."""
    if not all(type(part) is str for part in label):
        raise NotInCoq("a word that is no string")
    return labels.setdefault(label, len(labels))


def value_number(labels: Labels, role: str, word: str) -> int:
    return number(labels, "concept" if role == "/" else "value", word)


def graph(value, labels: Labels) -> tuple[list[str], int]:
    """The triples of a graph, every role and every value being a number, and how many variables it has."""
    attributes, relations, variables = entries(value, ("attributes", "relations", "variables"))
    triples = []
    for role, variable, word in (part for triple in as_list(attributes) for part in all_copies(triple)):
        kind = "Inst" if role == "/" else f"Attr {number(labels, 'attribute', role)}"
        triples.append(f"{kind} {natural(variable)} {value_number(labels, role, word)}")
    for role, source, target in (part for triple in as_list(relations) for part in all_copies(triple)):
        triples.append(f"Rel {number(labels, 'relation', role)} {natural(source)} {natural(target)}")
    return triples, len(as_list(variables))


def all_copies(triple) -> list[list]:
    """A triple as often as its weight says, which is its fourth part."""
    if len(as_list(triple)) != 4:
        return [of_length(3, triple)]
    if int(natural(triple[3])) < 1:
        raise NotInCoq("a weight of 0")
    return [triple[:3]] * triple[3]


def similarity(value, labels: Labels) -> str:
    """The denominator and the similarities over it."""
    denominator, pairs = entries(value, ("denominator", "pairs"))
    grades = []
    for role, left, right, worth in (of_length(4, pair) for pair in as_list(pairs)):
        kind = "Instance" if role == "/" else f"(Attribute {number(labels, 'attribute', role)})"
        words = " ".join(str(value_number(labels, role, word)) for word in (left, right))
        grades.append(f"g {kind} {words} {integer(worth)}")
    return f"{integer(denominator)} {listed(grades)}"


def step(node, rows: int, columns: int) -> str:
    """One node of the proof; in Coq, stars are tables."""
    match as_list(node):
        case [("leaf" | "fix" | "full" | "fullfix") as kind, scale, rows_given, columns_given, stars, *more] if (
            not more or (len(more) == 1 and kind in ("leaf", "fix"))
        ):
            tables: dict[int, tuple[list[int], list[int]]] = {}
            triples = of_full(rows + columns, stars) if kind.startswith("full") else of_multiple(3, stars)
            for pair, line, dual in triples:
                side = int(natural(line)) >= rows
                tables.setdefault(int(natural(pair)), ([], []))[side].extend((line - rows * side, dual))
            if tables and not columns:
                raise NotInCoq("a pair without columns")
            listed_stars = [part for pair, star in tables.items() for part in (*divmod(pair, columns), *star)]
            parts = rows_given, columns_given
            numbered = [[number for entry in enumerate(as_list(part)) for number in entry] for part in parts]
            cliques = [clique(columns, part) for part in as_list(more[0] if more else [])]
            return duals_step(kind, scale, listed_stars, *numbered, cliques)
        case ["symmetry", rows_to, columns_to]:
            lists = [listed(f"{natural(line)}%nat" for line in as_list(part)) for part in (rows_to, columns_to)]
            return f"SymmetryStep {' '.join(lists)}"
        case ["cover"]:
            return "CoverStep"
        case ["branch", i, j]:
            return f"BranchStep (p {natural(i)} {natural(j)})"
        case ["empty"]:
            return "EmptyStep"
    raise NotInCoq("no kind of node")


def clique(columns: int, value) -> str:
    """A list [dual, p, q, ...]: a dual and couples of pairs by their numbers."""
    [dual], numbers = as_list(value)[:1] or [None], value[1:]
    if numbers and not columns:
        raise NotInCoq("a pair without columns")
    pairs = [" ".join(map(str, divmod(int(natural(number)), columns))) for number in numbers]
    return f"({integer(dual)}, {listed(f'(p {one}, p {other})' for one, other in of_multiple(2, pairs))})"


def of_full(lines: int, stars) -> list[tuple]:
    """Stars in full as pairs, lines and duals."""
    return [(pair, line, dual) for pair, *star in of_multiple(1 + lines, stars) for line, dual in enumerate(star)]


def duals_step(kind: str, scale, stars, rows, columns, cliques: Sequence[str] = ()) -> str:
    """A node that states duals."""
    groups = of_multiple(4, stars)
    parts = [
        f"s {natural(i)} {natural(j)} {table(in_rows)} {table(in_columns)}" for i, j, in_rows, in_columns in groups
    ]
    tables = f"{listed(parts)} {table(rows)} {table(columns)} {listed(cliques)}"
    return f"{STEPS[kind]} (Build_duals {integer(scale)} {tables})"


def table(value) -> str:
    """A list [index, number, ...] of duals."""
    return listed(f"e {natural(index)} {integer(dual)}" for index, dual in of_multiple(2, value))


def entries(value, keys: Sequence[str]) -> list:
    """These entries of a JSON object."""
    if type(value) is not dict or not set(keys) <= value.keys():
        raise NotInCoq("an entry is missing")
    return [value[key] for key in keys]


def as_list(value) -> list:
    if type(value) is not list:
        raise NotInCoq("not a list")
    return value


def of_length(length: int, value) -> list:
    if len(as_list(value)) != length:
        raise NotInCoq("too short or too long")
    return value


def of_multiple(length: int, value) -> list[list]:
    """The list in groups of this length."""
    if len(as_list(value)) % length:
        raise NotInCoq("the last group is incomplete")
    return [value[start : start + length] for start in range(0, len(value), length)]


def natural(value) -> str:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise NotInCoq("not a natural number, or a large one")
    return str(value)


def integer(value) -> str:
    if type(value) is not int:
        raise NotInCoq("not an integer")
    return f"({value})"


def listed(terms) -> str:
    return f"[{'; '.join(terms)}]"


# ---- asking Coq


def copied(folder: Path) -> Path:
    """Copy the development, without what was compiled, into this folder, which is made for it."""
    shutil.copytree(PROOFS, folder, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*", "_build"))
    return folder


def answers(terms: Sequence[str], proofs: Path, folder: Path) -> list[bool]:
    """What each of these terms computes to; the files go to `folder`, and `proofs` holds the compiled development."""
    workers = min(4, os.cpu_count() or 1)
    size = max(1, min(BATCH, -(-len(terms) // workers)))
    batches = [terms[start : start + size] for start in range(0, len(terms), size)]
    with ThreadPoolExecutor(workers) as pool:
        files = [folder / f"Batch{number}.v" for number in range(len(batches))]
        found = list(pool.map(computed, batches, files, [proofs] * len(batches)))
    return [answer for batch in found for answer in batch]


def computed(terms: Sequence[str], file: Path, proofs: Path) -> list[bool]:
    """One call of Coq, which prints one answer for each term."""
    file.write_text(PRELUDE + "".join(f"Eval vm_compute in {text}.\n" for text in terms), encoding="utf-8")
    command = ["coqc", "-Q", proofs, "SmatchProof", file]
    run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, cwd=file.parent)
    assert run.returncode == 0, run.stderr[-2000:]
    printed = re.findall(r"^ +(= .*)\n +: (\w+)$", run.stdout, re.MULTILINE)
    assert len(printed) == len(terms) and {kind for _, kind in printed} <= {"bool"}, run.stdout[-2000:]
    assert {answer for answer, _ in printed} <= {"= true", "= false"}, run.stdout[-2000:]
    return [answer == "= true" for answer, _ in printed]
