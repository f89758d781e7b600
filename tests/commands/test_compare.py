"""`compare`: the table of many systems, what it is printed as, and the folder that `verify` makes it anew from."""

import csv
import gzip
import hashlib
import io
import json
import os
import re
import shlex
import shutil
from collections import Counter
from itertools import islice

import pytest

from smatchproof.commands import compare
from smatchproof.graphs.corpus import Corpus
from smatchproof.inference.difference_tests import holm
from smatchproof.scoring.bundles import bundle_folder
from smatchproof.scoring.bundles.bundle_folder import manifest_text
from smatchproof.scoring.metrics import entries
from smatchproof.scoring.systems import significance
from smatchproof.scoring.systems.citations import references
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.shell import bundle_files
from tests import concept_overlap
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


def test_a_bundle_is_made_anew(program, bundle):
    out = printed(program("verify", bundle))
    assert out.startswith((bundle / "table.txt").read_text())
    found = json.loads(program("verify", bundle, "--format", "json")[1])
    assert (found["verified"], found["recounted"]) == (16, 0)
    assert found["files"] == len([path for path in bundle.rglob("*") if path.is_file()])
    assert found["kinds"] == {
        "rows": 4, "certificates": 2, "question": 1, "tables": 6, "pages of pairs": 10, "page": 1, "manifest": 1,
    }  # fmt: skip
    assert all(f"{kind} ({number})" in out.splitlines()[-1] for kind, number in found["kinds"].items())
    assert out.endswith("; versions of libraries as the question states them, not checked\n")


def test_the_command_that_verifies_it_allows_code_of_the_user(program, systems, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my code").mkdir()
    shutil.copy(concept_overlap.__file__, tmp_path / "my code" / "overlap.py")
    metric = "--metric", "my code/overlap.py:ConceptOverlap"
    told = program("compare", *systems[:3], *metric, *FAST, "-o", "out")[2]
    _, *words = shlex.split(told.strip().rpartition(": ")[2])
    assert words == ["verify", "out", "--plugin", "my code/overlap.py"] and program(*words)[0] == 0


def test_what_was_recounted_without_a_certificate_is_said(program, systems, tmp_path):
    """A climb leaves no certificate: it is called certified only where all triples of a graph match."""
    assert program("compare", *systems[:2], *FAST, "--method", "S", "-o", tmp_path / "out")[0] == 0
    code, out, _ = program("verify", tmp_path / "out")
    assert code == 0 and "\nverified   24 alignments, recounted without a certificate; files" in out
    found = json.loads(program("verify", tmp_path / "out", "--format", "json")[1])
    assert (found["verified"], found["recounted"]) == (0, 24)


@pytest.fixture
def copy(bundle):
    """A copy of the bundle beside it, to be forged."""
    folder = bundle.parent / "forged"
    shutil.copytree(bundle, folder)
    yield folder
    shutil.rmtree(folder)


def listed_anew(folder):
    """Let the list of files fit the folder."""
    names = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]
    contents = {name: io.BytesIO((folder / name).read_bytes()) for name in names if name != "manifest.json"}
    (folder / "manifest.json").write_text(manifest_text(contents))


def text_of(path):
    data = path.read_bytes()
    return gzip.decompress(data).decode() if path.suffix == ".gz" else data.decode()


def write(path, text):
    data = text.encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


