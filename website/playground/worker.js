// Runs the product's Python: one question at a time, and the page can end it.
import {loadPyodide} from "./pyodide/pyodide.mjs";

let python = null;

async function load() {
  const archive = fetch("smatchproof.zip").then((found) => found.arrayBuffer());
  const pyodide = await loadPyodide({indexURL: new URL("./pyodide/", self.location).href});
  pyodide.unpackArchive(await archive, "zip", {extractDir: "/home/pyodide"});
  pyodide.runPython("import sys; sys.path.insert(0, '/home/pyodide')");
  python = pyodide.pyimport("smatchproof.teaching.playground");
  self.postMessage({kind: "ready", choices: JSON.parse(python.choices())});
}

self.onmessage = ({data}) => {
  try {
    if (data.kind === "solve") {
      self.postMessage({kind: "solved", number: data.number, found: JSON.parse(python.solve(JSON.stringify(data.request)))});
    } else {
      self.postMessage({kind: "checked", verdict: python.check_certificate(data.certificate)});
    }
  } catch (error) {
    self.postMessage({kind: "failed", words: String(error)});
  }
};

load().catch((error) => self.postMessage({kind: "failed", words: String(error)}));
