"""The report of an experiment: what is in it, and that it works in a real browser without anything else."""

import json
import re
from dataclasses import replace

import pytest

from smatchproof.base.errors import InputError
from smatchproof.conventions.conventions import convention
from smatchproof.exact import exact
from smatchproof.exact.certificate import fingerprint
from smatchproof.experiments.folder import PAIRS, ROWS, TABLE
from smatchproof.experiments.rows import read_rows, write_csv, write_row
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.heuristics import named
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import Moment, SolveParams
from smatchproof.reports.figures import svg
from smatchproof.reports.pages import experiment_page
from smatchproof.reports.pages.experiment_page import write_report
from tests.browser import Document
from tests.experiments.test_tables import row, study_rows

# ---- an experiment


LEFT = "(a / and :op (b / boy :mod (r / red)) :op (c / boy :mod (g / green)))"
RIGHT = "(x / and :op (y / boy :mod (u / green)) :op (z / boy :mod (v / red)))"


def stored_line(id="A-B g1.1"):
    """A pair with its graphs, as the runner writes it, and what its rows have to say."""
    rule = convention("smatch")
    graphs = parse_graph(LEFT), parse_graph(RIGHT)
    left, right = map(rule.triples, graphs)
    problem = build_problem(left, right, rule.duplicates)
    best, worst = exact(problem, SolveParams()), named("Base")(problem, SolveParams())

    def couples(mapping):
        return [[left.variables[at], right.variables[to]] for at, to in enumerate(mapping) if to is not None]

    record = {
        "source": "study", "pair": id, "left": write_graph(graphs[0]), "right": write_graph(graphs[1]),
        "optimal": couples(best.mapping), "found": {"Base": couples(worst.mapping)},
    }  # fmt: skip
    assert worst.matched < best.matched
    facts = {"optimum": best.matched, "triples": (left.size, right.size), "size": (5, 5), "source": "study"}
    rows = [
        replace(row(id, method, 0, matched, **facts), sha256=fingerprint(rule.signature, left, right))
        for method, matched in (("Base", worst.matched), ("R", best.matched), ("exact", best.matched))
    ]
    return record, rows


def write_experiment(folder, rows, *stored, finished=True):
    with (folder / ROWS).open("w") as file:
        for each in rows:
            write_row(each, file)
    if stored:
        (folder / PAIRS).write_text("".join(json.dumps(record) + "\n" for record in stored))
    if finished:
        with (folder / TABLE).open("w") as file:
            write_csv(read_rows(folder / ROWS), file)
    return folder


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    record, some = stored_line()
    rows = [*some, *(each for each in study_rows(swapped=True) if (each.source, each.pair) != ("study", "A-B g1.1"))]
    folder = tmp_path_factory.mktemp("experiment") / "A <study> & more"
    folder.mkdir()
    write_experiment(folder, [*map(traced, rows)], record)
    return write_report(folder)


def traced(row):
    """The row with a trace, and with re-entrancies that are the same for all rows of a pair."""
    features = replace(row.features, left_reentrancies=2 * (sum(row.pair.encode()) % 4))
    moments = Moment(1, 3, row.matched - 1, 0.1), Moment(2, 9, row.matched, 0.4)
    trace = () if row.method == "exact" or row.failed else moments
    return replace(row, features=features, trace=trace)


@pytest.fixture
def undrawn(monkeypatch):
    """Reports without drawings, which take most of the time, for tests that look at words."""
    monkeypatch.setattr(svg, "svg", lambda *_: "")


# ---- without a browser


def test_the_report_is_one_file_that_needs_no_other(report):
    text = report.read_text()
    assert report.name == "report.html" and not list(report.parent.glob(".*"))
    policy = Document(text).one("meta", **{"http-equiv": "Content-Security-Policy"})
    assert policy["content"].startswith("default-src 'none'")
    outside = re.findall(r'(?:src|href)="(?!#)([^"]*)"', text)
    assert set(outside) == {"data:,", TABLE}
    assert not re.search(r"@import|url\((?!#)", text)


