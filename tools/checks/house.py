# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""What the checks share. A check is a function from the root folder to a list of complaints, plus samples that it must
complain about (and one that it must not): SCRIPT ROOT checks a tree, SCRIPT --self-test checks the check."""

import pathlib
import re
import sys
import tempfile

NOT_RUN = 77  # CTest shows a test that returns this as "not run"


def files(root, *patterns, under=("",)):
    """Every file below root/under that matches one of the patterns, without what builds leave behind."""
    found = set()
    for folder in under:
        for pattern in patterns:
            found.update((root / folder).rglob(pattern))
    skip = {"build", "out", ".git", "__pycache__", "node_modules"}
    return sorted(f for f in found if f.is_file() and not skip & set(f.relative_to(root).parts))


def lines(file):
    """(number, text) of each line."""
    return enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)


def comments(file):
    """(number, text) of what stands in the comments of a C++ file, line by line."""
    inside = False
    for number, text in lines(file):
        said = []
        text = re.sub(r'"(\\.|[^"\\])*"', '""', text) if not inside else text
        while text:
            if inside:
                before, inside_ends, text = text.partition("*/")
                said.append(before)
                inside = not inside_ends
            else:
                start = re.search(r"//|/\*", text)
                if not start:
                    break
                inside = start.group() == "/*"
                if not inside:
                    said.append(text[start.end():])
                    break
                text = text[start.end():]
        if said:
            yield number, " ".join(said)


def main(check, good, bad):
    """good: {path: text}, a tree without fault. bad: list of ({path: text}, words the complaint must contain); each bad
    tree is the good one with these files changed or added."""
    if sys.argv[1:] != ["--self-test"]:
        complaints = check(pathlib.Path(sys.argv[1]).resolve())
        print("\n".join(complaints))
        sys.exit(1 if complaints else 0)

    def complaints_of(tree):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path, text in tree.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            return check(root)

    wrong = [f"complains about the good sample: {c}" for c in complaints_of(good)]
    for change, words in bad:
        complaints = complaints_of(good | change)
        if not any(words in c for c in complaints):
            wrong.append(f"does not say '{words}' about {change}, but {complaints}")
    print("\n".join(wrong) or f"{len(bad)} faults found as they should be")
    sys.exit(1 if wrong else 0)
