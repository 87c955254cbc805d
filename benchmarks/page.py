# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""page.py: writes docs/benchmarks.md and its pictures from what benchmarks/results keeps: of each kind of run the newest
file, and of all of them the history. page.py --check: says what would change, and writes nothing."""

import json
import pathlib
import statistics
import sys

import charts

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks/results"
PAGE = ROOT / "docs/benchmarks.md"
PICTURES = ROOT / "docs/pictures/benchmarks"

# What the page begins with: a name, the model and the operation of sinew_bench.
CASES = [
    ("forward dynamics, humanoid", "humanoid, 30 pins", "forward dynamics"),
    ("8 states of it at once", "humanoid, 30 pins", "8 states, forward"),
    ("forward dynamics, joints of functions", "humanoid, functions", "forward dynamics"),
    ("forward dynamics, hands held together", "humanoid, hands together", "forward dynamics"),
    ("inverse dynamics, humanoid", "humanoid, 30 pins", "inverse dynamics"),
    ("mass matrix M, humanoid", "humanoid, 30 pins", "mass matrix M"),
    ("M⁻¹ v, fresh, humanoid", "humanoid, 30 pins", "M^-1 v, fresh"),
    ("M⁻¹ v, factored, humanoid", "humanoid, 30 pins", "M^-1 v, factored"),
    ("kinematics, humanoid", "humanoid, 30 pins", "kinematics pos+vel"),
    ("frame Jacobian, humanoid", "humanoid, 30 pins", "frame Jacobian"),
    ("State copy, humanoid", "humanoid, 30 pins", "State copy"),
    ("forward dynamics, 11 chains of 20", "11 chains of 20", "forward dynamics"),
    ("forward dynamics, chain of 1,000", "chain of 1000", "forward dynamics"),
    ("forward dynamics, tree of 127 balls", "binary tree of 127 balls", "forward dynamics"),
    ("forward dynamics, 60 rods", "two ball chains, 60 rods", "forward dynamics"),
    ("forward dynamics, 100 four-bars", "chain of 100 four-bars", "forward dynamics"),
    ("forward dynamics, 1,000 free bodies", "1000 free bodies", "forward dynamics"),
    ("forward dynamics, 1,000 particles", "1000 particles", "forward dynamics"),
    ("forward dynamics, 100 bodies welded on", "humanoid, 100 welded", "forward dynamics"),
    ("the same, welds merged", "humanoid, 100 merged", "forward dynamics"),
    ("forward dynamics, pins of one's own", "humanoid, own pins", "forward dynamics"),
    ("forward dynamics, half of it given", "humanoid, half given", "forward dynamics"),
]
IN_HISTORY = [0, 1, 2, 4, 5, 6, 8, 11]
LIBRARIES = ["Simbody", "MuJoCo", "DART", "Bullet", "KDL"]


def kept(kind):
    """All runs of a kind, [(date, what was found)], the oldest first."""
    return [(file.stem[len(kind) + 1:], json.loads(file.read_text())) for file in sorted(RESULTS.glob(kind + "-*.json"))]


def newest(kind):
    return kept(kind)[-1][1]


def named(count):
    return f"{count:,.0f}"


def digits(value):
    """Three digits, without a power of ten."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(heads, rows, left=1):
    marks = ["---" if i < left else "--:" for i in range(len(heads))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [heads, marks] + rows) + "\n"


def row_of(results, model, operation):
    return next((r for r in results["rows"] if r["model"] == model and r["operation"] == operation), None)


def against_simbody(kernels, pictures):
    rows, groups = [], []
    for name, model, operation in CASES:
        found = row_of(kernels, model, operation)
        ours, theirs = found["ours"], found["simbody"]
        count = ours["instructions"]
        rows.append([name, digits(1e6 * ours["median_s"]), digits(1e6 * theirs["median_s"]), f"**{digits(found['ratio'])}**",
                     named(count) if count else "", f"{ours['allocations']:.0f}", f"{theirs['allocations']:.0f}", f"{found['disagreement']:.0e}"])
        groups.append((name, [("Sinew", found["ratio"], f"{digits(found['ratio'])} times")]))
    pictures["against-simbody.svg"] = charts.bars("How many times as fast as Simbody 3.7", groups, "x")
    return table(["", "Sinew, µs", "Simbody, µs", "ratio", "instructions", "allocations", "Simbody's", "differ by"], rows)


