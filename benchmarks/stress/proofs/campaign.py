"""A campaign against the proved checker: it and src/smatchproof/exact/checker.py say the same of mutants.

    python -m benchmarks.stress.proofs.campaign --below 10000 --streams 10000 --shard 0/2 --state FILE

Each of the lines is a certificate of a random question, under each rule for duplicates in turn, with weights of up to
36 digits. It is changed in one of four ways: a weight, with hash and value that fit or not; the proof or the claim;
JSON at any depth; bytes. The two have to give the same exit code, 0 or 1, and the same words where both accept.

Certificates about all optima are changed in their proof, scale, alignments, step and bound. Besides, what is accepted
of them has to name the forced and the open links that enumeration finds.

Files of certificates, some of which have a line for each node of their proof, are changed line by line: dropped,
doubled, exchanged, cut off, put into each other. What is accepted must be true by brute force, and compiled code that
looks at leaves and fixes first must accept the same.

Proofs of small quadratic assignment problems by stars with negative duals, symmetries and covered lines are changed in
up to two nodes. Each is judged as a proof of the optimum, which brute force finds, and as one of less, which both must
refuse. The same with a line for each node, whose lines are changed besides, are the streams.

Trees with the node lack, some of them changed, claim what enumeration finds to be true or false.
"""

import contextlib
import io
import json
import pickle
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from benchmarks.common import find_checker
from benchmarks.stress.campaigns import Campaign, Kind, Outcome, Verdict
from benchmarks.stress.exact import campaign
from benchmarks.stress.proofs.full_duals import lines_of, mutants, record_of
from benchmarks.stress.proofs.lacks import certificates
from benchmarks.stress.proofs.mutants import (
    bound_of,
    copied,
    mutant_of,
    mutant_of_optima,
    originals_of_optima,
    rule_of,
    with_value,
)
from smatchproof.base.errors import UsageError
from smatchproof.exact import checker
from smatchproof.exact.certificate import QuickTree
from tests.exact.attacks import rehashed
from tests.exact.test_full_duals import Prover, changed, random_dense
from tests.exact.test_optima import stated

POOL = 30
"""Mutants are made of so many certificates, of each rule, before new ones are taken."""
CASES_OF_A_POOL = 5_000
RULES = ("set", "multiset", "product")
WEIGHTS = (1, 2, 3, 10**9, 2**31, 2**63, 10**17, 10**18, 10**35, 10**36 - 1)
"""What a triple may weigh; sums and products of the largest are beyond what a certificate may claim."""

# ---- what the two say


def refusal(line: bytes) -> str | None:
    """Why the Python checker refuses a line, if it does."""
    try:
        checker.check(line)
    except checker.Refused as refused:
        return str(refused)
    return None


def printed(path: Path) -> tuple[int, str]:
    """The exit code of the Python checker on a file, and its output."""
    with contextlib.redirect_stdout(io.StringIO()) as words:
        code = checker.main([str(path)])
    return code, words.getvalue()


def run(program: str, *words: str | Path) -> tuple[int, str]:
    """The exit code of the program with these options and files, and its output."""
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


@contextlib.contextmanager
def written(content: bytes, suffix: str = ".jsonl") -> Iterator[Path]:
    """A file with this content, while the block runs."""
    with tempfile.NamedTemporaryFile(suffix=suffix) as file:
        file.write(content)
        file.flush()
        yield Path(file.name)


def differ(expected: tuple[int, str], found: tuple[int, str]) -> bool:
    """Test whether two answers differ: in the exit code, in what is said of claims that hold, or in a refused line."""
    if expected[0] != found[0]:
        return True
    if expected[0] == 0 or "refused" not in expected[1]:
        return expected[1] != found[1]
    return expected[1].partition(": refused: ")[0] != found[1].partition(": refused: ")[0]


def line_difference(program: str, line: bytes) -> str | None:
    """Return the difference of the two on a line, which they read from a file, if there is one."""
    with written(line + b"\n") as path:
        difference = file_difference(program, path)
    return f"{difference}: {line[:2000]!r}" if difference else None


def file_difference(program: str, path: Path, expected: tuple[int, str] | None = None) -> str | None:
    """Return the difference of the two on a file of any number of lines, of which ours prints what is `expected`."""
    expected, found = expected or printed(path), run(program, path)
    return f"{path}: {expected} and {found}" if differ(expected, found) else None


# ---- mutants


@lru_cache(maxsize=2)
def pool(seed: int, number: int) -> dict[str, list[dict[str, Any]]]:
    """Certificates of random questions under each rule, most of them with weights."""
    found: dict[str, list[dict[str, Any]]] = {rule: [] for rule in RULES}
    rng = random.Random(f"{seed}/originals/{number}")
    while any(len(records) < POOL for records in found.values()):
        with contextlib.suppress(checker.Refused):  # its value has more than 36 digits
            record = campaign.original(rng, heavy=0.9, weights=rng.choice((WEIGHTS, WEIGHTS[:6], WEIGHTS[:1])))
            if all(record[side]["variables"] for side in ("left", "right")) or rng.random() < 0.1:
                found[rule_of(record)].append(record)
    return found


