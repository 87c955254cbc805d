# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Equation numbers. A line of a block in a chapter (theory.md) that ends in a number such as (5.4) defines it, once. Every number
that comments of the code or the text of the chapters cite, (5.4) or (5.4, 5.5) or (5.4)-(5.6), must be defined.
What stands in [brackets] is someone else's numbering."""

import re

import house

NUMBER = r"[1-9]\d?\.[1-9]\d*[a-z]?"
DEFINED = re.compile(rf"\(({NUMBER})\)\s*$")
CITED = re.compile(rf"(?<![\w\)\]]) ?\(({NUMBER}(?:(?:, | and |-|–){NUMBER})*)\)")


def cited(text):
    text = re.sub(r"\[[^\[\]]*\]|`[^`]*`", "", text)
    return [n for group in CITED.findall(text) for n in re.findall(NUMBER, group)]


def check(root):
    said, defined, chapters, citations = [], {}, {}, []
    for file in house.files(root, "theory.md", under=["sinew"]):
        fenced, numbers = False, set()
        for number, text in house.lines(file):
            where = f"{file.relative_to(root)}:{number}"
            if text.lstrip().startswith("```"):
                fenced = not fenced
                continue
            block = fenced or text.startswith("    ")
            definition = DEFINED.search(text) if block else None
            if definition:
                name = definition.group(1)
                if name in defined:
                    said.append(f"{where}: equation ({name}) is already at {defined[name]}")
                defined[name] = where
                numbers.add(name.split(".")[0])
            elif not block:
                citations += [(where, n) for n in cited(text)]
        if len(numbers) > 1:
            said.append(f"{file.relative_to(root)}: one chapter, but numbers of {', '.join(sorted(numbers))}")
        for chapter in numbers:
            if chapter in chapters:
                said.append(f"{file.relative_to(root)}: chapter {chapter} is {chapters[chapter]} already")
            chapters[chapter] = file.relative_to(root)
    for file in house.files(root, "*.h", "*.cpp", under=["sinew", "tests", "examples", "benchmarks"]):
        for number, text in house.comments(file):
            citations += [(f"{file.relative_to(root)}:{number}", n) for n in cited(text)]
    return said + [f"{where}: there is no equation ({n})" for where, n in citations if n not in defined]


GOOD = {
    "sinew/joints/theory.md": "# 5\nAs (5.1) says:\n\n    x = f(2.5)   (5.1)\n\n```\ny = 2  (5.2)\n```\n",
    "sinew/joints/pin.h": '/// x = 1  (5.1, 5.2) [Other 2001, eq. (7.7)], see sin(2.5)\nauto s = " // (9.9)"; f(3.3);\n',
}
BAD = [
    ({"sinew/joints/pin.cpp": "int a;  // by (5.3)\n"}, "pin.cpp:1: there is no equation (5.3)"),
    ({"sinew/joints/pin.cpp": "/* x\n by (5.1)-(5.4) */\n"}, "pin.cpp:2: there is no equation (5.4)"),
    ({"sinew/joints/pin.cpp": "///     a = b        (5.1, 5.7)\n"}, "no equation (5.7)"),
    ({"tests/laws/a.cpp": "// (6.1)\n"}, "no equation (6.1)"),
    ({"sinew/tree/theory.md": "from (5.9) follows\n"}, "no equation (5.9)"),
    ({"sinew/joints/theory.md": "    x  (5.1)\n    y  (5.2)\n    z  (5.1)\n"}, "(5.1) is already at"),
    ({"sinew/tree/theory.md": "    x  (6.1)\n    y  (7.1)\n"}, "one chapter, but"),
    ({"sinew/tree/theory.md": "    x  (5.5)\n"}, "chapter 5 is"),
]

if __name__ == "__main__":
    house.main(check, GOOD, BAD)
