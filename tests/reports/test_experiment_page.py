"""The report of an experiment: what is in it, and that it works in a real browser without anything else."""

import json
import re

import pytest
from msgspec import structs

from smatchproof.base.errors import InputError
from smatchproof.conventions.conventions import convention
from smatchproof.exact import exact
from smatchproof.exact.certificate import fingerprint
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.experiments.experiment_page import write_report
from smatchproof.lab.experiments.rows import append
from smatchproof.lab.experiments.runner import PAIRS, ROWS, TABLE
from smatchproof.lab.heuristics import HEURISTICS
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import Moment, SolveParams
from smatchproof.reports.figures import svg
from tests.browser import Document
from tests.lab.experiments.test_tables import row, study_rows

# ---- an experiment


LEFT = "(a / and :op (b / boy :mod (r / red)) :op (c / boy :mod (g / green)))"
RIGHT = "(x / and :op (y / boy :mod (u / green)) :op (z / boy :mod (v / red)))"


def stored_line():
    """A pair with its graphs, as the runner writes it, and what its rows have to say."""
    rule, id = convention("smatch"), "A-B g1.1"
    graphs = parse_graph(LEFT), parse_graph(RIGHT)
    left, right = map(rule.triples, graphs)
    problem = build_problem(left, right, rule.duplicates)
    best, worst = exact(problem, SolveParams()), HEURISTICS["Base"].solve(problem, SolveParams())

    def couples(mapping):
        return [[left.variables[at], right.variables[to]] for at, to in enumerate(mapping) if to is not None]

    record = {
        "source": "study", "pair": id, "left": write_graph(graphs[0]), "right": write_graph(graphs[1]),
        "optimal": couples(best.mapping), "found": {"Base": couples(worst.mapping)},
    }  # fmt: skip
    assert worst.matched < best.matched
    facts = {"optimum": best.matched, "triples": (left.size, right.size), "size": (5, 5), "source": "study"}
    rows = [
        structs.replace(row(id, method, 0, matched, **facts), sha256=fingerprint(rule.signature, left, right))
        for method, matched in (("Base", worst.matched), ("R", best.matched), ("exact", best.matched))
    ]
    return record, rows


def write_experiment(folder, rows, *stored, finished=True):
    with (folder / ROWS).open("w") as file:
        for each in rows:
            append(each, file)
    if stored:
        (folder / PAIRS).write_text("".join(json.dumps(record) + "\n" for record in stored))
    if finished:
        (folder / TABLE).touch()
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
    features = structs.replace(row.features, left_reentrancies=2 * (sum(row.pair.encode()) % 4))
    moments = Moment(1, 3, row.matched - 1, 0.1), Moment(2, 9, row.matched, 0.4)
    trace = () if row.method == "exact" or row.failed else moments
    return structs.replace(row, features=features, trace=trace)


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


def test_the_report_has_every_table_and_figure(report):
    document = Document(report.read_text())
    tables = {table["id"] for table in document.all("table") if "id" in table}
    assert tables >= {"gaps", "gaps-by-source", "misses", "table1", "table2"}
    assert len(document.all("figure")) == 5 and document.one("title")["text"] == "A <study> & more"
    ids = [each["id"] for each in document.elements if "id" in each]
    assert len(ids) == len(set(ids))
    assert {each["href"][1:] for each in document.all("a") if each["href"].startswith("#")} <= set(ids)


def test_a_pair_is_shown_with_both_graphs_and_both_alignments(report):
    document = Document(report.read_text())
    (number,) = {name for each in document.all("svg") for name in each["inside"] if name and name.startswith("pair")}
    pair = document.one("div", id=number)
    assert "this is proved" in pair["text"]
    drawings = [each["text"] for each in document.all("svg") if number in each["inside"]]
    assert "Base matches" in pair["text"]
    for drawing, method in zip(drawings, ("Base", "optimum"), strict=True):
        assert all(each in drawing for each in ("a / and", "b / boy", "x / and", "y / boy", f"left ({method})"))
    cells = {each["text"] for each in document.all("td") if number in each["inside"]}
    assert {"b / boy", "y / boy", "z / boy"} <= cells


