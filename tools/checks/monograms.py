# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Inner letters cancel. In X_WB * X_BC, R_WB * R_BC, X_WB * p_BS and R_WB * v_BS_B the letters that meet must be the same, and
what is assigned must carry the outer ones: X_WC = X_WB * X_BC. inverse(X) and transpose(R) swap letters. In an array
indexed by body, X_WB[P] is X_WP, and an index that is no single letter makes B an unknown frame, which matches any.
A line that must differ says why after "letters:" in its comment."""

import re

import house

INDEX = r"(?:\[([^\[\]]*(?:\[[^\[\]]*\])?[^\[\]]*)\]|\(([^()]*(?:\([^()]*\))?[^()]*)\))?"
PATH = r"(?<![\w.>])(?:\w+(?:\.|->))*"
NAME = rf"{PATH}([XRpvawfVAF])_([A-Z])([A-Z])?(?:_([A-Z]))?\b{INDEX}(?:\.([Rp])\b)?"
FACTOR = re.compile(rf"\s*(?:(inverse|transpose)\(\s*{NAME}\s*\)|{NAME}(\s*\.(?:inverse|transpose)\(\)|⁻¹|ᵀ)?)")
TARGET = re.compile(rf"{NAME}\s*=\s*$")


def letter(frame, index):
    """The frame that a letter of an indexed name stands for; None is unknown."""
    if not index or frame != "B":
        return frame
    return index if re.fullmatch("[A-Z]", index) else None


def factor(match):
    """(kind, from, to, expressed in) of one factor; frames not known are None."""
    groups = match.groups()
    kind, a, b, c, index, call, member = groups[1:8] if groups[0] else groups[8:15]
    a, b, c = (letter(f, index or call) for f in (a, b, c))
    kind = member or kind  # X_WB.R is R_WB and X_WB.p is p_WB
    return (kind, b, a, c) if groups[0] or groups[15] else (kind, a, b, c)


def fault(target, chain):
    for left, right in zip(chain, chain[1:]):
        inner = right[1]
        if left[0] not in "XR" or (left[0] == "X" and right[0] not in "Xp"):
            return None  # some other product
        if left[0] == "R" and right[0] not in "XR":
            inner = right[3] or inner  # a rotation re-expresses: what counts is where the vector was expressed
        if left[2] and inner and left[2] != inner:
            return f"{left[2]} and {inner} meet"
    if target and target[0] in "XR" and chain[-1][0] in "XR":
        for said, found in ((target[1], chain[0][1]), (target[2], chain[-1][2])):
            if said and found and said != found:
                return f"the product goes from {chain[0][1]} to {chain[-1][2]}"
    return None


def chains(text):
    """(target or None, factors) of each product in a line."""
    at = 0
    while first := FACTOR.search(text, at):
        target = TARGET.search(text, 0, first.start() + len(first.group()) - len(first.group().lstrip()))
        factors, at = [factor(first)], first.end()
        while (star := re.compile(r"\s*\*").match(text, at)) and (more := FACTOR.match(text, star.end())):
            factors.append(factor(more))
            at = more.end()
        whole = not re.compile(r"\s*[*/]").match(text, at)
        named = target.groups() if target and whole else None
        index = named and (named[4] or named[5])
        yield named and (named[0], letter(named[1], index), letter(named[2], index)), factors


def check(root):
    said = []
    for file in house.files(root, "*.h", "*.cpp", under=["sinew", "tests", "examples"]):
        for number, text in house.lines(file):
            for target, factors in chains(text) if "letters:" not in text else ():
                why = fault(target, factors)
                if why:
                    said.append(f"{file.relative_to(root)}:{number}: {why} in {text.strip()}")
    return said


GOOD = {
    "sinew/a.cpp": """X_WC = X_WB * X_BC;
const Transform X_WB = x.X_WB[P] * X_PF * X_FM * inverse(X_BM);
x.X_WB[B] = x.X_WB[tree.parent(B)] * X_PB;
auto p = X_WB * p_BS;  auto v = R_WB * v_BS_B;  auto q = R_FM.transpose() * p_FM;
a = transpose(R_WB) * p_PB_W;  a = s * R_WB * p_BS_B;  a = R_WB * w_WB_B;  a = w_WB * R_WC;
R_WB * R_CB;  // letters: a similarity, on purpose
y = M_B_W * A_WB;  // X_FM = X_MF⁻¹, R_BW = R_WBᵀ
  X_FM(q) = X_FM * X_MB * X_BM;  X_WB.R * X_BD.p;  a = X_WB.R * p_BS_B + X_WB.p;
""",
}
BAD = [
    ({"sinew/b.cpp": "X_WC = X_WB * X_CB;\n"}, "B and C meet"),
    ({"sinew/b.cpp": "X_WC = inverse(X_WB) * X_BC;\n"}, "W and B meet"),
    ({"sinew/b.cpp": "// X_FM = X_FM⁻¹\n"}, "from M to F"),
    ({"sinew/b.cpp": "X_WC = X_WB * X_BD;\n"}, "from W to D"),
    ({"sinew/b.cpp": "auto X_PB = X_PF * X_FM * X_BM;\n"}, "M and B meet"),
    ({"sinew/b.cpp": "x.X_WB[B] = x.X_WB[P] * X_CB;\n"}, "P and C meet"),
    ({"sinew/b.cpp": "x.X_WB[B] = x.X_WB[P] * X_PC;\n"}, "from W to C"),
    ({"sinew/b.cpp": "a = R_WB * p_BS_W;\n"}, "B and W meet"),
    ({"sinew/b.cpp": "a = R_WB.transpose() * p_BS_B;\n"}, "W and B meet"),
    ({"sinew/b.cpp": "a = X_WB[B].R * p_WS;\n"}, "B and W meet"),
    ({"sinew/b.cpp": "a = X_WB.R * X_CD.p;\n"}, "B and C meet"),
    ({"tests/laws/b.cpp": "a = X_WB * p_WS;\n"}, "B and W meet"),
]

if __name__ == "__main__":
    house.main(check, GOOD, BAD)
