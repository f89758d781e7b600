"""Files that are written: whole under their names, or as they were before."""

import errno
import os
import signal
import stat
import sys
import threading
import time
from pathlib import Path

import pytest

from smatchproof.base import files, interrupts, output_files
from smatchproof.base.errors import InputError, UsageError
from smatchproof.base.interrupts import Terminated, held, interrupted_by, interruptible
from smatchproof.base.output_files import (
    appending,
    make_folder,
    refuse_same_files,
    temporary_folder,
    write_files,
    writing,
)

OLD = {"one": "old one\n", "two": "old two\n"}
NEW = {"one": "new one\n" * 3, "two": "new two\n" * 3}


@pytest.fixture
def folder(tmp_path):
    for name, text in OLD.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def contents(folder):
    return {path.name: path.read_text() for path in folder.iterdir()}


def replace_both(folder):
    with writing(folder / "one", folder / "two") as (one, two):
        one.write(NEW["one"])
        two.write(NEW["two"])


# ---- whole or not at all


def test_both_files_are_replaced(folder):
    replace_both(folder)
    assert contents(folder) == NEW


def test_an_error_of_the_block_leaves_both(folder):
    with pytest.raises(ZeroDivisionError), writing(folder / "one", folder / "two") as (one, _):
        one.write("half")
        one.flush()
        raise ZeroDivisionError
    assert contents(folder) == OLD


def test_two_writers_of_one_file_do_not_meet(folder):
    with writing(folder / "one") as (first,):
        first.write("first")
        with writing(folder / "one") as (second,):
            second.write("second")
        assert (folder / "one").read_text() == "second"
    assert contents(folder) == {"one": "first", "two": OLD["two"]}


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("text", ["short", "long" * 100_000])
@pytest.mark.parametrize("moment", ["write", "fsync", "close", "chmod"])
def test_a_full_disk_leaves_both_files_and_no_other(folder, monkeypatch, moment, text):
    if moment == "write":  # below all buffers: in the block, or when they are flushed
        monkeypatch.setattr(output_files._Output, "write", with_errors(full))
    elif moment == "close":
        monkeypatch.setattr(output_files._Output, "close", failing_close)
    else:
        monkeypatch.setattr(os, {"fsync": "fsync", "chmod": "fchmod"}[moment], full)
    words = "one: no space left on device; name a file that can be written"
    with pytest.raises(InputError, match=words), writing(folder / "one", folder / "two") as (one, two):
        two.write("fine")
        one.write(text)
    monkeypatch.undo()
    assert contents(folder) == OLD


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("lasts", [True, False])
def test_files_give_their_names_back_where_one_cannot_take_its_own(folder, monkeypatch, lasts, links):
    """What cannot be undone, without hard links or where the disk stays full, is said."""
    calls, replace = [], os.replace

    def refuse(*names):
        calls.append(names)
        full() if len(calls) == 3 or (lasts and len(calls) > 3) else replace(*names)

    monkeypatch.setattr(os, "replace", refuse)
    if not links:
        monkeypatch.setattr(os, "link", lambda name, _: full() if name.exists() else name.stat())
    with (
        pytest.raises(InputError, match="two: no space left") as raised,
        writing(*(folder / name for name in ("new", "one", "two"))) as new,
    ):
        for file, text in zip(new, ("new", *NEW.values()), strict=True):
            file.write(text)
    kept = OLD if links and not lasts else OLD | {"one": NEW["one"]}
    assert contents(folder) == kept
    assert ("new already: 1 of 3 files (one)" in str(raised.value)) == (kept != OLD)


def with_errors(function):
    def write(self, data):
        if self.path.endswith("two"):
            return len(data)
        with files.file_errors(self.path, "name a file that can be written"):
            return function(data)

    return write


def failing_close(self):
    if not self.closed:
        super(output_files._Output, self).close()
        if self.path.endswith("one"):
            full()


def test_a_disk_that_is_really_full():
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with pytest.raises(InputError, match="/dev/full: no space left on device"), writing("/dev/full") as (file,):
        file.write("something")


@pytest.fixture(params=interrupts.ENDING, ids=lambda number: signal.Signals(number).name)
def number(request):
    """A signal that asks to end; whoever has started the tests may have let them ignore it, as ``nohup`` does."""
    default = signal.default_int_handler if request.param == signal.SIGINT else signal.SIG_DFL
    before = signal.signal(request.param, default)
    yield request.param
    signal.signal(request.param, before)


def test_a_signal_at_every_line_of_the_writer_leaves_the_old_files_or_the_new_ones(folder, number):
    """The signal arrives at the first, second, ... line that runs in the writer, until there is no further one."""
    moments, ended_old = 0, 0
    while signal_at_line(moments, number, lambda: replace_both(folder)):
        found = contents(folder)
        assert found in (OLD, NEW), f"at line {moments}"
        assert (interrupts._interrupts.depth, interrupts._interrupts.waiting) == (0, 0)
        ended_old += found == OLD
        for name, text in OLD.items():
            (folder / name).write_text(text)
        moments += 1
    assert moments > 100 and 50 < ended_old < moments


WRITER = {files.__file__, output_files.__file__, interrupts.__file__}


