"""Metrics against people: BAMBOO's development sets (Opitz, Daza & Frank, TACL 2021), every alignment proved."""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.common import DATA, corpora, corpus, score, side_by_side, smatch, table
from smatchproof.alignment import Corpus, Grading, check_pairing, convention, pair_blocks
from smatchproof.alignment.corpus_words import vector_similarity
from smatchproof.audits.correlation import correlation, role_confusion
from smatchproof.audits.human_scores import read_human
from smatchproof.scoring.corpus_scores import score_blocks
from smatchproof.scoring.metrics import metric
from smatchproof.scoring.metrics.metric import CorpusMetric
from smatchproof.scoring.settings import ScoreSettings

_SETS = ("sts", "sick", "para")
_VARIANTS = ("main", "reify", "syno")
_TOPS = ("const", "concept", "none")
_WINDOW, _DIMENSIONS, _RAREST = 4, 50, 3

_NOTES = """\
Pearson's correlation with the human scores, times 100; under "role" the accuracy of BAMBOO's version 0.2, times 100:
of the two pairs of a couple the paraphrase has to score more than the foil. All pairs of the development sets, in the
order sts (1,501 pairs; 53 couples), sick (502; 25), para (502; 338); every Smatch and S2match score is proved.

S2match has word vectors of {dimensions} dimensions made for this table from the sentences of the same graphs and of
*The Little Prince*: positive pointwise mutual information within {window} words, reduced by a singular value
decomposition; {words:,} words. They are no match for vectors made from billions of words.

Published, on the *test* sets, main / role: Smatch 58.39, 59.75, 41.32 / 89.87, 98.32, 88.14; smatchpp 58.54, 59.75,
41.38 / 89.87, 98.32, 88.31; SemBleu(k3) 56.54, 58.06, 32.82 / 81.01, 93.28, 77.79. Development and test sets differ,
so that only orders of magnitude and the ranking of metrics can be compared.

"""


