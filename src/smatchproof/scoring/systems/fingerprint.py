"""The identity of a test set: the number of its graphs and a hash of them."""

from __future__ import annotations

from collections.abc import Iterable

from smatchproof.base.errors import InputError
from smatchproof.base.record import Record
from smatchproof.graphs.corpus import Block

_SHOWN = 12  # hexadecimal digits, 48 bits: among a million test sets any two agree with a probability below 1 in 500


class Fingerprint(Record):
    """The number of graphs of a file, and the SHA-256 of them as they are read.

    Layout, comments, ids, the order of the graphs and compression do not count; names of variables do.
    """

    graphs: int
    sha256: str

    def __str__(self) -> str:
        return f"ref:{self.graphs}-{self.sha256[:_SHOWN]}"


def fingerprint(blocks: Iterable[Block]) -> Fingerprint:
    r"""Return the fingerprint of a corpus. Keeps 32 bytes of each graph; one that cannot be read counts as text.

    >>> blocks = [Block("f", 1, 0, None, text) for text in (b"(b / boy)", b"# ::id 7\n( g\t/ girl )")]
    >>> print(fingerprint(blocks))
    ref:2-4ea6a9bd0fe4
    >>> fingerprint(blocks) == fingerprint(reversed(blocks))
    True
    """
    digests = sorted(map(_digest, blocks))
    return Fingerprint(len(digests), _sha256(b"".join(digests)).hex())


def _digest(block: Block) -> bytes:
    try:
        graph = block.parse()
    except InputError:
        return _sha256(b"text\0" + block.text)
    return _sha256(repr((graph.variables, graph.concepts, [(*edge,) for edge in graph.edges])).encode())


def _sha256(text: bytes) -> bytes:
    from hashlib import sha256  # loads OpenSSL, which a score does not need

    return sha256(text).digest()
