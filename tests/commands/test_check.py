"""`check`: all planted faults are found with their place, and nothing else; every format says the same."""

import pytest

from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.corpus_check import ProblemKind, corpus_problems

CLEAN = """\
# ::id s.1
(w / want-01
   :ARG0 (b / boy
            :quant 2)
   :ARG1 (g / go-02
            :ARG0 b))

# ::id s.2
(c / city :name (n / name :op1 "Rome") :polarity - :mode imperative)

# ::id s.3
(p / person :ARG0-of (t / teach-01) :mod (x / tall))
"""

FAULTS = [
    # kind, what is replaced, by what, line and column of the problem
    (ProblemKind.SYNTAX, ":quant 2)", ":quant 2", (6, 22)),
    (ProblemKind.SYNTAX, "(n / name", "(n /", (9, 17)),
    (ProblemKind.SYNTAX, "(x / tall)", "(t / tall)", (12, 42)),
    (ProblemKind.SYNTAX, '"Rome"', '"Rome', (9, 32)),
    (ProblemKind.DUPLICATE_ID, "id s.3", "id s.1", (11, None)),
    (ProblemKind.MISSING_ID, "# ::id s.2\n", "", (8, None)),
    (ProblemKind.UNKNOWN_ROLE, ":quant", ":qant", (4, 13)),
    (ProblemKind.UNKNOWN_ROLE, ":ARG1", ":arg1", (5, 4)),
    (ProblemKind.UNKNOWN_ROLE, ":op1", ":op", (9, 27)),
    (ProblemKind.INVERTED_ROLE, ":ARG0-of", ":ARG0-of-of", (12, 13)),
    (ProblemKind.INVERTED_ROLE, ":quant 2", ":quant-of 2", (4, 13)),
    (ProblemKind.INVERTED_ROLE, ":mod (", ":domain-of (", (12, 37)),
    (ProblemKind.DUPLICATE_TRIPLE, ":ARG0 b)", ":ARG0 b :ARG0 b)", (6, 21)),
    (ProblemKind.DUPLICATE_TRIPLE, ":ARG0 b)", ":ARG1-of w)", (6, 13)),
    (ProblemKind.DUPLICATE_TRIPLE, ":polarity -", ":polarity - :polarity -", (9, 52)),
    (ProblemKind.SUSPICIOUS_CONSTANT, ":ARG0 b)", ":ARG0 b2)", (6, 13)),
    (ProblemKind.SUSPICIOUS_CONSTANT, "(x / tall)", "tall-01", (12, 37)),
    (ProblemKind.SUSPICIOUS_CONSTANT, '"Rome"', '""', (9, 27)),
    (ProblemKind.SUSPICIOUS_CONSTANT, ":polarity -", ":polarity no", (9, 40)),
]


def problems(path):
    with Corpus(path) as corpus:
        return [*corpus_problems(corpus)]


@pytest.mark.parametrize(("kind", "good", "bad", "place"), FAULTS)
def test_a_fault_is_found_at_its_place(tmp_path, kind, good, bad, place):
    assert CLEAN.count(good) == 1
    (tmp_path / "bad.amr").write_text(CLEAN.replace(good, bad))
    (found,) = problems(tmp_path / "bad.amr")
    assert (found.kind, (found.line, found.column)) == (kind, place)
    assert found.message and found.hint


UNSEEN = [
    # where, with what, line and column, and the words
    ("boy", "boy\u200b", (3, 10), r"'boy\u200b' has U+200B ZERO WIDTH SPACE, which is not seen; remove it"),
    ("tall", "ta\xadll", (12, 42), r"'ta\xadll' has U+00AD SOFT HYPHEN, which is not seen; remove it"),
    ("(n /", "(n\u2060 /", (9, 17), "has U+2060 WORD JOINER"),
    ('"Rome"', '"New\xa0York"', (9, 27), "has U+00A0 NO-BREAK SPACE, which is not seen; write an ordinary space"),
    ('"Rome"', '"Rome\u3000"', (9, 27), "has U+3000 IDEOGRAPHIC SPACE, which is not seen; write an ordinary space"),
    ('"Rome"', '"Ro\u200cme"', (9, 27), "has U+200C ZERO WIDTH NON-JOINER"),
    ('"Rome"', '"Ro\0me"', (9, 27), "has U+0000, which is not seen; remove it"),
    ('"Rome"', '"Ro\tme"', (9, 27), "has U+0009, which is not seen; write an ordinary space"),
    (":polarity -", ":polarity -\ufeff", (9, 40), "has U+FEFF ZERO WIDTH NO-BREAK SPACE"),
    (":ARG1", ":ARG1\u200b", (5, 4), r"'ARG1\u200b' has U+200B ZERO WIDTH SPACE"),
    ('"Rome"', "“Rome”", (9, 27), """the quotes “” of '“Rome”' are letters of the value; write "Rome\""""),
    ('"Rome"', "„Rome“~e.3", (9, 27), 'write "Rome"'),
    ('"Rome"', "«Rome»", (9, 27), 'write "Rome"'),
    ('"Rome"', "‘Rome’", (9, 27), 'write "Rome"'),
    ('"Rome"', "'Rome'", (9, 27), 'write "Rome"'),
    ("tall", "“tall”", (12, 42), 'write "tall"'),
]


@pytest.mark.parametrize(("good", "bad", "place", "words"), UNSEEN)
def test_what_is_not_seen_is_found(program, tmp_path, good, bad, place, words):
    (tmp_path / "bad.amr").write_bytes(CLEAN.replace(good, bad, 1).encode())
    found = [each for each in problems(tmp_path / "bad.amr") if each.kind is ProblemKind.CHARACTER]
    assert [(each.line, each.column) for each in found] == [place]
    assert words in f"{found[0].message}; {found[0].hint}"
    ignored = "--ignore", "character", "--ignore", "suspicious-constant"  # -\ufeff is no polarity
    assert program("check", tmp_path / "bad.amr", *ignored)[0] == 0


NEEDED = [
    "می\u200cشود",  # Persian: a non-joiner within a word
    "क्\u200dष",  # Hindi: a joiner
    "ශ්\u200dරී",  # Sinhala
    "👩\u200d💻",  # an emoji of three characters
    "🏴\U000e0067\U000e0062\U000e007f",  # a flag
    "שלום\u200f!",  # Hebrew with a direction mark
    "ภาษา\u200bไทย",  # Thai words
    "東京\u3000タワー",
    "\u0600١٢",  # a sign that is seen, though of the same category
]


@pytest.mark.parametrize("word", NEEDED)
def test_what_a_writing_needs_is_a_problem_for_those_alone_who_ask(program, tmp_path, word):
    path = tmp_path / "a.amr"
    others = '"dogs’" :op3 "the “old” town" :op4 don’t :op5 5″ :op6 dogs’'
    path.write_text(f'(n / name :op1 "{word}" :op2 {others})\n', encoding="utf-8")
    assert program("check", path) == (0, "no problem in 1 file\n", "")
    code, out, _ = program("check", path, "--also", "joiner")
    needed = {*word} & {*"\u200b\u200c\u200d\u200f\u3000\U000e0067\U000e0062\U000e007f"}
    assert code == bool(needed) and out.count(": joiner: ") == len(needed)