def weighed(records: Sequence[dict[str, Any]], rng: random.Random) -> bytes:
    """A certificate with another weight or two; most have the hash that fits, many the value."""
    mutant = copied(rng.choice(records))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        triples = [t for side in ("left", "right") for part in ("attributes", "relations") for t in mutant[side][part]]
        if triples:
            triple = rng.choice(triples)
            weight = triple[3] if len(triple) == 4 and type(triple[3]) is int else 1
            other = rng.choice(
                (*WEIGHTS, weight - 1, weight + 1, 2 * weight, weight, 0, -weight, 10**36, 1.5, True, "2")
            )
            triple[3:] = [] if rng.random() < 0.05 else [other]
    before = mutant["matched"]
    if rng.random() < 0.95:
        mutant = rehashed(mutant)
    if rng.random() < 0.8:
        with contextlib.suppress(Exception):  # the graphs are not well-formed
            mutant = with_value(mutant)
    if rng.random() < 0.5:
        grown = max(0, bound_of(mutant) + rng.choice((0, 1, mutant["matched"] - before)))
        mutant |= {"at_most": rng.choice((grown, 10**36 - 1)), "proof": rng.choice((mutant["proof"], [["count"]]))}
    return json.dumps(mutant).encode()


def argued(records: Sequence[dict[str, Any]], rng: random.Random) -> bytes:
    """A certificate with another proof, claim, triple or similarity."""
    full = [record for record in records if all(record[side]["variables"] for side in ("left", "right"))]
    return json.dumps(mutant_of(rng.choice(full), rng)).encode()


def nested(records: Sequence[dict[str, Any]], rng: random.Random) -> bytes:
    """A certificate with changes of its JSON at any depth."""
    pickled = [pickle.dumps(rng.choice(records)) for _ in range(3)]
    text = json.dumps(campaign.mutated(pickled[0], pickled, rng), ensure_ascii=rng.random() < 0.5)
    return text.encode(errors="surrogatepass")


def scrambled(records: Sequence[dict[str, Any]], rng: random.Random) -> bytes:
    """A line with up to three bytes changed; some are spelled otherwise before, which changes nothing."""
    interesting = b'"\\{}[]:,0123456789-+.eE tunrbf/\x00\x1f\x7f\x80\xc3\xa9\xed\xa0\xf0\x9f\xff\t\r'
    record = rng.choice(records)
    line = bytearray(
        _respelled(record, rng) if rng.random() < 0.2 else json.dumps(record, separators=(",", ":")).encode()
    )
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        place = rng.randrange(len(line))
        if rng.random() < 0.5:  # most interesting where JSON has its signs
            place = next((at for at in range(place, len(line)) if line[at] in b'"{}[]:,\\'), place)
        way = rng.randrange(3)
        if way == 0:
            line[place] = rng.choice(interesting)
        elif way == 1:
            line.insert(place, rng.choice(interesting))
        else:
            del line[place]
    if rng.random() < 0.01:
        line = bytearray(line.decode(errors="replace").encode(rng.choice(("utf-8-sig", "utf-16-be", "utf-32-le"))))
    return bytes(line.replace(b"\n", b" "))


def _respelled(record: dict[str, Any], rng: random.Random) -> bytes:
    """The same JSON written otherwise: with white space, escapes, and its keys in another order."""
    keys = rng.sample(sorted(record), len(record))
    signs = rng.choice((",", ", ")), rng.choice((":", " : "))
    text = json.dumps({key: record[key] for key in keys}, separators=signs)
    letter = rng.choice("abcdefgot")
    return text.replace(letter, f"\\u{ord(letter):04{rng.choice('xX')}}").encode()


WAYS: dict[str, Callable[[Sequence[dict[str, Any]], random.Random], bytes]] = {
    "weights": weighed,
    "proofs and claims": argued,
    "JSON": nested,
    "bytes": scrambled,
}


