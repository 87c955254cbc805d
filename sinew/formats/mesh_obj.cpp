// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/mesh_parts.h>

#include <charconv>
#include <limits>

namespace sinew {

namespace {

using namespace mesh_parts;

/// The number of a corner, from 0: "7", "7/1/2", "7//2", "-1".
int corner(std::string_view word, std::size_t vertices, const std::string& name, long line,
           std::size_t face) {
    const std::string_view digits = word.substr(0, word.find('/'));
    long long index = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (status != std::errc{} || end != digits.data() + digits.size())
        refuse(
            name, line,
            "face " + std::to_string(face) + ": " + sinew::quoted(word) + " is not the number of a vertex.");
    const auto count = static_cast<long long>(vertices);
    const long long from_zero = index > 0 ? index - 1 : count + index;
    if (index == 0 || from_zero < 0 || from_zero >= count)
        refuse(name, line,
               "face " + std::to_string(face) + ": there is no vertex " + std::to_string(index) +
                   ". The file has " + std::to_string(count) +
                   " before or after it; they are counted from 1, or back from -1.");
    return static_cast<int>(from_zero);
}

/// A face is read when all vertices are known, as it may stand in front of them.
struct Pending {
    std::string_view corners;
    long line;
    std::size_t vertices;  ///< there so far: negative numbers count back from here
};

}  // namespace

TriangleMesh read_obj(std::string_view text, const std::string& name) {
    TriangleMesh mesh;
    std::vector<Pending> pending;
    Lines lines(text);
    for (std::string_view line; lines.next(line);) {
        const std::string_view kind = next_word(line);
        if (kind == "v") mesh.vertices.push_back(mesh_parts::vector(line, name, lines.number()));
        else if (kind == "f") pending.push_back({line, lines.number(), mesh.vertices.size()});
        if (mesh.vertices.size() >= static_cast<std::size_t>(std::numeric_limits<int>::max()))
            refuse(name, lines.number(), "more vertices than can be counted.");
    }
    for (std::size_t face = 0; face < pending.size(); ++face) {
        auto [rest, line, before] = pending[face];
        int first = 0, last = 0, count = 0;
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            if (word == "\\" || word.starts_with('#')) break;
            const std::size_t known = word.starts_with('-') ? before : mesh.vertices.size();
            const int now = corner(word, known, name, line, face + 1);
            if (count == 0) first = now;
            else if (count > 1) mesh.faces.push_back({first, last, now});
            last = now;
            ++count;
        }
        if (count < 3)
            refuse(name, line,
                   "face " + std::to_string(face + 1) + " has " + std::to_string(count) +
                       " corners. It takes 3.");
    }
    return checked(std::move(mesh), name);
}

}  // namespace sinew
