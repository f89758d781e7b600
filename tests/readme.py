"""The help texts and tables in the documents, as the program prints them. Run as a script it writes them there."""

import re
from pathlib import Path

from benchmarks.methods.papers import of_opitz
from release.manual import help_of

README = Path(__file__).parents[1] / "README.md"
COMMANDS = README.parent / "docs" / "commands.md"
AUDIT = README.parent / "docs" / "audit.md"
_BLOCK = re.compile(r"(<!-- help: smatchproof((?: \w+)*) -->\n```text\n)(.*?)(```\n)", re.DOTALL)


def with_papers(text: str) -> str:
    """A document with the rows of the paper and ours as they should be, in a table each."""
    head, begin, rest = text.partition("<!-- audit --paper -->\n")
    return f"{head}{begin}\n{of_opitz()}\n\n<!-- end -->{rest.partition('<!-- end -->')[2]}"


def with_help(text: str) -> str:
    """A document with every help text as it should be."""
    return _BLOCK.sub(lambda block: block[1] + help_of(*block[2].split()) + block[4], text)


if __name__ == "__main__":
    for document in (README, COMMANDS):
        document.write_text(with_help(document.read_text(encoding="utf-8")), encoding="utf-8")
    AUDIT.write_text(with_papers(AUDIT.read_text(encoding="utf-8")), encoding="utf-8")
