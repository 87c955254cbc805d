# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Drives the program sinew as people do: run.py PROGRAM NUMBERS SOURCES. Each check is a command line, the exit code it
must end with, and what must stand on its two outputs; what belongs to neither may not be there."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, NUMBERS, SOURCES = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
MODELS = SOURCES / "models"
failures = []


def sinew(*words, stdin=None, timeout=600):
    done = subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, text=True, timeout=timeout,
                          env={**os.environ, "SINEW_MODELS": str(MODELS)})
    return done.returncode, done.stdout, done.stderr


def fail(what, code, out, err):
    failures.append(what)
    print(f"FAILED: {what}\n  exit code {code}\n  stdout: {out[:600]!r}\n  stderr: {err[:600]!r}")


def expect(words, code, out="", err="", stdin=None):
    """Patterns are searched for; an empty one means that there is nothing at all."""
    got, stdout, stderr = sinew(*words, stdin=stdin)
    ok = got == code
    ok = ok and (re.search(out, stdout, re.S) is not None if out else stdout == "")
    ok = ok and (re.search(err, stderr, re.S) is not None if err else stderr == "")
    if not ok:
        fail(f"sinew {' '.join(words)} (wanted {code}, {out!r}, {err!r})", got, stdout, stderr)


def hold(condition, what):
    if not condition:
        failures.append(what)
        print(f"FAILED: {what}")


def values(words, stdin=None):
    code, stdout, stderr = sinew(*words, "--json", stdin=stdin)
    try:
        return code, json.loads(stdout)
    except ValueError:
        fail(f"sinew {' '.join(words)} --json: no JSON", code, stdout, stderr)
        return code, {}


# What people do wrong: a usage line or the nearest name, exit code 2, nothing on standard output.
BAD = [
    (["simulat"], r'there is no command "simulat"\. Did you mean "simulate"\?'),
    (["help", "chek"], r'no command "chek"\. Did you mean "check"\?'),
    (["simulate"], r"MODEL is missing.*Usage: sinew simulate MODEL"),
    (["simulate", "pendulum", "--unitl", "3"], r'no option "--unitl"\. Did you mean --until\?.*Usage:'),
    (["simulate", "pendulum", "--until"], r"--until needs a value.*Usage:"),
    (["simulate", "pendulum", "--until", "1", "--until", "2"], r'--until is given twice: "1" and "2"'),
    (["simulate", "pendulum", "--until", "soon"], r'--until: "soon" is not a number'),
    (["simulate", "pendulum", "--until", "1,5"], r'"1,5" is not a number'),
    (["simulate", "pendulum", "--until", "0x10"], r'"0x10" is not a number'),
    (["simulate", "pendulum", "--until", "nan"], r'"nan" is not a number'),
    (["simulate", "pendulum", "--until", "1e999"], r'"1e999" is out of range'),
    (["simulate", "pendulum", "--until", "-1"], r"--until -1 is not after the start, t = 0"),
    (["simulate", "pendulum", "--accuracy", "0"], r"accuracy = 0\. It must be within 1e-14 \.\. 0\.5"),
    (["simulate", "pendulum", "--accuracy", "2"], r"accuracy = 2"),
    (["simulate", "pendulum", "--fixed-step", "-1"], r"fixed_step = -1"),
    (["simulate", "pendulum", "--min-step", "1", "--max-step", "0.1"], r"above max_step"),
    (["simulate", "pendulum", "--method", "rk4"], r'"rk4" is none of the values of --method'),
    (["simulate", "pendulum", "--method", "variational"], r"--fixed-step"),
    (["simulate", "pendulum", "too", "many"], r'"too" is one too many'),
    (["simulate", "pendulm"], r'neither a file nor a demo "pendulm"\. Did you mean "pendulum"\?'),
    (["check", "nowhere.urdf"], r'there is no file "nowhere.urdf"'),
    (["check", "."], r"directory"),
    (["simulate", "pendulum", "--set", "swing.angel=1"], r'no variable or parameter "swing.angel"\. Did you mean "swing.angle"\?'),
    (["simulate", "pendulum", "--set", "swing.angle"], r"NAME=VALUE"),
    (["simulate", "pendulum", "--set", "swing.angle=much"], r'--set swing.angle: "much" is not a number'),
    (["simulate", "pendulum", "--set", "rod.mass=-1"], r"rod.mass.*-1.*must"),
    (["simulate", "pendulum", "--posture", "asleep"], r'"asleep" is none of the postures'),
    (["simulate", "pendulum", "--output", "totl_energy"], r'no number "totl_energy"\. Did you mean "total_energy"\?'),
    (["simulate", "pendulum", "--output", "position:rodd"], r'"rodd" is none of the bodies\. Did you mean "rod"\?'),
    (["simulate", "pendulum", "--event", "stop"], r"WHEN: WHAT"),
    (["simulate", "pendulum", "--event", "swing.angle=1: stop"], r"only time is met exactly"),
    (["simulate", "pendulum", "--event", "swing.angle>1: jump"], r"NAME=VALUE"),
    (["eval", "pendulum", "--what", "masses"], r'"masses" is none of the parts'),
    (["plot", "pendulum.txt"], r"pendulum.txt"),
    (["export", "nowhere.sinew", "-o", "x.csv"], r"nowhere.sinew"),
    (["resume", "nowhere.sinew"], r"nowhere.sinew"),
    (["completion", "tcsh"], r'"tcsh" is none of the values of SHELL'),
    (["assemble", "pendulum", "--goal", "swing.angl=1"], r'Did you mean "swing.angle"'),
]


