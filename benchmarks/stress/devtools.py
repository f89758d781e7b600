"""A headless Chromium that tests talk to while it runs, by the DevTools protocol, and what serves its pages."""

import fcntl
import http.server
import json
import os
import select
import subprocess
import time

from tests.browser import CHROMIUM


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder without a word on standard error."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}  # noqa: RUF012

    def log_message(self, *_):
        """Nothing."""


class Page:
    """A page of a running Chromium, what its console says, and every address that it asks for."""

    def __init__(self, folder):
        to_browser, self.write = os.pipe()
        self.read, from_browser = os.pipe()

        def connect():
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]  # out of the way of 3, 4
            for number, end in enumerate(ends, 3):
                os.dup2(end, number)

        command = [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
            f"--user-data-dir={folder}", "about:blank",
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command, preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.session, self.rest, self.said, self.requested = 0, None, b"", [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        os.close(self.write)
        os.close(self.read)

    def call(self, method, **parameters):
        """Return the answer of the browser; events that come before are taken note of."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + 120
        while time.monotonic() < end:
            for found in self._messages(end):
                if found.get("id") == self.number:
                    assert "error" not in found, found
                    return found["result"]
                self._note(found)
        raise TimeoutError(method)

    def _messages(self, end):
        if not select.select([self.read], [], [], max(0, end - time.monotonic()))[0]:
            return []
        *whole, self.rest = (self.rest + os.read(self.read, 1 << 20)).split(b"\0")
        return map(json.loads, whole)

    def _note(self, event):
        parameters = event.get("params", {})
        if event["method"] == "Runtime.exceptionThrown":
            self.said.append(parameters["exceptionDetails"]["text"])
        elif event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            self.said.append(str(parameters["args"]))
        elif event["method"] == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.said.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
        elif event["method"] == "Network.requestWillBeSent":
            self.requested.append(parameters["request"]["url"])

    def view(self, width, dark=False):
        """Be so wide, light or dark."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setScrollbarsHidden", hidden=True)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address):
        """Go to an address, and wait until it is loaded."""
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def evaluate(self, script):
        """The value of a script."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition, seconds=60):
        """Wait until a script is true; returns the seconds that it took."""
        begin = time.monotonic()
        while not self.evaluate(condition):
            assert time.monotonic() < begin + seconds, f"{condition} is not so after {seconds} seconds: {self.said}"
            time.sleep(0.05)
        return time.monotonic() - begin
