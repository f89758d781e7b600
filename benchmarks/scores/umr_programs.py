"""Alignments of programs of others, AnCast and smatchpp, next to the optimum of public UMR files.

AnCast with AnCast++ aligns nodes sentence by sentence, and its alignment is recounted as those of other programs are.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.common import Missing, table
from benchmarks.scores.umr import COMPARISONS, SECONDS, checkout, paired
from smatchproof.base.errors import SmatchproofError, UsageError
from smatchproof.conventions.ancast_aspects import ancast_parts
from smatchproof.graphs.corpus import Unit
from smatchproof.graphs.umr import LAYERS, DocumentTriple, parse_sentences
from smatchproof.public import (
    Block,
    Corpus,
    CorpusScore,
    Counts,
    Graph,
    ScoreSettings,
    SolveParams,
    convention,
    recounted,
    write_graph,
)
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.scoring.pairs.fine_grained import program_fine_grained
from smatchproof.scoring.settings import FineGrained
from smatchproof.scoring.systems.peer_scores import score_peers


def beside_optimum() -> str:
    """The triples that alignments of AnCast and smatchpp match, and the certified optimum of the same triples."""
    folder, rows = checkout() / "data", []
    for name, candidate, reference in COMPARISONS:
        files = folder / candidate, folder / reference
        sentences, documents = _pairs(*files), _documents(*files)
        rows.append([f"{name}, sentences", *_beside_ancast(sentences), *_beside_smatchpp(sentences)])
        rows.append([f"{name}, documents", *_beside_ancast(documents), "", "", ""])
    header = [
        "", "pairs", "left out", "certified", "optimum", "AnCast", "above", "labelled relations: optimum", "AnCast",
        "above", "with similar concepts", "smatchpp: optimum", "smatchpp", "triples above",
    ]  # fmt: skip
    told = (
        "Labelled relations count two halves each, which match where the concept of their end is equal. With similar "
        "concepts: as AnCast itself counts these halves, where a concept within another one matches in part."
    )
    return f"{told}\n\n{table(header, rows)}"


def _beside_ancast(pairs: list[tuple[Block, Block]]) -> list[object]:
    """Of all triples and of labelled relations: the optimum, what AnCast matches, and the pairs where that is more."""
    settings = ScoreSettings(convention("umr"), params=SolveParams(time_limit=SECONDS))
    whole, left_out, totals, above, stated = CorpusScore(), 0, [0, 0, 0], [0, 0], 0.0
    for at, pair in enumerate(pairs, 1):
        try:
            left, right = (block.parse() for block in pair)
            mapping, own = _ancast(pair)
        except (SmatchproofError, AnCastFailure):
            left_out += 1
            continue
        found = score_pair(left, right, settings, at)
        whole.add(found.counts, found.certified)
        stated += 2 * own
        best = program_fine_grained(left, right, settings, FineGrained.ANCAST)["labelled-relations"]
        counted = settings.convention.triples, lambda graph: ancast_parts(graph)["labelled-relations"]
        duplicates = settings.convention.duplicates
        theirs = [recounted(count(left), count(right), mapping, duplicates) for count in counted]
        totals = [*map(sum, zip(totals, (*theirs, best.matched), strict=True))]
        for part, (matched, counts) in enumerate(zip(theirs, (found.counts, best), strict=True)):
            above[part] += matched > counts.upper_bound
    numbers = whole.counts.matched, totals[0], above[0], totals[2], totals[1], above[1], f"{stated:.1f}"
    return [len(pairs), left_out, whole.certified, *numbers]


def _beside_smatchpp(pairs: list[tuple[Block, Block]]) -> list[object]:
    try:
        (score,) = score_peers(pairs, ["smatchpp"], [0])
    except UsageError as error:
        raise Missing(str(error)) from None
    certified: list[Counts] = []
    settings = ScoreSettings(convention(score.convention))
    for at, (left, right) in enumerate(pairs, 1):
        try:
            certified.append(score_pair(left.parse(), right.parse(), settings, at).counts)
        except SmatchproofError:  # it does not read such a graph
            continue
    total = sum(each.matched for each in certified)
    return [total, score.matched[0], score.optimum.counts.matched - total]


def _pairs(left: Path, right: Path) -> list[tuple[Block, Block]]:
    """The pairs of sentences of two files by position; one may have more."""
    with Corpus(left) as lefts, Corpus(right) as rights:
        return [*zip(lefts.blocks(), rights.blocks(), strict=False)]


def _documents(left: Path, right: Path) -> list[tuple[Block, Block]]:
    """The same by documents, which both have the same sentences."""
    return [(_document(one), _document(other)) for one, other in paired(left, right)[1]]


def _document(text: bytes) -> Block:
    return Block("", 1, 0, None, text, Unit.DOCUMENT)


# ---- AnCast


class AnCastFailure(Exception):
    """AnCast gave no answer to a pair."""


def _ancast(blocks: tuple[Block, Block]) -> tuple[tuple[int | None, ...], float]:
    """The alignment of AnCast for two sentences or documents, and its count of matching halves of labelled relations.

    Raises :class:`AnCastFailure` where it has none.
    """
    texts = [_texts(block) for block in blocks]
    if len(texts[0]) != len(texts[1]):
        raise AnCastFailure(f"documents of {len(texts[0])} and of {len(texts[1])} sentences")
    left, right = (convention("umr").triples(block.parse()) for block in blocks)
    with redirect_stdout(io.StringIO()):
        partners, matched = _answered([*zip(*texts, strict=True)], "amr" if blocks[0].unit is Unit.GRAPH else "umr")
    number = {name: index for index, name in enumerate(right.variables)}
    return tuple(number.get(partners.get(name, "")) for name in left.variables), matched


def _answered(pairs: list[tuple[dict[str, str], dict[str, str]]], form: str) -> tuple[dict[str, str], float]:
    """The partners of the left variables by name, and what it counts of labelled relations."""
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
    return partners, float(whole.semantic_metric_precision.metrics["lr"]["score"])


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