def check_bad_input():
    for words, message in BAD:
        expect(words, 2, "", message)
    expect(["simulate", *(["word"] * 10000)], 2, "", "one too many|neither a file")
    pathlib.Path("-model.json").write_text("{}")
    expect(["check", "-model.json"], 2, "", r"written \./-model\.json")
    code, error = values(["check", "nowhere.urdf"])
    hold(code == 2 and "nowhere.urdf" in error.get("error", ""), "an error is told as JSON, too")


def check_help():
    expect(["--version"], 0, r"^sinew \d")
    expect([], 0, "simulate.*First steps")
    code, listing, _ = sinew("--help")
    commands = re.findall(r"^  (\w+) {2,}\S", listing.split("A model is a file")[0], re.M)
    hold(len(commands) >= 17, f"the help lists the commands, not {commands}")
    for command in commands:
        expect([command, "--help"], 0, rf"^Usage: sinew {command}.*Options:.*--json.*--quiet")
        page = SOURCES / "docs/commands" / f"{command}.md"
        _, markdown, _ = sinew("help", command, "--markdown")
        hold(page.exists() and page.read_text() == markdown,
             f"docs/commands/{command}.md is not what `sinew help {command} --markdown` says; write it anew")
    for shell in ("bash", "zsh", "fish"):
        expect(["completion", shell], 0, "simulate.*--until|simulate.*-l until")
    _, script, _ = sinew("completion", "bash")
    hold(subprocess.run(["bash", "-n"], input=script, text=True).returncode == 0, "the script for bash is one")


def check_numbers():
    for name in ("pendulum", "double_pendulum"):
        file = str(MODELS / f"{name}.json")
        told = subprocess.run([NUMBERS, file], capture_output=True, text=True, check=True).stdout
        wanted = {}
        for line in told.splitlines():
            key, number = line.split()
            wanted.setdefault(key, []).append(float.fromhex(number))
        _, got = values(["eval", file])
        hold(list(got["accelerations"].values()) == wanted["accelerations"], f"{name}: accelerations to the last bit")
        hold([m for row in got["mass_matrix"] for m in row] == wanted["mass_matrix"], f"{name}: M to the last bit")
        for key in ("kinetic", "potential", "total"):
            hold([got["energies"][key]] == wanted[key], f"{name}: {key} energy to the last bit")


def check_states():
    _, start = values(["eval", "pendulum", "--set", "swing.angle=60deg", "--save", "state.json"])
    _, again = values(["eval", "pendulum", "--state", "state.json"])
    hold(start == again, "a saved state is read back to the last bit")
    _, given = values(["eval", "pendulum", "--state", "-", "--what", "state"],
                      stdin='{"time": 2, "q": {"swing.angle": 0.25}, "u": [3]}')
    hold(given["state"]["time"] == 2 and given["state"]["q"] == {"swing.angle": 0.25} and
         list(given["state"]["u"].values()) == [3], "some numbers of a state from standard input")
    expect(["eval", "pendulum", "--state", "-"], 2, "", "Did you mean \"q\"|members of a state", stdin='{"Q": 1}')
    expect(["eval", "pendulum", "--state", "-"], 2, "", "has 2 numbers; this model has 1", stdin='{"q": [1, 2]}')
    _, one = values(["eval", "double_pendulum", "--random", "7"])
    _, two = values(["eval", "double_pendulum", "--random", "7"])
    hold(one == two and one["state"]["q"] != {}, "a random state is the same for the same number")