@pytest.mark.parametrize(
    ("name", "change", "error"),
    [
        ("table.json", lambda text: re.sub('"open": 0', '"open": 0.5', text, count=1), "is not what"),
        ("table.txt", lambda text: text.replace("0.9132", "0.9232"), "is not what"),
        ("rows/good.smatch.jsonl.gz", lambda text: text.replace('"certified"', '"searched"', 1), "is not what"),
        ("rows/good.smatch.jsonl.gz", lambda text: text + text.splitlines()[0] + "\n", "more rows"),
        ("rows/good.smatch.jsonl.gz", lambda text: text.replace("true", "false", 1), "about other graphs"),
        ("rows/good.sembleu.jsonl.gz", lambda text: text.replace('"score":0', '"score":1', 1), "is not what"),
        ("certificates/good.smatch.jsonl.gz", lambda text: text.replace(",", ", ", 1), "not as it is written"),
        ("index.html", lambda text: text.replace("</body>", "<p>Proved by everybody.</p></body>"), "is not what"),
        ("question.json", lambda text: text.replace('"samples": 39', '"samples": 100000000'), "<= 1000000"),
        ("question.json", lambda text: text.replace('"samples": 39', f'"samples": {10**18}'), "<= 1000000"),
        ("question.json", lambda text: text.replace('"decimals": 4', '"decimals": 13'), "<= 12"),
        ("question.json", lambda text: text.replace('"seed": 0', '"seed": -1'), ">= 0"),
        ("question.json", lambda text: text.replace('"baseline": 0', '"baseline": 2'), "no baseline"),
        ("question.json", lambda text: text.replace('"smatch"', '"paper"', 1), "unknown metric"),
        ("question.json", lambda text: text.replace('"smatch"', '"evil.py:run"', 1), "evil.py"),
        ("question.json", lambda text: text.replace('"version": "', '"version": "9'), "not verified: "),
        ("question.json", lambda text: text.replace('"samples": 39', '"samples": 999999'), "not the page of this"),
        ("question.json", lambda text: text.replace("numpy ", "numpy 9"), "not the page of this"),
        ("question.json", lambda text: text.replace('"clusters": null', '"clusters": "(.*)*="'), "not the page"),
        ("question.json", lambda text: text.replace('"convention": null', '"convention": "smatch"'), "not the page"),
        ("question.json", lambda text: text.replace("good.amr", "x/../good.amr"), "no path from the folder"),
        ("question.json", lambda text: " " + text, "not as smatchproof writes"),
    ],
)
def test_a_forged_bundle_is_refused(program, copy, name, change, error):
    before = text_of(copy / name)
    assert change(before) != before
    write(copy / name, change(before))
    listed_anew(copy)
    code, out, err = program("verify", copy)
    assert (code, out) == (1, "") and error in err


def foreign_file(folder):
    (folder / "pairs" / "mine.html").write_text("mine")


def foreign_folder(folder):
    (folder / "proved by everybody").mkdir()


def listed_foreign_file(folder):
    foreign_file(folder)
    listed_anew(folder)


def lost_file(folder):
    (folder / "index.html").unlink()


def linked_file(folder):
    shutil.move(folder / "table.txt", folder.parent / "table.txt")
    (folder / "table.txt").symlink_to(folder.parent / "table.txt")


def linked_folder(folder):
    shutil.rmtree(folder.parent / "elsewhere", ignore_errors=True)
    shutil.move(folder / "pairs", folder.parent / "elsewhere")
    (folder / "pairs").symlink_to(folder.parent / "elsewhere")


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
        listed_anew(folder)

    return change


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (foreign_file, "is not in manifest.json"), (foreign_folder, "is not in manifest.json"),
        (listed_foreign_file, "manifest.json: is not what"), (lost_file, "no such file"),
        (linked_file, "is a link"), (linked_folder, "is not in manifest.json"),
        (pipe("table.txt"), "no regular file"), (pipe("manifest.json"), "no regular file"),
        (pipe("question.json"), "no regular file"), (reference("pipe"), "no regular file"),
        (reference("/dev/zero"), "no path from the folder"),
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


def changed_table(out):
    (out / "table.tex").write_text("mine")


def file_among_rows(out):
    (out / "rows" / "mine.txt").write_text("mine")


def listed_file_among_rows(out):
    file_among_rows(out)
    listed_anew(out)


def empty_folder(out):
    (out / "mine").mkdir()


