# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""examples.py PROGRAM SOURCES: goes through the pages of docs/commands and the README as a reader would, and runs each
example in one folder, one after another. A reader has files of his own; these are made first."""

import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

PROGRAM, SOURCES = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
BROWSER = any(map(shutil.which, ["chromium", "chromium-browser", "google-chrome"]))
failures = []


def hold(condition, what):
    if not condition:
        failures.append(what)
        print(f"FAILED: {what}")


def shell(line):
    return subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, timeout=900)


# What a reader has: a robot, a leg with markers that somebody filmed, a run that was stopped, two runs to compare.

LENGTHS = {"thigh": 0.4, "shank": 0.42}  # m
FRAMES = [(0.3 * math.sin(0.2 * i), 0.5 - 0.5 * math.cos(0.2 * i)) for i in range(30)]  # hip, knee; rad


def leg():
    bodies = [{"name": name, "mass": 4, "com": [0, -length / 2, 0], "inertia": [0.05, 0.005, 0.05]}
              for name, length in LENGTHS.items()]
    joints = [{"type": "pin", "name": "hip", "from": "world", "to": "thigh"},
              {"type": "pin", "name": "knee", "from": "thigh", "to": "shank", "X_PF": [0, -LENGTHS["thigh"], 0]}]
    markers = [{"name": f"{name}_{side}", "body": name, "X_BF": [x, -0.8 * length, 0.05]}
               for name, length in LENGTHS.items() for side, x in (("front", 0.04), ("back", -0.04))]
    return {"sinew": 1, "name": "leg", "bodies": bodies, "joints": joints, "markers": markers,
            "forces": [{"type": "gravity", "name": "gravity", "g": [0, -9.81, 0]}]}


def filmed(markers):
    """A .trc file, in mm, of where the markers are when the leg goes through FRAMES."""
    def turned(angle, x, y):
        return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)

    names = [m["name"] for m in markers]
    lines = ["PathFileType\t4\t(X/Y/Z)\twalk.trc",
             "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
             f"100\t100\t{len(FRAMES)}\t{len(names)}\tmm\t100\t1\t{len(FRAMES)}",
             "Frame#\tTime\t" + "\t\t\t".join(names),
             "\t\t" + "\t".join(f"{axis}{i + 1}" for i in range(len(names)) for axis in "XYZ"), ""]
    for i, (hip, knee) in enumerate(FRAMES):
        knee_at = turned(hip, 0, -LENGTHS["thigh"])
        row = [str(i + 1), f"{0.01 * i:.3f}"]
        for m in markers:
            x, y, z = m["X_BF"]
            on_shank = m["body"] == "shank"
            dx, dy = turned(hip + knee if on_shank else hip, x, y)
            if on_shank:
                dx, dy = dx + knee_at[0], dy + knee_at[1]
            row += [f"{1000 * v:.9f}" for v in (dx, dy, z)]
        lines.append("\t".join(row))
    return "\n".join(lines) + "\n"


ARM = """<robot name="arm"><link name="base"/>{links}</robot>""".format(links="".join(
    f'<link name="{child}"><inertial><origin xyz="0.15 0 0"/><mass value="1"/>'
    f'<inertia ixx="0.001" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>'
    f'<joint name="{joint}" type="revolute"><parent link="{parent}"/><child link="{child}"/><origin xyz="{at} 0 0"/>'
    f'<axis xyz="{axis}"/><limit lower="-2" upper="2" effort="10" velocity="10"/></joint>'
    for joint, parent, child, at, axis in (("turn", "base", "column", 0, "0 0 1"), ("shoulder", "column", "upper", 0, "0 1 0"),
                                           ("elbow", "upper", "hand", 0.3, "0 1 0"))))


def make_what_a_reader_has(folder):
    tools = folder / "bin"
    tools.mkdir()
    (tools / "sinew").symlink_to(PROGRAM)
    (tools / "xdg-open").write_text("#!/bin/sh\n")  # nobody looks
    if not shutil.which("jq"):
        (tools / "jq").write_text('#!/bin/sh\nexec python3 -c "import json, sys; print(json.load(sys.stdin)[sys.argv[1][1:]])" "$1"\n')
    for tool in tools.iterdir():
        if not tool.is_symlink():
            tool.chmod(0o755)
    os.environ |= {"PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(folder), "SINEW_MODELS": str(SOURCES / "models")}
    (folder / ".config/fish/completions").mkdir(parents=True)
    for robot in ("arm.urdf", "robot.urdf"):
        pathlib.Path(robot).write_text(ARM)
    pathlib.Path("my_robot.urdf").write_text(re.sub("<limit.*?/>", "", ARM.replace("revolute", "continuous")))  # all understood
    pathlib.Path("leg.json").write_text(json.dumps(leg()))
    pathlib.Path("walk.trc").write_text(filmed(leg()["markers"]))
    text = (SOURCES / "README.md").read_text()
    pathlib.Path("mine.json").write_text(re.search(r"```json\n(.*?)```", text, re.S)[1])
    for line in ("sinew convert humanoid --to mjcf -o humanoid.xml",
                 "sinew simulate pendulum --no-report -t 1 -o before.sinew", "sinew simulate pendulum --no-report -t 1 -o after.sinew"):
        hold(shell(line).returncode == 0, line)
    hold(shell("sinew simulate humanoid --no-report -t 2 --max-steps 20").returncode == 3, "a run that was left off")


def watched(line):
    """A live view: it tells its address, serves a page there, and ends with Ctrl-C."""
    child = subprocess.Popen(line.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = re.search(r"http://\S+", child.stdout.readline())
    if address:
        with urllib.request.urlopen(address[0], timeout=60) as page:
            hold(b"<html" in page.read().lower(), f"{line}: a page is served")
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=600)
    hold(address and child.returncode == 0, f"{line}: {child.returncode} {out} {err}")


# What an example must leave behind, beside exit code 0.
LEAVES = {
    "sinew simulate pendulum": ["pendulum.sinew", "pendulum.html"],
    "sinew demo double_pendulum": ["double_pendulum.sinew", "double_pendulum.html"],
    "sinew plot pendulum.sinew": ["pendulum.svg"],
    "sinew report pendulum.sinew": ["pendulum.html"],
    "./run simulate mine.json": ["mine.sinew", "mine.html"],
    "./run plot mine.sinew": ["mine.svg"],
}


def run_example(line, where):
    begin = time.time()
    command = line.replace("./run ", "sinew ")
    if command.startswith("sinew view ") and "--png" not in command:
        watched(command)
    else:
        done = shell(command)
        pictures = re.search(r"\.png\b", command)
        if pictures and not BROWSER:
            hold(done.returncode == 3 and "hromium" in done.stderr, f"{where}: {line}: says what is missing: {done.stderr}")
        else:
            hold(done.returncode == 0, f"{where}: {line}\n  exit code {done.returncode}\n{done.stdout[-600:]}{done.stderr[-600:]}")
            named = re.findall(r"(?: -o| --save| --png| >>?) (\S+)", command)
            left = [f for start, files in LEAVES.items() if line.startswith(start) and not named for f in files]
            for file in named + left:
                hold(os.path.exists(os.path.expanduser(file)), f"{where}: {line}: {file} is there")
    print(f"{where}: {line} ({time.time() - begin:.1f} s)")


def pages():
    """In the order of the table of commands."""
    listed = re.findall(r"^\| \[\w+\]\((\w+\.md)\)", (SOURCES / "docs/commands/README.md").read_text(), re.M)
    for page in listed:
        text = (SOURCES / "docs/commands" / page).read_text()
        examples = text.partition("\nExamples:\n")[2].partition("```")[0]
        yield page, re.findall(r"^  (?! )(.+)$", examples, re.M)


def check_motion():
    """What ik found is what the leg did."""
    lines = pathlib.Path("walk.sto").read_text().partition("endheader\n")[2].splitlines()
    names = lines[0].split("\t")
    columns = [names.index(next(n for n in names if n.startswith(joint) and "speed" not in n)) for joint in ("hip", "knee")]
    found = [[float(line.split("\t")[c]) for c in columns] for line in lines[1:]]
    scale = 180 / math.pi if "inDegrees=yes" in pathlib.Path("walk.sto").read_text() else 1
    hold(len(found) == len(FRAMES), f"a row per frame: {len(found)}")
    worst = max(abs(f / scale - w) for row, frame in zip(found, FRAMES) for f, w in zip(row, frame))
    hold(worst < 1e-6, f"ik finds the angles behind walk.trc, off by {worst}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_what_a_reader_has(pathlib.Path(folder))
        count = 0
        for page, examples in pages():
            hold(examples, f"{page} has examples")
            for line in examples:
                run_example(line, page)
            count += len(examples)
        check_motion()
        readme = (SOURCES / "README.md").read_text()
        lines = re.findall(r"^    (\./run \w.*?)\s*(?:#.*)?$", readme, re.M) + re.findall(r"`(\./run (?:demo|simulate|check)[^`]*)`", readme)
        for line in dict.fromkeys(lines):
            run_example(line, "README.md")
        hold(count >= 25 and len(lines) >= 5, f"{count} examples and {len(lines)} lines of the README")
        os.chdir("/")
    print(f"{len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
