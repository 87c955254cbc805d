# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""What every file owes: two SPDX lines first, no more than 500 lines, no line past 120 columns (clang-format breaks code at 110; a line that is little but a sentence in quotes may be longer), #pragma once in headers, no folder of
somebody's machine, no mark of a merge that was not finished, no TODO without the number of an issue."""

import re

import house

SPDX = ["SPDX-FileCopyrightText: The Sinew authors", "SPDX-License-Identifier: Apache-2.0"]
CODE = {".h", ".cpp", ".py", ".cmake", ".js", ".ts", ".f90", ".c"}
TEXT = CODE | {".md", ".json", ".in", ".txt", ""}
MACHINE = re.compile(r"(?<![\w.}-])/(work|root|home|Users|mnt)/|(?<![\w.}])\.\./shared\b")
MERGE = re.compile(r"(<{7}|>{7}) \w")
MOST_LINES, MOST_COLUMNS = 500, 120


def check(root):
    said = []
    for file in house.files(root, "*"):
        name = str(file.relative_to(root))
        if file.suffix not in TEXT or name in ("LICENSE", "tools/checks/files.py"):
            continue
        text = [t for _, t in house.lines(file)]
        script = text[:1] and text[0].startswith("#!")
        if file.suffix in CODE or script or file.name == "CMakeLists.txt":
            head = text[1:3] if script else text[:2]
            if [re.sub(r"^(//|#|!|/\*) ?", "", t) for t in head] != SPDX:
                said.append(f"{name}:1: begin with the lines \"{SPDX[0]}\" and \"{SPDX[1]}\" as comments")
            if len(text) > MOST_LINES:
                said.append(f"{name}: {len(text)} lines; past {MOST_LINES} there is a second idea inside: split it")
        if file.suffix == ".h" and "#pragma once" not in text:
            said.append(f"{name}:1: a header says #pragma once")
        for number, line in enumerate(text, start=1):
            bare = re.sub(r'"(\\.|[^"\\])*"', '""', line)
            if file.suffix in (".h", ".cpp") and len(line) > MOST_COLUMNS and len(bare) > MOST_COLUMNS / 2:
                said.append(f"{name}:{number}: {len(line)} columns, more than {MOST_COLUMNS}")
            if MERGE.match(line):
                said.append(f"{name}:{number}: a merge was not finished here")
            if MACHINE.search(line) and name != ".ci/run":
                said.append(f"{name}:{number}: names a folder of one machine: {MACHINE.search(line).group()}")
            if re.search(r"\b(TODO|FIXME|XXX)\b(?!.*#\d)", line) and file.suffix in CODE:
                said.append(f"{name}:{number}: a TODO needs the number of an issue, as #12")
    return said


HEAD = f"// {SPDX[0]}\n// {SPDX[1]}\n"
GOOD = {
    "a.h": HEAD + "#pragma once\n// TODO #12: faster; a/work/b is a relative path\n",
    "run": "#!/bin/sh\n" + HEAD.replace("//", "#"),
    "data.json": "{}\n",
    "b.cpp": HEAD + '    "' + "a" * 130 + '"});\n',
}
BAD = [
    ({"a.cpp": "int a;\n"}, "begin with the lines"),
    ({"a.cpp": HEAD.replace("Apache", "MIT")}, "begin with the lines"),
    ({"run": "#!/bin/sh\nls\n"}, "begin with the lines"),
    ({"x/CMakeLists.txt": "sinew_layer(x)\n"}, "begin with the lines"),
    ({"a.h": HEAD}, "#pragma once"),
    ({"a.cpp": HEAD + "\n" * 499}, "501 lines"),
    ({"a.cpp": HEAD + "// " + "é" * 118 + "\n"}, "a.cpp:3: 121 columns"),
    ({"a.md": "<" * 7 + " ours\n"}, "a.md:1: a merge was not finished"),
    ({"a.md": "see /home/me/notes\n"}, "folder of one machine"),
    ({"a.cpp": HEAD + 'open("/work/data");\n'}, "folder of one machine"),
    ({"a.md": "see ../shared/x.md\n"}, "folder of one machine"),
    ({"a.cpp": HEAD + "// TODO faster\n"}, "number of an issue"),
]

if __name__ == "__main__":
    house.main(check, GOOD, BAD)