def corpus_of_another(out):
    (out / "mine.amr").write_text("(m / mine)")


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (changed_table, "table.tex"), (file_among_rows, "rows/mine.txt"), (listed_file_among_rows, "rows/mine.txt"),
        (empty_folder, "mine"), (corpus_of_another, "mine.amr"), (linked_folder, "is a link"),
    ],
)  # fmt: skip
def test_nothing_of_a_user_is_replaced_or_removed(program, systems, tmp_path, monkeypatch, change, name):
    """What `verify` would refuse is refused before anything is scored, and once more before anything is written."""
    out = tmp_path / "out"
    words = "compare", *systems[:3], *FAST, "-o", out
    assert program(*words)[0] == 0
    write_bundle = bundle_folder.write_bundle
    with monkeypatch.context() as patch:
        patch.setattr(bundle_folder, "write_bundle", lambda *given: (change(out), write_bundle(*given)))
        code, _, err = program(*words[:3], *words[4:])
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    assert code == 2 and name in err and "written to" not in err
    monkeypatch.setattr("smatchproof.shell.bundle_files.found_evidence", None)
    code, _, again = program(*words[:3], *words[4:])
    assert (code, again) == (2, err)
    assert before == {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    assert program("verify", out)[0] != 0


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


def test_what_could_not_be_written_leaves_no_folder(program, systems, tmp_path, monkeypatch):
    monkeypatch.setattr(bundle_folder, "manifest_text", None)
    program("compare", *systems[:3], *FAST, "-o", tmp_path / "out")
    assert not [*(tmp_path / "out").iterdir()]


def test_a_list_that_is_spelled_otherwise_is_left_alone(program, systems, tmp_path):
    assert program("compare", *systems[:2], *FAST, "-o", tmp_path / "out")[0] == 0
    path = tmp_path / "out" / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text())))
    code, _, err = program("compare", *systems[:2], *FAST, "-o", tmp_path / "out")
    assert code == 2 and "'manifest.json' is not of an earlier compare -o, or has changed since" in err


def test_a_function_of_similarities_makes_no_folder(program, systems, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("def alike(a, b):\n    return 1.0\n")
    words = "--metric", "s2match", "--similarities", "mine.py:alike", "-o", "out"
    code, _, err = program("compare", *systems[:2], *FAST, *words)
    assert code == 2 and "write what the function says into a table of similarities" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["out", "."])
def test_a_folder_of_other_things_is_left_alone(program, systems, tmp_path, monkeypatch, name):
    """Before anything is scored; with a manifest of others, too. A folder that holds nothing but corpora will do."""
    monkeypatch.chdir(tmp_path)
    for file in (tmp_path / name / "manifest.json", tmp_path / name / "table.txt"):
        file.parent.mkdir(exist_ok=True)
        file.write_text('{"name": "mine"}')
    monkeypatch.setattr("smatchproof.shell.bundle_files.found_evidence", None)
    code, out, err = program("compare", *systems[:2], *FAST, "-o", name)
    assert (code, out) == (2, "")
    assert err.endswith("manifest.json: unknown key 'name'; write a new folder, by smatchproof compare -o\n")
    assert {path.name for path in (tmp_path / name).iterdir()} == {"manifest.json", "table.txt"}
    (tmp_path / name / "manifest.json").unlink()
    words = "'table.txt' is not of an earlier compare -o, or has changed since; move it away, or name a new folder"
    assert program("compare", *systems[:2], *FAST, "-o", name) == (2, "", f"error: {name}: {words}\n")


def test_nothing_outside_of_the_folder_is_replaced_or_removed(program, systems, tmp_path):
    """Links in the place of files and folders."""
    out, outside = tmp_path / "out", tmp_path / "outside"
    assert program("compare", *systems[:3], *FAST, "-o", out)[0] == 0
    for name in ("rows", "certificates", "table.txt", "manifest.json"):
        shutil.move(out / name, outside)
        (out / name).symlink_to(outside)
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        code, _, err = program("compare", *systems[:3], *FAST, "-o", out)
        assert code == 2 and "is a link" in err
        assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        (out / name).unlink()
        shutil.move(outside, out / name)


def test_a_name_with_lines_of_its_own(program, systems, tmp_path):
    """What names of files say is no line of the table, and nothing that a terminal obeys."""
    file = shutil.copy(systems[1], tmp_path / "a\nverified   by me\x1b[2J.amr")
    assert program("compare", systems[0], file, *FAST, "-o", tmp_path / "out")[0] == 0
    code, out, _ = program("verify", tmp_path / "out")
    assert code == 0 and r"a\nverified   by me\x1b[2J" in out and "\x1b" not in out


