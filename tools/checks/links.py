# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Links between pages lead somewhere, and the book's table of contents names every chapter."""

import re

import house

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchor(heading):
    """What a heading is called in a link, as GitHub does it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def prose(file):
    """The lines of a page without its code."""
    fenced = False
    for number, text in house.lines(file):
        if text.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not text.startswith("    "):
            yield number, re.sub(r"`[^`]*`", "", text)


def check(root):
    said, linked = [], set()
    for file in house.files(root, "*.md"):
        for number, text in prose(file):
            for link in LINK.findall(text):
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, part = link.partition("#")
                target = (file.parent / path).resolve() if path else file
                where = f"{file.relative_to(root)}:{number}"
                if not target.exists():
                    said.append(f"{where}: there is no {link}")
                elif part and part not in [anchor(t.lstrip("#")) for _, t in house.lines(target) if t.startswith("#")]:
                    said.append(f"{where}: {path or 'this page'} has no heading #{part}")
                if file == root / "docs/README.md":
                    linked.add(target)
    for chapter in house.files(root, "theory.md", under=["sinew"]):
        if chapter.resolve() not in linked:
            said.append(f"docs/README.md does not name the chapter {chapter.relative_to(root)}")
    return said


GOOD = {
    "docs/README.md": "[Joints](../sinew/joints/theory.md#5-joints-of-all-kinds) `[a](b)` [out](https://example.org/x)\n\n    [c](d)\n",
    "sinew/joints/theory.md": "# 5 Joints, of all kinds\n[up](../../docs/README.md) [here](#5-joints-of-all-kinds)\n",
}
BAD = [
    ({"a.md": "see [b](b.md)\n"}, "a.md:1: there is no b.md"),
    ({"a.md": "see [b](docs/README.md#what)\n"}, "no heading #what"),
    ({"sinew/tree/theory.md": "# 6\n"}, "does not name the chapter sinew/tree/theory.md"),
]

if __name__ == "__main__":
    house.main(check, GOOD, BAD)
