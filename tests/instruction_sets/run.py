# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Lets a program answer on this processor and on older ones that qemu plays, and compares: run.py ANSWERS."""

import math
import shutil
import subprocess
import sys

# What differs: packs of four and fused products with AVX2, packs of eight and 32 registers with AVX-512.
PROCESSORS = {"any x86-64": "Nehalem", "AVX2": "Haswell"}
BAR = 1e-12
NOT_RUN = 77


def answers(command):
    """Lines by label, and how many lanes packs of States have."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-600:]}")
    first, *lines = done.stdout.splitlines()
    table = {}
    for line in lines:
        label, *values = line.split("\t")
        table[label] = [float.fromhex(value) for value in values]
    return table, int(first.split()[-1])


def difference(a, b):
    """The largest, as a share of the largest number."""
    if not all(map(math.isfinite, a + b)):
        return math.inf
    most = max((abs(x) for x in a + b), default=0.0)
    worst = max((abs(x - y) for x, y in zip(a, b, strict=True)), default=0.0)
    return worst / most if most > 0 else worst


def main():
    program = sys.argv[1]
    emulator = shutil.which("qemu-x86_64") or shutil.which("qemu-x86_64-static")
    if emulator is None:
        print("not run: qemu-x86_64 (Debian: qemu-user) is not installed")
        return NOT_RUN
    here, lanes = answers([program])
    failed = 0
    for name, processor in PROCESSORS.items():
        there, lanes_there = answers([emulator, "-cpu", processor, program])
        if here.keys() != there.keys():
            sys.exit(f"{name}: other questions were answered")
        worst, worst_label = 0.0, ""
        for label, values in here.items():
            differ = difference(values, there[label])
            if differ >= worst:
                worst, worst_label = differ, label
            if not differ <= BAR:
                failed += 1
                print(f"FAILED, {name}: {label} differs by {differ:.2e}, allowed {BAR:.1e}")
        print(f"{name} ({lanes_there} lanes) against this processor ({lanes} lanes): {len(here)} answers, "
              f"at most {worst:.1e} apart ({worst_label})")
    print(f"{len(PROCESSORS) * len(here) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