@pytest.mark.parametrize(
    ("name", "error"), [("b\\.amr", "no path"), ("./a.amr", "a system twice"), ("é" * 45 + ".amr", "too long a name")]
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
        ("(a+)+$", "takes more than 0.5 seconds"),
        ("a{99999999999}", "is no regular expression"),
        ("(" * 900, "is no re"),
    ],
)
def test_patterns_that_take_ages(program, tmp_path, monkeypatch, pattern, error):
    monkeypatch.setattr(significance, "_PATIENCE", 0.5)
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


def written_with(folder, libraries):
    """Let a folder say that it was written with other libraries: its page has the hash of the question."""
    question, page = folder / "question.json", folder / "index.html"
    before = question.read_bytes()
    record = json.loads(before)
    question.write_text(json.dumps(record | {"libraries": libraries}, indent=2, ensure_ascii=False) + "\n")
    hashes = [hashlib.sha256(text).hexdigest() for text in (before, question.read_bytes())]
    page.write_text(page.read_text().replace(*hashes))
    listed_anew(folder)


OTHERS = "jinja2 0.1, matplotlib 0.1, numpy 0.1, penman 0.1, scipy 0.1, zlib 0.1"


@pytest.mark.parametrize(
    ("name", "change", "heading"),
    [
        ("index.html", lambda text: text.replace("</body>", " </body>"), "not verified"),
        ("table.json", lambda text: re.sub(r'("low": 0\.\d{14})\d*', r"\g<1>7", text, count=1), "not verified"),
        ("table.txt", lambda text: text.replace("0.9132", "0.9133"), "not verified"),
        ("table.txt", lambda text: text.replace("0.9132", "0.9134"), "refused"),
        ("table.json", lambda text: re.sub(r'"score": 0\.(\d)', r'"score": 0.0\1', text, count=1), "refused"),
        ("table.csv", lambda text: text.replace("good", "best"), "refused"),
        ("rows/good.smatch.jsonl.gz", lambda text: text, "not verified"),
        ("rows/good.smatch.jsonl.gz", lambda text: text.replace('"certified"', '"searched"', 1), "refused"),
    ],
)
def test_other_libraries_excuse_no_more_than_they_decide(program, copy, name, change, heading):
    """Other versions will do as long as they write the same; what a folder says of itself excuses no other number."""
    written_with(copy, OTHERS)
    assert program("verify", copy)[0] == 0
    path, text = copy / name, change(text_of(copy / name))
    path.write_bytes(gzip.compress(text.encode(), 1, mtime=0) if path.suffix == ".gz" else text.encode())
    listed_anew(copy)
    code, out, err = program("verify", copy)
    assert (code, out) == (1, "") and err.startswith(f"{heading}: ")
    assert ("the file was changed, or verify it with those versions" in err) == (heading == "not verified")


@pytest.mark.parametrize("libraries", ["", "by everybody", OTHERS + "\n", OTHERS + " " * 10**6, OTHERS + "\x1b[2J"])
def test_libraries_have_one_spelling(program, copy, libraries):
    written_with(copy, libraries)
    code, out, err = program("verify", copy)
    assert (code, out) == (1, "") and "question.json: libraries: expected names and versions as in 'jinja2 " in err


def test_a_refusal_says_what_was_expected_and_what_to_do(program, copy):
    write(copy / "table.txt", text_of(copy / "table.txt").replace("0.9132", "0.9232"))
    listed_anew(copy)
    err = program("verify", copy)[2]
    assert re.search(r": line 3: expected '.*0\.9132.*', found '.*0\.9232.*'; write a new folder, by .*-o\n$", err)


def test_a_lost_certificate_is_named(program, copy):
    write(copy / "certificates" / "good.smatch.jsonl.gz", "")
    listed_anew(copy)
    err = program("verify", copy)[2]
    assert "certificates/good.smatch.jsonl.gz: expected the certificate of pair " in err and "write a new fol" in err


def test_a_file_that_is_lost_and_not_listed_is_to_be_written_again(program, copy):
    (copy / "table.txt").unlink()
    listed_anew(copy)
    assert "write a new folder, by smatchproof compare -o" in program("verify", copy)[2]
