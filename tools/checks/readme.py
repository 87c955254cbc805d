# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""The program in README.md is examples/first.cpp, which the tests build and run."""

import re

import house


def check(root):
    readme = (root / "README.md").read_text()
    example = (root / "examples/first.cpp").read_text()
    shown = re.search(r"```cpp\n(.*?)```", readme, re.S)
    if not shown:
        return ["README.md: shows no program between ```cpp and ```"]
    if shown.group(1).strip() not in example:
        return ["README.md: its program differs from examples/first.cpp; change both together"]
    return []


GOOD = {"README.md": "# A\n```cpp\nint a;\n```\n", "examples/first.cpp": "// head\nint a;\n"}
BAD = [
    ({"README.md": "# A\n", "examples/first.cpp": "int a;\n"}, "shows no program"),
    ({"README.md": "```cpp\nint a;\n```\n", "examples/first.cpp": "int b;\n"}, "differs from"),
]

if __name__ == "__main__":
    house.main(check, GOOD, BAD)
