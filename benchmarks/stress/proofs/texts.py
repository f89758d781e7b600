"""A campaign against the proved reader: smatchproof-checker and Python make the same triples of damaged texts.

    python -m benchmarks.stress.proofs.texts --texts 1000 --pairs 400 --seed 1 --shard 0/1 --state FILE

A case is a file of 100 texts, or of 50 pairs with their certificates. Texts are AMRs of the corpora and of the samples,
changed in up to six places: with what the notation is made of, white space, comments, letters that only
Unicode has, bytes that are no UTF-8. Both have to refuse the same, and to make the same triples, byte for byte, of the
others. Of pairs, a text or the certificate is changed, or the certificate is that of another pair; both have to accept
the same. UMR files are another format, which the program does not read.
"""

import json
import random
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from benchmarks.common import corpora, find_checker
from benchmarks.stress.campaigns import Campaign, Kind, Outcome, wrong_if
from benchmarks.stress.proofs.campaign import main_with_checker, run, written
from smatchproof.base.errors import InputError
from smatchproof.base.files import universal_newlines
from smatchproof.exact.certificate import certificate_line
from smatchproof.exact.checker import check
from smatchproof.graphs.corpus import is_umr
from smatchproof.public import (
    Corpus,
    Refused,
    SolveParams,
    build_problem,
    certificate,
    convention,
    exact,
    fingerprint,
    parse_graph,
)
from tests.exact.attacks import rehashed

