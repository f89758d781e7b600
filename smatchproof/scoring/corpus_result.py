"""The score of a corpus for Python programs: as a record, a dictionary, a data frame, or a table in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from smatchproof.base.optional import MissingPackageError
from smatchproof.problem.score import CorpusScore
from smatchproof.scoring.metrics.alignment_scores import PairScore

if TYPE_CHECKING:
    import pandas as pd

_SHOWN_PAIRS = 20


@dataclass(frozen=True, slots=True)
class CorpusResult:
    """The score of a corpus, of each of its pairs, and the signature that belongs to the number."""

    corpus: CorpusScore
    pairs: tuple[PairScore, ...]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Counts and scores of the corpus, and of every pair in ``per_pair``: values that JSON can hold.

        >>> CorpusResult(CorpusScore(), (), "smatch|...").to_dict()["f1"]
        0.0
        """
        corpus = self.corpus
        upper = {} if corpus.all_proved else {"f1_upper": corpus.micro_upper.f1}
        return {
            "pairs": corpus.pairs,
            **corpus.counts.as_dict(),
            **corpus.micro._asdict(),
            **upper,
            "macro": corpus.macro._asdict(),
            "certified": corpus.certified,
            "signature": self.signature,
            "per_pair": [pair.to_dict() for pair in self.pairs],
        }

    def to_dataframe(self) -> pd.DataFrame:
        """A row for each pair, with its id as the index. Raises :class:`MissingPackageError` without pandas."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackageError("a data frame needs pandas; pip install pandas") from None
        columns = ("matched", "upper_bound", "left_triples", "right_triples", "precision", "recall", "f1", "status")
        rows = [pair.to_dict() for pair in self.pairs]
        data = {name: [row[name] for row in rows] for name in (*columns, "seconds", "alignment")}
        return pd.DataFrame(data, index=pd.Index([pair.id for pair in self.pairs], name="id"))

    def _repr_html_(self) -> str:
        """The score and the first pairs as tables, for notebooks."""
        corpus = self.corpus
        ends = zip(corpus.micro, corpus.micro_upper, strict=True)
        cells = [f"{low:.4f}" if low == high else f"{low:.4f} to {high:.4f}" for low, high in ends]
        head = _table([("pairs", "precision", "recall", "F1", "certified")], [[f"{corpus.pairs:,}", *cells,
                      f"{corpus.certified:,} of {corpus.pairs:,}"]])  # fmt: skip
        shown = [_cells(pair) for pair in self.pairs[:_SHOWN_PAIRS]]
        rest = len(self.pairs) - len(shown)
        more = f"<p>and {rest:,} pairs more</p>" if rest else ""
        columns = ("pair", "precision", "recall", "F1", "matched", "of", "and", "status")
        return f"{head}<p><code>{escape(self.signature)}</code></p>{_table([columns], shown)}{more}"


def _cells(pair: PairScore) -> list[str]:
    counts = pair.counts
    sizes = f"{counts.left_triples}", f"{counts.right_triples}"
    scores = [f"{value:.4f}" for value in counts.score]
    return [pair.id, *scores, counts.format_triples(counts.matched), *sizes, pair.status.value]


def _table(headings: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in row)}</tr>" for row in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"