def test_the_first_paragraph_says_how_the_gap_grows(report):
    main = report.read_text().partition("<main>")[2]
    assert main.lstrip().startswith('<p id="answer">The mean gap of S+4R over ')
    answer = main.partition("</p>")[0]
    assert "grows with size (in triples, by variables: " in answer
    headline = report.read_text().partition("misses the optimum of")[2].partition("</p>")[0]
    assert "Nothing is missed by" in headline and "exact" in headline


def test_the_report_has_every_table_and_figure(report):
    document = Document(report.read_text())
    tables = [table["id"] for table in document.all("table") if "id" in table]
    assert tables[:6] == ["growth-terms", "table2", "gaps", "gaps-by-size", "differences", "table1"]
    assert tables[-1] == "row-table"
    labels = [each["aria-label"] for each in document.all("svg")]
    for figure in ("Accuracy against time: all sources", "Gap against size, with 95% bands: all sources",
                   "Gap against size, source by source", "Agreement over the groups: study swapped",
                   "Runs at the optimum by steps", "Runs and targets reached by steps", "Mean gap by steps and seconds",
                   "Gap against re-entrancy, with 95% bands: all sources",
                   "The distribution over seeds: study."):  # fmt: skip
        assert len([label for label in labels if label.startswith(figure)]) == 1
    assert document.one("p", id="headline")["text"].startswith("S+4R, the search of smatch, misses the optimum of ")
    assert document.one("title")["text"] == "A <study> & more"
    ids = [each["id"] for each in document.elements if "id" in each]
    assert len(ids) == len(set(ids))
    targets = {each["href"][1:] for each in document.all("a") if each["href"].startswith("#")}
    assert {target for target in targets if not target.startswith("rows?")} <= set(ids)


def test_a_pair_is_shown_with_both_graphs_and_both_alignments(report):
    document = Document(report.read_text())
    pair = document.one("details", id="pair1")
    assert "A-B g1.1 of study: A and B" in pair["text"] and "this is proved" in pair["text"]
    drawings = [each["text"] for each in document.all("svg") if "pair1" in each["inside"]]
    for drawing, method in zip(drawings, ("Base", "optimum"), strict=True):
        for words in ("a / and", "b / boy", "x / and", "y / boy", f"left by {method}"):
            assert words in drawing
    row = [cell["text"] for cell in document.all("td") if "pair1" in cell["inside"]]
    assert "b / boy" in row and "y / boy" in row and "z / boy" in row


def test_the_rows_in_the_page_are_those_of_the_file(report):
    data = json.loads(Document(report.read_text()).one("script", id="row-data")["text"])
    rows = list(read_rows(report.with_name(ROWS)))
    assert data["total"] == len(data["rows"]) == len(rows)
    assert data["rows"][7] == [getattr(rows[7], name) for name in data["columns"]]


@pytest.mark.usefixtures("undrawn")
def test_names_cannot_break_out(tmp_path):
    evil = "</script><script>alert(1)</script>"
    write_experiment(tmp_path, [row(evil, "S", matched=9, left=evil), row(evil, "R", left=evil, status=evil)])
    text = write_report(tmp_path).read_text()
    assert "<script>alert" not in text
    data = json.loads(Document(text).one("script", id="row-data")["text"])
    assert data["rows"][0][1] == evil


@pytest.mark.usefixtures("undrawn")
def test_an_experiment_without_graphs_and_end(tmp_path):
    write_experiment(tmp_path, [row(), row(method="R", matched=10)], finished=False)
    text = write_report(tmp_path).read_text()
    assert "The experiment is not finished" in text and "were not stored" in text and TABLE not in text
    assert f"<h1>{tmp_path.name}</h1>" in text