def check_runs():
    code, run = values(["simulate", "pendulum", "--until", "1", "--no-report", "-o", "a.sinew", "--output", "reaction:swing"])
    hold(code == 0 and run["outcome"] == "reached" and run["to"] == 1 and run["steps"] > 3, "a run to its end")
    hold(run["energy"]["largest_change"] < 1e-4, "a pendulum keeps its energy")
    expect(["simulate", "pendulum", "-t", "1", "--no-report", "-o", "b.sinew", "--output", "reaction:swing", "--quiet"], 0,
           "reached.*steps.*real time.*b.sinew")
    expect(["compare", "a.sinew", "b.sinew"], 0, ".")
    expect(["simulate", "pendulum", "-t", "1", "--no-report", "-o", "c.sinew", "-a", "1e-3", "-q"], 0, ".")
    expect(["compare", "a.sinew", "c.sinew", "-q"], 3, ".")
    code, run = values(["simulate", "pendulum", "-t", "5", "--no-report", "-o", "d.sinew", "--event", "swing.angle<0: stop"])
    hold(code == 0 and run["outcome"] == "ended" and 0.1 < run["to"] < 2, "an event ends a run")
    code, run = values(["simulate", "pendulum", "-t", "2", "--no-report", "-o", "d.sinew", "--event",
                        "t=1: swing.angle/speed=0"])
    hold(code == 0 and run["events"][0]["count"] == 1, "an event at a time")
    _, methods = values(["simulate", "pendulum", "-t", "0.5", "--no-report", "-o", "e.sinew", "--method", "bdf"])
    hold(methods.get("outcome") == "reached", "another method")
    _, steps = values(["simulate", "pendulum", "-t", "0.5", "--no-report", "-o", "e.sinew", "--method", "variational",
                       "--fixed-step", "0.01"])
    hold(steps.get("steps") == 50, "steps of one length")
    pathlib.Path("notes.txt").write_text("mine")
    expect(["simulate", "pendulum", "--no-report", "-o", "notes.txt"], 2, "", "is no recording.*--force")
    hold(pathlib.Path("notes.txt").read_text() == "mine", "a file that is none of ours is left alone")
    expect(["resume", "a.sinew"], 2, "", "complete")


def check_sweeps():
    """Many runs at once end where each would end by itself."""
    start = [0.1, 1.0, 2.0]
    code, swept = values(["sweep", "pendulum", "--vary", "swing.angle=0.1:2:3", "--vary", "rod.mass=1:2:2", "-t", "2", "-a", "1e-9",
                          "--show", "swing.angle,total_energy", "-o", "swept.csv"])
    hold(code == 0 and swept["arrived"] == 6, f"all runs arrive: {swept}")
    hold(swept["columns"] == ["swing.angle", "rod.mass", "end:swing.angle", "end:total_energy"], f"columns: {swept['columns']}")
    hold([row[1] for row in swept["rows"]] == [1, 2] * 3, "the last range changes fastest")
    for row in swept["rows"]:
        expect(["simulate", "pendulum", "--set", f"swing.angle={row[0]}", "--set", f"rod.mass={row[1]}", "-t", "2", "-a", "1e-10", "--no-report",
                "-o", "one.sinew", "--force", "-q"], 0, "reached")
        expect(["export", "one.sinew", "-o", "one.csv"], 0, "one.csv")
        lines = pathlib.Path("one.csv").read_text().splitlines()
        alone = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
        hold(abs(alone["swing.angle"] - row[2]) < 1e-6, f"a run of a sweep ends where it would alone: {row[2]} {alone['swing.angle']}")
    table = pathlib.Path("swept.csv").read_text().splitlines()
    hold(len(table) == 7 and table[0] == "run,swing.angle,rod.mass,end:swing.angle,end:total_energy,arrived", f"a table: {table[:2]}")
    chance = ["sweep", "double_pendulum", "--vary", "shoulder.angle=1:2", "--random", "40"]
    runs = [values([*chance, *more])[1]["rows"] for more in ([], ["--threads", "1"], ["--seed", "2"])]
    hold(runs[0] == runs[1], "the same bits on any number of threads")
    hold(runs[0] != runs[2] and all(1 <= row[0] <= 2 for row in runs[0] + runs[2]), "chances within their range, others with another seed")
    code, moved = values(["sweep", "pendulum", "--vary", "rod.com.y=-1:-0.5:2", "--set", "swing.angle=1", "--show", "position:rod.y,total_energy"])
    hold(code == 0 and abs(moved["rows"][0][2] / moved["rows"][1][2] - 2) < 1e-3,
         f"one number of a parameter: {moved}")
    expect(["sweep", "pendulum"], 2, "", "nothing to vary")
    expect(["sweep", "pendulum", "--vary", "swing.angle=1"], 2, "", "FROM:TO")
    expect(["sweep", "pendulum", "--vary", "swing.angel=1:2"], 2, "", "swing.angle")
    expect(["sweep", "pendulum", "--vary", "swing.angle=1:2:0"], 2, "", "count")
    expect(["sweep", "pendulum", "--vary", "swing.angle=1:2", "--show", "maximum:swing.angle"], 2, "", "looks back")
    expect(["sweep", "pendulum", "--vary", "swing.angle=1:2", "-t", "0"], 2, "", "until")
    expect(["sweep", "stairs", "--vary", "t=0:1:2"], 2, "", 'surface ".+" is rigid')


