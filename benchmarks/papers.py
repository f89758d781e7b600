"""The cells of two papers beside ours: Opitz, Parcalabescu & Frank (TACL 2020) and Cai & Knight (ACL 2013)."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.common import DATA, Corpora, Missing, corpus
from smatchproof.audits import probes, systems
from smatchproof.audits.audit import Audit, AuditPlan, AuditRequest, MetricAudit, PairAudit, audit, audit_pairs
from smatchproof.audits.correlation import read_human
from smatchproof.audits.published import MEASURED
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.scoring.metrics import metric
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.corpus_words import vector_similarity
from smatchproof.similarity.grading import Grading

_SMATCH, _SEMBLEU, _S2MATCH = "bamboo-smatch", "sembleu@530bc05", "s2match"
_RESTARTS = {_SMATCH: (1, 2, 3, 5, 7), _S2MATCH: (1, 2, 4)}
"""Of Tables 3 and 5."""
_SEARCHES = {"SM": f"{_SMATCH}@S+4R", "SB": _SEMBLEU, "S2M": f"{_S2MATCH}@S+4R"}
"""The metrics as the paper searched them: the default of both programs is the smart start and four random ones."""
_OPTIMA = {"SB": _SEMBLEU, "SM": _SMATCH, "S2M": _S2MATCH}
_METRICS = dict.fromkeys(
    [*_SEARCHES.values(), *_OPTIMA.values(), *(f"{name}@S+{k}R" for name, ks in _RESTARTS.items() for k in ks)]
)
_RUNS = 10
_PARSERS = ("BART", "T5")

Table = dict[str, dict[str, object]]
"""For each row of a table our values: by corpus a number, or a list with the paper's labels."""


def _vectors() -> Path:
    path = os.environ.get("SMATCHPROOF_GLOVE")
    if not path:
        raise Missing("SMATCHPROOF_GLOVE has to name glove.6B.50d.txt, of Stanford's glove.6B.zip")
    return Path(path)


def _parses(folder: Path) -> Iterator[Corpora]:
    """Gold graphs and the parses of two parsers, whose lines alternate in a file, as three pairs of files."""
    sides = {}
    for name, file in (("parses", "src.test.amr"), ("gold", "tgt.test.amr")):
        with Corpus(DATA / "parseval" / file) as read:
            sides[name] = [block.text.decode() for block in read.blocks()]
    found = {"gold": sides["gold"][::2]} | {name: sides["parses"][at::2] for at, name in enumerate(_PARSERS)}
    for name, texts in found.items():
        graphs = ("\n".join(line for line in text.splitlines() if not line.startswith("#")) for text in texts)
        (folder / f"{name}.amr").write_text("\n\n".join(graphs) + "\n", encoding="utf-8")
    for left, right in (("BART", "gold"), ("T5", "gold"), ("BART", "T5")):
        yield f"{left}-{right}", folder / f"{left}.amr", folder / f"{right}.amr"


Audits = dict[str, tuple[Audit, list[PairAudit]]]


def _audits(vectors: Path) -> Audits:
    """The audit of each corpus: four of sentences written or parsed twice, and parses against gold graphs."""
    found: Audits = {}
    with tempfile.TemporaryDirectory() as folder:
        named = [("LPP", *corpus("lpp")[1:])]
        named += [(name.upper(), *corpus(f"{name} dev main")[1:]) for name in ("sts", "sick", "para")]
        for name, left, right in (*named, *_parses(Path(folder))):
            human = DATA / "bamboo" / name.lower() / "dev.y"
            with Corpus(left) as one, Corpus(right) as other:
                total, places = check_pairing(one, other)
                grading = Grading(vector_similarity(vectors, [one, other]))
                plan = AuditPlan(tuple(metric(each, ScoreSettings(), grading) for each in _METRICS), runs=_RUNS)
                pairs = list(audit_pairs(pair_blocks(one, other, places), plan, None))
            request = AuditRequest(read_human(human, total) if human.exists() else None, bias=False)
            found[name] = audit(plan, pairs, request), pairs
    return found
