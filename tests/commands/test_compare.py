"""`compare`: the table of many systems, what it is printed as, and the folder that `verify` makes it anew from."""

import csv
import gzip
import io
import json
import os
import re
import shlex
import shutil
from collections import Counter
from itertools import islice

import pytest

from examples import overlap
from smatchproof.commands import compare
from smatchproof.graphs.corpus import Corpus
from smatchproof.inference.difference_tests import holm
from smatchproof.scoring.metrics import entries
from smatchproof.scoring.systems.citations import references
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.shell import bundle_files
from tests.commands.running import printed

FAST = ["--samples", 39, "--jobs", 1]


@pytest.fixture(scope="module")
def systems(tmp_path_factory, samples):
    """A reference and three systems, of which the second has lost roles, and the third comes in another order."""
    folder = tmp_path_factory.mktemp("systems")
    with Corpus(samples / "annotator-a.amr") as corpus:
        blocks = [block.text.decode() for block in corpus.blocks()]
    shutil.copy(samples / "annotator-b.amr", folder / "gold.amr")
    (folder / "good.amr").write_text("\n".join(blocks))
    (folder / "bad.amr").write_text("\n".join(re.sub(r":ARG1\b", ":ARG9", text) for text in blocks))
    (folder / "turned.amr").write_text("\n".join(blocks[::-1]))
    return [folder / f"{name}.amr" for name in ("gold", "good", "bad", "turned")]


@pytest.fixture(scope="module")
def bundle(systems, tmp_path_factory):
    """The folder that a comparison of two systems under two metrics has written, of eight sentences."""
    from tests.commands.running import run

    folder = tmp_path_factory.mktemp("bundle") / "out"
    files = [folder.with_name(file.name) for file in systems[:3]]
    for file, whole in zip(files, systems, strict=False):
        with Corpus(whole) as corpus:
            file.write_bytes(b"\n".join(block.text for block in islice(corpus.blocks(), 8)))
    words = [*files, "--metric", "smatch", "--metric", "sembleu", *FAST]
    assert run("compare", *words, "-o", folder).returncode == 0
    return folder


def table(program, *words):
    return json.loads(printed(program("compare", *words, "--format", "json")))


# ---- the numbers


def test_scores_and_differences_are_those_of_score(program, systems):
    gold, good, bad, _ = systems
    found = table(program, gold, good, bad, "--baseline", bad, *FAST)
    one, two = found["rows"]
    expected = json.loads(program("score", good, gold, "--versus", bad, *FAST, "--format", "json")[1])
    assert (one["score"], two["score"]) == (expected["f1"], expected["versus"]["f1"])
    assert one["interval"] == {"low": expected["interval"]["f1_low"], "high": expected["interval"]["f1_high"]}
    difference = expected["difference"]
    assert one["difference"]["found"] == difference["f1"]
    assert one["p"] == difference["p"]
    assert one["outcomes"] == {**{key: difference[key] for key in ("wins", "ties", "losses")}, "open": 0}
    assert (one["pairs"], one["certified"], found["baseline"], "difference" in two) == (24, 24, "bad", False)


def test_p_values_are_corrected_for_the_number_of_systems(program, systems):
    gold, good, bad, turned = systems
    alone = [table(program, gold, good, each, *FAST)["rows"][1] for each in (bad, turned)]
    together = table(program, gold, good, bad, turned, *FAST)["rows"][1:]
    assert [row["p"] for row in together] == holm([row["p"] for row in alone])
    assert together[1]["outcomes"] == {"wins": 0, "ties": 24, "losses": 0, "open": 0}  # the order is another, no more