def check_sweeps_of_demos():
    """What sweeps take ends where simulate ends, loops and Motions included."""
    compared = 0
    for path in sorted(MODELS.glob("*.json")):
        demo, length = path.stem, "0.03" if path.stem == "andrews" else "0.5"
        _, start = values(["eval", demo, "--what", "state"])
        _, parameters, _ = sinew("info", demo, "--parameters")
        mass = re.search(rf"^ +(\w+\.mass) +\((\S+)\)$", parameters, re.M)
        code, swept = values(["sweep", demo, "--vary", f"{mass[1]}={mass[2]}:{mass[2]}:1", "-t", length, "-a", "1e-9"])
        if code == 2:
            hold("takes events" in swept["error"], f"{demo}: {swept['error']}")
            continue
        hold(code == 0, f"{demo}: {swept.get('failures')}")
        until = float(length) + start["state"]["time"]
        expect(["simulate", demo, "--set", f"{mass[1]}={mass[2]}", "-t", repr(until), "-a", "1e-9", "--no-report", "-o", "demo.sinew", "--force", "-q"],
               0, "reached")
        expect(["export", "demo.sinew", "-o", "demo.csv"], 0, "demo.csv")
        lines = pathlib.Path("demo.csv").read_text().splitlines()
        alone = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
        ends = dict(zip(swept["columns"], swept["rows"][0]))
        worst = max(abs(ends["end:" + q] - alone[q]) for q in start["state"]["q"])
        hold(worst < 5e-7, f"{demo}: a sweep ends where simulate ends, not {worst} away")
        compared += 1
    hold(compared >= 20, f"sweeps take most demos, not {compared}")
    _, alone = values(["simulate", "ring_molecule", "-t", "1e-9", "--no-report", "-o", "ring.sinew", "--force"])
    _, start = values(["eval", "ring_molecule", "--what", "state"])
    name, speed = next(iter(start["state"]["u"].items()))
    _, swept = values(["sweep", "ring_molecule", "--vary", f"{name}/speed={speed!r}:{speed!r}:1", "-t", "1e-9", "--show", "total_energy"])
    hold(abs(swept["rows"][0][1] / alone["energy"]["start"] - 1) < 1e-9,
         f"speeds are brought onto constraints alike: {swept['rows']} {alone['energy']}")


