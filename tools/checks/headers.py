# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Public headers: each compiles on its own, and <sinew/sinew.h> stays within its budget of time and lines."""

import concurrent.futures
import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys

import house

MOST_LINES = 100_000  # preprocessed lines
# CPU time of a file that only includes sinew.h, over that of one that includes these: a slow machine is slow at both.
STANDARD = "algorithm array cmath functional map memory optional regex span string unordered_map variant vector".split()
MOST_TIME = 1.75
# A busy machine makes CPU time longer, never shorter: the least counts, and a ratio too large is measured again.
FEWEST_TRIES, MOST_TRIES = (1, 1) if "--self-test" in sys.argv else (4, 30)
FIRST = os.environ.get("CXX", "g++")
SECOND = "clang++" if shutil.which("clang++") else FIRST  # the first sees every header in the build already


def compile_include(root, *headers, flags, compiler=FIRST):
    command = [compiler, "-std=c++20", "-x", "c++", "-", f"-I{root}", *flags]
    text = "".join(f"#include <{header}>\n" for header in headers)
    return subprocess.run(command, input=text, capture_output=True, text=True)


def cpu_seconds(root, *headers):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    compile_include(root, *headers, flags=["-O2", "-S", "-o", os.devnull])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def budget(root):
    if not (root / "sinew/sinew.h").exists():
        return []
    lines = compile_include(root, "sinew/sinew.h", flags=["-E"]).stdout.count("\n")
    ours, theirs, tries = float("inf"), float("inf"), 0
    while tries < FEWEST_TRIES or (tries < MOST_TRIES and ours > MOST_TIME * theirs):
        ours, theirs = min(ours, cpu_seconds(root, "sinew/sinew.h")), min(theirs, cpu_seconds(root, *STANDARD))
        tries += 1
    times = f"{ours / theirs:.2f} times the CPU time of {len(STANDARD)} standard headers ({ours:.2f} s, {theirs:.2f} s)"
    print(f"<sinew/sinew.h>: {lines} preprocessed lines of {MOST_LINES}; {times} of {MOST_TIME}")
    said = []
    if lines > MOST_LINES:
        said.append(f"<sinew/sinew.h> costs {lines} preprocessed lines, more than {MOST_LINES}")
    if ours > MOST_TIME * theirs:
        said.append(f"<sinew/sinew.h> costs {times}, more than {MOST_TIME}")
    return said


def fingerprint(root, header, seen):
    """What a header and all of ours that it includes say."""
    if header in seen or not (root / header).exists():
        return ""
    seen.add(header)
    text = (root / header).read_text(encoding="utf-8")
    return text + "".join(fingerprint(root, other, seen) for other in re.findall(r"#include <(sinew/[^>]+)>", text))


def first(root, file):
    """The header that a file includes before anything else: whoever compiles the file compiles that header alone."""
    found = re.search(r"^#include <([^>]+)>", (root / file).read_text(encoding="utf-8"), re.M)
    return found[1] if found else None


def seen_first(root, headers):
    """The headers that another header, or a .cpp file of the library, includes first."""
    after = {h: first(root, h) for h in headers}
    sources = [first(root, f) for f in house.files(root, "*.cpp", under=["sinew"]) if f.parent.name != "test"]
    roots = set(headers) - set(after.values())  # nobody includes them first
    seen, ahead = set(), sources + [after[h] for h in roots]
    while ahead:
        header = ahead.pop()
        if header in after and header not in seen:
            seen.add(header)
            ahead.append(after[header])
    return seen


def alone(root):
    headers = [str(f.relative_to(root)) for f in house.files(root, "*.h", under=["sinew"]) if f.parent.name != "test"]
    prints = {h: hashlib.sha256((SECOND + h + fingerprint(root, h, set())).encode()).hexdigest() for h in headers}
    memory = root / "build/headers_that_compile.json"  # so that only what changed is compiled again
    known = set(json.loads(memory.read_text())) if memory.exists() else set()
    seen = seen_first(root, headers)
    new = [h for h in headers if h not in seen and prints[h] not in known]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = list(pool.map(lambda header: compile_include(root, header, flags=["-fsyntax-only"], compiler=SECOND), new))
    good = {h for h in headers if prints[h] in known} | {h for h, run in zip(new, runs) if not run.returncode}
    memory.parent.mkdir(exist_ok=True)
    memory.write_text(json.dumps(sorted(prints[h] for h in good)))
    return [f"{header} does not compile on its own:\n{run.stderr}" for header, run in zip(new, runs) if run.returncode]


def check(root):
    return budget(root) + alone(root)


GOOD = {"sinew/a.h": "#pragma once\nint a;\n", "sinew/sinew.h": "#include <sinew/a.h>\n"}
BAD = [
    ({"sinew/sinew.h": "int a;\n" + "\n".join(f"int a{i};" for i in range(MOST_LINES))}, "preprocessed lines"),
    ({"sinew/sinew.h": "template <int n> constexpr int f() { int s = 0; for (int i = 0; i < 100000; ++i) s += i % n; return s; }\n"
                       + "".join(f"static_assert(f<{k}>() >= 0);\n" for k in range(1, 21))}, "CPU time"),
    ({"sinew/a.h": "std::vector<int> a;\n"}, "sinew/sinew.h does not compile on its own"),  # which includes it first
    ({"sinew/b.h": "#include <cstddef>\nstd::vector<int> a;\n"}, "sinew/b.h does not compile on its own"),
]

if __name__ == "__main__":
    house.main(check, GOOD, BAD)
