"""Reading files of graphs: what is refused, what is read, how two files pair, and that no file is held in memory."""

import binascii
import gzip
import random
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from smatchproof.base.errors import InputError
from smatchproof.graphs import corpus as corpus_module
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.graphs.corpus_check import ProblemKind, corpus_problems
from tests.tables import tables

TABLES = tables(__file__)

ONE = b"(a / alpha)\n"
TWO = ONE + b"\n" + ONE
THREE = b"# ::id p\n(a / alpha)\n\n# ::id q\n(b / beta)\n\n# ::id r\n(c / gamma)\n"


def paired(left: Path, right: Path) -> list[tuple[str | None, str | None]]:
    """Read two files as `score` does; the ids of the pairs."""
    with Corpus(left) as candidates, Corpus(right) as references:
        _, places = check_pairing(candidates, references)
        pairs = [(one.parse(), other.parse()) for one, other in pair_blocks(candidates, references, places)]
    return [(one.id, other.id) for one, other in pairs]


def graphs(path: Path) -> list[tuple[str | None, int, tuple[str, ...]]]:
    """Id, first line and concepts of each graph of a file."""
    with Corpus(path) as corpus:
        return [(block.id, block.first_line, block.parse().concepts) for block in corpus.blocks()]


# ---- bad input

CRC = f"CRC check failed 0x0 != {binascii.crc32(ONE):#x}"
CUT = "Compressed file ended before the end-of-stream marker was reached"
UTF8 = "save the file as UTF-8"
AFTER_UTF8 = "(é / b :r é".encode() + b"\xe9)"


def not_gzip(why):
    """The error about a compressed file."""
    return f"left.amr: not a complete gzip file ({why}); compress the file again"


BAD_FILES = [
    # name, content of left.amr, content of right.amr, headline of the error
    *((name, left.encode(), right.encode(), headline) for name, left, right, headline in TABLES["bad"]),
    ("Latin-1", b"# ::id 7\n(b / caf\xe9)\n", ONE, f"left.amr:2:9: byte 0xe9 is not UTF-8 (id 7); {UTF8}"),
    ("Latin-1 after UTF-8", AFTER_UTF8, ONE, f"left.amr:1:12: byte 0xe9 is not UTF-8; {UTF8}"),
    ("Latin-1 in a comment", b"# ::snt caf\xe9\n(b / boy)\n", ONE, f"left.amr:1:12: byte 0xe9 is not UTF-8; {UTF8}"),
    ("in the second graph", ONE + b"\n\n(b / boy\n  :r \xff)", TWO, f"left.amr:5:6: byte 0xff is not UTF-8; {UTF8}"),
    ("UTF-16", "(a / alpha)\n".encode("utf-16"), ONE, f"left.amr:1: the file is in UTF-16; {UTF8}"),
    ("cut UTF-8", "(a / é".encode()[:-1], ONE, f"left.amr:1:6: byte 0xc3 is not UTF-8; {UTF8}"),
    ("truncated gzip", gzip.compress(THREE * 100)[:-30], ONE, not_gzip(CUT)),
    ("damaged gzip", gzip.compress(ONE)[:-8] + b"\0" * 8, ONE, not_gzip(CRC)),
    ("gzip with a tail", gzip.compress(ONE) + b"tail", ONE, not_gzip("Not a gzipped file (b'ta')")),
]


@pytest.mark.parametrize(
    ("left", "right", "headline"), [case[1:] for case in BAD_FILES], ids=[case[0] for case in BAD_FILES]
)
def test_bad_files_are_refused(tmp_path, monkeypatch, left, right, headline):
    monkeypatch.chdir(tmp_path)
    Path("left.amr").write_bytes(left)
    Path("right.amr").write_bytes(right)
    with pytest.raises(InputError) as caught:
        paired(Path("left.amr"), Path("right.amr"))
    assert caught.value.headline == headline


# ---- good input


@pytest.mark.parametrize(
    ("content", "expected"), [case[1:] for case in TABLES["good"]], ids=[case[0] for case in TABLES["good"]]
)
@pytest.mark.parametrize("form", ["plain", "gzip", "two gzip members"])
def test_good_files_are_read(tmp_path, content, expected, form):
    path, content = tmp_path / "graphs", content.encode()
    half = len(content) // 2
    forms = {
        "plain": content,
        "gzip": gzip.compress(content),
        "two gzip members": gzip.compress(content[:half]) + gzip.compress(content[half:]),
    }
    path.write_bytes(forms[form])
    assert [[id or "", line, [*concepts]] for id, line, concepts in graphs(path)] == expected


