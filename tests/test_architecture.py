"""The house rules, read off the source: who may import whom, who may speak, what everything public must explain."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = {
    "alignment": 1,
    "exact": 2,
    "heuristics": 2,
    "reductions": 3,
    "generators": 3,
    "reports": 4,
    "smatchproof": 5,
}
HEAVY = {"mip", "matplotlib", "numba", "dask", "scipy", "numpy", "networkx", "rich"}
COMPILED = {
    "smatchproof/exact/hard.py",
    "smatchproof/exact/kernels.py",
    "smatchproof/exact/state.py",
    "smatchproof/exact/tabu.py",
    "smatchproof/exact/tree.py",
}
"""The compiled search: may load numba and numpy, because nothing loads it but a pair that needs it."""
RUNS_ALONE = "smatchproof/exact/checker.py"
LONGEST_FUNCTION = 50
MAY_BE_LONG = {"smatchproof/exact/kernels.py"}

MODULES = sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))
NAMES = [str(path.relative_to(ROOT)) for path in MODULES]
TREES = {name: ast.parse(path.read_text(), name) for name, path in zip(NAMES, MODULES, strict=True)}
every_module = pytest.mark.parametrize("name", NAMES)


def imported(node):
    """The modules that an import statement names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def imported_from(node):
    """The modules that ``from package import module`` may name."""
    return [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []


def imports(tree):
    """Every import of a module, wherever it stands: (module, line)."""
    return [(module, node.lineno) for node in ast.walk(tree) for module in imported(node)]


def statements(body):
    """What runs when a module is imported: its statements and those of its branches and classes, no functions."""
    for node in body:
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from statements(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt))


def functions(tree):
    """Every function with its line and its number of lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


# ---- the rules


def test_every_folder_with_python_has_a_floor():
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert folders == set(FLOORS)


@every_module
def test_imports_only_go_down(name):
    floor = name.split("/")[0]
    wrong = [
        f"{name}:{line} imports {module}"
        for module, line in imports(TREES[name])
        if (other := module.split(".")[0]) in FLOORS and other != floor and FLOORS[other] >= FLOORS[floor]
    ]
    assert not wrong


@every_module
def test_there_are_no_relative_imports(name):
    levels = [node.lineno for node in ast.walk(TREES[name]) if isinstance(node, ast.ImportFrom) and node.level]
    assert not levels


@every_module
def test_only_the_top_floor_prints_and_exits(name):
    if name.startswith("smatchproof/") or name == RUNS_ALONE:
        return
    calls = [node.func for node in ast.walk(TREES[name]) if isinstance(node, ast.Call)]
    said = [f"{name}:{call.lineno}" for call in calls if ast.unparse(call) in ("print", "sys.exit", "exit", "quit")]
    streams = [
        f"{name}:{node.lineno}" for node in ast.walk(TREES[name]) if ast.unparse(node) in ("sys.stdout", "sys.stderr")
    ]
    assert not said + streams


@every_module
def test_heavy_packages_are_imported_where_they_are_used(name):
    allowed = {"numba", "numpy"} if name in COMPILED else set()
    loaded = [
        f"{name}:{node.lineno} imports {module}"
        for node in statements(TREES[name].body)
        for module in imported(node)
        if module.split(".")[0] in HEAVY - allowed
    ]
    assert not loaded


@every_module
def test_the_compiled_part_is_loaded_by_need_only(name):
    if name in COMPILED:
        return
    loaded = [
        f"{name}:{node.lineno} imports {module}"
        for node in statements(TREES[name].body)
        for module in [*imported(node), *imported_from(node)]
        if module.replace(".", "/") + ".py" in COMPILED
    ]
    assert not loaded


@pytest.mark.skipif(RUNS_ALONE not in NAMES, reason="there is no checker")
def test_the_checker_stands_alone():
    others = {module for module, _ in imports(TREES[RUNS_ALONE])}
    assert {module.split(".")[0] for module in others} <= sys.stdlib_module_names


def test_no_module_takes_the_name_of_a_peer():
    assert not [name for name in NAMES if {"amr", "smatch"} & set(name.removesuffix(".py").split("/"))]


@every_module
def test_everything_public_has_a_docstring(name):
    tree = TREES[name]
    missing = [] if ast.get_docstring(tree) else [f"{name}:1 the module"]
    for node in public(tree.body):
        if not ast.get_docstring(node):
            missing.append(f"{name}:{node.lineno} {node.name}")
    assert not missing


def public(body):
    """Public classes and functions, and the public methods of such classes."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def test_functions_are_short():
    long = [
        f"{name}:{line} {function} has {lines} lines"
        for name in NAMES
        if name not in MAY_BE_LONG
        for function, line, lines in functions(TREES[name])
        if lines > LONGEST_FUNCTION
    ]
    assert not long, "\n".join(long)


# ---- files


def project_files():
    """The text files of the project, but tests and benchmarks, and what tools leave behind."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if parts[0] in ("tests", "benchmarks", "build", ".venv", ".git", ".hypothesis") or not path.is_file():
            continue
        if any(part.endswith((".egg-info", "_cache", "__pycache__")) for part in parts):
            continue
        try:
            yield "/".join(parts), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def test_nothing_but_tests_knows_where_the_corpora_lie():
    assert not [name for name, text in project_files() if "../shared" in text or "shared/" in text]
