"""Files that are written: whole under their names, or as they were before; and the signals that come meanwhile."""

import gzip
import os
import re
import shutil
import signal
import stat
import threading
from pathlib import Path

import pytest

from benchmarks.common import graphs_of
from smatchproof.base.errors import InputError, UsageError
from smatchproof.base.files import (
    appending,
    make_folder,
    opened_regular,
    read_text,
    refuse_same_files,
    write_files,
    writing,
)
from smatchproof.base.process import ENDING, exit_code, interruptible

OLD = {"one": "old one\n", "two": "old two\n"}


@pytest.fixture
def folder(tmp_path):
    write_files({str(tmp_path / name): text for name, text in OLD.items()})
    return tmp_path


def contents(folder):
    return {path.name: path.read_text() for path in folder.iterdir()}


# ---- whole or not at all


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_an_error_of_the_block_leaves_the_old_files(folder, error):
    with pytest.raises(error), writing(folder / "one", folder / "new", folder / "packed.gz") as (one, _, packed):
        one.write("half")
        packed.write("half")
        one.flush()
        raise error
    assert contents(folder) == OLD


def test_two_writers_of_one_file_do_not_meet(folder):
    with writing(folder / "one") as (first,):
        first.write("first")
        write_files({str(folder / "one"): "second"})
        assert (folder / "one").read_text() == "second"
    assert contents(folder) == {"one": "first", "two": OLD["two"]}


@pytest.mark.parametrize("size", [2_000, 2_000_000])  # it is full when buffers are flushed, or before
def test_a_disk_that_is_full_leaves_the_old_file(folder, size):
    resource = pytest.importorskip("resource")
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
        with pytest.raises(InputError, match="one: file too large; name a file that can be written"):
            write_files({str(folder / "one"): "x" * size})
        with pytest.raises(InputError, match="two: file too large"), appending(folder / "two") as file:
            file.write("x" * size)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert {*contents(folder)} == {*OLD} and (folder / "one").read_text() == OLD["one"]


def test_what_is_added_stays(folder):
    with pytest.raises(ZeroDivisionError), appending(folder / "one") as file:
        file.write("more\n")
        raise ZeroDivisionError
    assert (folder / "one").read_text() == OLD["one"] + "more\n"


# ---- modes, links, pipes


def test_a_new_file_has_the_mode_of_the_umask(folder):
    before = os.umask(0o027)
    try:
        write_files({str(folder / "three"): "new"})
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "three").stat().st_mode) == 0o640


@pytest.mark.parametrize("mode", [0o600, 0o666, 0o755])
def test_a_file_keeps_its_mode(folder, mode):
    (folder / "one").chmod(mode)
    with writing(folder / "one") as (file,):
        (temporary,) = folder.glob(".smatchproof-*")
        assert stat.S_IMODE(temporary.stat().st_mode) == mode
        file.write("new")
    assert stat.S_IMODE((folder / "one").stat().st_mode) == mode


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_a_link(folder, tmp_path_factory, exists):
    other = tmp_path_factory.mktemp("other") / "target"
    if exists:
        other.write_text("old")
    (folder / "first").symlink_to("second")
    (folder / "second").symlink_to(other)
    write_files({str(folder / "first"): "new"})
    assert (folder / "first").is_symlink() and (folder / "second").is_symlink()
    assert other.read_text() == "new" and [path.name for path in other.parent.iterdir()] == ["target"]


def test_a_pipe_is_written_and_read_directly(folder):
    os.mkfifo(folder / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append(read_text(str(folder / "pipe"))))
    reader.start()
    write_files({str(folder / "pipe"): "through"})
    reader.join(10)
    assert read == ["through"] and stat.S_ISFIFO((folder / "pipe").stat().st_mode)
    with pytest.raises(InputError, match="is no regular file"), opened_regular(folder / "pipe"):
        pass


# ---- what is refused


@pytest.mark.parametrize("link", ["one", "./one", "symbolic", "folder/one"])
def test_an_output_that_is_an_input_is_refused_through_links(folder, monkeypatch, link):
    monkeypatch.chdir(folder)
    Path("symbolic").symlink_to("one")
    Path("folder").symlink_to(".")
    for outputs, inputs in (([link], ["two", "one"]), (["one"], [link]), (["two", link, "one"], [])):
        with pytest.raises(UsageError, match="the same file as"), writing(*outputs, inputs=inputs):
            pass
    assert Path("one").read_text() == OLD["one"]
    refuse_same_files(["/dev/null", "/dev/null"], ["/dev/null"])


@pytest.mark.parametrize("path", ["no/where", "one/below", ".", "x" * 300])
def test_what_cannot_be_written_is_one_error(folder, monkeypatch, path):
    monkeypatch.chdir(folder)
    with pytest.raises(InputError, match="name a file that can be written"), writing("two", path):
        pytest.fail("the block must not begin")
    assert contents(folder) == OLD


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_files_and_folders_that_may_not_be_written_are_one_error(folder):
    (folder / "one").chmod(0o400)
    with pytest.raises(InputError, match="one: permission denied; name a file that can be written"):
        write_files({str(folder / "one"): "new"})
    folder.chmod(0o500)
    with pytest.raises(InputError, match="permission denied; name a folder that can be made"):
        make_folder(folder)


def test_a_folder_that_cannot_be_made(folder):
    with pytest.raises(InputError, match="one/below: not a directory; name a folder that can be made"):
        make_folder(folder / "one" / "below")


# ---- signals


@pytest.fixture(params=ENDING, ids=lambda number: signal.Signals(number).name)
def number(request):
    """A signal that asks to end; the tests may have been started with it ignored, as by ``nohup``."""
    before = signal.signal(request.param, signal.SIG_DFL)
    yield request.param
    signal.signal(request.param, before)


def test_a_signal_is_an_interruption_with_its_exit_code(number):
    with pytest.raises(KeyboardInterrupt) as raised, interruptible():
        signal.raise_signal(number)
    assert exit_code(raised.value) == 128 + number and signal.getsignal(number) is signal.SIG_DFL
    assert exit_code(KeyboardInterrupt()) == 130


def test_signals_that_are_ignored_stay_ignored(number):
    signal.signal(number, signal.SIG_IGN)
    with interruptible():
        signal.raise_signal(number)
    assert signal.getsignal(number) is signal.SIG_IGN


# ---- read: plain, compressed, or packed in a way that is not read


@pytest.mark.parametrize("form", ["zip", "tar", "gztar", "bztar", "xztar"])
def test_what_is_packed_is_named_by_every_reader(folder, tmp_path_factory, form):
    kind = {"zip": "a zip archive", "bztar": "compressed by bzip2", "xztar": "compressed by xz"}.get(form)
    path = Path(shutil.make_archive(str(tmp_path_factory.mktemp("packed") / "all"), form, folder))
    told = re.escape(f"{path}: the file is {kind or 'a tar archive'}; unpack it, and name a file that was in it")
    for read in (graphs_of, lambda path: read_text(str(path))):
        with pytest.raises(InputError, match=f"^{told}$"):
            read(path)


@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_a_text_may_be_compressed_by_gzip(tmp_path, packed):
    (path := tmp_path / "formula.cnf.gz").write_bytes(packed(b"BZh9a PK\n"))
    assert read_text(str(path)) == "BZh9a PK\n"
