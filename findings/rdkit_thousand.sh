#!/usr/bin/env bash
# Guess: GetSubstructMatches lists every match of a pattern, or says that it stopped.
# True:  RDKit 2026.9.1 stops at 1000 matches and says nothing (maxMatches), where matches that differ by a symmetry of the pattern
#        count apart if they are asked for: with uniquify=False a chain of 501 atoms has 1000 of them, and so has one of 5001. Open Babel
#        3.1.1.23 lists all.
# Hurts: those who count patterns in large molecules, or graphs that are written as molecules.
. "$(dirname "$0")/common.bash"
pypi rdkit==2026.9.1 openbabel-wheel==3.1.1.23 numpy==2.4.6
python - <<'PY' | seen 'rdkit 2026.9.1 openbabel-wheel 3.1.1.23
501 atoms, 500 bonds: 500 matches, both ways round 1000, without a limit 500, Open Babel 500
1001 atoms, 1000 bonds: 1000 matches, both ways round 1000, without a limit 1000, Open Babel 1000
1501 atoms, 1500 bonds: 1000 matches, both ways round 1000, without a limit 1500, Open Babel 1500
5001 atoms, 5000 bonds: 1000 matches, both ways round 1000, without a limit 5000, Open Babel 5000'
from importlib.metadata import version

from openbabel import pybel
from rdkit import Chem

print("rdkit", version("rdkit"), "openbabel-wheel", version("openbabel-wheel"))
pattern = Chem.MolFromSmarts("CC")
for atoms in (501, 1001, 1501, 5001):
    chain = Chem.MolFromSmiles("C" * atoms)
    print(f"{atoms} atoms, {chain.GetNumBonds()} bonds: {len(chain.GetSubstructMatches(pattern))} matches,", end=" ")
    print(f"both ways round {len(chain.GetSubstructMatches(pattern, uniquify=False))},", end=" ")
    print(f"without a limit {len(chain.GetSubstructMatches(pattern, maxMatches=10**6))},", end=" ")
    print(f"Open Babel {len(pybel.Smarts('CC').findall(pybel.readstring('smi', 'C' * atoms)))}")
PY
