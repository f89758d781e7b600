"""Fixtures and settings that all tests share."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from benchmarks.common import DATA as CORPORA
from smatchproof.base import user_code
from smatchproof.base.process import START_VARIABLE
from smatchproof.exact.core import is_compiled
from tests.browser import CHROMIUM, Browser

settings.register_profile("dev", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", parent=settings.get_profile("dev"), max_examples=10)
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("stress", parent=settings.get_profile("dev"), max_examples=400)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real corpora, which is no part of the project."""
    if not CORPORA.is_dir():
        pytest.skip("the real corpora are not on this machine; let SMATCHPROOF_CORPORA name their folder")
    return CORPORA


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Code of users that a test allows is known to no other test, whichever process runs it, and after which."""
    tables: list[dict[str, object]] = [user_code._FILES, user_code._HELD]  # type: ignore[list-item]
    before = [dict(each) for each in tables]
    yield
    for each, content in zip(tables, before, strict=True):
        each.clear()
        each.update(content)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started for little work, too; else the corpora of tests are done in one, as a user's would be."""
    monkeypatch.setenv(START_VARIABLE, os.environ.get(START_VARIABLE, "fork"))


@pytest.fixture
def mine(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A user's file ``mine.py``, with the code that the test's module calls ``MINE``."""
    path = tmp_path / "mine.py"
    path.write_text(request.module.MINE)
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A headless Chromium."""
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    return Browser(tmp_path_factory.mktemp("browser"))


NEEDS = {"browser": "browser", "development": "coq"}
"""The mark of the tests that use a fixture: with marks one leaves out what takes a program that is not Python's."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser or Coq, skip what needs the core compiled, and start processes for `jobs`."""
    plain = pytest.mark.skip(reason="the tree search is not used where the core is plain")
    for item in items:
        if "jobs" in getattr(getattr(item, "callspec", None), "params", ()):
            item.fixturenames.append("processes")  # type: ignore[attr-defined]
        if item.get_closest_marker("compiled") and not is_compiled():
            item.add_marker(plain)
        for fixture in NEEDS.keys() & getattr(item, "fixturenames", ()):
            item.add_marker(NEEDS[fixture])


def pytest_collection_finish() -> None:
    """Nothing that was collected becomes garbage, and need not be looked through again and again."""
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """A wrong name should not look like tests that pass, nor a shell that lets what it runs behind ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.environ.get("SMATCHPROOF_CORPORA") and not CORPORA.is_dir():
        raise pytest.UsageError(f"SMATCHPROOF_CORPORA names {CORPORA}, which is no folder")


@pytest.fixture(scope="session")
def samples() -> Path:
    """The sample annotations that the project ships."""
    return Path(__file__).parents[1] / "src" / "smatchproof" / "samples"


@pytest.fixture(scope="session")
def paths(samples: Path) -> tuple[Path, Path]:
    """Two files of the same sentences."""
    return samples / "annotator-a.amr", samples / "annotator-b.amr"
