"""``smatchproof-checker`` from two texts: it reads what Python reads, and accepts what Python accepts."""

import random
import subprocess
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

from benchmarks.stress.proofs.texts import (
    certified,
    file_of_texts,
    in_coq,
    in_python,
    pairs_difference,
    refused_lines,
    some_pairs,
    triples_difference,
)
from smatchproof.graphs.reading import sign_concepts
from tests.proofs.in_coq import needs_coq

pytestmark = needs_coq
OF_UNICODE_14 = unicodedata.unidata_version.startswith("14.")

ODD = (
    "(a / b)",
    '(a / "b \\" c" :d "E F"~e.1,2 :g-of h)',
    "(a / b~1 :c~e.3 d :c ,d :e~1,f)",
    "(a / b :ARG0-of (c / d :domain a :domain-of a :mod 5 :domain 5 :consist-of c :Consist-Of-of c))",
    "(a / b :r-of-of a :r-OF a :-of a :prep-out-of a :r-of 5 :TOP top :r a :r a :r 5 :r 5)",
    "(a / b :r c :s (c / d))",
    "(a / b)\u00a0\n\u3000# c",
    "\u00a0# nothing\n(a / b)",
    "(a\u00a0b / c)",
    "(a / b) # c",
    "(a#b / c#d :e#f g)",
)
REFUSED = (
    *('(a / b) "x"', "(a / b) x", "(a / b))", "(a / b", "a", "(a)", "(a /)", "()", "(/ b)", '("a" / b)', "(a / b / c)"),
    *("(a / b :)", "(a / b : c)", "(a / b :r)", "(a / b :1 c)", "(a / b :r 12:30)", "(a / b :~1 c)", "(a / b c)"),
    *("(a / b :r (a / c))", '(a / "b)', '(a / "b\n")', "(a / b~ )", "(a / b~e.)", "(a / b~1~2)", "(a / b # c\n)"),
    *("\u00a0(a / b)", "(a / b) (c / d)", "(a / b)~1", "(a~1 / b)", "(a / b\\ c)"),
)


def blocks(folder: Path, texts: tuple[str | bytes, ...] | list[str]) -> Path:
    path = folder / "texts.amr"
    path.write_bytes(b"\n\n".join(text if isinstance(text, bytes) else text.encode() for text in texts))
    return path


def test_odd_texts_have_the_triples_of_python(program, tmp_path):
    path = blocks(tmp_path, ODD)
    assert "refused" not in in_python(path)
    assert len(in_python(path)) == len(ODD)
    assert triples_difference(program, path) is None


@pytest.mark.parametrize("seed", range(4))
def test_every_end_of_line_is_that_of_python(program, tmp_path, seed):
    """CR ends a line, alone or before LF; also within comments and strings."""
    rng, path = random.Random(seed), tmp_path / "texts.amr"
    lines = b"\n\n".join(file_of_texts(seed, case) for case in range(4)).split(b"\n")
    path.write_bytes(b"".join(line + rng.choice((b"\r", b"\r\n", b"\n")) for line in lines))
    assert 50 < in_python(path).count("refused") < len(in_python(path)) - 50
    assert triples_difference(program, path) is None
    path.write_bytes(b"\r".join(lines))
    assert triples_difference(program, path) is None


def test_what_python_refuses_is_refused(program, tmp_path):
    path = blocks(tmp_path, REFUSED)
    assert in_python(path) == in_coq(program, path) == ["refused"] * len(REFUSED)
    for bad in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"):
        path = blocks(tmp_path, (b"(a / b)", b"(a / b" + bad + b")"))
        assert in_python(path)[1] == in_coq(program, path)[1] == "refused"


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_have_the_triples_of_python(program, tmp_path, seed):
    path = tmp_path / "texts.amr"
    path.write_bytes(b"\n\n".join(file_of_texts(seed, case) for case in range(10)))
    found = in_python(path)
    assert 300 < found.count("refused") < len(found) - 200
    assert triples_difference(program, path) is None


