"""Whether smatchproof-checker and smatchproof/exact/checker.py say the same of certificates, and of mutants of them.

    python -m tests.proofs.agreement PROGRAM [--mutants 100000] [--seed 1] [--files FILE ...]

compares them on the files (whole files, what is printed and the exit code) and on so many mutants of three kinds: of
proofs and claims, of JSON at every depth, and of bytes. Exit code 1: they differ, and where.
"""

import argparse
import contextlib
import io
import json
import pickle
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from smatchproof.exact import checker
from tests.exact import campaign

BATCH = 400


def refusal(line: bytes) -> str | None:
    """Why the Python checker refuses a line, if it does."""
    try:
        checker.check(line)
    except checker.Refused as refused:
        return str(refused)
    return None


def printed(path: Path) -> tuple[int, str]:
    """What the Python checker prints of a file, and its exit code."""
    with contextlib.redirect_stdout(io.StringIO()) as words:
        code = checker.main([str(path)])
    return code, words.getvalue()


def run(program: str, path: Path) -> tuple[int, str]:
    """What the program prints of a file, and its exit code."""
    done = subprocess.run([program, str(path)], capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def file_difference(program: str, path: Path) -> str | None:
    """How the two differ on a file: they accept the same lines, and print the same where they accept all."""
    expected, found = printed(path), run(program, path)
    if expected[0] != found[0] or (expected[0] == 0 and expected[1] != found[1]):
        return f"{path}: {expected} and {found}"
    if expected[0] and expected[1].partition(": ")[0] != found[1].partition(": ")[0]:
        return f"{path}: {expected[1][:200]} and {found[1][:200]}"  # the first line that is refused
    return None


def differences(program: str, lines: Sequence[bytes]) -> Iterator[str]:
    """The lines of which the two say different things.

    The program stops at the first line that it refuses, so those that Python accepts go together and the others alone.
    """
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "lines.jsonl"
        accepted = [line for line in lines if refusal(line) is None]
        for start in range(0, len(accepted), BATCH):
            batch = accepted[start : start + BATCH]
            path.write_bytes(b"".join(line + b"\n" for line in batch))
            if difference := file_difference(program, path):
                yield difference + "\n" + path.read_text(errors="replace")[:2000]
        for line in lines:
            if refusal(line) is not None:
                path.write_bytes(line + b"\n")
                code, words = run(program, path)
                if code != 1 or not words.startswith("line 1: refused: "):
                    yield f"Python: {refusal(line)}; program: {words!r}: {line[:2000]!r}"


def proof_mutants(number: int, seed: int) -> list[bytes]:
    """Mutants of proofs, claims, triples and similarities."""
    from tests.proofs.test_certificates_in_coq import mutants

    return [json.dumps(mutant).encode() for mutant in mutants(number, seed, for_coq=False)]


def json_mutants(number: int, seed: int) -> list[bytes]:
    """Mutants of JSON at every depth."""
    rng = random.Random(seed)
    pool = [pickle.dumps(campaign.original(rng, heavy=0.3)) for _ in range(40)]
    return [
        json.dumps(campaign.mutated(rng.choice(pool), pool, rng), ensure_ascii=rng.random() < 0.5).encode(
            errors="surrogatepass"
        )
        for _ in range(number)
    ]


def byte_mutants(number: int, seed: int) -> list[bytes]:
    """Lines with one to three bytes changed, and lines with other white space and escapes, which hold as before."""
    rng = random.Random(seed)
    pool = [json.dumps(campaign.original(rng, heavy=0.3), separators=(",", ":")).encode() for _ in range(40)]
    interesting = b'"\\{}[]:,0123456789-+.eE tunrbf/\x00\x1f\x7f\x80\xc3\xa9\xed\xa0\xf0\x9f\xff\t\r'
    found = []
    while len(found) < number:
        line = bytearray(rng.choice(pool))
        if rng.random() < 0.2:
            line = bytearray(_respelled(bytes(line), rng))
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
        if b"\n" not in line:
            found.append(bytes(line))
    return found


def _respelled(line: bytes, rng: random.Random) -> bytes:
    """The same JSON written otherwise: with white space, escapes, and its keys in another order."""
    record = json.loads(line)
    keys = rng.sample(sorted(record), len(record))
    text = json.dumps(
        {key: record[key] for key in keys}, separators=(rng.choice((",", ", ")), rng.choice((":", " : ")))
    )
    letter = rng.choice("abcdefgot")
    return text.replace(letter, f"\\u{ord(letter):04{rng.choice('xX')}}").encode()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.agreement")
    parser.add_argument("program")
    parser.add_argument("--files", nargs="*", type=Path, default=[])
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    found = [why for path in options.files if (why := file_difference(options.program, path))]
    tried = accepted = 0
    for make in (proof_mutants, json_mutants, byte_mutants):
        lines = make(options.mutants // 3 + 1, options.seed) if options.mutants else []
        tried += len(lines)
        accepted += sum(refusal(line) is None for line in lines)
        found += differences(options.program, lines)
    counted = f"{len(options.files)} files; {tried} mutants, of which {accepted} hold; {len(found)} differences"
    sys.stdout.write("\n".join([counted, *found[:5], ""]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
