#!/usr/bin/env bash
# Guess: a molecule has the similarity 1 to itself, and two with 1 are alike.
# True:  with RDKit 2026.9.1 and Open Babel 3.1.1.23 methane has 0 to itself: its fingerprint by paths is empty, and 0 of 0 is taken for 0.
#        Chains of 20 and 30 atoms have 1, as have rings of 6 and 8 by Morgan's fingerprint, and one molecule and two of it.
# Hurts: those who average similarities, look for duplicates, or take 1 for a common subgraph that is all.
. "$(dirname "$0")/common.bash"
pypi rdkit==2026.9.1 openbabel-wheel==3.1.1.23 numpy==2.4.6
python - <<'PY' | seen 'rdkit 2026.9.1 openbabel-wheel 3.1.1.23
methane and itself: paths 0.00, Morgan 1.00, Open Babel 0.00
ethane and itself: paths 1.00, Morgan 1.00, Open Babel 1.00
chains of 20 and 30: paths 1.00, Morgan 1.00, Open Babel 1.00
rings of 6 and 8: paths 0.62, Morgan 1.00, Open Babel 0.71
one and two of it: paths 1.00, Morgan 1.00, Open Babel 1.00'
from importlib.metadata import version

from openbabel import pybel
from rdkit import Chem, DataStructs
from rdkit.Chem.rdFingerprintGenerator import GetMorganGenerator, GetRDKitFPGenerator

print("rdkit", version("rdkit"), "openbabel-wheel", version("openbabel-wheel"))
paths, morgan = GetRDKitFPGenerator(), GetMorganGenerator(radius=2)
for what, first, second in (
    ("methane and itself", "C", "C"),
    ("ethane and itself", "CC", "CC"),
    ("chains of 20 and 30", "C" * 20, "C" * 30),
    ("rings of 6 and 8", "C1CCCCC1", "C1CCCCCCC1"),
    ("one and two of it", "CCO", "CCO.CCO"),
):
    found = [DataStructs.TanimotoSimilarity(*(kind.GetFingerprint(Chem.MolFromSmiles(text)) for text in (first, second))) for kind in (paths, morgan)]
    babel = pybel.readstring("smi", first).calcfp() | pybel.readstring("smi", second).calcfp()
    print(f"{what}: paths {found[0]:.2f}, Morgan {found[1]:.2f}, Open Babel {babel:.2f}")
PY
