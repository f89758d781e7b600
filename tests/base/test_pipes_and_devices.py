"""What is no regular file: pipes are read, devices are not."""

import os
import threading
import time
from pathlib import Path

import pytest

from smatchproof.base.errors import InputError
from smatchproof.base.files import read_text
from smatchproof.base.output_files import writing
from smatchproof.graphs.corpus import Corpus


def pipe(path, text=None, after=0.0):
    """A pipe with a name, into which somebody writes a text after some time."""
    os.mkfifo(path)
    if text is not None:
        writer = threading.Thread(target=lambda: (time.sleep(after), path.write_text(text)))
        writer.start()
    return path


def test_a_pipe_is_read_when_somebody_writes_into_it(tmp_path):
    assert read_text(str(pipe(tmp_path / "now", "text"))) == "text"
    assert read_text(str(pipe(tmp_path / "later", "text", after=0.3))) == "text"


def test_a_pipe_whose_writer_is_slow_is_waited_for(monkeypatch):
    """As one of a shell's process substitution, whose end is open from the beginning."""
    monkeypatch.setattr("smatchproof.base.files.PATIENCE", 0.01)
    reader, writer = os.pipe()
    threading.Timer(0.2, lambda: (os.write(writer, b"text"), os.close(writer))).start()
    try:
        assert read_text(f"/dev/fd/{reader}") == "text"
    finally:
        os.close(reader)


def test_a_pipe_that_nobody_opens_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("smatchproof.base.files.PATIENCE", 0.05)
    monkeypatch.setattr("smatchproof.base.output_files.PATIENCE", 0.05)
    path = pipe(tmp_path / "pipe")
    with pytest.raises(InputError, match="nobody writes into this pipe"):
        read_text(str(path))
    with pytest.raises(InputError, match="no such device"), writing(path):
        pass


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/urandom"])
def test_a_device_is_refused(device):
    if not Path(device).exists():
        pytest.skip("there is no such device")
    for read in (read_text, Corpus):
        with pytest.raises(InputError, match="is a device; name a file or a pipe"):
            read(device)


def test_the_device_that_is_empty_is_an_empty_file():
    assert read_text(os.devnull) == ""