@pytest.mark.parametrize("kept", [0, len(THREE) - 1, len(THREE)])
def test_a_corpus_can_be_read_again(tmp_path, monkeypatch, kept):
    """Also where its text was kept, and whatever was read of it before."""
    monkeypatch.setattr(corpus_module, "LARGEST_KEPT", kept)
    path = tmp_path / "three.amr"
    path.write_bytes(THREE)
    with Corpus(path) as corpus:
        begun = corpus.blocks()
        first, headings = next(begun), list(corpus.headings())
        assert [block._replace(text=b"") for block in headings] == [
            block._replace(text=b"") for block in corpus.blocks()
        ]
        assert all(bool(block.text) == (len(THREE) <= kept) for block in headings)
        assert corpus.block_at(headings[2].offset, headings[2].first_line) == list(corpus.blocks())[2]
        assert first == next(corpus.blocks())
        assert list(corpus.blocks()) == list(corpus.blocks())
        assert next(corpus.blocks()).id == "p"
        assert [block.id for block in corpus.blocks()] == ["p", "q", "r"]


@pytest.mark.parametrize(
    ("comment", "sentence"),
    [
        ("# ::snt A boy.", "A boy."),
        ("# ::id 1 ::snt A boy.  ", "A boy."),
        ("# ::tok A b .\n# ::snt A boy.\r", "A boy."),
        ("# ::snt Été", "Été"),
        ("# ::sntence no", None),
        ("# A boy.", None),
    ],
)
def test_the_sentence_of_a_graph(tmp_path, comment, sentence):
    path = tmp_path / "one.amr"
    path.write_bytes(f"{comment}\n(b / boy)\n".encode())
    with Corpus(path) as corpus:
        assert next(corpus.blocks()).sentence == sentence


# ---- pairing

PAIRINGS = [
    # name, ids of the left graphs, ids of the right graphs, ids of the pairs
    ("no ids", [None, None], [None, None], [(None, None), (None, None)]),
    ("same order", ["p", "q"], ["p", "q"], [("p", "p"), ("q", "q")]),
    ("other order", ["p", "q", "r"], ["r", "p", "q"], [("p", "p"), ("q", "q"), ("r", "r")]),
    ("ids on the left only", ["p", "q"], [None, None], [("p", None), ("q", None)]),
    ("one id missing: by position", ["p", "q"], ["q", None], [("p", "q"), ("q", None)]),
    ("repeated ids in the same order: by position", ["p", "p"], ["p", "p"], [("p", "p"), ("p", "p")]),
    ("ids are compared exactly", ["p", "P"], ["P", "p"], [("p", "p"), ("P", "P")]),
]


def file_of(path: Path, ids: list[str | None], between: str = "\n") -> Path:
    """A file with a graph for each id; the first concept of a graph is its id."""
    path.write_text(between.join((f"# ::id {id}\n" if id else "") + f"(a / {id or 'none'})\n" for id in ids))
    return path


@pytest.mark.parametrize(
    ("left", "right", "pairs"), [case[1:] for case in PAIRINGS], ids=[case[0] for case in PAIRINGS]
)
def test_pairing(tmp_path, left, right, pairs):
    assert paired(file_of(tmp_path / "left", left), file_of(tmp_path / "right", right)) == pairs


@given(st.permutations(range(7)), st.sampled_from(["\n", "\n\n# comment\n\n", " \n"]), st.sampled_from(["", "\ufeff"]))
def test_pairing_by_id_is_pairing_by_position_after_sorting(tmp_path_factory, order, between, mark):
    folder = tmp_path_factory.mktemp("pairing", numbered=True)
    left = file_of(folder / "left", [f"id{number}" for number in range(7)])
    right = file_of(folder / "right", [f"id{number}" for number in order], between)
    right.write_text(mark + right.read_text())
    with Corpus(left) as candidates, Corpus(right) as references:
        total, places = check_pairing(candidates, references)
        by_id = [(one.parse(), other.parse()) for one, other in pair_blocks(candidates, references, places)]
    with Corpus(right) as references:
        in_order = sorted(references.blocks(), key=lambda block: block.id)
        assert [other for _, other in by_id] == [block.parse() for block in in_order]
    assert total == 7
    assert all(one.concepts == other.concepts == (one.id,) for one, other in by_id)