def signal_at_line(wanted, number, work):
    """Run `work`, and send this process a signal where a line of the writer runs for the `wanted`-th time."""
    seen = 0

    def trace(frame, event, _):
        nonlocal seen
        if frame.f_code.co_filename not in WRITER or frame.f_code.co_name == "arrive":
            return None
        if event == "line":
            seen += 1
            if seen == wanted + 1:
                signal.raise_signal(number)
        return trace

    before = sys.gettrace()
    try:
        with interruptible():
            sys.settrace(trace)
            work()
    except KeyboardInterrupt as error:
        assert isinstance(error, Terminated) == (number != signal.SIGINT)
    finally:
        sys.settrace(before)
    return seen > wanted


# ---- modes, links, streams


def test_a_new_file_has_the_mode_of_the_umask(folder):
    before = os.umask(0o027)
    try:
        write_files({str(folder / "three"): "new"})
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "three").stat().st_mode) == 0o640


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o666, 0o755, 0o400])
def test_a_file_keeps_its_mode(folder, mode):
    (folder / "one").chmod(mode)
    if not mode & 0o200 and os.geteuid():
        with pytest.raises(InputError, match="permission denied"):
            replace_both(folder)
        assert (folder / "two").read_text() == OLD["two"]
        return
    with writing(folder / "one") as (file,):
        (temporary,) = folder.glob(".smatchproof-*")
        assert not stat.S_IMODE(temporary.stat().st_mode) & ~mode
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


def test_a_hard_link_keeps_the_old_content(folder):
    (folder / "hard").hardlink_to(folder / "one")
    write_files({str(folder / "one"): "new"})
    assert (folder / "hard").read_text() == OLD["one"]


def test_a_pipe_is_written_to_directly(folder):
    os.mkfifo(folder / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((folder / "pipe").read_text()))
    reader.start()
    write_files({str(folder / "pipe"): "through"})
    reader.join(10)
    assert read == ["through"] and stat.S_ISFIFO((folder / "pipe").stat().st_mode)


def test_what_is_added_stays(folder):
    with pytest.raises(ZeroDivisionError), appending(folder / "one") as file:
        file.write("more\n")
        file.flush()
        raise ZeroDivisionError
    assert (folder / "one").read_text() == OLD["one"] + "more\n"


# ---- what is refused


@pytest.mark.parametrize("link", ["one", "./one", "symbolic", "hard", "folder/one"])
def test_an_output_that_is_an_input_is_refused_through_all_links(folder, monkeypatch, link):
    monkeypatch.chdir(folder)
    Path("symbolic").symlink_to("one")
    Path("hard").hardlink_to("one")
    Path("folder").symlink_to(".")
    for outputs, inputs in (([link], ["two", "one"]), (["one"], [link]), (["two", link, "one"], [])):
        with pytest.raises(UsageError, match="the same file as"), writing(*outputs, inputs=inputs):
            pass
    assert Path("one").read_text() == OLD["one"]


def test_files_that_are_not_there_yet_are_compared_by_where_they_will_be(folder, monkeypatch):
    monkeypatch.chdir(folder)
    Path("link").symlink_to("new")
    with pytest.raises(UsageError, match="link: the same file as new; give each output its own name"):
        refuse_same_files(["new", "link"])
    refuse_same_files(["/dev/null", "/dev/null"], ["/dev/null"])


@pytest.mark.parametrize("path", ["no/where", "one/below", ".", "loop", "a\0b", "x" * 300])
def test_what_cannot_be_written_is_one_error(folder, monkeypatch, path):
    monkeypatch.chdir(folder)
    Path("loop").symlink_to("loop")
    with pytest.raises(InputError, match="name a file that can be written"), writing("two", path):
        pytest.fail("the block must not begin")
    assert (folder / "two").read_text() == OLD["two"] and not list(folder.glob(".smatch*"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_one_error(folder):
    folder.chmod(0o500)
    with pytest.raises(InputError, match="permission denied"):
        replace_both(folder)
    with pytest.raises(InputError, match="permission denied; name a folder that can be made"):
        make_folder(folder)
    assert contents(folder) == OLD


def test_a_folder_that_cannot_be_made(folder):
    with pytest.raises(InputError, match="one/below: not a directory; name a folder that can be made"):
        make_folder(folder / "one" / "below")


# ---- signals


def test_signals_that_are_ignored_stay_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptible():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_blocks_that_are_held_may_be_nested():
    done = []
    with pytest.raises(Terminated), interruptible():
        with held():
            with held():
                signal.raise_signal(signal.SIGTERM)
            done.append("outer")
        done.append("never")
    assert (done, interrupted_by()) == (["outer"], signal.SIGTERM)


def test_a_signal_where_python_lets_no_exception_pass_comes_again():
    """As an object is freed: Python prints what is raised there, and goes on."""

    class Freed:
        def __del__(self):
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(Terminated), interruptible():
        one = Freed()
        del one
        for _ in range(500):
            time.sleep(0.01)


@pytest.mark.parametrize("call", ["mkdir", "rmdir", "unlink"])
def test_an_interruption_leaves_no_temporary_folder(call, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    real = getattr(os, call)

    def interrupted(*arguments, **keywords):
        signal.raise_signal(signal.SIGINT)
        return real(*arguments, **keywords)

    with pytest.raises(KeyboardInterrupt), interruptible():
        monkeypatch.setattr(os, call, interrupted)
        with temporary_folder() as folder:
            (folder / "evidence").write_text("kept")
    assert not [*tmp_path.iterdir()]