def against_all(peers, pictures):
    groups, by_case = [], {}
    for row in peers["rows"]:
        by_case.setdefault((row["model"], row["operation"]), {})[row["peer"]] = row
    for (model, operation), found in by_case.items():
        if model == "humanoid, 30 pins":
            ours = 1e6 * statistics.median(row["ours_s"] for row in found.values())
            bars = [("Sinew", ours, f"{digits(ours)} µs")]
            bars += [(name, 1e6 * row["peer_s"], f"{row['ratio']:.1f} times") for name, row in found.items() if row["ratio"]]
            groups.append((operation, bars))
    pictures["libraries.svg"] = charts.bars("A humanoid of 36 degrees of freedom: time of one call", groups, " µs")
    rows, faster = [], []
    for (model, operation), found in by_case.items():
        ours = 1e6 * statistics.median(row["ours_s"] for row in found.values())
        cells = [f"{found[name]['ratio']:.1f}" if name in found and found[name]["ratio"] else "" for name in LIBRARIES]
        rows.append([model, operation, digits(ours)] + cells)
        faster += [f"{name}: {operation}, {model} ({row['ratio']:.2f})" for name, row in found.items() if row["ratio"] and row["ratio"] < 1]
    worst = max(row["disagreement"] for row in peers["rows"])
    return table(["model", "operation", "Sinew, µs"] + LIBRARIES, rows, left=2), faster, worst


def in_time(simulate):
    parts = []
    for method in simulate["same_method"]:
        at = method["rows"]
        rows = [[f"{name}: {what}"] + [show(row[side]) for row in at]
                for what, show in [("steps", lambda s: named(s["steps"])), ("CPU time, s", lambda s: digits(s["seconds"]))]
                for name, side in [("Sinew", "ours"), ("Simbody", "simbody")]]
        rows.append(["ratio"] + [f"**{row['ratio']:.1f}**" for row in at])
        rows.append(["ratio per evaluation"] + [f"{row['ratio_per_evaluation']:.1f}" for row in at])
        parts.append(table([f"{method['method']}, {method['simulated_s']:.0f} s, accuracy"] + [f"{row['accuracy']:.0e}" for row in at], rows))
    return "\n".join(parts)


def of_derivatives(found):
    rows = [[row["model"], row["derivatives_of"], digits(1e6 * row["median_s"]), f"{row['evaluations']:.1f}",
             f"{row['evaluations_by_instructions']:.1f}" if row["evaluations_by_instructions"] else ""] for row in found["rows"]]
    further = [[row["what"], f"{1e6 * row['median_s']:.3g}", f"{row['evaluations']:.2f}"] for row in found["further"]]
    implicit = [[row["model"], row["method"], row["jacobian"], str(row["steps"]), str(row["jacobians"]), named(row["evaluations"]),
                 digits(1e3 * row["seconds"])] for row in found["implicit"]]
    return (table(["model", "derivatives of", "µs", "evaluations that they cost, by time", "by instructions"], rows, left=2),
            table(["humanoid of pins", "µs", "inverse dynamics that it costs"], further),
            table(["stiff motion", "method", "Jacobian", "steps", "Jacobians", "evaluations", "ms"], implicit, left=3))


def growth(kernels, pictures):
    sizes, states = {}, ([], [])
    for row in kernels["scaling"]:
        xs, ys = sizes.setdefault(row["shape"], ([], []))
        xs.append(row["bodies"]), ys.append(1e9 * row["s_per_body"])
    for row in kernels["batches"]:
        states[0].append(row["states"]), states[1].append(1e6 * row["s_per_state"])
    pictures["growth.svg"] = charts.curves("Forward dynamics, as models and batches grow", [
        ("one State", "bodies", "ns per body", [(shape, *points) for shape, points in sizes.items()]),
        ("a humanoid, many States", "States", "µs per State", [("humanoid, 30 pins", *states)])])
    rows = [[row["shape"], named(row["bodies"]), str(row["threads"]), digits(1e3 * row["median_s"])] for row in kernels["branches"]]
    return table(["one large State, branches of", "bodies", "threads", "ms by the clock"], rows)


