"""Programs of others that score UMR files: AnCast with AnCast++, and ÚFAL's compare_umr.pl.

Both align nodes by rules of their own and state several scores. AnCast goes sentence by sentence, and its alignment is
recounted as those of other programs are. compare_umr.pl compares whole files and states the score juːmæʧ.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.graphs.corpus import Unit
from smatchproof.graphs.umr import LAYERS, DocumentTriple, parse_sentences, split_sentences
from smatchproof.problem.score import PRF
from smatchproof.public import Block, Graph, TripleGraph, write_graph

SCRIPT = "compare_umr.pl"
_PROJECTIONS = "node projections"
SCORE, _FAILED = "juːmæʧ", "sentences failed"
_COUNTED = "aligned token sets", _PROJECTIONS, "triples in mapped nodes", SCORE


class OwnScore(NamedTuple):
    """A score that a program states: what matches and all of it, of the candidate, and the same of the reference.

    >>> OwnScore(3.5, 7, 2, 8).score.precision
    0.5
    """

    left_matched: float = 0.0
    left: float = 0.0
    right_matched: float = 0.0
    right: float = 0.0

    def plus(self, other: OwnScore) -> OwnScore:
        """Both together."""
        return OwnScore(*(one + another for one, another in zip(self, other, strict=True)))

    @property
    def score(self) -> PRF:
        """Precision, recall and F1; 0 where there is nothing."""
        precision = self.left_matched / self.left if self.left else 0.0
        recall = self.right_matched / self.right if self.right else 0.0
        total = precision + recall
        return PRF(precision, recall, 2 * precision * recall / total if total else 0.0)


OwnScores = Mapping[str, OwnScore]
"""The scores that a program states, by name."""


# ---- AnCast


class AnCastFailure(Exception):
    """AnCast gave no answer to a pair."""


def ancast_answer(
    blocks: tuple[Block, Block], left: TripleGraph, right: TripleGraph
) -> tuple[tuple[int | None, ...], dict[str, OwnScore]]:
    """The alignment of AnCast for two sentences or documents whose triples are `left` and `right`, and its scores.

    Raises :class:`AnCastFailure` where it has none. What it calls ``coref`` is ``coreference`` here.
    """
    texts = [_texts(block) for block in blocks]
    if len(texts[0]) != len(texts[1]):
        raise AnCastFailure(f"documents of {len(texts[0])} and of {len(texts[1])} sentences")
    with redirect_stdout(io.StringIO()):
        partners, scores = _ancast([*zip(*texts, strict=True)], "amr" if blocks[0].unit is Unit.GRAPH else "umr")
    number = {name: index for index, name in enumerate(right.variables)}
    mapping = tuple(number.get(partners.get(name, "")) for name in left.variables)
    return mapping, _scores(scores, blocks[0].unit is Unit.DOCUMENT)


def _ancast(
    pairs: list[tuple[dict[str, str], dict[str, str]]], form: str
) -> tuple[dict[str, str], dict[str, list[float]]]:
    """The partners of the left variables by name, and scores: what matches and all of it, left and right."""
    document: Any = import_module("ancast.document")
    matches, sentences = (import_module(f"ancast.{name}") for name in ("matches", "sentence"))
    whole, partners = document.DocumentMatch(), dict[str, str]()
    for number, pair in enumerate(pairs, 1):
        graphs = [sentences.Sentence("", side["graph"], {}, number, form) for side in pair]
        if any(graph.invalid for graph in graphs):
            raise AnCastFailure(f"ancast does not read the graph of sentence {number} of a side")
        found = matches.MatchResolution(*graphs)
        whole.add_doct_info(found, test_doc=pair[0]["document"], gold_doc=pair[1]["document"])
        partners.update(found.match_list01)
    whole.calculate_modal()
    for layer, edges in (("temporal", document.get_edge_list_temp), ("coref", document.get_edge_list_coref)):
        whole.calculate_TCTC(layer, edges)
    sides = whole.semantic_metric_precision.metrics, whole.semantic_metric_recall.metrics
    kinds = {"labelled relations": "lr", "unlabelled relations": "ulr", "weighted relations": "wlr"}
    kinds |= {name: name for name in ("modal", "temporal", "coref")}
    concepts, triples = [], []
    for side in sides:
        concept, relation = side["concept"], side["relation"]
        concepts += [concept["good_sum" + end] + concept["bad_quality_sum" + end] for end in ("", "_count")]
        triples += [concept["smatch_concept_sum"] + relation["matched"]]
        triples += [concept["smatch_concept_sum_count"] + relation["total"]]
    scores = {"concepts": concepts}
    for name, key in kinds.items():
        scores[name] = [side[key][member] for side in sides for member in ("score", "score_count")]
    return partners, {name: [float(each) for each in score] for name, score in (scores | {"smatch": triples}).items()}


def _scores(found: Mapping[str, list[float]], is_document: bool) -> dict[str, OwnScore]:
    names = {"coref": "coreference"}
    return {names.get(name, name): OwnScore(*each) for name, each in found.items() if is_document or name not in LAYERS}


def _texts(block: Block) -> list[dict[str, str]]:
    """The sentences of a block as AnCast reads them: the graph, and the document level with a triple on each line."""
    if block.unit is not Unit.DOCUMENT:
        return [{"graph": _penman(block.parse()), "document": ""}]
    sentences = parse_sentences(block.text, block.source, block.first_line)
    return [{"graph": _penman(each.graph), "document": _document_level(each.triples)} for each in sentences]


def _penman(graph: Graph) -> str:
    return write_graph(replace(graph, id=None, alignments=""))


def _document_level(triples: Iterable[DocumentTriple]) -> str:
    texts = dict.fromkeys(LAYERS, "")
    for each in triples:
        texts[each.layer] = texts.get(each.layer, "") + f"({each.source} :{each.role} {each.target})\n"
    return "(s / sentence\n" + "\n".join(f":{layer} ({text.rstrip()})" for layer, text in texts.items() if text) + ")"


# ---- compare_umr.pl


def compare_umr(pairs: Iterable[tuple[Block, Block]], ignored: str = "") -> dict[str, OwnScore]:
    """The scores of compare_umr.pl for all pairs as two files; roles that are `ignored` are separated by commas.

    Raises :class:`UsageError` where it, or perl, is not installed, and where it does not read the files.
    """
    script, perl = shutil.which(SCRIPT), shutil.which("perl")
    if script is None or perl is None:
        raise UsageError(
            f"{SCRIPT if script is None else 'perl'} is not installed; put it into a folder of PATH, executable "
            "(https://github.com/ufal/umrtools)"
        )
    given = 0
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("candidate.umr", "reference.umr")]
        with files[0].open("wb") as lefts, files[1].open("wb") as rights:
            for left, right in pairs:
                given += _write_sentences(lefts, left)
                _write_sentences(rights, right)
        named = ["reference", str(files[1]), "candidate", str(files[0])]
        choice = ["--except", ignored] if ignored else []
        done = subprocess.run([perl, script, "--tsv", *choice, *named], capture_output=True, check=False)
    table, said = (each.decode(errors="replace") for each in (done.stdout, done.stderr))
    if done.returncode or SCORE not in table or _FAILED in said:  # it would score the other sentences
        fatal = re.search(r"FATAL: (.*?)(?: at \S+ line \d+\.)?$", said, re.MULTILINE)
        why = fatal[1] if fatal else said.strip().partition("\n")[0] or f"exit status {done.returncode}"
        hint = "its lines are not those of your files: run smatchproof check"
        raise UsageError(f"{SCRIPT} gives no scores: {why}; {hint}")
    try:
        found = read_summary(table)
    except (ValueError, IndexError):
        raise UsageError(f"{SCRIPT} prints a table that is not known here; take its release of 2026") from None
    if f"number of sentences\tcandidate\t\t{given}\n" not in table:
        raise UsageError(f"{SCRIPT} reads another number of sentences than {given:,}; separate blocks by empty lines")
    return found


def _write_sentences(file: BinaryIO, block: Block) -> int:
    """Write the sentences of a block as the program separates them, by two empty lines. Returns their number."""
    if block.unit is Unit.GRAPH:
        raise UsageError(f"{SCRIPT} reads UMR files, and {block.source} is none; give two UMR files")
    texts = [each.text for each in split_sentences(block.text)]
    file.writelines(text.strip(b"\n") + b"\n\n\n" for text in texts)
    return len(texts)


def read_summary(text: str) -> dict[str, OwnScore]:
    r"""The scores in what compare_umr.pl prints with ``--tsv`` for a reference and a candidate, in this order.

    >>> read_summary("node projections\treference\tcandidate\t6\t5\t8\t7\t0.7\t0.8\t0.7\n")
    {'node projections': OwnScore(left_matched=5.0, left=7.0, right_matched=6.0, right=8.0)}
    """
    found: dict[str, OwnScore] = {}
    for line in text.splitlines():
        name, *cells = line.split("\t")
        if name in _COUNTED:
            counts = cells[2:6] if name == _PROJECTIONS else [cells[2], *cells[2:5]]  # equally many match elsewhere
            reference, candidate, *sizes = (float(each or 0) for each in counts)  # none are nothing
            found[name] = OwnScore(candidate, sizes[1], reference, sizes[0])
    return found
