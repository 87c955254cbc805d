# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""The law of layers: a layer includes itself and the layers its sinew_layer(NAME USES ...) line names, all of them lower
in the list of the top CMakeLists.txt; and what we take from others stays out of public headers."""

import re

import house

PARTS = re.compile(r"#\s*include\s*[<\"](fmt|nlohmann|doctest|Eigen|sqlite3|cvode|sundials|SimTK\w*)[/.]")


def check(root):
    said = []
    order = re.search(r"foreach\(layer IN ITEMS([^)]*)\)", (root / "CMakeLists.txt").read_text())
    order = order.group(1).split() if order else []
    folders = [f for f in sorted((root / "sinew").iterdir()) if f.is_dir()]
    for folder in folders:
        layer = folder.name
        cmake = folder / "CMakeLists.txt"
        line = re.search(r"^sinew_layer\((\w+)(?:\s+KERNELS)?(?:\s+USES\s+([^)]*))?\s*\)", cmake.read_text() if cmake.exists() else "", re.M)
        if not line or line.group(1) != layer:
            said.append(f"sinew/{layer}/CMakeLists.txt has no line sinew_layer({layer} USES ...)")
            continue
        if layer not in order:
            said.append(f"layer {layer} is not in the list of layers in CMakeLists.txt, so nothing builds it")
            continue
        uses = (line.group(2) or "").split()
        for used in uses:
            if used not in order or order.index(used) >= order.index(layer):
                said.append(f"sinew/{layer}/CMakeLists.txt: {layer} uses {used}, which is not below it")
        for file in house.files(root, "*.h", "*.cpp", under=[f"sinew/{layer}"]):
            public = file.suffix == ".h" and "test" not in file.relative_to(folder).parts
            for number, text in house.lines(file):
                where = f"{file.relative_to(root)}:{number}"
                include = re.match(r"\s*#\s*include\s*<sinew/([\w.]+)", text)
                if include and include.group(1) not in (layer, *uses, "version.h"):
                    other = include.group(1)
                    up = other in order and order.index(other) > order.index(layer)
                    why = "which is above it" if up else f"which its USES line does not name"
                    said.append(f"{where}: layer {layer} includes {other}, {why}")
                if re.match(r"\s*#\s*include\s*\"", text):
                    said.append(f"{where}: include as <sinew/layer/file.h>, not by a relative path")
                if public and PARTS.match(text):
                    said.append(f"{where}: a public header may not include what users of Sinew need not have")
    return said


GOOD = {
    "CMakeLists.txt": "foreach(layer IN ITEMS base math\n  joints)\n",
    "sinew/base/CMakeLists.txt": "sinew_layer(base)\n",
    "sinew/math/CMakeLists.txt": "sinew_layer(math KERNELS USES base)\n",
    "sinew/joints/CMakeLists.txt": "sinew_layer(joints USES math)\n",
    "sinew/math/vec.h": "#include <array>\n#include <sinew/base/id.h>\n",
    "sinew/math/vec.cpp": "#include <fmt/format.h>\n#include <sinew/math/vec.h>\n",
    "sinew/sinew.h": "#include <sinew/joints/pin.h>\n",
}
BAD = [
    ({"sinew/math/up.h": "#include <sinew/joints/pin.h>\n"}, "math includes joints, which is above it"),
    ({"sinew/math/test/up.cpp": "# include <sinew/joints/pin.h>\n"}, "math includes joints, which is above it"),
    ({"sinew/math/all.cpp": "#include <sinew/sinew.h>\n"}, "includes sinew.h"),
    ({"sinew/joints/pin.h": "#include <sinew/base/id.h>\n"}, "does not name"),
    ({"sinew/base/CMakeLists.txt": "sinew_layer(base USES math)\n"}, "base uses math, which is not below"),
    ({"sinew/base/CMakeLists.txt": "sinew_layer(bass)\n"}, "no line sinew_layer(base"),
    ({"sinew/wild/a.h": "\n"}, "no line sinew_layer(wild"),
    ({"sinew/new/CMakeLists.txt": "sinew_layer(new)\n"}, "nothing builds it"),
    ({"sinew/math/vec.h": "#include \"mat.h\"\n"}, "relative path"),
    ({"sinew/math/vec.h": "#include <fmt/format.h>\n"}, "need not have"),
]

if __name__ == "__main__":
    house.main(check, GOOD, BAD)