@pytest.mark.usefixtures("undrawn")
def test_what_is_not_proved_is_said(tmp_path):
    write_experiment(
        tmp_path, [row(bound=12, matched=9), row("2"), row("3", "R", matched=-1, status="no such program")]
    )
    text = write_report(tmp_path).read_text()
    optima = Document(text).all("dd")[1]["text"]
    assert optima == "2 proved, 1 not proved" and "not proved, at most 12 match" in " ".join(text.split())
    assert "no such program" in text


@pytest.mark.usefixtures("undrawn")
def test_what_was_planted_is_said(tmp_path):
    rows = [replace(row(id, "R", 0, 10, optimum=10), planted=10) for id in "12"]
    text = write_report(write_experiment(tmp_path, rows)).read_text()
    assert "2 of 2 that were planted confirmed, none refuted" in text


@pytest.mark.usefixtures("undrawn")
def test_a_large_experiment_embeds_the_worst_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment_page, "EMBEDDED_ROWS", 60)
    rows = list(study_rows())
    write_experiment(tmp_path, rows)
    text = write_report(tmp_path).read_text()
    data = json.loads(Document(text).one("script", id="row-data")["text"])
    assert len(data["rows"]) <= 60 and data["total"] == len(rows)
    assert f"This page holds {len(data['rows'])} of the {len(rows)} rows" in text
    kept = [dict(zip(data["columns"], each, strict=True)) for each in data["rows"]]
    for document in {(each.left, each.right, each.group, each.method) for each in rows}:
        some = [each for each in rows if (each.left, each.right, each.group, each.method) == document]
        (found,) = [e for e in kept if (e["left"], e["right"], e["group"], e["method"]) == document]
        assert found["optimum"] - found["matched"] == max(each.gap for each in some)


@pytest.mark.usefixtures("undrawn")
def test_the_same_rows_give_the_same_page(tmp_path):
    for name, rows in (("a", list(study_rows(sentences=2))), ("b", list(study_rows(sentences=2))[::-1])):
        (tmp_path / name / "same").mkdir(parents=True)
        write_experiment(tmp_path / name / "same", rows)
    first, second = (write_report(tmp_path / name / "same").read_text() for name in "ab")
    cut = re.compile(r'<script type="application/json".*?</script>', re.DOTALL)  # rows stay in the order of the file
    assert cut.sub("", first) == cut.sub("", second)


WAY_OUT = "name the folder of an experiment, or run it again if its rows are those of an older version"
BAD = [
    ({}, "{folder}/rows.jsonl: no such file or directory; " + WAY_OUT),
    ({ROWS: ""}, "{folder}/rows.jsonl: no row in this file; run the experiment first"),
    ({ROWS: "{}\n"}, "{folder}/rows.jsonl:1: key 'source' is missing; " + WAY_OUT),
]


@pytest.mark.parametrize(("files", "message"), BAD, ids=["nothing", "empty", "no row"])
def test_a_folder_without_rows_gets_no_report(tmp_path, files, message):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as caught:
        write_report(tmp_path)
    assert str(caught.value) == message.format(folder=tmp_path)
    assert not (tmp_path / "report.html").exists()


STORED = [
    ({"pair": "other"}, "not a pair of this experiment (there is no row of pair 'other')"),
    ({"optimal": []}, "not a pair of this experiment (the optimal alignment matches 0 triples, the rows say 10)"),
    ({"optimal": [["b", "q"]]}, "not a pair of this experiment ('q' is no variable of the right graph)"),
    ({"optimal": [["q", "y"]]}, "not a pair of this experiment ('q' is no variable of the left graph)"),
    ({"left": "(a / and"}, "not a pair of this experiment (left:1:9: the graph ends"),
    ({"left": LEFT.replace("boy", "girl", 1)}, "not a pair of this experiment (its graphs are not those that its rows"),
    ({"found": None}, "found: expected object, got null"),
    ({}, "not a pair of this experiment (pair 'A-B g1.1' is there twice)"),
]


