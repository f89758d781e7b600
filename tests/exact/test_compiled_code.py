"""Compiled code that is kept in files: what is wrong with them costs time and no answer."""

import ast
import importlib
import logging
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="nothing is compiled without numba")

from numba import config

from smatchproof.exact.innards import compiled_code


def twice(number):
    return 2 * number


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for compiled code; each test may tell again what is wrong with it."""
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiled_code, "_TOLD", [False])
    return tmp_path


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_code_is_kept_and_loaded_again(folder):
    assert compiled_code.compiled(twice)(4) == 8
    assert [path.suffix for path in files(folder)] == [".nbc", ".nbi"]
    again = compiled_code.compiled(twice)
    assert again(4) == 8
    assert again.stats.cache_hits and not again.stats.cache_misses


@pytest.mark.parametrize("suffix", [".nbc", ".nbi"])
@pytest.mark.parametrize("size", [0, 1, 60])
def test_a_file_that_is_cut_off_is_written_anew(folder, caplog, suffix, size):
    compiled_code.compiled(twice)(4)
    for path in files(folder):
        if path.suffix == suffix:
            path.write_bytes(path.read_bytes()[:size])
    with caplog.at_level(logging.WARNING):
        assert compiled_code.compiled(twice)(4) == 8
    assert [record.message.partition(" in ")[0] for record in caplog.records] == ["compiled code cannot be read"]
    again = compiled_code.compiled(twice)
    assert again(4) == 8 and again.stats.cache_hits


def test_a_full_disk_costs_no_answer(folder, caplog, monkeypatch):
    from numba.core.caching import IndexDataCacheFile

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "_save_data", full)
    with caplog.at_level(logging.WARNING):
        assert compiled_code.compiled(twice)(4) == compiled_code.compiled(twice)(4) == 8
    assert len(caplog.records) == 1 and "compiled code cannot be kept in" in caplog.text
    assert "No space left on device" in caplog.text


def test_constants_make_no_code_of_their_own(folder):
    @compiled_code.compiled
    def _added(one, other):
        return one + other

    @compiled_code.compiled
    def summed(one):
        return _added(one, 1) + _added(one, 2) + _added(one, one)

    assert summed(4) == 19
    assert len(_added.signatures) == 1


def test_code_is_kept_once_it_was_compiled(folder):
    dispatcher = compiled_code.compiled(twice)
    assert not compiled_code.is_kept(dispatcher)
    dispatcher(4)
    assert compiled_code.is_kept(dispatcher) and compiled_code.is_kept(compiled_code.compiled(twice))


def test_linear_algebra_is_not_loaded_but_found_where_it_is_needed():
    """Numba would load it to look for BLAS, which the search does not need; other code of the process may."""
    pytest.importorskip("scipy")
    lines = [
        "import sys",
        "from smatchproof.exact.innards import tree",
        "assert 'numba.np.arraymath' in sys.modules and 'scipy.linalg' not in sys.modules",
        "from numba.np import arraymath, linalg",
        "print(arraymath._HAVE_BLAS, linalg.ensure_blas())",
    ]
    answer = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True)
    assert answer.stdout == "True None\n", answer.stderr


COMPILING = "from smatchproof.exact.innards.compiled_code import compiled, inlined\n"


@pytest.mark.parametrize(
    ("imports", "used", "inner"),
    [
        ("from loops.inner import inner", "inner()", "@compiled\ndef inner():\n    return {}\n"),
        ("from loops.inner import inner", "inner()", "@inlined\ndef inner():\n    return {}\n"),
        ("from loops import inner", "inner.ANSWER", "ANSWER = {}\n"),
    ],
)
def test_code_is_compiled_anew_when_a_file_that_it_uses_has_changed(
    folder, tmp_path, monkeypatch, imports, used, inner
):
    monkeypatch.syspath_prepend(tmp_path)
    loops = tmp_path / "loops"
    loops.mkdir()
    (loops / "__init__.py").touch()
    (loops / "outer.py").write_text(f"{COMPILING}{imports}\n@compiled\ndef outer():\n    return {used}\n")
    for answer in (1, 22):  # of two lengths: Python itself takes a file of the same second and size for the same
        (loops / "inner.py").write_text(COMPILING + inner.format(answer))
        for name in ("loops", "loops.inner", "loops.outer"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        importlib.invalidate_caches()
        outer = importlib.import_module("loops.outer").outer
        assert not compiled_code.is_kept(outer)
        assert outer() == answer


def test_constants_in_compiled_code_are_of_files_that_it_is_known_to_use():
    """A number that is imported by its name does not tell where it comes from."""
    imported = 0
    for path in Path(compiled_code.__file__).parent.glob("*.py"):
        if "import compiled" not in (source := path.read_text()):
            continue
        module = importlib.import_module(f"smatchproof.exact.innards.{path.stem}")
        used = compiled_code.used_modules(vars(module))
        for node in ast.parse(source).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("smatchproof."):
                values = [getattr(module, alias.asname or alias.name) for alias in node.names]
                if any(isinstance(value, int | float | str | tuple) for value in values):
                    imported += 1
                    assert node.module in used, (path.name, node.module)
    assert imported


def test_other_code_is_compiled_as_before(monkeypatch):
    monkeypatch.delenv("NUMBA_OPT", raising=False)
    before = config.OPT
    with compiled_code._light_optimisation():
        assert config.OPT == 1 and not config.OPT.is_opt_max
    assert config.OPT is before
    monkeypatch.setenv("NUMBA_OPT", "2")
    with compiled_code._light_optimisation():
        assert config.OPT is before


def test_where_numba_compiles_nothing_plain_python_searches(monkeypatch):
    monkeypatch.setattr(config, "DISABLE_JIT", 1)
    with pytest.raises(ImportError, match="NUMBA_DISABLE_JIT is set"):
        runpy.run_path(compiled_code.__file__)