def check_sweeps_that_fail():
    """One run that cannot be does not keep the others; what makes no sense is refused before any work."""
    code, swept = values(["sweep", "pendulum", "--vary", "rod.mass=-1:2:4", "-t", "0.5"])
    hold(code == 3 and swept["arrived"] == 2, f"runs without mass do not keep the others: {swept}")
    hold([run["run"] for run in swept["failures"]] == [0, 1] and "must" in swept["failures"][0]["why"], f"reasons: {swept['failures']}")
    expect(["sweep", "pendulum", "--vary", "rod.mass=-1:2:4", "-t", "0.5"], 3,
           r"run 0 \(rod.mass = -1\) did not arrive: .*rod.mass.*run 1 \(rod.mass = 0\) did not arrive: .*2 of 4 runs arrived")
    code, swept = values(["sweep", "four_bar", "--vary", "B.angle=0:3:4"])
    hold("is off its constraints" in str(swept.get("failures")) or "cannot be brought" in str(swept.get("failures")), f"far starts: {swept}")
    # Functions of joints
    vary = "knee.shifts[0].function.y[3]"
    code, swept = values(["sweep", "knee", "--vary", vary + "=0.003:0.005:3", "-t", "0.5", "-a", "1e-9"])
    hold(code == 0 and swept["arrived"] == 3, f"functions of joints can be varied: {swept}")
    _, parameters, _ = sinew("info", "knee", "--parameters")
    points = re.search(r"knee\.shifts\[0\]\.function\.y +\((.+)\)", parameters)[1].replace(" ", "").split(",")
    points[3] = "0.005"
    expect(["simulate", "knee", "--set", "knee.shifts[0].function.y=" + ",".join(points), "-t", "0.5", "-a", "1e-9", "--no-report", "-o", "knee.sinew",
            "--force", "-q"], 0, "reached")
    expect(["export", "knee.sinew", "-o", "knee.csv"], 0, "knee.csv")
    lines = pathlib.Path("knee.csv").read_text().splitlines()
    alone = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
    hold(abs(alone["knee.angle"] - swept["rows"][2][1]) < 1e-6 and abs(swept["rows"][0][1] - swept["rows"][2][1]) > 1e-5, "and each run has its own")
    # The table shows what runs began with.
    code, swept = values(["sweep", "ring_molecule", "--vary", "atom1.x/speed=0:1:2", "-t", "0.01", "--show", "atom1.x/speed"])
    hold(code == 0 and 0 < swept["rows"][0][0] < swept["rows"][1][0] != 1, f"constraints change what was varied: {swept}")
    hold(all(abs(row[1] - row[0]) < 0.3 for row in swept["rows"]), f"and runs go on from there: {swept}")
    for words, message in [
            (["--vary", "t=0:1"], "all runs of a sweep begin and end at the same times"),
            (["--vary", "swing.angle=1:2", "--vary", "swing.angle=0:1"], "are the same number"),
            (["--vary", "swing.angle=1:2", "--vary", "swing=0:1"], "are the same number"),
            (["--vary", "swing.angle=1:2", "--random", "0"], "0 runs: there may be 1 to ten million"),
            (["--vary", "swing.angle=1:2", "--random", "-1"], "-1 runs"),
            (["--vary", "swing.angle=1:2", "-a", "0"], r"--accuracy is 0\. It must be within 1e-14 \.\. 0\.5"),
            (["--vary", "swing.angle=1:2", "-a", "1"], "--accuracy is 1"),
            (["--vary", "rod.com=1:2"], r"is 3 numbers\. Say which: rod.com.x, .y or .z"),
            (["--vary", "rod.com[3]=1:2"], "no variable or parameter"),
            (["--vary", "swing.angle=0:3:1000000", "-t", "1000", "-o", "nowhere/swept.csv"], "nowhere/swept.csv.*can not be written"),
            (["--vary", "swing.angle=0:3:1000000", "-t", "1000", "-o", "."], "can not be written")]:
        began = time.time()
        expect(["sweep", "pendulum", *words], 2, "", message)
        hold(time.time() - began < 20, f"{message}: told before the work begins")
    expect(["sweep", "cardan_shaft", "--vary", "drive.angle=0:1"], 2, "", 'a Motion or a lock of joint "drive" gives it')
    expect(["sweep", "cardan_shaft", "--vary", "drive.angle/speed=0:1"], 2, "", 'a Motion or a lock of joint "drive" gives it')
    expect(["sweep", "dzhanibekov", "--vary", "flight.e1=0:1"], 2, "", r'numbers of a quaternion.*"flight\.u0/speed".*--set flight=')
    expect(["sweep", "dzhanibekov", "--vary", "flight=0:1"], 2, "", "has 7 numbers")


def listens(child):
    """Waits until a process has a handler for Ctrl-C."""
    for _ in range(1000):
        caught = re.search(r"^SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{child.pid}/status").read_text(), re.M)
        if caught and int(caught[1], 16) & 1 << (signal.SIGINT - 1):
            return True
        time.sleep(0.01)
    return False