@pytest.mark.parametrize(("change", "message"), STORED)
def test_stored_pairs_that_contradict_the_rows_are_refused(tmp_path, change, message):
    record, rows = stored_line()
    write_experiment(tmp_path, rows, record, {**record, **change})
    with pytest.raises(InputError) as caught:
        write_report(tmp_path)
    assert caught.value.place.line == 2 and caught.value.message.startswith(message)


# ---- in a browser


def test_the_console_says_when_a_script_fails(browser, tmp_path):
    """The other tests rest on this."""
    path = tmp_path / "page.html"
    path.write_text("<body></body>")
    assert "nothing is not defined" in browser.open(path, "nothing.there")[1][0]


def test_a_script_that_is_not_ours_does_not_run(browser, report, tmp_path):
    """What somebody adds to a page, as a script or as an attribute, is blocked by its policy; what is allowed runs."""
    mark = "document.body.dataset.{} = 'ran'"
    page, foreign = tmp_path / "page.html", (mark.format(name) for name in ("attribute", "script"))
    added = '</h1><img src="data:," onerror="{}"><script>{}</script>'.format(*foreign)
    page.write_text(report.read_text().replace("</h1>", added, 1))
    document, said = browser.open(page, mark.format("allowed"))
    body = document.one("body")
    assert body["data-allowed"] == "ran" and "data-attribute" not in body and "data-script" not in body
    assert len([line for line in said if "Content Security Policy" in line]) == len(said) == 2


SORT = """
function values(column) {
  return Array.from(document.querySelectorAll("#table2 tbody tr")).map(row => row.cells[column].textContent);
}
var told = {}, heading = document.querySelectorAll("#table2 thead th")[2], button = heading.querySelector("button");
button.focus();
told.focused = document.activeElement === button;
button.click();
told.up = values(2), told.sort = heading.getAttribute("aria-sort");
button.click();
told.down = values(2), told.turned = heading.getAttribute("aria-sort");
document.querySelectorAll("#table2 thead button")[1].click();
told.names = values(1);
document.body.dataset.told = JSON.stringify(told);
"""


def test_the_report_opens_and_sorts_without_an_error(browser, report):
    document, said = browser.open(report, SORT)
    assert said == []
    told = json.loads(document.one("body")["data-told"])
    numbers = [float(text.rstrip("%")) for text in told["up"]]
    assert told["focused"] and numbers == sorted(numbers) and len(set(numbers)) > 2
    assert [float(text.rstrip("%")) for text in told["down"]] == numbers[::-1]
    assert (told["sort"], told["turned"]) == ("ascending", "descending")
    assert told["names"] == sorted(told["names"], key=str.lower)
    assert len(document.all("svg")) == 17 and "study" in document.column("row-table", 0)


def test_a_number_leads_to_its_rows(browser, report):
    found = re.search(
        r"#rows\?source=study&(?:amp;)?method=R&(?:amp;)?size=(\d+)-(\d+)&(?:amp;)?only=missed", report.read_text()
    )
    link, low, high = found[0].replace("&amp;", "&"), int(found[1]), int(found[2])
    click = f"document.querySelector('a[href=\"{link}\"]').click();"
    wait = "window.addEventListener('hashchange', () => { document.body.dataset.at = location.hash; });"
    document, said = browser.open(report, wait + click)
    assert said == [] and document.one("body")["data-at"] == link
    wanted = [
        each.pair
        for each in read_rows(report.with_name(ROWS))
        if (each.source, each.method) == ("study", "R")
        and each.gap
        and low <= max(each.left_variables, each.right_variables) <= high
    ]
    assert wanted and document.column("row-table", 1) == wanted
    assert set(document.column("row-table", 5)) == {"R"}
    assert document.one("p", id="filter")["text"].endswith(f": {len(wanted)} rows")
