"""Maximum common edge subgraphs of molecules: `exact` next to RASCAL (Raymond, Gardiner & Willett 2002) in RDKit.

Two bonds match if they are of one kind and join atoms of the same elements. As a pair of graphs an atom is a variable
with a concept of its own, so that concepts match nothing, and a bond is a relation whose role names its kind and both
elements. It leads from the lesser element to the greater one; between equal ones the right graph has both arcs, so that
the direction never matters. What matches at best are the bonds of a maximum common edge subgraph.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.common import Missing, table
from smatchproof.public import AlignmentProblem, Duplicates, Relation, SolveParams, TripleGraph, build_problem, exact

LIMIT = 20
DRUGS = Path(__file__).with_name("drugs.smi")
"""31 drugs, a line each: SMILES and name. Each is compared with the next."""
RANDOM = {14: (1, 2, 3), 16: (1, 2, 3), 18: (1, 2, 3)}
"""Carbon skeletons: seeds by number of atoms."""


def beside_rascal() -> str:
    """Seconds of both in one process, in turns, on drugs and on random carbon skeletons; all is proved, both agree."""
    try:
        chem, rascal = import_module("rdkit.Chem"), import_module("rdkit.Chem.rdRascalMCES")
    except ImportError:
        raise Missing("RDKit is not installed (pip install rdkit)") from None
    listed = [line.split() for line in DRUGS.read_text(encoding="ascii").splitlines()]
    molecules = [(name, chem.MolFromSmiles(smiles)) for smiles, name in listed]
    drugs = [(f"{a}, {b}", left, right) for (a, left), (b, right) in pairwise(molecules)]
    skeletons = [
        (f"{atoms} carbons, seed {seed}", *(_skeleton(chem, atoms, random.Random(f"{seed}/{side}")) for side in "ab"))
        for atoms, seeds in RANDOM.items()
        for seed in seeds
    ]
    rows = [_row(rascal, *each) for each in drugs + skeletons]
    worst, median = (pick([_ratio(row) for row in rows[: len(drugs)]]) for pick in (min, statistics.median))
    hard = statistics.median(_ratio(row) for row in rows[len(drugs) :])
    return (
        f"{len(drugs)} pairs of drugs: RASCAL takes {median:.2g} times as long as `exact` without a proof (median), "
        f"{worst:.2g} times where that is\nleast; on the carbon skeletons {hard:.2g} times (median). {LIMIT} s at most "
        "each, by\nthe clock, medians of seven runs where one takes less than a tenth of a second; on hard pairs "
        "`exact` uses\nall processors.\n\n" + table(_HEADER, rows)
    )


_HEADER = ["molecules", "bonds", "common", "exact, s", "with a proof, s", "RASCAL, s", "RASCAL : exact", "with a proof"]


def _ratio(row: list[object]) -> float:
    """The time of RASCAL as a multiple of that of `exact`, at least."""
    assert isinstance(row[-2], float)
    return row[-2]


def _timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """The seconds of a run, and what it gives: the median of seven, unless it takes long."""
    seconds: list[float] = []
    while len(seconds) < 7 and (not seconds or seconds[-1] < 0.1):
        begin = time.perf_counter()
        found = run()
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds), found


def _row(rascal: Any, name: str, left: Any, right: Any) -> list[object]:
    options = rascal.RascalOptions()
    options.similarityThreshold, options.timeout, options.maxBondMatchPairs = 0.0, LIMIT, 100_000
    options.completeAromaticRings, options.ringMatchesRingOnly, options.returnEmptyMCES = False, False, True
    problem = molecule_problem(left, right)
    ours = []
    for proof in (False, True):
        seconds, solution = _timed(partial(exact, problem, SolveParams(time_limit=LIMIT, proof=proof)))
        ours.append(seconds)
        assert solution.matched == solution.upper_bound, name
    assert solution.proof is not None, name
    theirs, found = _timed(lambda: rascal.FindMCES(left, right, options))
    common = max((len(each.bondMatches()) for each in found), default=0)
    timed_out = theirs >= LIMIT or any(each.timedOut for each in found)
    assert common == solution.matched or (timed_out and common < solution.matched), (name, common, solution.matched)
    bonds = f"{left.GetNumBonds()} and {right.GetNumBonds()}"
    told = f"over {LIMIT}, {common}" if timed_out else theirs
    return [name, bonds, solution.matched, *ours, told, *(theirs / seconds for seconds in ours)]


def molecule_problem(left: Any, right: Any) -> AlignmentProblem:
    """The alignment problem whose optimum is the number of bonds of a maximum common edge subgraph."""
    return build_problem(_bonds(left, both=False), _bonds(right, both=True), Duplicates.SET)


def _bonds(molecule: Any, *, both: bool) -> TripleGraph:
    relations = []
    for bond in molecule.GetBonds():
        ends = sorted((bond.GetBeginAtom(), bond.GetEndAtom()), key=lambda atom: (atom.GetSymbol(), atom.GetIdx()))
        role = "-".join([ends[0].GetSymbol(), str(bond.GetBondType()), ends[1].GetSymbol()])
        relations.append(Relation(role, ends[0].GetIdx(), ends[1].GetIdx()))
        if both and ends[0].GetSymbol() == ends[1].GetSymbol():
            relations.append(Relation(role, ends[1].GetIdx(), ends[0].GetIdx()))
    return TripleGraph(tuple(f"a{at}" for at in range(molecule.GetNumAtoms())), (), tuple(relations))


def _skeleton(chem: Any, atoms: int, rng: random.Random) -> Any:
    """A connected random graph of carbon atoms with four bonds at most each, half as many bonds more than atoms."""
    molecule = chem.RWMol()
    degree = [0] * atoms
    for _ in range(atoms):
        molecule.AddAtom(chem.Atom(6))
    for later in range(1, atoms):
        earlier = rng.choice([at for at in range(later) if degree[at] < 4])
        _join(chem, molecule, degree, earlier, later)
    while sum(degree) < 3 * atoms:
        free = [at for at in range(atoms) if degree[at] < 4]
        one, other = rng.sample(free, 2)
        if molecule.GetBondBetweenAtoms(one, other) is None:
            _join(chem, molecule, degree, one, other)
    made = molecule.GetMol()
    chem.SanitizeMol(made)
    return made


def _join(chem: Any, molecule: Any, degree: list[int], one: int, other: int) -> None:
    molecule.AddBond(one, other, chem.BondType.SINGLE)
    degree[one] += 1
    degree[other] += 1