def check_sweeps_left_off():
    """Ctrl-C is heeded at once, within a group of long runs, too, and keeps what is finished."""
    many = ["--vary", "shoulder.angle=1:2", "--random", "200000", "-t", "20"]
    long = ["--vary", "shoulder.angle=1:2", "--random", "200", "-t", "1e5"]
    for words, some_end in ((many, True), (long, False)):
        child = subprocess.Popen([PROGRAM, "sweep", "double_pendulum", *words, "-o", "part.csv", "--json"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, env={**os.environ, "SINEW_MODELS": str(MODELS)})
        hold(listens(child), "a sweep listens for Ctrl-C")
        time.sleep(3 if some_end else 0.5)
        hold(child.poll() is None, "it was at work")
        began = time.time()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=600)
        took = time.time() - began
        hold(child.returncode == 130, f"Ctrl-C ends a sweep with 130, not {child.returncode}: {err}")
        hold(took < 5, f"and soon, not after {took:.1f} s")
        told = json.loads(out)
        rows = pathlib.Path("part.csv").read_text().splitlines()[1:]
        hold(len(rows) == len(told["rows"]) == told["arrived"] < told["wanted"], f"what is finished is kept: {told['arrived']}")
        hold(told["steps"] > 0 and (len(rows) > 0 or not some_end), f"with the account of steps: {told['steps']}")
        hold(some_end or told["left_off"] == 200, f"and how many had begun: {told['left_off']}")
    child = subprocess.Popen([PROGRAM, "sweep", "double_pendulum", *long], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             env={**os.environ, "SINEW_MODELS": str(MODELS)})
    hold(listens(child), "a sweep listens for Ctrl-C")
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=600)
    hold("stopped: 0 of 200 runs were finished, 200 more had begun" in out, f"it says how far it got: {out}")


def check_left_off():
    """Ctrl-C keeps what was done, and resume goes on to the same bits."""
    for until in 500, 2000, 8000, 32000:  # until it is long enough for this machine to be left off
        long = ["simulate", "double_pendulum", "--until", str(until), "--accuracy", "1e-10", "--no-report", "--force"]
        pathlib.Path("parts.sinew").unlink(missing_ok=True)
        child = subprocess.Popen([PROGRAM, *long, "-o", "parts.sinew"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env={**os.environ, "SINEW_MODELS": str(MODELS)})
        while child.poll() is None and not os.path.exists("parts.sinew"):  # from then on it listens
            time.sleep(0.02)
        time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=600)
        if child.returncode != 0:
            break
    hold(child.returncode == 130, f"Ctrl-C ends a run with 130, not {child.returncode}: {err}")
    hold("sinew resume parts.sinew" in err and "cancelled" in out, f"it says how to go on: {out} {err}")
    expect(["simulate", "double_pendulum", "--no-report", "-o", "parts.sinew"], 2, "", "left off.*sinew resume parts.sinew")
    expect(["resume", "parts.sinew", "--no-report", "-q"], 0, "reached")
    expect([*long, "-o", "whole.sinew", "-q"], 0, "reached")
    expect(["compare", "whole.sinew", "parts.sinew", "-q"], 0, ".")
    code, run = values(["simulate", "pendulum", "-t", "5", "--no-report", "-o", "f.sinew", "--max-steps", "10", "-q"])
    hold(code == 3 and run["outcome"] == "too_many_steps" or "steps" in run.get("outcome", ""), "a limit leaves the run off")
    expect(["resume", "f.sinew", "--no-report", "-q"], 0, "reached")