@pytest.mark.usefixtures("undrawn")
def test_the_worst_pair_of_several_methods_has_a_drawing_of_each(tmp_path):
    record, rows = stored_line()
    again = [structs.replace(each, method="S") for each in rows if each.method == "Base"]
    both = {"Base": record["found"]["Base"], "S": record["found"]["Base"]}
    text = write_report(write_experiment(tmp_path, [*rows, *again], {**record, "found": both})).read_text()
    links = [each["href"] for each in Document(text).all("a") if "gaps" in each["inside"]]
    assert links == ["#pair1"] * 2
    for method in ("Base", "S"):
        part = text.partition(f"<h3>{method} matches")[2].partition("<h3")[0]
        assert f"left ({method})" in part and part.count("<svg") == 2


@pytest.mark.usefixtures("undrawn")
def test_the_method_of_a_user_comes_first_and_others_behind(tmp_path):
    rows = [row(str(n), name, 0, 10 - gap, group="") for n in range(3) for name, gap in (("mine.py:m", n), ("S", 5))]
    text = write_report(write_experiment(tmp_path, rows)).read_text()
    document = Document(text)
    assert document.column("gaps", 0) == ["mine.py:m", "S"]
    assert document.column("misses", 0) == ["mine.py:m"] * 2 and document.column("misses", 5) == ["2", "1"]
    assert "group" not in {each["text"] for each in document.all("button")}, "it is empty in all rows"
    assert document.column("against-1", 0) == ["S"] and document.column("against-1", 4) == ["-4.000 (–)"]
    assert "Is the difference more than chance?" in text and "seconds of mine.py:m" in text


@pytest.mark.usefixtures("undrawn")
def test_a_method_that_never_ran_leaves_the_table_first_and_once(tmp_path):
    rows = [row("1", "mine.py:m", matched=-1, status="no such program"), row("1", "S")]
    document = Document(write_report(write_experiment(tmp_path, rows)).read_text())
    assert len(document.all("table", id="gaps")) == 1 and document.column("gaps", 0) == ["S"]


@pytest.mark.usefixtures("undrawn")
def test_a_report_without_an_alignment_says_so(tmp_path):
    text = write_report(write_experiment(tmp_path, [row(method="mine.py:m", matched=-1, status="no")])).read_text()
    assert "<p>No run of these methods ended with an alignment.</p>" in text
    assert "<p>No run of mine.py:m ended with an alignment.</p>" in text
    assert Document(text).all("table", id="gaps") == Document(text).all("h2", id="where") == []


def test_the_worst_pair_of_each_source_is_drawn_first(tmp_path):
    rows = [row(str(n), "mine.py:m", 0, 9 - n, 10, source=name) for name in ("few", "many") for n in range(4)]
    rows = [structs.replace(each, matched=each.matched - 5 * (each.source == "many")) for each in rows]
    document = Document(write_report(write_experiment(tmp_path, rows)).read_text())
    summaries = [each["text"] for each in document.all("summary")]
    assert [each.partition(",")[0] for each in summaries if "missed" in each] == ["many: 3", "few: 3", "many: 2"]


def test_no_table_of_the_report_is_wider_than_the_page(browser, report):
    for width in (1280, 500):
        found = browser.figures(report, width=width)
        assert (found["cut"], found["wrong"]) == ([], [])


@pytest.mark.usefixtures("undrawn")
def test_names_cannot_break_out(tmp_path):
    evil = "</script><script>alert(1)</script>"
    write_experiment(tmp_path, [row(evil, "S", matched=9, left=evil), row(evil, "R", left=evil, status=evil)])
    assert "<script>alert" not in write_report(tmp_path).read_text()


@pytest.mark.usefixtures("undrawn")
def test_what_is_not_finished_not_stored_or_not_proved_is_said(tmp_path):
    rows = [row(bound=12, matched=9), row("2"), row("3", "R", matched=-1, status="no such program")]
    write_experiment(tmp_path, [structs.replace(each, planted=10) for each in rows], finished=False)
    text = " ".join(write_report(tmp_path).read_text().split())
    assert "The experiment is not finished" in text and "were not stored" in text and TABLE not in text
    assert "2 proved, 1 not proved, 2 of 3 that were planted confirmed, none refuted" in text
    assert "not proved, at most 12 match" in text and "no such program" in text