def test_what_is_open_is_an_interval(program, systems):
    found = table(program, *systems[:3], "--method", "S", *FAST)
    one, two = found["rows"]
    assert one["score"] < one["score_most"] and one["certified"] < 24
    assert two["difference"]["least"] < two["difference"]["found"] < two["difference"]["most"]
    assert two["outcomes"]["open"] > 0 and two["p"] is None
    assert one["interval"] == {"low": None, "high": None} and two["difference"]["low"] is None
    out = program("compare", *systems[:3], "--method", "S", *FAST)[1]
    assert re.search(r"^good +0\.\d{4} to 0\.\d{4} ", out, re.MULTILINE)
    assert "so there are no intervals and tests; use --method exact, or a longer --time-limit" in out.replace("\n", " ")
    assert "Where pairs are not certified, scores and differences are intervals" in out
    assert program("compare", *systems[:3], "--method", "S", *FAST, "--require-proof")[0] == 1
    assert program("compare", *systems[:3], *FAST, "--require-proof")[0] == 0


def test_intervals_that_are_no_jackknifes_are_named(program, systems):
    """Where all pairs score 1 nothing spreads: the exact binomial bound."""
    words, note = (
        [*systems[:1] * 2, systems[1], *FAST],
        "Where a score is 0 or 1, its interval ends at the exact binomial",
    )
    assert table(program, *words)["rows"][0]["interval"] == {"low": pytest.approx(0.025 ** (1 / 24)), "high": 1}
    for more, holds in (((), True), (("--layout", "wide"), False), (("--layout", "wide", "--plus-minus"), True)):
        assert (note in program("compare", *words, *more)[1]) is holds
    assert note not in program("compare", *systems[:2], *FAST)[1]
    one = program("score", *words[:2], "--interval", "--fine-grained")[1]
    assert "0.8575 to 1.0000 (exact binomial bound over 24 pairs)" in one and f"note       w{note[1:]}" in one


def test_one_pair_is_no_pairs(program, tmp_path):
    (tmp_path / "a.amr").write_text("(a / b)")
    lines = program("compare", *[tmp_path / "a.amr"] * 2, *FAST)[1].splitlines()
    assert lines[0] == "1 pair" and "Intervals: jackknife over 1 pair." in lines


def test_few_different_pairs_are_noted_with_system_and_metric(program, tmp_path):
    files = [tmp_path / name for name in ("gold.amr", "good.amr", "bad.amr")]
    for file, last in zip(files, ("cat", "cat", "dog"), strict=True):
        file.write_text("(c / cat)\n\n" * 20 + f"(c / {last})\n")
    found = table(program, *files, "--fine-grained", *FAST)["notes"]
    notes = [note for note in found if "systems differ" in note]
    few = "with fewer than 20 pairs on which the systems differ (1) intervals and p-values are a rough guide: bad"
    assert {f"{few} under smatch", f"{few} under smatch concepts"} < {*notes} and len({*notes}) == len(notes)
    assert not any("wiki" in note for note in notes)  # there is none: nothing is stated that could be rough
    assert f"\nW{few[1:]}.\n" in printed(program("compare", *files, *FAST))


def test_the_fingerprint_is_of_the_graphs_alone(systems, tmp_path):
    with Corpus(systems[1]) as one, Corpus(systems[3]) as turned, Corpus(systems[2]) as other:
        same, again, different = (fingerprint(corpus.blocks()) for corpus in (one, turned, other))
    assert same == again != different


# ---- formats


def test_formats_agree(program, systems):
    words = [*systems, "--metric", "smatch", "--metric", "sembleu", *FAST]
    rows = table(program, *words)["rows"]
    cells = list(csv.DictReader(io.StringIO(program("compare", *words, "--format", "csv")[1])))
    assert [(row["metric"], row["system"], float(row["score"])) for row in cells] == [
        (row["metric"], row["system"], row["score"]) for row in rows
    ]
    assert [row["difference_found"] for row in cells] == [
        str(row.get("difference", {"found": ""})["found"]) for row in rows
    ]
    notes = table(program, *words)["notes"]
    assert notes and {row["notes"] for row in cells} == {"; ".join(notes)}
    text, markdown, latex = (program("compare", *words, "--format", form)[1] for form in ("text", "markdown", "latex"))
    for row in rows:
        assert len({f"{row['score']:.4f}" in out for out in (text, markdown, latex)}) == 1
    assert markdown.count("\n| ") == len(rows) + 2
    assert latex.count(r"\midrule") == 2 and latex.count(r" \\") == len(rows) + 1
    body = [line for line in latex.splitlines() if line.endswith(r"\\")]
    assert {line.count(" & ") for line in body} == {8}
    assert all(sign not in line.replace(r"\%", "").replace("$<$", "") for line in body for sign in "%#_<>")


