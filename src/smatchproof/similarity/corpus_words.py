"""The words of corpora, and similarities by word vectors that only keep those words in memory."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from smatchproof.graphs.corpus import Corpus
from smatchproof.similarity.similarity import VectorSimilarity, needed_words
from smatchproof.similarity.similarity_files import read_vectors

_TOKEN = re.compile(r'"[^"\n]*"|[^\s()"]+')


def corpus_tokens(corpora: Iterable[Corpus]) -> set[str]:
    r"""Return all tokens of the corpora except roles, including every concept and constant. Reads each corpus once.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "one.amr")
    ...     _ = path.write_text('# ::snt It.\n(c / cat~e.3 :name (n / name :op1 "New York"))\n')
    ...     with Corpus(path) as corpus:
    ...         sorted(corpus_tokens([corpus]))
    ['/', 'New York', 'c', 'cat', 'n', 'name']
    """
    return {
        _bare(token)
        for corpus in corpora
        for block in corpus.blocks()
        for line in block.text.decode(errors="replace").splitlines()
        if not line.lstrip().startswith("#")
        for token in _TOKEN.findall(line)
        if not token.startswith(":")
    }


def _bare(token: str) -> str:
    """Return a token as conventions compare it: without quotes and alignment suffix."""
    return token[1:-1] if token.startswith('"') else token.partition("~")[0]


def vector_similarity(path: str | Path, corpora: Iterable[Corpus], sense: float | None = None) -> VectorSimilarity:
    """Return the similarity by the vectors of a file, for the graphs of these corpora.

    Streams the file: memory is that of the words in the graphs. Raises :class:`InputError` for a file that is not one
    of vectors, with the line, and :class:`UsageError` for a setting outside of [0, 1].
    """
    return VectorSimilarity(read_vectors(path, needed_words(corpus_tokens(corpora))), sense)