SYMBOLS = strategies.text(strategies.sampled_from("ab1-#~:/\u00a0\u03a3\u0130\\,.'"), min_size=1, max_size=4)
VALUES = SYMBOLS | SYMBOLS.map(lambda text: f'"{text}"') | strategies.sampled_from(["a", "b", "-"])
ROLES = strategies.sampled_from(["r", "R-of", "domain", "mod-OF", "consist-of", "x~e.1", "", "-of"]) | SYMBOLS
GAPS = strategies.sampled_from([" ", "\n", "\t ", "\r\n", "", " # c\n", "\n# c\n"])


def node(name: str, concept: str, branches: list[tuple[str, str, str]]) -> str:
    return f"({name} / {concept}" + "".join(f"{gap}:{role} {value}" for gap, role, value in branches) + ")"


NODES = strategies.recursive(
    VALUES,
    lambda inner: strategies.builds(
        node, SYMBOLS, VALUES, strategies.lists(strategies.tuples(GAPS, ROLES, inner), max_size=4)
    ),
    max_leaves=8,
)
GRAPHS = strategies.builds(node, SYMBOLS, VALUES, strategies.lists(strategies.tuples(GAPS, ROLES, NODES), max_size=4))


@settings(max_examples=40, deadline=None)
@given(texts=strategies.lists(GRAPHS.filter(lambda text: sign_concepts(text) == text), min_size=30, max_size=60))
def test_generated_texts_have_the_triples_of_python(program, tmp_path_factory, texts):
    """Of texts without concepts such as ``#Percnt`` of UMR, which the program takes for comments and refuses."""
    path = blocks(tmp_path_factory.mktemp("generated"), texts)
    assert triples_difference(program, path) is None


@pytest.mark.skipif(not OF_UNICODE_14, reason="this Python has the letters of another Unicode")
def test_all_characters_have_the_small_letters_of_python(program, tmp_path):
    """Alone, and next to a capital sigma, whose small letter depends on the letters around it."""
    codes = (*range(0x20000), *range(0xE0000, 0xE0200))  # no other plane has letters with case, or marks
    every = [chr(c) for c in codes if not 0xD800 <= c < 0xE000 and chr(c) not in '"\\\n\r']
    lines = []
    for start in range(0, len(every), 500):
        values = [f"{c} {c}\u03a3 A{c}\u03a3 A\u03a3{c} A\u03a3{c}B" for c in every[start : start + 500]]
        lines.append("(x / y " + " ".join(f':v "{value}"' for value in values) + ")")
    path = blocks(tmp_path, lines)
    assert "refused" not in in_python(path)
    assert triples_difference(program, path) is None


def test_pairs_get_the_verdict_of_python(program):
    assert pairs_difference(program, some_pairs(random.Random(7), 300)) is None


def test_changed_questions_are_refused(program, tmp_path):
    """Another convention, other triples, and the same triples in another order, each with the hash that fits."""
    boy, girl = b"(b / boy :poss (d / dog))", b"(g / girl :poss (d / dog) :mod (o / old))"
    line = certified(boy, girl)
    pairs = [(boy, girl, line), (girl, boy, line), (boy, boy, line), (boy.replace(b" ", b"\n "), girl, line)]
    pairs += [(boy.replace(b"b /", b"x /"), girl, line), (b"(b / boy :poss (d / Dog~e.1))", girl, line)]
    assert refused_lines(program, pairs, tmp_path) == {2, 3, 5}


def run(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


def test_files_that_do_not_fit_are_refused(program, tmp_path):
    text, two, line = tmp_path / "one.amr", tmp_path / "two.amr", tmp_path / "line.jsonl"
    text.write_bytes(b"\xef\xbb\xbf(b / boy)\n")
    two.write_bytes(b"(b / boy)\n\n(b / boy)")
    line.write_bytes(certified(b"(b / boy)", b"(b / boy)") + b"\n")
    answer = run(program, "--texts", text, text, line)
    assert (answer.returncode, answer.stdout.splitlines()[0][:23]) == (0, "1 certificates verified")
    for arguments, what in (((two, text, line), "right graph"), ((two, two, line), "certificate")):
        answer = run(program, "--texts", *arguments)
        assert (answer.returncode, answer.stdout) == (1, f"line 2: refused: there is no {what}\n")
    (tmp_path / "empty").touch()
    assert run(program, "--texts", *[tmp_path / "empty"] * 3).returncode == 1
    short = run(program, "--line", 8, "--texts", text, text, line)
    assert (short.returncode, "left text" in short.stdout) == (1, True)
