"""Where the evidence of a long search waits until its proof is written."""

from __future__ import annotations

from tempfile import TemporaryFile
from threading import Lock
from typing import IO
from weakref import finalize

IN_MEMORY = 2**24
"""So many bytes stay in memory. That is some 1.3 million numbers, and a search of half a second needs no file."""


LARGE = 2**20
"""So many bytes are written piece by piece: joined they would be in memory twice."""


class Store:
    """A place for bytes: in a temporary file without a name, but for the first of them.

    Where the file has no room for them, they stay in memory, too. Threads may share it.
    """

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self.memory_left = in_memory
        self.lock = Lock()
        self.file: IO[bytes] | None = None
        self.end = 0

    def put(self, *pieces: bytes | bytearray) -> bytes | Stored:
        """Keep these bytes: answers them where memory or a full disk keeps them there, else their place in the file."""
        size = sum(map(len, pieces))
        if size < LARGE:
            pieces = (b"".join(pieces),)
        with self.lock:
            if size <= self.memory_left:
                self.memory_left -= size
                return b"".join(pieces)
            try:
                if self.file is None:
                    self.file = TemporaryFile(buffering=0)
                    finalize(self, self.file.close)
                self.file.seek(self.end)
                if sum(map(self.file.write, pieces)) < size:
                    return b"".join(pieces)
            except OSError:  # no folder, or a full one
                return b"".join(pieces)
            stored = Stored(self, self.end, size)
            self.end += size
            return stored

    def read(self, place: int, size: int) -> bytes:
        """The bytes that begin at a place of the file."""
        with self.lock:
            assert self.file is not None
            self.file.seek(place)
            pieces = []
            while size and (piece := self.file.read(size)):  # one read has two gigabytes at most
                pieces.append(piece)
                size -= len(piece)
            return b"".join(pieces)


class Stored:
    """Bytes in the file of a store."""

    __slots__ = "place", "size", "store"

    def __init__(self, store: Store, place: int, size: int) -> None:
        self.store, self.place, self.size = store, place, size

    def __bytes__(self) -> bytes:
        return self.store.read(self.place, self.size)
