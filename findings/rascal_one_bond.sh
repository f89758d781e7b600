#!/usr/bin/env bash
# Guess: RDKit's RASCAL finds the largest common edge set of any two molecules if the similarity threshold is 0.
# True:  RDKit 2026.9.1 gives no result where the optimum is one bond: not for CCO and CCN, and not even for CC and itself.
#        FindMCS finds the bond. With two common bonds RASCAL answers; returnEmptyMCES gives a result of no bonds.
# Hurts: those who average over all pairs: small molecules count as having nothing in common.
. "$(dirname "$0")/common.bash"
pypi rdkit==2026.9.1
python - <<'PY' 2>/dev/null | seen 'RDKit 2026.09.1
CC CC RASCAL [] with returnEmptyMCES [(0, 0.0)] FindMCS 1
CCO CCN RASCAL [] with returnEmptyMCES [(0, 0.0)] FindMCS 1
CCCO CCCN RASCAL [2] with returnEmptyMCES [(2, 0.51)] FindMCS 2'
import rdkit
from rdkit import Chem
from rdkit.Chem import rdFMCS, rdRascalMCES

print("RDKit", rdkit.__version__)
for one, other in (("CC", "CC"), ("CCO", "CCN"), ("CCCO", "CCCN")):
    molecules = [Chem.MolFromSmiles(text) for text in (one, other)]
    options = rdRascalMCES.RascalOptions()
    options.similarityThreshold = 0.0
    bonds = [len(result.bondMatches()) for result in rdRascalMCES.FindMCES(*molecules, options)]
    options.returnEmptyMCES = True
    empty = [(len(result.bondMatches()), round(result.similarity, 2)) for result in rdRascalMCES.FindMCES(*molecules, options)]
    print(one, other, "RASCAL", bonds, "with returnEmptyMCES", empty, "FindMCS", rdFMCS.FindMCS(molecules).numBonds)
PY