def test_a_table_fits_a_narrow_terminal(program, systems, monkeypatch):
    monkeypatch.setattr(compare, "columns_of_terminal", lambda _: 60)
    out = program("compare", *systems, *FAST)[1]
    lines = out.split("\n\nIntervals")[0].splitlines()
    assert max(map(len, lines)) <= 60 and sum(line.startswith("system ") for line in lines) > 1


def test_every_reference_of_a_metric_is_there():
    named = {key for entry in entries() for key in entry.references}
    assert named and named <= references().keys()
    assert all(re.fullmatch(r"@\w+\{[\w-]+,\n(    \w+ = \"[^\"]+\",\n)+\}", text) for text in references().values())


def test_what_to_cite(program, systems):
    words = [*systems[:2], "--convention", "smatchpp-amr", "--fine-grained", *FAST, "--cite"]
    asked = "--metric", "smatch", "--metric", "sembleu"
    assert program("compare", *words, *asked[2:], *asked[:2])[0] == 2  # aspects are of the first metric
    keys = re.findall(r"^@\w+\{([\w-]+),$", program("compare", *words, *asked)[1], re.MULTILINE)
    assert [key.split("-")[0] for key in keys] == ["cai", "opitz", "song", "damonte", "smatchproof"]


# ---- what is refused


def test_a_system_named_twice_and_streams(program, systems):
    assert "is named twice" in program("compare", systems[0], systems[1], systems[1])[2]
    assert "a bundle names its corpora" in program("compare", systems[0], "-", "-o", systems[0].parent / "no")[2]


def test_an_option_has_to_be_of_use_to_one_metric(program, systems):
    words = ["--metric", "sembleu", "--metric", "smatch", "--top", "none", *FAST]
    assert program("compare", *systems[:2], *words)[0] == 0


# ---- the folder


def test_a_bundle_is_verified(program, bundle):
    out = printed(program("verify", bundle))
    assert out.startswith((bundle / "table.txt").read_text())
    last = out.splitlines()[-1]
    assert last.startswith(
        "verified   16 certificates accepted by the checker; 0 alignments recounted without one; 32 rows; every "
    )
    assert "others within 1e-09); 3 corpus files by SHA-256; not checked: the renderings (table.txt, " in last
    found = json.loads(program("verify", bundle, "--format", "json")[1])
    assert found == {"certificates": 16, "recounted": 0, "rows_compared": 32, "corpora": 3}