def check_files():
    expect(["export", "a.sinew", "-o", "a.csv"], 0, "a.csv")
    header = pathlib.Path("a.csv").read_text().splitlines()[0]
    hold("swing.angle/speed" in header and "reaction:swing.force.x" in header, f"columns by name: {header}")
    expect(["export", "a.sinew", "-o", "a.sto"], 0, "a.sto")
    expect(["export", "a.sinew", "-o", "a.glb"], 0, "a.glb")
    head = pathlib.Path("a.glb").read_bytes()
    hold(head[:4] == b"glTF" and int.from_bytes(head[8:12], "little") == len(head), "a binary file of glTF")
    expect(["plot", "a.sinew", "-o", "a.svg"], 0, "a.svg")
    svg = pathlib.Path("a.svg").read_text()
    hold(svg.startswith("<svg") and "swing.angle" in svg and "<path" in svg, "a plot")
    expect(["plot", "a.sinew", "swing.angle", "velocity:rod.x,kinetic_energy", "-o", "b.svg"], 0, "b.svg")
    expect(["plot", "a.csv", "swing.*", "-o", "c.svg"], 0, "c.svg")
    expect(["plot", "a.sinew", "swing.angel", "-o", "d.svg"], 2, "", "Did you mean \"swing.angle\"")
    expect(["plot", "a.sinew", "-o", "a.doc"], 2, "", r"\.svg, \.png or \.html")
    expect(["id", "pendulum", "a.sinew", "-o", "id.csv"], 0, "id.csv")
    _, forces = values(["id", "pendulum", "a.csv", "-o", "id.csv"])
    hold(abs(forces["largest_forces"]["swing.angle"]) < 1e-2, "a free motion takes no force")
    expect(["convert", "pendulum", "-o", "again.json"], 0, "nothing was lost")
    _, before = values(["eval", "pendulum"])
    _, after = values(["eval", "again.json"])
    hold(before == after, "a model that was written and read is the same")
    expect(["convert", "pendulum", "--to", "mjcf", "-o", "again.xml"], 0, "nothing was lost")
    welded = json.loads(pathlib.Path("again.json").read_text())
    first = welded["bodies"][0]["name"]
    welded["bodies"] += [{"name": "lid", "mass": 2, "com": [0, 1, 0]}, {"name": "knob", "mass": 1}]
    welded["joints"] += [{"type": "weld", "name": "glue", "from": first, "to": "lid", "X_PF": [0.1, 0.2, 0]},
                         {"type": "weld", "name": "screws", "from": "knob", "to": "lid", "X_PF": [0, 0, 0.3]}]
    pathlib.Path("welded.json").write_text(json.dumps(welded))
    expect(["convert", "welded.json", "--merge-welds", "-o", "light.json"], 0, '2 bodies have become parts of others.*"knob" is part of')
    code, light = values(["convert", "welded.json", "--merge-welds", "-o", "light.json"])
    hold(len(light["merged"]) == 2 and light["remarks"] == [], f"what went where: {light}")
    hold(len(json.loads(pathlib.Path("light.json").read_text())["bodies"]) == len(welded["bodies"]) - 2, "bodies are fewer")
    ask = ["--set", "swing.angle=1", "--what", "mass_matrix,accelerations"]
    _, whole = values(["eval", "welded.json", *ask])
    _, part = values(["eval", "light.json", *ask])
    for what in ("mass_matrix", "accelerations"):
        one, other = (json.dumps(answer[what]) for answer in (whole, part))
        numbers = [[float(x) for x in re.findall(r"-?\d[\d.e+-]*", text)] for text in (one, other)]
        hold(numbers[0] and max(abs(a - b) for a, b in zip(*numbers)) < 1e-12, f"it moves as before: {one} {other}")
    expect(["simulate", "welded.json", "--merge-welds", "-t", "0.5", "-o", "light.sinew"], 0, "reached")
    expect(["resume", "light.sinew", "-t", "1", "--no-report", "-q"], 0, "reached")
    expect(["bench", "welded.json", "--merge-welds", "-t", "0.1"], 0, "1 speeds")
    expect(["check", "again.xml"], 0, "pendulum")
    expect(["report", "a.sinew", "-o", "a.html", "-q"], 0, "a.html")
    text = pathlib.Path("a.html").read_text()
    hold(text.lstrip().lower().startswith("<!doctype html"), "the report is a page")
    damaged = pathlib.Path("damaged.sinew")
    damaged.write_bytes(pathlib.Path("a.sinew").read_bytes()[:3000])
    expect(["report", "damaged.sinew"], 2, "", "damaged.sinew")


def check_studies():
    expect(["equilibrium", "pendulum", "--set", "swing.angle=1"], 0, "swing.angle = ")
    _, rest = values(["equilibrium", "pendulum", "--set", "swing.angle=1"])
    hold(rest["converged"] and rest["stability"] == "stable", "a pendulum hangs")
    code, swing = values(["modes", "double_pendulum", "--at-rest", "--undamped"])
    hold(code == 0 and swing["stability"] == "stable" and len(swing["modes"]) == 2, "a double pendulum has two modes")
    hold(0 < swing["modes"][0]["frequency"] < swing["modes"][1]["frequency"], "the slower comes first")
    expect(["modes", "pendulum", "--set", "swing.angle=1"], 0, "not an equilibrium", "--at-rest")
    expect(["modes", "pendulum", "--set", "swing.angle=1", "--at-rest", "--report", "modes.html"], 0, "stable", "rests")
    hold(pathlib.Path("modes.html").read_text().lstrip().lower().startswith("<!doctype html"), "shapes become a page")
    expect(["modes", "pendulum", "--mode", "7", "--report", "modes.html"], 2, "", "numbered from 1 to")
    expect(["check", "four_bar", "--assemble"], 0, "degrees of freedom")
    code, joined = values(["assemble", "four_bar"])
    hold(code == 0 and joined["converged"] and joined["error"] < 1e-9, "a four-bar closes")
    expect(["info", "pendulum", "--parameters"], 0, "rod.mass")
    expect(["demo"], 0, "pendulum")
    expect(["bench", "pendulum", "-t", "0.1"], 0, "forward dynamics")