def mutant(seed: int, case: int) -> tuple[str, str, bytes]:
    """The way and the rule of a case, and its line."""
    way, rule = [*WAYS][case % len(WAYS)], RULES[case // len(WAYS) % len(RULES)]
    records = pool(seed, case // CASES_OF_A_POOL)[rule]
    return way, rule, WAYS[way](records, random.Random(f"{seed}/{case}"))


def line_case(number: int, seed: int) -> Outcome:
    """One changed certificate."""
    way, rule, line = mutant(seed, number)
    return _judged(f"{way}, {rule}", line)


def line_fault(program: str, line: bytes, is_true: bool) -> str | None:
    """Return how the two differ on a line, or that they accept what is not true, if so."""
    if difference := line_difference(program, line):
        return difference
    return None if is_true or refusal(line) else f"accepted, but false: {line[:2000]!r}"


def _judged(way: str, line: bytes, is_true: bool = True) -> Outcome:
    if fault := line_fault(find_checker(), line, is_true):
        return Outcome(way, Verdict.WRONG, fault)
    return Outcome(way, Verdict.REFUSED if refusal(line) else Verdict.TRUE)


@lru_cache(maxsize=2)
def pool_of_optima(seed: int, number: int) -> list[Any]:
    """Certificates about all optima, and the truth about each."""
    return originals_of_optima(3 * POOL, random.Random(f"{seed}/optima/{number}"))


def is_true_of_optima(line: bytes, truth: Any) -> bool:
    """Test whether the Python checker refuses a certificate about all optima, or the certificate states the truth."""
    return refusal(line) is not None or stated(checker.check(line)) == truth


def optima_case(number: int, seed: int) -> Outcome:
    """One changed certificate about all optima."""
    rng = random.Random(f"{seed}/optima/{number}")
    record, truth = rng.choice(pool_of_optima(seed, number // CASES_OF_A_POOL))
    line = json.dumps(mutant_of_optima(record, rng)).encode()
    return _judged(rule_of(record), line, is_true_of_optima(line, truth))


def below(record: dict[str, Any]) -> list[str]:
    """A certificate of format 4 in format 5: its line, and one for each node of its proof."""
    if record["format"] != checker.FORMAT or record["proof"] == [["count"]]:
        return [json.dumps(record)]
    spelled = json.JSONEncoder(separators=(",", ":")).encode  # as we write them: compiled code takes no others
    return [*map(spelled, [record | {"format": checker.STREAMED, "proof": "below"}, *record["proof"]])]


def changed_lines(seed: int, case: int) -> bytes:
    """A file of up to three certificates with up to three changes of its lines."""
    rng = random.Random(f"{seed}/below/{case}")
    records = pool(seed, case // CASES_OF_A_POOL)[RULES[case % len(RULES)]]
    chosen = [rng.choice(records) for _ in range(rng.choice((1, 1, 2, 3)))]
    if rng.random() < 0.2 and all(chosen[0][side]["variables"] for side in ("left", "right")):
        chosen[0] = mutant_of(chosen[0], rng)
    lines = [line for record in chosen for line in (below(record) if rng.random() < 0.9 else [json.dumps(record)])]
    return rearranged(lines, records, rng)


def rearranged(lines: list[str], records: Sequence[dict[str, Any]], rng: random.Random) -> bytes:
    """A file of these lines, up to three of them changed, some to lines of other certificates."""
    strange = [
        "",
        "[]",
        "null",
        '["empty"]',
        '["count"]',
        '["branch",0,0]',
        '["leaf",1,[],[],[]]',
        json.dumps(records[0]),
    ]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                del lines[i : i + rng.randint(1, 2)]
            case 1:
                lines.insert(i, lines[j])
            case 2:
                lines[i], lines[j] = lines[j], lines[i]
            case 3:
                del lines[i + 1 :]
            case 4:
                lines.insert(i, rng.choice(strange))
            case 5:
                lines[i:i] = below(rng.choice(records))
            case _:
                place = rng.randrange(len(lines[i]) + 1)
                lines[i] = lines[i][:place] + rng.choice('0123456789-[],"e ') + lines[i][place + rng.randrange(2) :]
        lines = lines or [""]
    return "\n".join(lines).encode() + b"\n" * rng.randrange(2)


def below_difference(program: str, content: bytes) -> str | None:
    """Return the difference of the two or of compiled code on a file, or that what they accept is false."""
    with written(content) as path:
        expected = printed(path)
        difference = file_difference(program, path, expected)
        is_accepted = expected[0] == 0
    found = [] if not is_accepted else _accepted(content) or []
    if not difference and bool(_accepted(content, QuickTree)) != is_accepted:
        difference = "compiled code and the checker differ"
    # brute force counts copies one by one
    if not difference and any(campaign.is_false(record) for record in found if not _is_heavy(record)):
        difference = "accepted, but false"
    return f"{difference}: {content[:2000]!r}" if difference else None


def _is_heavy(record: dict[str, Any]) -> bool:
    """Test whether triples of a certificate stand for many copies."""
    triples = [t for side in ("left", "right") for part in ("attributes", "relations") for t in record[side][part]]
    return any(len(triple) == 4 and triple[3] > 3 for triple in triples)


def _accepted(content: bytes, walk: type[checker.Tree] = checker.Tree) -> list[dict[str, Any]] | None:
    """The certificates of a file, if each of them is accepted, and there are some."""
    lines = checker.Lines(io.BytesIO(content), checker.Limits())
    try:
        return [checker.check(line, checker.Limits(), lines, walk) for line in lines] or None
    except checker.Refused:
        return None


def below_case(number: int, seed: int) -> Outcome:
    """One changed file, some certificates of which have the nodes of their proof below them."""
    content, rule = changed_lines(seed, number), RULES[number % len(RULES)]
    if difference := below_difference(find_checker(), content):
        return Outcome(rule, Verdict.WRONG, difference)
    is_true = _accepted(content) is not None
    return Outcome(rule, Verdict.TRUE if is_true else Verdict.REFUSED)


def full_case(number: int, seed: int) -> Outcome:
    """One changed proof with negative duals and symmetries, of the optimum and of less."""
    [(problem, proof, best)] = mutants(random.Random(f"{seed}/full/{number}"), 1, 1)
    way, (true, false) = f"{problem.size[0]} rows", lines_of(problem, proof, best)
    of_less = _judged(way, false, False)
    return of_less if of_less.verdict is Verdict.WRONG else _judged(way, true)


@lru_cache(maxsize=2)
def pool_in_full(seed: int, number: int) -> list[tuple[Any, ...]]:
    """Problems with their symmetries, the proof of their optimum by full duals, and the optimum."""
    rng = random.Random(f"{seed}/full/{number}")
    provers = [Prover(random_dense(rng), rng) for _ in range(POOL)]
    return [(prover.problem, prover.symmetries, prover.proof(), prover.best) for prover in provers]


def stream_case(number: int, seed: int) -> Outcome:
    """A file of changed lines, some of them of a proof by full duals, every other time of less than the optimum."""
    rng, batch = random.Random(f"{seed}/streams/{number}"), number // CASES_OF_A_POOL
    problem, symmetries, proof, best = rng.choice(pool_in_full(seed, batch))
    for _ in range(rng.choice((0, 0, 1, 2))):
        proof = changed(proof, problem, symmetries, rng) or proof
    less = number % 2
    record = record_of(problem, proof, 0 if less else best, best - less)
    others = pool(seed, batch)["multiset"]
    others_below = [line for _ in range(rng.randrange(2)) for line in below(rng.choice(others))]
    content = rearranged(below(record) + others_below, [*others, record], rng)
    way = "less than the optimum" if less else "the optimum"
    if difference := below_difference(find_checker(), content):
        return Outcome(way, Verdict.WRONG, difference)
    accepted = _accepted(content) or []
    if any(each["sha256"] == record["sha256"] and each["at_most"] < best for each in accepted):
        return Outcome(way, Verdict.WRONG, f"accepted, but false: {content[:2000]!r}")
    return Outcome(way, Verdict.TRUE if accepted else Verdict.REFUSED)


def lack_case(number: int, seed: int) -> Outcome:
    """One tree with the node lack."""
    [(record, is_true)] = certificates(random.Random(f"{seed}/lacks/{number}"), 1)
    return _judged("true" if is_true else "false", json.dumps(record).encode(), is_true)


CAMPAIGN = Campaign(
    "benchmarks.stress.proofs.campaign",
    "Two checkers of certificates: agreement",
    "Changed certificates with weights of up to 36 digits, by what is changed and by the rule for duplicates: "
    "`checker.py` and `smatchproof-checker`, which is made of the Coq proofs, say the same, with exit code 0 or 1; "
    "what they accept they sum up alike, byte for byte. Certificates about all optima that are accepted name the "
    "forced and the open links that enumeration finds. Files with proofs below their certificates are changed line by "
    "line; what is accepted is true by brute force, and the same with compiled code that looks at leaves and fixes "
    "first. Changed proofs by negative duals "
    "and symmetries prove nothing below the optimum that brute force finds, in one line (full) or with a line for each "
    "node (streams). Trees with the node lack, as they are and changed, prove nothing that enumeration finds to be "
    "false.",
    (
        Kind("lines", f"{__name__}:line_case", 50_000),
        Kind("optima", f"{__name__}:optima_case", 10_000),
        Kind("below", f"{__name__}:below_case", 10_000),
        Kind("full", f"{__name__}:full_case", 10_000),
        Kind("streams", f"{__name__}:stream_case", 10_000),
        Kind("lacks", f"{__name__}:lack_case", 10_000),
    ),
)


def main_with_checker(campaign: Campaign, arguments: list[str]) -> int:
    """Run or report a campaign against the proved checker, or say that this is not here."""
    try:
        find_checker()
    except UsageError as missing:
        sys.stdout.write(f"nothing was compared: {missing}\n")
        return 0
    return campaign.main(arguments)


if __name__ == "__main__":
    sys.exit(main_with_checker(CAMPAIGN, sys.argv[1:]))