def test_the_command_that_verifies_it_allows_code_of_the_user(program, systems, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my code").mkdir()
    shutil.copy(overlap.__file__, tmp_path / "my code" / "overlap.py")
    metric = "--metric", "my code/overlap.py:Concepts"
    told = program("compare", *systems[:3], *metric, *FAST, "-o", "out")[2]
    _, *words = shlex.split(told.strip().rpartition(": ")[2])
    assert words == ["verify", "out", "--plugin", "my code/overlap.py"] and program(*words)[0] == 0


def test_what_was_recounted_without_a_certificate_is_said(program, systems, tmp_path):
    """A climb leaves no certificate: it is called certified only where all triples of a graph match."""
    assert program("compare", *systems[:2], *FAST, "--method", "S", "-o", tmp_path / "out")[0] == 0
    code, out, _ = program("verify", tmp_path / "out")
    assert (
        code == 0
        and "\nverified   0 certificates accepted by the checker; 24 alignments recounted without one; 24 " in out
    )
    found = json.loads(program("verify", tmp_path / "out", "--format", "json")[1])
    assert (found["certificates"], found["recounted"]) == (0, 24)


@pytest.fixture
def copy(bundle):
    """A copy of the bundle beside it, to be forged."""
    folder = bundle.parent / "forged"
    shutil.copytree(bundle, folder)
    yield folder
    shutil.rmtree(folder)


def text_of(path):
    data = path.read_bytes()
    return gzip.decompress(data).decode() if path.suffix == ".gz" else data.decode()


def write(path, text):
    data = text.encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


ROWS, CERTIFICATES = "rows/good.smatch.jsonl.gz", "certificates/good.smatch.jsonl.gz"


@pytest.mark.parametrize(
    ("name", "change", "error"),
    [
        ("table.json", lambda text: re.sub('"open": 0', '"open": 0.5', text, count=1), "outcomes.open: expected 0, fo"),
        ("table.json", lambda text: re.sub('"open": 0', '"open": 1', text, count=1), "outcomes.open: expected 0, foun"),
        ("table.json", lambda text: re.sub('"score": 0', '"score": 1', text, count=1), "rows[0].score: expected 0."),
        (
            "table.json",
            lambda text: re.sub(r'("low": 0\.\d{7})\d', r"\g<1>x", text, count=1).replace("x", "0"),
            "is not",
        ),
        (
            "table.json",
            lambda text: text.replace('"graphs": 8', '"graphs": 9'),
            "reference.graphs: expected 8",
        ),
        ("table.json", lambda text: text.replace("conv:smatch", "conv:smatch-1.0.4"), "signatures.smatch: expected"),
        ("table.json", lambda text: text.replace('"level"', '"levels"'), "is not what question"),
        ("table.json", lambda text: text.replace('"level"', '"level": 0.95, "level"'), "key 'level' is there twice"),
        (ROWS, lambda text: text.replace('"certified"', '"searched"', 1), "pair sample.1.status: expected 'certified'"),
        (ROWS, lambda text: text + text.splitlines()[0] + "\n", "more rows"),
        (ROWS, lambda text: text.replace("true", "false", 1), "the certificate is about another pair"),
        (ROWS, lambda text: re.sub('"matched":\\d+', '"matched":1', text, count=1), "sample.1.matched: expected"),
        (
            ROWS,
            lambda text: re.sub('"alignment":\\[\\[[^]]*\\],', '"alignment":[', text, count=1),
            "sample.1.alignment",
        ),
        (ROWS, lambda text: text.replace('"certificate":true,', "", 1), "is not what question"),
        (ROWS, lambda text: text.replace("true", "[]", 1), "is not what question"),
        (ROWS, lambda text: text.split("\n", 1)[1], "expected the row of pair sample.1"),
        ("rows/good.sembleu.jsonl.gz", lambda text: text.replace('"score":0', '"score":1', 1), "score: expected 0."),
        (CERTIFICATES, lambda text: "", "certificates/good.smatch.jsonl.gz: expected the certificate of pair sample.1"),
        (CERTIFICATES, lambda text: "".join(text.splitlines(True)[::-1]), "the certificate is about another pair"),
        (CERTIFICATES, lambda text: text + text.splitlines()[0] + "\n", "more rows or certificates"),
        (CERTIFICATES, lambda text: re.sub('"matched":\\d+', '"matched":1', text, count=1), ":1: pair sample.1: "),
        ("question.json", lambda text: text.replace('"samples": 39', '"samples": 100000000'), "<= 1000000"),
        ("question.json", lambda text: text.replace('"samples": 39', f'"samples": {10**18}'), "<= 1000000"),
        (
            "question.json",
            lambda text: text.replace('"samples": 39', '"samples": 40'),
            "samples: expected 40",
        ),
        ("question.json", lambda text: text.replace('"decimals": 4', '"decimals": 13'), "<= 12"),
        ("question.json", lambda text: text.replace('"seed": 0', '"seed": -1'), ">= 0"),
        ("question.json", lambda text: text.replace('"baseline": 0', '"baseline": 2'), "no baseline"),
        ("question.json", lambda text: text.replace('"baseline": 0', '"baseline": 1'), "baseline: expected 'bad'"),
        ("question.json", lambda text: text.replace('"smatch"', '"paper"', 1), "unknown metric"),
        ("question.json", lambda text: text.replace('"smatch"', '"evil.py:run"', 1), "evil.py"),
        ("question.json", lambda text: text.replace('"convention": null', '"convention": "smatch-1.0.4"'), "is about"),
        ("question.json", lambda text: text.replace('"columns": []', '"columns": ["x"]'), "unknown column 'x'"),
        ("question.json", lambda text: text.replace("bad.amr", "good.amr"), "is a system twice"),
        ("question.json", lambda text: text.replace("comparison 6", "comparison 5"), "comparison 5"),
    ],
)
def test_a_forged_bundle_is_refused(program, copy, name, change, error):
    before = text_of(copy / name)
    assert change(before) != before
    write(copy / name, change(before))
    code, out, err = program("verify", copy)
    assert (code, out) == (1, "") and err.startswith("refused: ") and error in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("table.json", lambda text: re.sub(r'("low": 0\.\d{13})\d*', r"\g<1>", text)),
        ("table.json", lambda text: re.sub(r"\|v:[0-9.]+", "|v:9", text)),
        ("table.json", lambda text: json.dumps(json.loads(text))),
        ("rows/good.sembleu.jsonl.gz", lambda text: re.sub(r'("score":0\.\d{13})\d*', r"\g<1>", text)),
        (CERTIFICATES, lambda text: text.replace(",", ", ")),
    ],
)
def test_last_digits_versions_and_spaces_do_not_count(program, copy, name, change):
    before = text_of(copy / name)
    assert change(before) != before
    write(copy / name, change(before))
    assert program("verify", copy)[0] == 0


