"""Reading word vectors and tables of similarities: what is refused and where, what is read, and in how much memory."""

import gzip
import hashlib
import os
import random
import tracemalloc
from functools import partial

import pytest
from hypothesis import given, strategies as st

from smatchproof.base.errors import InputError, short
from smatchproof.similarity.similarity_files import read_table, read_vectors
from tests.located import shown
from tests.tables import tables

TABLES = tables(__file__)

TOY = b"boy 1 0\ngirl 0.8 0.6\nrun 0 -1e0\n"
WORDS = {"boy", "girl", "run", "unicorn", "new york", ". . ."}


def written(path, content):
    path.write_bytes(content)
    return path


def vectors_of(path, words=WORDS):
    return {word: vector.tolist() for word, vector in read_vectors(path, words).vectors.items()}


def text_of(error, path):
    """The text of an error with the file as FILE."""
    return str(error.value).replace(short(str(path), 300), "FILE")


# ---- what is refused

READ = {
    "vectors": lambda path: read_vectors(path, WORDS),
    "tables": read_table,
    "directed_tables": partial(read_table, symmetric=False),
}
UTF8 = "byte 0xe9 is not UTF-8; save the file as UTF-8"
BAD = [
    *((kind, content.encode(), text) for kind in READ for _, content, text in TABLES[kind]),
    ("vectors", TOY + b"caf\xe9 0 0\n", f"FILE:4:4: {UTF8}"),
    ("vectors", "née café 0 0\n".encode().replace("fé".encode(), b"f\xe9"), f"FILE:1:8: {UTF8}"),
    ("tables", b"caf\xe9\tbar\t0.5\n", f"FILE:1:4: {UTF8}"),
]


@pytest.mark.parametrize(("kind", "content", "text"), BAD, ids=repr)
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_bad_files_are_refused(tmp_path, pack, kind, content, text):
    path = written(tmp_path / "file", pack(content))
    with pytest.raises(InputError) as caught:
        READ[kind](path)
    assert text_of(caught, path) == shown(text, content)


# ---- files that cannot be read


@pytest.mark.parametrize(
    ("read", "content"),
    [(lambda path: read_vectors(path, WORDS), TOY), (read_table, b"boy\tchild\t1\n")],
    ids=["vectors", "table"],
)
def test_what_cannot_be_read_is_refused(tmp_path, read, content):
    """As files of graphs are, with more ways to go wrong."""
    tail = written(tmp_path / "tail.gz", gzip.compress(content) + b"tail")
    for path, text in ((tmp_path, "is a directory"), (tail, "not a complete gzip file")):
        with pytest.raises(InputError) as caught:
            read(path)
        assert text_of(caught, path).startswith(f"FILE: {text}")


# ---- vectors that are read

TOY_READ = {"boy": [1, 0], "girl": [0.8, 0.6], "run": [0, -1]}

GOOD = [(content.encode(), *expected, TOY_READ)[:2] for _, content, *expected in TABLES["good"]]


@pytest.mark.parametrize(("content", "expected"), GOOD, ids=[name for name, *_ in TABLES["good"]])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_good_vectors_are_read(tmp_path, pack, content, expected):
    path = written(tmp_path / "vectors.txt", pack(content))
    found = read_vectors(path, WORDS)
    assert {word: list(vector) for word, vector in found.vectors.items()} == expected
    assert found.dimension == len(next(iter(expected.values()), [1, 0]))
    assert found.fingerprint == hashlib.sha256(content).hexdigest()[:8]


def test_a_pipe_is_read(tmp_path):
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as file:
        file.write(gzip.compress(TOY))
    try:
        assert vectors_of(f"/dev/fd/{reading}") == TOY_READ
    finally:
        os.close(reading)


# No line begins with a byte order mark or holds what may be taken for a number: digits, nan, inf.
line_words = st.text(
    st.characters(exclude_characters="\n\r \ufeffnNiI", exclude_categories=["Cs", "Nd", "Nl", "No"]), min_size=1
)
finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.data(), st.booleans(), st.sampled_from([bytes, gzip.compress]))
def test_what_is_written_is_read_in_any_order(tmp_path_factory, data, heading, pack):
    size = data.draw(st.integers(1, 3))
    words = st.lists(line_words, min_size=1, max_size=3).map(" ".join)
    vectors = data.draw(st.dictionaries(words, st.lists(finite, min_size=size, max_size=size), min_size=1, max_size=5))
    asked = data.draw(st.sets(st.sampled_from(sorted(vectors))))
    lines = data.draw(st.permutations([" ".join([word, *map(repr, vector)]) for word, vector in vectors.items()]))
    text = "\n".join([f"{len(vectors)} {size}"] * heading + lines)
    path = written(tmp_path_factory.mktemp("vectors") / "any.txt", pack(text.encode()))
    assert vectors_of(path, asked) == {word: vectors[word] for word in asked}


# ---- tables that are read


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf# toy\r\n\r\nboy\tchild\t0.72\r\n  # more\r\n \t \r\nkitten\tcat\t1.\r\n",
        b" Boy \t child\t .72 \nchild\tboy\t72e-2\nboy\tchild\t0.72\nboy\tboy\t1.0\ncat\tkitten\t1",
    ],
)
def test_good_tables_are_read(tmp_path, content, pack):
    similarity = read_table(written(tmp_path / "toy.tsv", pack(content)))
    assert (similarity("boy", "child"), similarity("child", "boy"), similarity("cat", "kitten")) == (0.72, 0.72, 1)
    assert similarity("boy", "cat") == 0
    assert similarity.signature == "table:toy.tsv#826c7216"


# ---- streaming


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_memory_is_that_of_the_words_kept(tmp_path, pack):
    rng = random.Random(3)
    numbers = [f"{rng.gauss(0, 0.4):.5f}" for _ in range(1000)]
    content = "".join(f"word{line} {' '.join(rng.choices(numbers, k=100))}\n" for line in range(2_000)).encode()
    assert len(content) > 1_500_000
    path = written(tmp_path / "vectors", pack(content))
    words = {f"word{line}" for line in range(0, 2_000, 20)}
    tracemalloc.start()
    try:
        found = read_vectors(path, words)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(found.vectors) == 100
    assert peak < 700_000
