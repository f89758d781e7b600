"""`compare`: the table of many systems, what it is printed as, and the folder that `verify` makes it again from."""

import gzip
import json
import re
import shutil
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

import smatchproof
from smatchproof.graphs.corpus import Corpus
from smatchproof.inference.difference_tests import holm
from smatchproof.reports.tables.system_tables import TableStyle, system_in_format
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.scoring.systems.significance import Inference, confidence, significance
from smatchproof.scoring.systems.systems import outcomes
from smatchproof.shell import bundle_files
from tests.commands.running import printed
from tests.tables import tables

TABLES = tables(__file__)

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


def counts(candidate, reference):
    """The counts of each pair, by id."""
    return {pair.id: pair.counts for pair in smatchproof.score_files(candidate, reference).pairs}


def test_scores_and_differences_are_those_of_the_pairs(program, systems):
    gold, good, bad, _ = systems
    found = table(program, gold, good, bad, "--baseline", bad, *FAST, "--seed", 5)
    one, two = found["rows"]
    pairs, others = ([*counts(file, gold).values()] for file in (good, bad))
    expected, sure = significance(pairs, others, Inference(39, 5)), confidence(pairs)
    assert (one["score"], two["score"]) == (sure.score.low, confidence(others).score.low)
    assert one["interval"] == sure.interval._asdict()
    difference = dict.fromkeys(("found", "least", "most"), expected.difference)
    assert one["difference"] == difference | expected.interval._asdict()
    assert (one["p"], one["outcomes"]) == (expected.p, outcomes(pairs, others)._asdict())
    assert (one["pairs"], one["certified"], found["baseline"], "difference" in two) == (24, 24, "bad", False)


def test_p_values_are_corrected_for_the_number_of_systems(program, systems):
    gold, good, bad, turned = systems
    alone = [table(program, gold, good, each, *FAST)["rows"][1] for each in (bad, turned)]
    together = table(program, gold, good, bad, turned, *FAST)["rows"][1:]
    assert table(program, gold, good, bad, turned, *FAST[:2], "--jobs", 2)["rows"][1:] == together
    assert [row["p"] for row in together] == holm([row["p"] for row in alone])
    assert together[1]["outcomes"] == {"wins": 0, "ties": 24, "losses": 0, "open": 0}  # the order is another, no more


def test_a_wide_table_marks_what_differs_significantly(program, systems):
    """Against the baseline, by the corrected p-values of the long table."""
    words = *systems, "--baseline", "bad", "--metric", "smatch", "--metric", "sembleu", "--samples", 99, "--jobs", 1
    ps = {(row["system"], row["metric"]): row.get("p") for row in table(program, *words)["rows"]}
    wide = printed(program("compare", *words, "--layout", "wide")).splitlines()
    found = {line.split()[0]: [cell.endswith("†") for cell in line.split()[1:]] for line in wide[2:5]}
    assert found == {
        name: [(ps[name, metric] or 1) < 0.05 for metric in ("smatch", "sembleu")] for name in ("good", "bad", "turned")
    }
    assert found["good"] == [True, True] and found["bad"] == [False, False]
    note = "† differs from bad, p < 0.05: approximate randomisation; 99 exchanges, seed 0; corrected for 2 "
    assert note in "".join(wide)
    csv = [printed(program("compare", *words, "--layout", layout, "--format", "csv")) for layout in ("wide", "long")]
    assert csv[0] == csv[1] and str(ps["good", "smatch"]) in csv[0]


def test_the_pairs_on_which_systems_differ_most(program, systems):
    """The lines below the table have the scores of each pair, the largest difference first."""
    gold, good, bad, turned = systems
    scores = []
    for file in (bad, good):
        pairs = json.loads(program("score", file, gold, "--per-pair", "--format", "json")[1])["per_pair"]
        scores.append({pair["id"]: pair["f1"] for pair in pairs})
    out = printed(program("compare", gold, good, bad, turned, "--worst", 4, *FAST))
    lines = [line.split() for line in out.partition("\npair ")[2].splitlines()[1:5]]
    expected = sorted(scores[0], key=lambda id: -abs(scores[0][id] - scores[1][id]))[:4]
    found = {id: (float(one), float(other)) for id, one, other, _ in lines}
    assert found == {id: pytest.approx((scores[0][id], scores[1][id]), abs=1e-4) for id in found}
    differences = [abs(scores[0][id] - scores[1][id]) for id in found]
    assert differences == [abs(scores[0][id] - scores[1][id]) for id in expected]
    assert out.count("\npair ") == 2 and out.splitlines()[-1].startswith("pair ")  # turned differs nowhere from good


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


def test_the_fingerprint_is_of_the_graphs_alone(systems, tmp_path):
    with Corpus(systems[1]) as one, Corpus(systems[3]) as turned, Corpus(systems[2]) as other:
        same, again, different = (fingerprint(corpus.blocks()) for corpus in (one, turned, other))
    assert same == again != different


# ---- the folder


def test_a_bundle_is_verified(program, bundle):
    out = printed(program("verify", bundle))
    assert out.startswith((bundle / "table.txt").read_text())
    last = " ".join(out.partition("\nverified")[2].split())
    assert last.startswith("16 certificates accepted by the checker; 0 alignments recounted without one; 32 rows; ")
    assert "others within 1e-09); 3 corpus files by SHA-256; not checked: table.txt, " in last
    found = json.loads(program("verify", bundle, "--format", "json")[1])
    assert found == {"certificates": 16, "recounted": 0, "rows_compared": 32, "corpora": 3}


