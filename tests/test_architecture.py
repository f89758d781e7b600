"""The rules of the architecture, read off the source: who may import whom, who may print, what must be documented."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import networkx

from smatchproof import public as public_names

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "smatchproof"
FLOORS = {
    0: ("base",),
    1: ("graphs", "conventions", "similarity"),
    2: ("problem",),
    3: ("inference", "exact"),
    4: ("scoring",),
    5: ("reports",),
    6: ("shell", "commands", "public"),
    7: ("lab/heuristics", "lab/reductions", "lab/generators"),
    8: ("lab/audits", "lab/experiments", "lab/teaching"),
    9: ("lab/commands", "lab"),
    10: ("api", "cli", "__init__", "__main__"),
}
"""Rooms and files of the package by floor. Imports only go down, and on a floor only to what stands further left."""
ORDER = [room for rooms in FLOORS.values() for room in rooms]
SCORING = ("parameters", "methods", "settings", "pairs", "metrics", "corpus", "systems")
"""What scoring consists of: one pair, one corpus, many systems. Imports only go to what stands further left."""
INDEPENDENT = [{"lab/audits", "lab/experiments"}]
"""Rooms of one floor that must not import each other, either way."""
HEAVY = {"mip", "matplotlib", "numba", "dask", "scipy", "numpy", "networkx", "rich"}
TOOLS = {"base", "inference", "reports", "shell"}
"""Rooms that the lab uses as a library; of all other rooms of the core it uses ``smatchproof.public``."""
RUNS_ALONE = "exact/checker.py"
MAY_PRINT = ("__main__.py", "cli.py", "commands/", "lab/commands/", "shell/", RUNS_ALONE)
LONGEST_FUNCTION = 50

CORE_FILES = {path.stem for path in PACKAGE.glob("*/core/*.py")}
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMES = dict.fromkeys(str(path.relative_to(PACKAGE)) for path in MODULES)


@cache
def tree_of(name):
    """The source of a module, parsed when a rule asks for it: not where tests are only listed."""
    return ast.parse((PACKAGE / name).read_text(), name)


@cache
def nodes_of(name):
    """All nodes of a module's tree: every rule goes through them."""
    return [*ast.walk(tree_of(name))]


def every_module(broken):
    """A rule of all modules: a function that lists where one breaks it."""

    def test():
        assert not [place for name in NAMES for place in broken(name)]

    return test