def check_contact():
    """A ball of restitution 1/2 dropped from 1 m: it rests from t (1 + e)/(1 - e) on, t = sqrt(2 h/g), less what is captured."""
    stone = {"static_friction": 0.5, "sliding_friction": 0.4, "restitution": 0.5}
    model = {"sinew": 1, "name": "bounce",
             "bodies": [{"name": "ball", "mass": 1, "inertia": [0.004, 0.004, 0.004]}],
             "joints": [{"type": "free", "name": "free", "from": "world", "to": "ball", "X_PF": [0, 0, 1.1]}],
             "forces": [{"type": "gravity", "name": "gravity", "g": [0, 0, -9.81]}],
             "contact": {"kind": "rigid"},
             "surfaces": [{"name": "floor", "shape": {"type": "half_space"}, "material": stone},
                          {"name": "ball", "body": "ball", "shape": {"type": "sphere", "radius": 0.1}, "material": stone}]}
    pathlib.Path("bounce.json").write_text(json.dumps(model))
    rest = 3 * (2 / 9.81) ** 0.5
    code, run = values(["simulate", "bounce.json", "-t", "2", "-o", "bounce.sinew"])
    happened = {e["event"]: e for e in run["contacts"]}
    hold(code == 0 and run["method"] == "dormand_prince_8", "rigid surfaces go with steps that control their error")
    hold(happened["ball on floor impact"]["count"] > 8, "a ball bounces")
    hold(happened["ball on floor touches"]["count"] == 1, "and comes to rest")
    hold(rest - 1e-3 < happened["ball on floor touches"]["last"] < rest, "when it should")
    hold(abs(run["energy"]["end"] - 0.981) < 1e-6, "on the floor")
    expect(["simulate", "bounce.json", "-t", "2", "-o", "bounce.sinew"], 0, "ball on floor touches: 1 times, last at 1.354")
    code, on = values(["resume", "bounce.sinew", "-t", "3"])
    hold(code == 0 and abs(on["energy"]["end"] - 0.981) < 1e-6, "a run that goes on still rests on the floor")
    model["contact"]["step"] = 0.002
    pathlib.Path("bounce.json").write_text(json.dumps(model))
    for method, used in ((None, "contact_steps of 0.002 s"), ("contact_steps", "contact_steps of 0.002 s"),
                         ("dormand_prince_8", "dormand_prince_8")):
        words = ["simulate", "bounce.json", "-t", "2", "--no-report", "-o", "bounce.sinew"]
        code, run = values(words + (["--method", method] if method else []))
        hold(code == 0 and run["method"] == used, f"method {method}: steps of {run['method']}")
        happened = {e["event"]: e for e in run["contacts"]}
        hold(happened["ball on floor impact"]["count"] > 4, "a ball bounces in any steps")
        hold(happened["ball on floor touches"]["count"] == 1, "and touches once")
        hold(abs(happened["ball on floor touches"]["last"] - rest) < 0.06, "about when it should")
    model["joints"][0]["X_PF"] = [0, 0, 0.08]
    pathlib.Path("deep.json").write_text(json.dumps(model))
    overlap = r'surface "floor" and surface "ball" overlap by 0.02 m. Moving surface "ball" by as much along \(0, 0, 1\)'
    expect(["check", "deep.json"], 0, "warning: " + overlap)
    expect(["check", "deep.json", "--strict"], 3, overlap)
    expect(["simulate", "deep.json", "-t", "1", "--no-report", "-o", "deep.sinew"], 0, "at the start, " + overlap)
    expect(["simulate", "deep.json", "--method", "bdf", "-o", "deep_bdf.sinew"], 3, "", r'"ball on floor" by 0.02')
    expect(["simulate", "stairs", "--method", "merson", "-t", "0.1", "--no-report", "-o", "stairs.sinew"], 0,
           r"box_sides on tread_1 \d+ impact")
    for surface, shape in zip(model["surfaces"], ({"type": "torus"}, {"type": "sphere", "radius": 0.1})):
        surface["shape"] = shape
    pathlib.Path("ring.json").write_text(json.dumps(model))
    expect(["simulate", "ring.json", "--method", "bdf"], 2, "", r'\((torus|sphere)\) and "\w+" \((torus|sphere)\) may touch')


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for check in (check_bad_input, check_help, check_numbers, check_states, check_runs, check_sweeps, check_sweeps_of_demos,
                      check_sweeps_that_fail, check_sweeps_left_off, check_left_off, check_files,
                      check_studies, check_contact):
            begin = time.time()
            check()
            print(f"{check.__name__}: {time.time() - begin:.1f} s")
        os.chdir("/")
    print(f"{len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
