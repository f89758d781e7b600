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
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.common import DATA, corpora, corpus, score, side_by_side, smatch, table
from smatchproof.lab.audits.bamboo import CELLS, PUBLISHED, ROLE, Cell, bamboo_rows, bamboo_table, files_of
from smatchproof.lab.audits.correlation import correlation, read_human, role_confusion
from smatchproof.public import Corpus, CorpusMetric, Grading, ScoreSettings, convention, metric
from smatchproof.similarity.corpus_words import vector_similarity

_TOPS = ("const", "concept", "none")
_WINDOW, _DIMENSIONS, _RAREST = 4, 50, 3

_NOTES = """\
Pearson's correlation with the human scores, times 100; under "role" the accuracy of BAMBOO's version 0.2, times 100:
of the two pairs of a couple the paraphrase has to score more than the foil. All pairs of the development sets, in the
order sts (1,501 pairs; 53 couples), sick (502; 25), para (502; 338); every Smatch and S2match score is proved.

S2match has word vectors of {dimensions} dimensions made for this table from the sentences of the same graphs and of
*The Little Prince*: positive pointwise mutual information within {window} words, reduced by a singular value
decomposition; {words:,} words. They are no match for vectors made from billions of words.

Published rows are of the *test* sets, and stand below the row that has their settings (S2match(def) has GloVe vectors
instead of these). Development and test sets differ, so that only orders of magnitude and the ranking of metrics can be
compared. `smatchproof audit --bamboo DIR` prints the same.

"""


def bamboo() -> str:
    """Each metric on each set, under each setting of TOP, the presets, and the program smatchpp itself."""
    with tempfile.TemporaryDirectory() as folder:
        vectors = Path(folder, "vectors.txt")
        words = _write_vectors(vectors)
        found = bamboo_table(dict(bamboo_rows(DATA / "bamboo", partial(_metrics, vectors), jobs=None)))
    published = {row.ours: row for row in PUBLISHED if row.ours}
    rows: list[list[str]] = []
    for row in found:
        rows.append([row.metric, *(f"{value:.2f}" for value in row.values if value is not None)])
        if beside := published.get(row.metric):
            rows.append([f"*published: {beside.metric}*", *(f"*{value:.2f}*" for value in beside.values)])
    rows.append(["program smatchpp 1.8.0, graph type amr", *_smatchpp_row()])
    heads = [cell.heading for cell in CELLS]
    lines = ["| metric | " + " | ".join(heads) + " |", "|---" + "|---:" * len(heads) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return _NOTES.format(dimensions=_DIMENSIONS, window=_WINDOW, words=words) + "\n".join(lines)


def _metrics(vectors: Path, corpora: Sequence[Corpus]) -> dict[str, CorpusMetric]:
    """The metrics by name; what S2match needs to know differs from set to set."""
    grading = Grading(vector_similarity(vectors, corpora))
    chosen: dict[str, CorpusMetric] = {}
    for name in ("smatch", "graded-smatch"):
        for top in _TOPS:
            chosen[f"{name}, top {top}"] = metric(name, ScoreSettings(convention("smatch", top=top)), grading)
    for name in ("bamboo-smatch", "bamboo-smatchpp", "s2match", "sembleu:ngrams=1", "sembleu:ngrams=2", "sembleu"):
        chosen[name] = metric(name, ScoreSettings(), grading)
    return chosen | {name: metric(name) for name in _published_sembleu()}


def _published_sembleu() -> list[str]:
    """The metrics of the published rows of SemBleu."""
    return [row.ours for row in PUBLISHED if row.ours.startswith("sembleu")]


def _agreement(cell: Cell, values: Sequence[float]) -> float:
    if cell.variant == ROLE:
        return 100 * role_confusion(values).accuracy
    pearson = correlation(values, read_human(DATA / "bamboo" / cell.set / "dev.y", len(values))).pearson
    assert pearson is not None
    return 100 * pearson


def _smatchpp_row() -> list[str]:
    """The same from the program itself, run as its users run it."""
    return [f"{_agreement(cell, _smatchpp_values(cell)):.2f}" for cell in CELLS]


def _smatchpp_values(cell: Cell) -> list[float]:
    left, right = files_of(DATA / "bamboo", cell, "dev")
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
            options = "--metric", "graded-smatch", "--vectors", str(vectors)
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