def test_what_was_recounted_without_a_certificate_is_said(program, systems, tmp_path):
    """A climb leaves no certificate: it is called certified only where all triples of a graph match."""
    assert program("compare", *systems[:2], *FAST, "--method", "S", "-o", tmp_path / "out")[0] == 0
    code, out, _ = program("verify", tmp_path / "out")
    words = "verified 0 certificates accepted by the checker; 24 alignments recounted without one; 24 rows"
    assert code == 0 and words in " ".join(out.split())
    found = json.loads(program("verify", tmp_path / "out", "--format", "json")[1])
    assert (found["certificates"], found["recounted"]) == (0, 24)


@pytest.fixture
def copy(bundle):
    """A copy of the bundle in the same folder, to be forged."""
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


TABLE, QUESTION, ROWS = "table.json", "question.json", "rows/good.smatch.jsonl.gz"
CERTIFICATES = "certificates/good.smatch.jsonl.gz"


def change(path, old, new, number=1):
    before = text_of(path)
    after = re.sub(old, new, before, count=number)
    assert after != before
    write(path, after)


@pytest.mark.parametrize(("name", "old", "new", "error"), TABLES["forged"])
def test_a_forged_bundle_is_refused(program, copy, name, old, new, error):
    change(copy / name, old, new)
    code, out, err = program("verify", copy)
    assert code in (1, 2) and out == "" and error in err and err.startswith(("refused: ", "error: ")[code - 1])


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (TABLE, r'("low": 0\.\d{13})\d*', r"\g<1>"),
        (TABLE, r"\|v:[0-9.]+", "|v:9"),
        (TABLE, r"\n *", " "),
        ("rows/good.sembleu.jsonl.gz", r'("score":0\.\d{13})\d*', r"\g<1>"),
        (CERTIFICATES, ",", ", "),
    ],
)
def test_last_digits_versions_and_spaces_do_not_count(program, copy, name, old, new):
    change(copy / name, old, new, number=0)
    assert program("verify", copy)[0] == 0


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["--metric", "smatch:method=S"], {"certified": 5, "heuristic": 19}),
        (["--node-limit", "1", "--duplicates", "product"], {"certified": 24}),
        (["--on-error", "empty"], {"certified": 24}),
    ],
)
def test_rows_say_what_the_evidence_gives(program, systems, tmp_path, words, status):
    """What compare prints is what is verified."""
    out = tmp_path / "out"
    gold, good, bad = (shutil.copy(path, tmp_path / path.name) for path in systems[:3])
    if "--on-error" in words:
        good.write_text(good.read_text().replace("(", "((", 1))
    code, shown, _ = program("compare", gold, good, bad, *words, *FAST, "-o", out)
    assert code == 0 and ("could not be read were scored as empty" in shown) == ("--on-error" in words)
    rows = [*map(json.loads, text_of(next((out / "rows").glob("good*"))).splitlines())]
    assert Counter(row["status"] for row in rows) == status
    code, again, err = program("verify", out)
    assert (code, err) == (0, "") and again.startswith(shown)


@pytest.mark.parametrize("name", ["out", "."])
def test_a_folder_of_other_things_is_left_alone(program, systems, tmp_path, monkeypatch, name):
    """Before anything is scored."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir(exist_ok=True)
    (tmp_path / name / "table.txt").write_text("mine")
    monkeypatch.setattr(bundle_files, "score_all", None)
    words = "is not of an earlier compare -o; name a new folder, or move it away"
    assert program("compare", *systems[:2], *FAST, "-o", name) == (2, "", f"error: {name}: 'table.txt' {words}\n")
    (tmp_path / name / "question.json").write_text('{"name": "mine"}')
    assert program("compare", *systems[:2], *FAST, "-o", name) == (2, "", f"error: {name}: 'question.json' {words}\n")
    assert {path.name for path in (tmp_path / name).iterdir()} == {"question.json", "table.txt"}


def test_the_page_shows_the_table_and_the_pairs_that_changed_most(bundle):
    """All addresses lead to a file; nothing else is asked for."""
    page = (bundle / "index.html").read_text()
    assert re.search(r"<dd>\d+ graphs, SHA-256 <span", page)
    for address in re.findall(r'href="(?!#|data:)([^"]+)"', page):
        assert (bundle / address).is_file(), address
    assert not re.search(r'<(?:script|link|img)[^>]* (?:src|href)="(?!data:)', page)
    [changed] = re.findall(r'id="changed1".*?</table>', page, re.DOTALL)
    rows = {}
    for name in ("good", "bad"):
        lines = text_of(bundle / "rows" / f"{name}.smatch.jsonl.gz").splitlines()
        rows[name] = {row["id"]: row["score"] for row in map(json.loads, lines)}
    changes = {id: abs(score - rows["bad"][id]) for id, score in rows["good"].items()}
    shown = re.findall(r'<td data-value="(sample[^"]*)"', changed)
    assert [changes[id] for id in shown] == sorted(changes.values(), reverse=True)[:5]


def test_large_numbers_have_commas(systems):
    table = smatchproof.compare(systems[0], systems[1:3], samples=39).table
    baseline, other = table.rows
    many = replace(other, versus=replace(other.versus, outcomes=(160, 281, 1060, 2000)))
    assert "160/281/1,060 (2,000 open)" in system_in_format(replace(table, rows=(baseline, many)), TableStyle(), "text")


@pytest.mark.parametrize("width", [1280, 500])
def test_the_page_is_no_wider_than_a_screen(browser, bundle, width):
    found = browser.figures(bundle / "index.html", width=width)
    assert (found["wrong"], found["wide"], found["cut"]) == ([], [], [])