def bamboo() -> str:
    """Each metric on each set, under each setting of TOP, and the program smatchpp beside its convention."""
    with tempfile.TemporaryDirectory() as folder:
        vectors = Path(folder, "vectors.txt")
        words = _write_vectors(vectors)
        rows = [[name, *_row(metrics)] for name, metrics in _metrics(vectors)]
    rows.append(["program smatchpp 1.8.0, graph type amr", *_smatchpp_row()])
    heads = [f"{name} {variant}" for variant in (*_VARIANTS, "role") for name in _SETS]
    lines = ["| metric | " + " | ".join(heads) + " |", "|---" + "|---:" * len(heads) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return _NOTES.format(dimensions=_DIMENSIONS, window=_WINDOW, words=words) + "\n".join(lines)


_Cell = tuple[str, str]


def _metrics(vectors: Path) -> Iterator[tuple[str, dict[_Cell, CorpusMetric]]]:
    """The metrics by name; what S2match needs to know differs from set to set."""
    cells = [(name, variant) for variant in (*_VARIANTS, "role_confusion") for name in _SETS]
    for top in _TOPS:
        settings = ScoreSettings(convention("smatch", top=top))
        yield f"smatch, top {top}", {cell: metric("smatch", settings) for cell in cells}
    for top in _TOPS:
        settings = ScoreSettings(convention("smatch", top=top))
        yield f"s2match, top {top}", {cell: metric("s2match", settings, _grading(vectors, cell)) for cell in cells}
    yield "smatchpp-amr", {cell: metric("smatch", ScoreSettings(convention("smatchpp-amr"))) for cell in cells}
    for k in (1, 2, 3):
        yield f"sembleu, k {k}", {cell: metric(f"sembleu-k{k}") for cell in cells}


def _files(cell: _Cell) -> tuple[Path, Path]:
    folder = DATA / "bamboo" / cell[0] / cell[1]
    return folder / "src.dev.amr", folder / "tgt.dev.amr"


def _grading(vectors: Path, cell: _Cell) -> Grading:
    left, right = _files(cell)
    with Corpus(left) as one, Corpus(right) as other:
        return Grading(vector_similarity(vectors, [one, other]))


def _row(metrics: dict[_Cell, CorpusMetric]) -> list[str]:
    return [f"{_agreement(cell, _values(cell, each)):.2f}" for cell, each in metrics.items()]


def _values(cell: _Cell, chosen: CorpusMetric) -> list[float]:
    left, right = _files(cell)
    with Corpus(left) as one, Corpus(right) as other:
        total, places = check_pairing(one, other)
        found = list(score_blocks(pair_blocks(one, other, places), chosen, None, total))
    assert all(each.counts.proved for each in found)
    return [each.counts.value for each in found]


def _agreement(cell: _Cell, values: Sequence[float]) -> float:
    if cell[1] == "role_confusion":
        return 100 * role_confusion(values).accuracy
    pearson = correlation(values, read_human(DATA / "bamboo" / cell[0] / "dev.y", len(values))).pearson
    assert pearson is not None
    return 100 * pearson


def _smatchpp_row() -> list[str]:
    """The same from the program itself, run as its users run it."""
    cells = [(name, variant) for variant in (*_VARIANTS, "role_confusion") for name in _SETS]
    return [f"{_agreement(cell, _smatchpp_values(cell)):.2f}" for cell in cells]


def _smatchpp_values(cell: _Cell) -> list[float]:
    left, right = _files(cell)
    options = ["-solver", "ilp", "-score_type", "pairwise", "-output_format", "json", "-graph_type", "amr"]
    command = [sys.executable, "-m", "smatchpp", "-a", str(left), "-b", str(right), *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    decoder, place, values = json.JSONDecoder(), 0, []
    while (place := done.stdout.find("{", place)) >= 0:
        found, place = decoder.raw_decode(done.stdout, place)
        values.append(found["main"]["F1"]["result"] / 100)
    return values


def graded() -> str:
    """The time of S2match beside that of Smatch and of the hill-climber, whole processes."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        vectors, certificates = Path(folder, "vectors.txt"), Path(folder, "certificates.jsonl")
        _write_vectors(vectors)
        for pair in (corpus(name) for name in ("lpp", "sts dev main", "para dev main", "para dev reify")):
            options = "--metric", "s2match", "--vectors", str(vectors)
            commands = [
                score(pair),
                score(pair, *options),
                score(pair, *options, "--certificates", str(certificates)),
                score(pair, "--metric", "sembleu"),
                smatch(pair),
            ]
            plain, graded, certified, sembleu, climber = side_by_side(commands, runs=3)
            sizes = [len(line) for line in certificates.read_bytes().splitlines()]
            row = [pair[0], plain, graded, graded / plain, certified, certified / plain, sembleu, climber]
            rows.append([*row, len(sizes), statistics.median(sizes) / 1000])
    header = ["corpus", "smatch s", "s2match s", "ratio", "with certificates s", "ratio", "sembleu s", "smatch.py s"]
    return table([*header, "certified", "median kB"], rows)


# ---- word vectors


def _sentences() -> Iterator[list[str]]:
    files: Iterable[Path] = {path for _, *pair in corpora() for path in pair if "reify" not in str(path)}
    for path in sorted(files):
        for sentence in re.findall(r"^# ::snt (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield re.findall(r"[a-z]+", sentence.lower())


def _write_vectors(path: Path) -> int:
    """Vectors in GloVe's format, of the words that are not rare; returns their number."""
    sentences = list(_sentences())
    number = Counter(word for sentence in sentences for word in sentence)
    words = sorted(word for word, count in number.items() if count >= _RAREST)
    index = {word: place for place, word in enumerate(words)}
    together = np.zeros((len(words), len(words)))
    for sentence in sentences:
        places = [index[word] for word in sentence if word in index]
        for at, word in enumerate(places):
            for other in places[max(0, at - _WINDOW) : at]:
                together[word, other] += 1
                together[other, word] += 1
    left, singular, _ = np.linalg.svd(_mutual_information(together), full_matrices=False)
    vectors = left[:, :_DIMENSIONS] * np.sqrt(singular[:_DIMENSIONS])
    lines = (f"{word} {' '.join(f'{each:.6f}' for each in vectors[place])}\n" for word, place in index.items())
    path.write_text("".join(lines), encoding="utf-8")
    return len(words)


def _mutual_information(together: np.ndarray) -> np.ndarray:
    """Positive pointwise mutual information."""
    total = together.sum()
    expected = np.outer(together.sum(axis=1), together.sum(axis=0)) / total
    ratio = np.divide(together, expected, out=np.ones_like(together), where=together > 0)
    information: np.ndarray = np.maximum(np.log(ratio), 0)
    return information