def test_errors_of_graphs_found_by_id_tell_their_own_line(tmp_path):
    left = file_of(tmp_path / "left.amr", ["p", "q"])
    right = file_of(tmp_path / "right.amr", ["q", "p"], "\n\n\n# comment\n\n")
    right.write_text(right.read_text().replace("(a / p)", "(a / p))"))
    with pytest.raises(InputError, match=r"right\.amr:9:8: '\)' without its '\('"):
        paired(left, right)


# ---- ids without a graph

LOST = b"# ::id 1\n# ::snt One .\n\n# ::id 2\n# ::snt Two .\n(b / boy)\n\n# ::id 3\n# ::snt Three .\n"


def test_an_id_without_a_graph_is_a_block_of_its_own(tmp_path):
    (tmp_path / "a.amr").write_bytes(b"# AMR release\n\n" + LOST)
    with Corpus(tmp_path / "a.amr") as corpus:
        found = [*corpus.blocks()]
        assert [(each.id, each.first_line, each.sentence) for each in found] == [
            ("1", 1, "One ."),
            ("2", 6, "Two ."),
            ("3", 10, "Three ."),
        ]
        assert [corpus.block_at(each.offset, each.first_line) for each in found] == found
        assert [(each.kind, each.line, each.id) for each in corpus_problems(corpus)] == [
            (ProblemKind.SYNTAX, 4, "1"),
            (ProblemKind.SYNTAX, 11, "3"),
        ]


def test_a_comment_apart_from_its_graph_belongs_to_it(tmp_path):
    (tmp_path / "a.amr").write_bytes(b"# ::id 1\n\n# ::snt One .\n\n(b / boy)\n\n# the end\n")
    with Corpus(tmp_path / "a.amr") as corpus:
        assert [(each.id, each.sentence, each.parse().concepts) for each in corpus.blocks()] == [
            ("1", "One .", ("boy",))
        ]


PARTS = (
    *(b"# ::id a\n", b"# ::snt b (c)\n", b"\n", b"\n\n", b"(a / b)\n", b"(a / b\n  :c (d / e))\n", b"(x / y)", b"#\n"),
    *(
        b"# ::id b ::id c\n",
        b"(a / b # ::id q\n",
        b"  (a / b)\n",
        b" \n",
        b"\x0b\n",
        b"# c\r\n",
        b"  # ::id z\n",
        b"\r",
    ),
)
"""Lines of the usual form, and of others."""


def test_blocks_of_the_usual_form_are_those_of_their_lines(tmp_path, monkeypatch):
    """However the file is cut into pieces."""
    rng, path, usual = random.Random(1), tmp_path / "a.amr", 0
    for _ in range(3_000):
        monkeypatch.setattr(corpus_module, "_PIECE", rng.choice((1, 7, 40, 200, 2**16)))
        path.write_bytes(b"".join(rng.choices(PARTS[: rng.choice((7, len(PARTS)))], k=rng.randint(0, 14))))
        with Corpus(path) as corpus:
            assert [*corpus.blocks()] == [*corpus._by_lines(0, 1, keep_text=True)]
            usual += len([*corpus._usual_blocks(keep_text=True)]) > 1
    assert usual > 100


# ---- ends of lines


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "byte order mark"])
@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\r\n\n\r"])
def test_every_end_of_line_is_one(tmp_path, end, mark):
    lines = b"# ::id p\n# ::snt A b.\n(a / alpha\n   :ARG0 (b / beta))\n\n# ::id q\n(c / gamma)\n".split(b"\n")
    ends = [end] * 7 if end in (b"\r\n", b"\r") else [b"\r\n", b"\n", b"\r", b"\n", b"\n", b"\r", b"\r"]
    path = tmp_path / "a.amr"
    path.write_bytes(mark + b"".join(map(bytes.__add__, lines, ends)))
    assert graphs(path) == [("p", 1, ("alpha", "beta")), ("q", 6, ("gamma",))]
    with Corpus(path) as corpus:
        first, second = corpus.blocks()
        assert (first.sentence, second.sentence) == ("A b.", None)
        assert [corpus.block_at(each.offset, each.first_line) for each in (first, second)] == [first, second]
    path.write_bytes(path.read_bytes().replace(b"gamma", b"ga mma"))
    with Corpus(path) as corpus, pytest.raises(InputError) as caught:
        [block.parse() for block in corpus.blocks()]
    assert (caught.value.place.line, caught.value.place.column) == (7, 9)