def test_renderings_are_written_again(program, copy, bundle):
    """Nothing compares them, and other files stay."""
    (copy / "index.html").write_text("<p>Proved by everybody.</p>")
    (copy / "table.csv").unlink()
    shutil.rmtree(copy / "pairs")
    (copy / "notes.txt").write_text("mine")
    assert program("verify", copy)[0] == 0 and not (copy / "pairs").exists()
    assert program("verify", copy, "--write")[0] == 0
    assert (copy / "notes.txt").read_text() == "mine"
    (copy / "notes.txt").unlink()
    files = [{path.relative_to(each): path.read_bytes() for path in each.rglob("*") if path.is_file()}
             for each in (copy, bundle)]  # fmt: skip
    assert files[0] == files[1]


def pipe(name):
    def change(folder):
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return change


def reference(path):
    def change(folder):
        question = json.loads((folder / "question.json").read_text())
        question["reference"]["path"] = path
        if path == "pipe":
            os.mkfifo(folder / path)
        (folder / "question.json").write_text(json.dumps(question, indent=2) + "\n")

    return change


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (pipe("table.json"), "no regular file"), (pipe("question.json"), "no regular file"),
        (lambda folder: (folder / "table.json").unlink(), "no such file"),
        (lambda folder: (folder / ROWS).unlink(), "no such file"),
        (reference("pipe"), "no regular file"), (reference("/dev/zero"), "no regular file"),
        (reference("../" * 20 + "dev/zero"), "no regular file"),
        (reference("../" * 20 + "etc/passwd"), "is not the file that was compared"),
    ],
)  # fmt: skip
def test_what_is_in_the_folder(program, copy, change, error):
    change(copy)
    code, out, err = program("verify", copy)
    assert code in (1, 2) and out == "" and error in err


