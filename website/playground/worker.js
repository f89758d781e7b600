// Runs the product's Python: one question at a time, and the page can end it.
import {loadPyodide} from "./pyodide/pyodide.mjs";

let python = null;

async function load() {
  const archive = fetch("smatchproof.zip").then((found) => found.arrayBuffer());
  const pyodide = await loadPyodide({indexURL: new URL("./pyodide/", self.location).href});
  pyodide.unpackArchive(await archive, "zip", {extractDir: "/home/pyodide"});
  pyodide.runPython("import sys; sys.path.insert(0, '/home/pyodide')");
  pyodide.runPython("import logging; logging.getLogger('smatchproof').setLevel(logging.ERROR)");  // nothing can be installed here
  python = pyodide.pyimport("smatchproof.lab.teaching.playground");
  self.postMessage({kind: "ready", choices: JSON.parse(python.choices())});
}

self.onmessage = ({data: {kind, number, what}}) => {
  try {
    const found = kind === "solve" ? JSON.parse(python.solve(JSON.stringify(what))) : python.check_certificate(what);
    self.postMessage({kind: "done", number, found});
  } catch (error) {
    failed(error);
  }
};

// After this the page starts another worker: a Python that has run out of its stack or memory answers no more.
function failed(error) {
  self.postMessage({kind: "failed", words: String(error).trim().split("\n").pop()});
}

load().catch(failed);