def history(pictures):
    runs = [(date, found) for date, found in kept("kernels")]
    series = []
    for i in IN_HISTORY:
        name, model, operation = CASES[i]
        points = [(date, row["ratio"]) for date, found in runs if (row := row_of(found, model, operation)) and row["ratio"]]
        if points:
            series.append((name, [p[0] for p in points], [p[1] for p in points]))
    pictures["history.svg"] = charts.curves("Times as fast as Simbody 3.7, run after run", [
        ("dynamics", "date", "ratio", series[:4]), ("matrices, kinematics, chains", "date", "ratio", series[4:])])
    rows = [[date, f"{found['machine']['processor']} {found['machine'].get('family', '')}/{found['machine'].get('model', '')}".rstrip(" /"), str(len(found["rows"]))]
            for date, found in runs]
    return table(["date", "machine", "rows"], rows, left=2)


def further_studies():
    contact, studies, geometry, piles = newest("contact"), newest("studies"), newest("geometry"), newest("piles")
    at = [f"{row['accuracy']:.0e}" for row in contact["contact"][0]["rows"]]
    touching = [[c["problem"]] + [f"{row['ratio']:.1f}" for row in c["rows"]] + [f"{sum(r['ratio_per_evaluation'] for r in c['rows']) / len(c['rows']):.1f}"]
                for c in contact["contact"]]
    markers = [[str(m["rods"]), digits(1e6 * m["ours"]["median_s"]), digits(1e6 * m["simbody"]["median_s"]), f"**{m['ratio']:.1f}**",
                f"{1e3 * m['our_rms_m']:.3f}", f"{1e3 * m['simbody_rms_m']:.3f}"] for m in studies["markers"]]
    recording = studies.get("recording")
    whole = "" if not recording else (
        f"\nA whole recording of {recording['frames']:,} frames without rods, followed at once on one thread, takes "
        f"{1e6 * recording['ours']['median_s']:.2f} µs per frame: {digits(recording['ratio'])} times as fast.\n")
    mechanisms = [[a["mechanism"], f"{a['assembled']:,} of {a['poses']:,}", f"{a['mean_iterations']:.1f}", digits(1e6 * a["mean_s"])] for a in studies["assembly"]]
    total = geometry["total"] | {"our_s": sum(r["pairs"] * r["ours_s"] for r in geometry["rows"]) / geometry["total"]["pairs"]}
    piled = [[p["case"], named(p["steps_per_s"]), f"{p['mean_touches']:.0f}", f"{p['mean_contacts']:.0f}", f"{p['mean_sweeps']:.1f}",
              f"{p['largest_residual_m_per_s']:.0e}", f"{1e3 * p['largest_overlap_m']:.2g}"] for p in piles["piles"]]
    return (table(["touching, ratio to Simbody at accuracy"] + at + ["per evaluation"], touching),
            table(["rods", "Sinew, µs per frame", "Simbody, µs", "ratio", "our distance, mm", "Simbody's"], markers) + whole,
            table(["assembly from random poses", "assembled", "iterations", "µs"], mechanisms), total,
            table(["steps of 5 ms", "steps/s", "touches", "contacts", "sweeps", "residual, m/s", "overlap, mm"], piled))


def machines(kinds):
    """A row for each machine and day, with what was run there."""
    rows = {}
    for kind in kinds:
        found = newest(kind)
        machine = found["machine"]
        kind_of = f", family {machine['family']}, model {machine['model']}" if machine.get("family") else ""
        wide = ", AVX-512" if machine.get("avx512") else ""
        rows.setdefault((found["date"][:10], machine["processor"] + kind_of + wide, found["compiler"] + found["compiler_flags"]), []).append(kind)
    return [[", ".join(kinds_there), *where] for where, kinds_there in rows.items()]


