"""The playground: how long a class waits for the first answer."""

from __future__ import annotations

import functools
import http.server
import statistics
import tempfile
import threading
import time
from pathlib import Path

from benchmarks.common import Missing, table
from benchmarks.stress.devtools import Page, Quiet
from tests.browser import CHROMIUM
from website.npm import Unavailable
from website.playground_page import build_playground

ROOT = Path(__file__).parents[1]
VISITS = 3


def first_answer() -> str:
    """Seconds from opening the page to the answer to the paper's example, with a new profile and with a filled one.

    Of the wall clock, so that it is longer where others run beside.
    """
    if not CHROMIUM:
        raise Missing("no Chromium on this machine (Debian: apt-get install chromium)")
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "playground")
        try:
            build_playground(folder, ROOT / "build" / "pyodide")
        except Unavailable as reason:
            raise Missing(str(reason)) from None
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/index.html"
        first, again = [], []
        for visit in range(VISITS):
            profile = Path(name, f"profile-{visit}")
            first.append(_visit(profile, address))
            again.append(_visit(profile, address))
        server.shutdown()
        server.server_close()
    for label, some in ((f"the first one, {size / 1e6:.0f} MB from this machine", first), ("with all kept", again)):
        rows.append([label, statistics.median(some)])
    return table(["visit", "seconds to the answer"], rows)


def _visit(profile: Path, address: str) -> float:
    """Seconds until the answer is there."""
    with Page(profile) as page:
        page.view(1280)
        begin = time.perf_counter()
        page.open(address)
        page.wait("document.body.dataset.answered === '1'", seconds=120)
        seconds = time.perf_counter() - begin
        page.wait("navigator.serviceWorker.ready.then(() => true)")
    return seconds
