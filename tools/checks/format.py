# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""clang-format settles layout: tools/format rewrites what this complains about."""

import pathlib
import re
import shutil
import subprocess
import sys

import house

STYLE = pathlib.Path(__file__).resolve().parents[2] / ".clang-format"


def check(root):
    sources = house.files(root, "*.h", "*.cpp")
    if not sources:
        return []
    run = subprocess.run(["clang-format", f"--style=file:{STYLE}", "--dry-run", "-ferror-limit=1", *map(str, sources)],
                         capture_output=True, text=True)
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: (?:warning|error)", run.stderr, re.M)))
    if run.returncode and not wrong:
        return [run.stderr]
    return [f"not as clang-format has it: call tools/format {pathlib.Path(file).relative_to(root)}" for file in wrong]


GOOD = {"a.h": "#pragma once\n\nint a(int b) { return b; }\n"}
BAD = [({"a.cpp": "int  a( int b ){return b;}\n"}, "call tools/format a.cpp")]

if __name__ == "__main__":
    if not shutil.which("clang-format"):
        print("clang-format is not installed: call tools/setup")
        sys.exit(house.NOT_RUN)
    house.main(check, GOOD, BAD)