@pytest.mark.usefixtures("undrawn")
def test_the_same_rows_give_the_same_page(tmp_path):
    for name, rows in (("a", list(study_rows(sentences=2))), ("b", list(study_rows(sentences=2))[::-1])):
        (tmp_path / name / "same").mkdir(parents=True)
        write_experiment(tmp_path / name / "same", rows)
    first, second = (write_report(tmp_path / name / "same").read_text() for name in "ab")
    assert first == second


STORED = [
    ({"pair": "other"}, "not a pair of this experiment (there is no row of pair 'other')"),
    ({"optimal": []}, "not a pair of this experiment (the optimal alignment matches 0 triples, the rows say 10)"),
    ({"left": "(a / and"}, "not a pair of this experiment ("),
    ({"left": LEFT.replace("boy", "girl", 1)}, "not a pair of this experiment (its graphs are not those that its rows"),
]


@pytest.mark.parametrize(("change", "message"), STORED)
def test_stored_pairs_that_contradict_the_rows_are_refused(tmp_path, change, message):
    record, rows = stored_line()
    write_experiment(tmp_path, rows, record, {**record, **change}, record)
    with pytest.raises(InputError, match=re.escape(f":2: {message}")):
        write_report(tmp_path)


def test_a_stored_pair_whose_rows_a_kill_has_prevented_is_left_out(tmp_path):
    record, rows = stored_line()
    write_experiment(tmp_path, rows, record, {**record, "pair": "never run"})
    assert "never run" not in write_report(tmp_path).read_text()


# ---- in a browser


def test_the_console_says_when_a_script_fails(browser, tmp_path):
    """The other tests rest on this."""
    path = tmp_path / "page.html"
    path.write_text("<body></body>")
    assert "nothing is not defined" in browser.open(path, "nothing.there")[1][0]


def test_a_script_that_is_not_ours_does_not_run(browser, report, tmp_path):
    """Scripts and attributes added to a page are blocked by its policy; allowed ones run."""
    mark = "document.body.dataset.{} = 'ran'"
    page, foreign = tmp_path / "page.html", (mark.format(name) for name in ("attribute", "script"))
    added = '</h1><img src="data:," onerror="{}"><script>{}</script>'.format(*foreign)
    page.write_text(report.read_text().replace("</h1>", added, 1))
    document, said = browser.open(page, mark.format("allowed"))
    body = document.one("body")
    assert body["data-allowed"] == "ran" and "data-attribute" not in body and "data-script" not in body
    assert len([line for line in said if "Content Security Policy" in line]) == len(said) == 2


SORT = """
var values = column => Array.from(document.querySelectorAll("#table2 tbody tr")).map(r => r.cells[column].textContent);
var told = {}, heading = document.querySelectorAll("#table2 thead th")[2], button = heading.querySelector("button");
button.click();
told.up = values(2), told.sort = heading.getAttribute("aria-sort");
button.click();
told.down = values(2), told.turned = heading.getAttribute("aria-sort");
document.body.dataset.told = JSON.stringify(told);
"""


def test_the_report_opens_and_sorts_without_an_error(browser, report):
    document, said = browser.open(report, SORT)
    assert said == []
    told = json.loads(document.one("body")["data-told"])
    numbers = [float(text.rstrip("%")) for text in told["up"]]
    assert numbers == sorted(numbers) and len(set(numbers)) > 2
    assert [float(text.rstrip("%")) for text in told["down"]] == numbers[::-1]
    assert (told["sort"], told["turned"]) == ("ascending", "descending")


def test_the_worst_pair_of_a_method_opens_where_it_is_drawn(browser, tmp_path):
    record, rows = stored_line()
    path = write_report(write_experiment(tmp_path, [*rows, row("9", "R", 0, 1)], record))
    (link,) = {each["href"] for each in Document(path.read_text()).all("a") if each["text"] == "study: A-B g1.1"}
    script = "document.body.dataset.open = String(document.querySelector(location.hash).closest('details').open);"
    document, said = browser.open(path, f"location.hash = '{link}'; setTimeout(() => {{ {script} }}, 100);")
    assert said == [] and document.one("body")["data-open"] == "true"