def page(pictures):
    kernels, peers = newest("kernels"), newest("peers")
    simbody = against_simbody(kernels, pictures)
    libraries, faster, apart = against_all(peers, pictures)
    versions = ", ".join(f"{name} {version}" for name, version in peers["peers"].items())
    derivatives, further, implicit = of_derivatives(newest("derivatives"))
    large = growth(kernels, pictures)
    past = history(pictures)
    touching, markers, mechanisms, distances, piled = further_studies()
    kinds = ["kernels", "peers", "derivatives", "simulate", "contact", "studies", "geometry", "piles"]
    return f"""# How fast Sinew is

Sinew and other libraries on the same models, states and machine, in one run, numbers compared before a time counts. Written by
`tools/bench page` from [what was measured](../benchmarks/results); [how it is measured](../benchmarks/README.md).

    tools/bench all     # everything on this page, again, on your machine: ten minutes

![Ratios to Simbody](pictures/benchmarks/against-simbody.svg)

{simbody}
Times are medians of one thread on one core; instructions and allocations are those of one call. "Differ by" is the largest difference of
any number from Simbody's, over the largest number.

## Five libraries

{versions} and {peers["peer"]}, each as Debian packages it. Numbers agree to {apart:.0e} or better.

![Times of a humanoid in five libraries](pictures/benchmarks/libraries.svg)

Times of others over ours, the middle one of those beside each library. Empty: not compared; [why](../benchmarks/README.md#five-libraries). Eight
states go through other libraries one by one. KDL finds poses anew for each Jacobian, and Bullet needs all of forward dynamics for a fresh product by M⁻¹. Rods, hands that are held together and joints of functions are for Simbody alone: MuJoCo, DART and Bullet keep what
is held over steps of time, so that there are no accelerations to compare, and KDL holds nothing.

{libraries}
Where others take less time than Sinew (their time over ours):

{chr(10).join("- " + one for one in faster) or "- nowhere"}

MuJoCo solves with factors of M itself, fewer numbers than ours for short chains; ours cost O(n) however long they are. DART keeps each body's
Jacobian and gives the columns of its own chain alone, where ours has all columns, zeros included.

## Motions in time

Eleven chains of 20 pins on a base that a motor moves to and fro. Merson's formulas are the same in both libraries. Those of order 3 are not:
Simbody's take more steps and are more exact, so that only the ratio per evaluation compares like with like.

{in_time(newest("simulate"))}
![Work over precision](pictures/work_precision.svg)

Work over precision of eight motions: [chapter 12](../sinew/integrators/theory.md#work-and-precision).

## Derivatives

Exact ones, in evaluations of what they are derivatives of. None of the five libraries has them.

{derivatives}
{further}
What implicit methods save by them:

{implicit}
## Large models, many states

![Growth](pictures/benchmarks/growth.svg)

{large}
## Contact, markers, distances, piles

{touching}
40 markers on a person of 38 degrees of freedom, followed frame by frame, against Simbody's `Assembler`:

{markers}
{mechanisms}
Signed distances of {distances["pairs"]:,} random pairs of convex shapes, all 28 pairs of kinds: {1e6 * distances["our_s"]:.2f} µs each, {distances["ratio"]:.1f} times as fast
as {newest("geometry")["peer"]}. Ours are proved one by one; {distances["fcl_off"]:,} of FCL's are off by more than 1e-5 m.

{piled}
## Run after run

![History](pictures/benchmarks/history.svg)

Machines differ from run to run, and with them ratios.

{past}
## Machines

{table(["runs", "date", "machine", "compiler"], machines(kinds), left=4)}
One program holds what the kernels are for processors without AVX2, with it, and with AVX-512, and picks at run time.
"""


def main(words):
    pictures = {}
    written = {PAGE: page(pictures)} | {PICTURES / name: svg for name, svg in pictures.items()}
    stale = [file for file, content in written.items() if not file.exists() or file.read_text() != content]
    if words == ["--check"]:
        for file in stale:
            print(f"{file.relative_to(ROOT)} is not what benchmarks/results says. Call tools/bench page.")
        return 1 if stale else 0
    PICTURES.mkdir(parents=True, exist_ok=True)
    for file in stale:
        file.write_text(written[file])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
