"""Compiled code that is kept in files: what is wrong with them costs time and no answer."""

import logging

import pytest

pytest.importorskip("numba", reason="nothing is compiled without numba")

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