def test_corpora_that_changed_or_are_lost(program, systems, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    gold, good = (shutil.copy(path, folder / path.name) for path in systems[:2])
    out = tmp_path / "out"
    assert program("compare", gold, good, *FAST, "-o", out)[0] == 0
    moved = tmp_path / "moved"
    moved.mkdir()
    shutil.move(folder, moved / "data")
    assert program("verify", out)[0] == 2  # the corpora are not where they were
    shutil.move(out, moved / "out")
    assert program("verify", moved / "out")[0] == 0  # both have moved
    good = moved / "data" / "good.amr"
    good.write_text(good.read_text() + "\n")
    code, _, err = program("verify", moved / "out")
    assert code == 1 and "is not the file that was compared" in err


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["--metric", "smatch@S"], {"certified": 5, "heuristic": 19}),
        (["--node-limit", "1", "--duplicates", "product"], {"certified": 24}),
        (["--on-error", "empty"], {"certified": 24}),
    ],
)
def test_rows_say_what_the_evidence_gives(program, systems, tmp_path, words, status):
    """Corpora in the folder itself are no foreign files; what compare prints is what is verified."""
    out = tmp_path / "out"
    out.mkdir()
    gold, good, bad = (shutil.copy(path, out / path.name) for path in systems[:3])
    if "--on-error" in words:
        good.write_text(good.read_text().replace("(", "((", 1))
    code, shown, _ = program("compare", gold, good, bad, *words, *FAST, "-o", out)
    assert code == 0 and ("could not be read were scored as empty" in shown) == ("--on-error" in words)
    rows = [*map(json.loads, text_of(next((out / "rows").glob("good*"))).splitlines())]
    assert Counter(row["status"] for row in rows) == status
    code, again, err = program("verify", out)
    assert (code, err) == (0, "") and again.startswith(shown)


def test_a_smaller_comparison_takes_the_place_of_a_larger_one(program, systems, tmp_path):
    out = tmp_path / "out"
    assert program("compare", *systems[:3], *FAST, "-o", out)[0] == 0
    shutil.rmtree(out / "rows")
    assert program("compare", *systems[:2], *FAST, "-o", out)[0] == 0
    assert not (out / "pairs").exists() and len([*out.glob("*/*")]) == 2
    assert program("verify", out)[0] == 0


@pytest.mark.parametrize("step", ["score_all", "system_table"])
def test_a_corpus_that_changes_on_the_way_is_said(program, systems, tmp_path, monkeypatch, step):
    shutil.copy(systems[1], tmp_path / "good.amr")
    done = getattr(bundle_files, step)

    def changing(*words):
        yet = done(*words)
        (tmp_path / "good.amr").write_bytes(systems[2].read_bytes())
        return yet

    monkeypatch.setattr(bundle_files, step, changing)
    code, _, err = program("compare", systems[0], tmp_path / "good.amr", *FAST, "-o", tmp_path / "out")
    assert code == 2 and "good.amr: has changed while it was compared; compare it again" in err
    assert not [*(tmp_path / "out").iterdir()]


def files_below(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("words", [["--metric", "smatch"], ["--metric", "sembleu", "--hide-reference"]])
def test_what_could_not_be_written_leaves_the_old_folder(program, systems, tmp_path, monkeypatch, words):
    command = "compare", *systems[:3], *FAST, "-o", tmp_path / "out"
    assert program(*command)[0] == 0
    before = files_below(tmp_path)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bundle_files, "comparison_page", full)
    code, _, err = program(*command, *words)
    assert code == 2 and "no space left on device" in err and "written to" not in err
    assert files_below(tmp_path) == before