TEXTS_OF_A_CASE = 100
PAIRS_OF_A_CASE = 50
RULE = convention("smatch")
SAMPLES = Path(__file__).parents[3] / "src" / "smatchproof" / "samples"
BYTES = (
    *(b"(", b")", b"/", b":", b'"', b"\\", b"#", b"~", b"~e.3", b"~1,2", b"~e.1,", b"~x", b"-", b",", b".", b"5", b"'"),
    *(b"-of", b"-OF", b"-of-of", b":of ", b":-of ", b":domain ", b":mod-of ", b":consist-of ", b":Consist-Of-of "),
    *(b":1 ", b"12:30", b":a~e.2", b"/TOP", b"x~", b'"#"', b"(x / y)", b' :a "b c"', b" :a b", b'(c / "d")'),
    *(b" ", b"\n", b"\n\n", b"\r", b"\t", b"\x0b", b"\x0c", b"\n# c\n", b" #", b"\n#", b"\x00", b"\x1c"),
    *(b"\xc2\xa0", b"\xe3\x80\x80", b"\n \xc2\xa0# (", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\xc0\x80"),
    *(
        c.encode()
        for c in ("\u03a3", "a\u03a3", "\u03a3'", "\u0130", "\u00c4", "\u1e9e", "\u0301", "\u00ad", "\U0001f600")
    ),
)
"""What a text is changed with."""


@cache
def sources() -> list[bytes]:
    """Texts to damage: the samples and, where they are on this machine, real corpora."""
    files = [path for _, left, right in corpora() for path in (left, right) if path.exists()]
    found = list[bytes]()
    for path in [*sorted(SAMPLES.glob("*.amr")), *files]:
        with Corpus(path) as corpus:
            found += [block.text for block in corpus.blocks()]
    return found


def damaged(text: bytes, rng: random.Random, places: int) -> bytes:
    """A text with changes in so many places. Never one by which Python would take a file for UMR."""
    changed = bytearray(text)
    for _ in range(places):
        way, place = rng.randrange(5), rng.randrange(len(changed) + 1)
        if way <= 1:
            changed[place:place] = rng.choice(BYTES)
        elif way == 2:
            del changed[place : place + rng.choice((1, 1, 1, 2, 5, 20))]
        elif way == 3:
            copy, end = rng.randrange(len(changed) + 1), place + rng.choice((1, 3, 10, 40))
            changed[copy:copy] = changed[place:end]
        else:
            changed[place : place + 1] = rng.choice(BYTES)
    return text if is_umr(bytes(changed).replace(b"::", b":: ")) else bytes(changed)


# ---- triples of texts


def in_python(path: Path) -> list[str]:
    """The triples of each graph of a file, as certificates state them, or ``refused``."""
    found = []
    with Corpus(path) as corpus:
        for block in corpus.blocks():
            try:
                triples = RULE.triples(block.parse())
            except InputError:
                found.append("refused")
                continue
            record = json.loads(certificate_line("", RULE.signature, triples, triples, None, {"proof": []}))
            found.append(json.dumps(record["left"], separators=(",", ":")))
    return found


def in_coq(program: str, path: Path) -> list[str]:
    """The same from the program."""
    code, said = run(program, "--triples", path)
    assert code in (0, 1), said
    return said.splitlines()


def triples_difference(program: str, path: Path) -> str | None:
    """Return the first difference of the two on the texts of a file, if there is one."""
    expected, found = in_python(path), in_coq(program, path)
    if len(expected) != len(found):
        return f"{len(expected)} graphs and {len(found)}: {path.read_bytes()!r}"
    both = enumerate(zip(expected, found, strict=True), 1)
    return next((f"graph {number}: {one} and {other}" for number, (one, other) in both if one != other), None)


def file_of_texts(seed: int, case: int) -> bytes:
    """The file of a case: texts with up to six changes, behind one that is whole."""
    rng = random.Random(f"{seed}/texts/{case}")
    texts = [damaged(rng.choice(sources()), rng, rng.choice((0, 1, 1, 1, 2, 3, 6))) for _ in range(TEXTS_OF_A_CASE)]
    return b"\n\n".join([b"(a / b)", *texts]) + rng.choice((b"\n", b""))


def texts_case(number: int, seed: int) -> Outcome:
    """One file of damaged texts."""
    with written(file_of_texts(seed, number), ".amr") as path:
        return wrong_if("damaged texts", triples_difference(find_checker(), path))


# ---- verdicts about pairs


def one_block(text: bytes) -> bool:
    """Test whether both programs would read this as one graph of a file, whether it is right or not."""
    lines = universal_newlines(text).split(b"\n")
    has_graph = [bool(line.strip()) and not line.strip().startswith(b"#") for line in lines]
    if not any(has_graph):
        return False
    rest = lines[has_graph.index(True) :]
    return all(line.strip() for line in rest) and not is_umr(text)


def accepted(left: bytes, right: bytes, line: bytes) -> bool:
    """Test whether Python accepts a certificate about two texts: the checker does, and it is about their triples."""
    try:
        record = check(line)
        graphs = []
        for text in (left, right):  # as a file, in which a text may be none, or several
            with written(text, ".amr") as path, Corpus(path) as corpus:
                [block] = corpus.blocks()
                graphs.append(RULE.triples(block.parse()))
    except (InputError, Refused):
        return False
    return bool(
        record["convention"] == RULE.signature and record["sha256"] == fingerprint(RULE.signature, graphs[0], graphs[1])
    )


def refused_lines(program: str, pairs: list[tuple[bytes, bytes, bytes]], folder: Path) -> set[int]:
    """The numbers of the pairs, from 1, that the program refuses."""
    paths = [folder / name for name in ("left.amr", "right.amr", "certificates.jsonl")]
    for side, (path, gap) in enumerate(zip(paths, (b"\n\n", b"\n\n", b"\n"), strict=True)):
        path.write_bytes(b"".join(pair[side] + gap for pair in pairs))
    code, said = run(program, "--texts", *paths)
    refused = {int(number) for number in re.findall(r"^line (\d+): refused: ", said, re.MULTILINE)}
    assert code == int(bool(refused)), said
    assert f"{len(pairs)} certificates verified" in said or refused
    return refused


def certified(left: bytes, right: bytes) -> bytes:
    """The certificate of a pair of texts."""
    one, other = (RULE.triples(parse_graph(text.decode())) for text in (left, right))
    problem = build_problem(one, other, RULE.duplicates)
    return certificate("x", RULE.signature, one, other, problem, exact(problem, SolveParams(proof=True))).encode()


def _other_rule(record: dict[str, object]) -> None:
    record["convention"] = "conv:smatch|dup:multiset|top:const"


def _more_worth(record: dict[str, object]) -> None:
    record["matched"] = int(str(record["matched"])) + 1


def _backwards(record: dict[str, object]) -> None:
    graph = record["left"]
    assert isinstance(graph, dict)
    graph["attributes"].reverse()


CHANGES: tuple[Callable[[dict[str, object]], None], ...] = (_other_rule, _more_worth, _backwards)


def some_pairs(rng: random.Random, number: int) -> list[tuple[bytes, bytes, bytes]]:
    """Pairs with certificates of which about half are not right."""
    short = [text for text in sources() if len(text) < 700]
    pairs: list[tuple[bytes, bytes, bytes]] = []
    while len(pairs) < number:
        left, right = (b"\n".join(part for part in rng.choice(short).split(b"\n") if part.strip()) for _ in range(2))
        line = certified(left, right)
        way = rng.randrange(6)
        if way == 0:
            record = json.loads(line)
            rng.choice(CHANGES)(record)
            line = json.dumps(rehashed(record)).encode()
        elif way == 1 and pairs:
            line = rng.choice(pairs)[2]
        elif way in (2, 3):
            left = damaged(left, rng, rng.choice((1, 1, 2)))
        elif way == 4:
            right = right.replace(b" ", rng.choice((b"  ", b"\t", b" \r ", b"\x0b"))) + b"# a comment"
        if one_block(left) and one_block(right) and b"\n" not in line:
            pairs.append((left, right, line))
    return pairs


def pairs_difference(program: str, pairs: list[tuple[bytes, bytes, bytes]]) -> str | None:
    """Return the first difference of the two on pairs, if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        refused = refused_lines(program, pairs, Path(folder))
    for number, pair in enumerate(pairs, 1):
        if accepted(*pair) == (number in refused):
            return f"pair {number}: {'refused' if number in refused else 'accepted'} by the program alone: {pair!r}"
    return None


def pairs_case(number: int, seed: int) -> Outcome:
    """One file of pairs."""
    pairs = some_pairs(random.Random(f"{seed}/pairs/{number}"), PAIRS_OF_A_CASE)
    return wrong_if("pairs", pairs_difference(find_checker(), pairs))


CAMPAIGN = Campaign(
    "benchmarks.stress.proofs.texts",
    "Two readers of PENMAN: agreement",
    f"Files of {TEXTS_OF_A_CASE} AMRs, most of them damaged, of which Python and `smatchproof-checker --triples`, "
    f"which is made of the Coq proofs, make the same triples, or refuse both; and files of {PAIRS_OF_A_CASE} pairs "
    "with certificates, half of them changed, of which Python and `smatchproof-checker --texts` accept the same.",
    (Kind("texts", f"{__name__}:texts_case", 1_000), Kind("pairs", f"{__name__}:pairs_case", 400)),
)


if __name__ == "__main__":
    sys.exit(main_with_checker(CAMPAIGN, sys.argv[1:]))