def imported(node):
    """The modules that an import statement names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def imported_from(node):
    """The modules that ``from package import module`` may name."""
    return [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []


def statements(body):
    """The statements that run when a module is imported: also those of its branches and classes, not of functions."""
    for node in body:
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from statements(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt))


def functions(name):
    """Every function of a module with its line and its number of lines."""
    for node in nodes_of(name):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


# ---- the rules


def test_everything_with_python_has_a_floor():
    assert {room(name) for name in NAMES} == set(ORDER)


def room(name):
    """The room that a module belongs to: a folder or file at the top of the package, or of the lab."""
    parts = name.removesuffix("/__init__.py").split("/")
    return "/".join(parts[: 2 if parts[0] == "lab" else 1]).removesuffix(".py")


@cache
def targets(name):
    """The files of the package that a module imports, wherever: (file, line)."""
    return [*found_targets(name)]


def found_targets(name):
    """The same one by one."""
    for node in nodes_of(name):
        for module in imported_from(node) if isinstance(node, ast.ImportFrom) else imported(node):
            parts = module.split(".")
            if parts[0] != "smatchproof":
                continue
            while parts:
                path = "/".join(parts[1:])
                found = [file for file in (f"{path}.py", f"{path}/__init__.py".lstrip("/")) if file in NAMES]
                if found:
                    yield found[0], node.lineno
                    break
                parts.pop()


@every_module
def test_imports_only_go_down(name):
    here = room(name)
    wrong = [
        f"{name}:{line} imports {file}"
        for file, line in targets(name)
        if (there := room(file)) != here
        and (ORDER.index(there) > ORDER.index(here) or {here, there} in INDEPENDENT)
        and file != "__init__.py"
    ]
    return wrong


def test_scoring_goes_from_a_pair_to_a_corpus_to_systems():
    parts = {name: name.split("/")[1].removesuffix(".py") for name in NAMES if re.match("scoring/(?!__init__)", name)}
    assert {*parts.values()} == {*SCORING}
    wrong = [
        f"{name}:{line} imports {file}"
        for name, part in parts.items()
        for file, line in targets(name)
        if SCORING.index(parts.get(file, part)) > SCORING.index(part)
    ]
    assert not wrong


@every_module
def test_the_core_imports_nothing_of_the_lab(name):
    is_core = not name.startswith("lab/") and room(name) not in FLOORS[10]
    return [f"{name}:{line} imports {file}" for file, line in targets(name) if is_core and file.startswith("lab/")]


def test_the_lab_stands_on_the_public_names():
    known = {*TOOLS, "lab", "public"}
    lab = [name for name in NAMES if name.startswith("lab/")]
    taken = [
        f"{name}:{line} imports {file}"
        for name in lab
        for file, line in targets(name)
        if room(file).split("/")[0] not in known
    ]
    named = [  # in a text, as for import_module
        f"{name}:{node.lineno} names {node.value}"
        for name in lab
        for node in nodes_of(name)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if (found := re.match(r"smatchproof\.(\w+)[.\w]*$", node.value)) and found[1] not in known
    ]
    assert not taken + named


def test_the_public_names_are_those_of_their_modules():
    tree = tree_of("public.py")
    block = next(node for node in tree.body if isinstance(node, ast.If))
    typed = {f"{node.module}.{alias.name}" for node in block.body for alias in node.names}
    listed = {f"{module}.{name}" for module, names in public_names.HOMES.items() for name in names.split()}
    assert typed == {f"smatchproof.{each}" for each in listed | {*public_names.MODULES.values()}}
    assert {name.rpartition(".")[2] for name in typed} == {*public_names.__all__}
    for name in public_names.__all__:
        assert getattr(public_names, name) is not None and len(public_names.__all__) <= 85


@every_module
def test_nothing_inside_imports_the_public_face(name):
    faces = {"__init__.py", "api.py"} if room(name) not in FLOORS[10] else set()
    return [f"{name}:{line}" for file, line in targets(name) if file in faces]


def test_there_is_no_circle_of_imports():
    graph = networkx.DiGraph((name, file) for name in NAMES for file, _ in targets(name) if file != name)
    circles = [sorted(part) for part in networkx.strongly_connected_components(graph) if len(part) > 1]
    assert not circles


@every_module
def test_no_file_of_a_floor_above_is_opened_by_name(name):
    """Resources are found by package: one names its own floor, or one below."""
    here = ORDER.index(room(name))
    words = {id(node.value) for node in nodes_of(name) if isinstance(node, ast.Expr)}  # docstrings
    return [
        f"{name}:{node.lineno} names {node.value}"
        for node in nodes_of(name)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words
        for other in re.findall(r"smatchproof[./]((?:lab[./])?\w+)", node.value.replace(".", "/"))
        if other in ORDER and ORDER.index(other) > here
    ]


@every_module
def test_only_the_top_floor_prints_and_exits(name):
    if name.startswith(MAY_PRINT):
        return []
    calls = [node.func for node in nodes_of(name) if isinstance(node, ast.Call)]
    said = [f"{name}:{call.lineno}" for call in calls if dotted(call) in ("print", "sys.exit", "exit", "quit")]
    streams = [f"{name}:{node.lineno}" for node in nodes_of(name) if dotted(node) in ("sys.stdout", "sys.stderr")]
    return said + streams


def dotted(node):
    """A name or an attribute of a name as it is written, such as ``sys.exit``."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else None


@every_module
def test_heavy_packages_are_imported_where_they_are_used(name):
    return [
        f"{name}:{node.lineno} imports {module}"
        for node in statements(tree_of(name).body)
        for module in imported(node)
        if module.split(".")[0] in HEAVY
    ]


@every_module
def test_everything_public_has_a_docstring(name):
    tree = tree_of(name)
    missing = [] if ast.get_docstring(tree) else [f"{name}:1 the module"]
    for node in public(tree.body):
        if not ast.get_docstring(node):
            missing.append(f"{name}:{node.lineno} {node.name}")
    return missing


def public(body):
    """Public classes and functions, and the public methods of such classes."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def test_the_solver_is_listed_and_loads_no_package_but_ours():
    """Code that is compiled ahead of time needs neither NumPy nor a compiler when it runs."""
    others = {"cython", "mip"}
    for part in ("problem/core", "exact/core", "exact/search"):
        for name in (name for name in NAMES if name.startswith(f"{part}/")):
            loaded = {module.split(".")[0] for node in nodes_of(name) for module in imported(node)}
            assert loaded <= {"", "smatchproof", *sys.stdlib_module_names, *others} | CORE_FILES, name


def test_functions_are_short():
    long = [
        f"{name}:{line} {function} has {lines} lines"
        for name in NAMES
        for function, line, lines in functions(name)
        if lines > LONGEST_FUNCTION
    ]
    assert not long, "\n".join(long)


# ---- files


def project_files():
    """The text files of the project, but tests and benchmarks, and what tools leave behind."""
    left_out = ("tests", "benchmarks", "build", ".venv", ".git", ".hypothesis")
    tops = [path for path in ROOT.iterdir() if path.name not in left_out]
    for path in sorted(path for top in tops for path in ([top] if top.is_file() else top.rglob("*"))):
        parts = path.relative_to(ROOT).parts
        if not path.is_file() or any(part.endswith((".egg-info", "_cache", "__pycache__")) for part in parts):
            continue
        try:
            yield "/".join(parts), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def test_nothing_but_tests_knows_where_the_corpora_lie():
    assert not [name for name, text in project_files() if "../shared" in text or "shared/" in text]