@pytest.mark.parametrize("name", ["out", "."])
def test_a_folder_of_other_things_is_left_alone(program, systems, tmp_path, monkeypatch, name):
    """Before anything is scored. A folder that holds nothing but corpora will do."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir(exist_ok=True)
    (tmp_path / name / "table.txt").write_text("mine")
    monkeypatch.setattr(bundle_files, "score_evidence", None)
    words = "'table.txt' is not of an earlier compare -o; move it away, or name a new folder"
    assert program("compare", *systems[:2], *FAST, "-o", name) == (2, "", f"error: {name}: {words}\n")
    (tmp_path / name / "question.json").write_text('{"name": "mine"}')
    code, out, err = program("compare", *systems[:2], *FAST, "-o", name)
    assert (code, out) == (2, "") and "question.json: is not of compare -o; move it away" in err
    assert {path.name for path in (tmp_path / name).iterdir()} == {"question.json", "table.txt"}


def test_nothing_outside_of_the_folder_is_replaced_or_removed(program, systems, tmp_path):
    """Links in the place of folders are refused, those in the place of files replaced; other files stay."""
    out, outside = tmp_path / "out", tmp_path / "outside"
    assert program("compare", *systems[:3], *FAST, "-o", out)[0] == 0
    for name in ("rows", "certificates", "pairs"):
        shutil.move(out / name, outside)
        (out / name).symlink_to(outside)
        before = files_below(tmp_path)
        code, _, err = program("compare", *systems[:3], *FAST, "-o", out)
        assert code == 2 and "is a link" in err
        assert before == files_below(tmp_path)
        (out / name).unlink()
        shutil.move(outside, out / name)
    outside.write_text("mine")
    (out / "table.json").unlink()
    (out / "table.json").symlink_to(outside)
    (out / "rows" / "mine.txt").write_text("mine")
    assert program("compare", *systems[:2], *FAST, "-o", out)[0] == program("verify", out)[0] == 0
    assert outside.read_text() == (out / "rows" / "mine.txt").read_text() == "mine"


def test_a_name_with_lines_of_its_own(program, systems, tmp_path):
    """What names of files say is no line of the table, and nothing that a terminal obeys."""
    file = shutil.copy(systems[1], tmp_path / "a\nverified   by me\x1b[2J.amr")
    assert program("compare", systems[0], file, *FAST, "-o", tmp_path / "out")[0] == 0
    code, out, _ = program("verify", tmp_path / "out")
    assert code == 0 and r"a\nverified   by me\x1b[2J" in out and "\x1b" not in out


@pytest.mark.parametrize(
    ("name", "error"), [("./a.amr", "a system twice"), (os.fsdecode(b"\xff.amr"), "is not in UTF-8")]
)
def test_what_could_not_be_verified_is_not_written(program, systems, tmp_path, monkeypatch, name, error):
    monkeypatch.chdir(tmp_path)
    for file in ("a.amr", name):
        shutil.copy(systems[1], file)
    code, out, err = program("compare", systems[0], "a.amr", name, *FAST, "-o", "out")
    assert (code, out) == (2, "") and error in err and not (tmp_path / "out").exists()


def test_long_names_have_pages_of_their_own(program, systems, tmp_path):
    names = [tmp_path / f"{'é' * 25}{number}.amr" for number in (1, 2)]
    for file, name in zip(systems[1:], names, strict=False):
        shutil.copy(file, name)
    assert program("compare", systems[0], *names, *FAST, "-o", tmp_path / "out")[0] == 0
    for found in re.finditer(r'href="pairs/([^"]+)">[^<]*', (tmp_path / "out" / "index.html").read_text()):
        assert (tmp_path / "out" / "pairs" / found[1].replace("%25", "%")).exists()
    pages = [path.read_text() for path in (tmp_path / "out" / "pairs").iterdir()]
    changed = sum(f"é{number}</h1>" in page for page in pages for number in (1, 2))
    assert changed == len(pages) and len({*pages}) == len(pages) > 2 and len(pages) % 2 == 0


@pytest.mark.parametrize(
    ("pattern", "error"),
    [
        ("a{99999999999}", "is no regular expression"),
        ("(" * 900, "is no re"),
    ],
)
def test_what_is_no_pattern(program, tmp_path, pattern, error):
    (tmp_path / "a.amr").write_text(f"# ::id {'a' * 40}b\n(a / b)\n")
    code, _, err = program("compare", tmp_path / "a.amr", tmp_path / "a.amr", "--clusters", pattern, *FAST)
    assert code == 2 and error in err


def test_options_of_certificates_are_not_for_a_folder(program, bundle, systems):
    for words in (["--metric", "smatch"], [*systems[:2]], ["--keep-going"]):
        assert program("verify", bundle, *words)[0] == 2


def test_pages_link_each_other(bundle):
    page = (bundle / "index.html").read_text()
    linked = re.findall(r'href="(pairs/[^"]+)"', page)
    assert linked and all((bundle / each).is_file() for each in linked)
    assert not re.search(r'<(?:script|link|img)[^>]* (?:src|href)="(?!data:)', page)
