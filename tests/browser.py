"""A headless Chromium, what tests ask of its documents, and what it measures of figures."""

import base64
import hashlib
import json
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = 1280, 390
"""A screen and a telephone, in pixels."""
NARROWEST = 500
FRAME = """<!doctype html><body><iframe width="{width}" height="800" style="border: 0" src="{address}"></iframe>
<script>document.querySelector("iframe").addEventListener("load", function (event) {{
  document.body.dataset.figures = event.target.contentDocument.body.dataset.figures;
}});</script></body>"""


class Browser:
    """A headless Chromium with a profile of its own."""

    def __init__(self, folder):
        self.folder = folder

    def open(self, path, script="", hash="", *, width=1280, dark=False):
        """Open a page, run a script at its end; returns the document as it is then, and what the console said.

        The page's policy lets its own script run alone; that one is allowed, too.
        A window has 500 pixels at least: of a page that is narrower, in a frame, ``data-figures`` alone comes back.
        """
        opened = self.folder / "opened.html"
        page = path.read_text().replace("</body>", f"<script>{script}</script></body>")
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        opened.write_text(page.replace("script-src ", f"script-src 'sha256-{digest}' "))
        if width >= NARROWEST:
            return self.visit(f"{opened.as_uri()}{hash}", width=width, dark=dark)
        frame = self.folder / "frame.html"
        frame.write_text(FRAME.format(width=width, address=f"{opened.as_uri()}{hash}"))
        return self.visit(frame.as_uri(), "--allow-file-access-from-files", dark=dark)

    def visit(self, address, *options, width=1280, dark=False, milliseconds=1000, timeout=120):
        """Open an address, and wait for this number of milliseconds of the page's time."""
        command = [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
            f"--user-data-dir={self.folder / 'profile'}", f"--virtual-time-budget={milliseconds}",
            f"--window-size={width},900", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
            *options, "--dump-dom", address,
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        assert done.returncode == 0, done.stderr
        return Document(done.stdout), [line for line in done.stderr.splitlines() if "CONSOLE" in line]

    def figures(self, path, **options):
        """Return the faults of the figures of a page, and the links of each: see ``MEASURE``."""
        document, said = self.open(path, MEASURE, **options)
        assert said == []
        found = json.loads(document.one("body")["data-figures"])
        assert found["dark"] == options.get("dark", False)
        return found


class Document(HTMLParser):
    """The parts of a document that tests read: elements with their attributes and text, and the rows of tables."""

    VOID = ("meta", "link", "br")

    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        element = {"tag": tag, "text": "", **{name: value or "" for name, value in attributes}}
        element["inside"] = [each.get("id") for each in self.open if each.get("id")]
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        while self.open and self.open.pop()["tag"] != tag:
            pass

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, tag, **attributes):
        return [e for e in self.elements if e["tag"] == tag and attributes.items() <= e.items()]

    def one(self, tag, **attributes):
        (element,) = self.all(tag, **attributes)
        return element

    def column(self, table, number):
        """The cells of a column of a table."""
        rows, cells = [], []
        for element in self.elements:
            if table in element["inside"]:
                if element["tag"] == "tr":
                    cells = []
                    rows.append(cells)
                elif element["tag"] == "td":
                    cells.append(element["text"])
        return [cells[number] for cells in rows if cells]


MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
