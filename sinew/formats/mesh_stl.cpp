// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/mesh_parts.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

using namespace mesh_parts;

constexpr std::size_t header = 84, bytes_per_face = 50;

std::uint32_t unsigned_at(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return value;
}

TriangleMesh from_bytes(std::string_view bytes, const std::string& name) {
    if (bytes.size() < header)
        refuse(name, 0,
               "an STL file has at least 84 bytes, and this one has " + std::to_string(bytes.size()) + ".");
    const std::size_t count = unsigned_at(bytes, 80), needed = header + bytes_per_face * count;
    if (bytes.size() < needed)
        refuse(name, 0,
               std::to_string(count) + " faces need " + std::to_string(needed) + " bytes, and the file has " +
                   std::to_string(bytes.size()) + ". It was cut off, or is no STL file.");
    TriangleMesh mesh;
    mesh.faces.reserve(count);
    Corners corners(mesh.vertices);
    for (std::size_t face = 0; face < count; ++face) {
        std::array<int, 3> numbers{};
        for (std::size_t c = 0; c < 3; ++c) {
            Vec3 p;
            for (int i = 0; i < 3; ++i) {
                const std::size_t at =
                    header + bytes_per_face * face + 12 + 12 * c + 4 * static_cast<std::size_t>(i);
                p[i] = static_cast<double>(std::bit_cast<float>(unsigned_at(bytes, at)));
                if (!std::isfinite(p[i]))
                    refuse(name, 0, "face " + std::to_string(face + 1) + " has a corner that is not finite.");
            }
            numbers[c] = corners.add(p);
        }
        mesh.faces.push_back(numbers);
    }
    return checked(std::move(mesh), name);
}

TriangleMesh from_text(std::string_view text, const std::string& name) {
    TriangleMesh mesh;
    Corners corners(mesh.vertices);
    Lines lines(text);
    std::array<int, 3> face{};
    std::size_t count = 0;
    bool ended = false;
    for (std::string_view line; lines.next(line);) {
        const std::string_view word = next_word(line);
        if (word == "vertex") {
            if (count == 3)
                refuse(name, lines.number(), "a fourth vertex in a facet. STL files hold triangles.");
            face[count++] = corners.add(mesh_parts::vector(line, name, lines.number()));
        } else if (word == "endloop" || word == "endfacet") {
            if (word == "endloop") {
                if (count != 3)
                    refuse(name, lines.number(),
                           "a facet of " + std::to_string(count) + " vertices. It takes 3.");
                mesh.faces.push_back(face);
            }
            count = 0;
        } else if (word == "endsolid") {
            ended = true;
        } else if (word != "" && word != "solid" && word != "facet" && word != "outer") {
            refuse(name, lines.number(), sinew::quoted(word) + " is not known in an STL file of text.");
        }
    }
    if (!ended) refuse(name, lines.number(), "\"endsolid\" is missing: the file was cut off.");
    return checked(std::move(mesh), name);
}

}  // namespace

TriangleMesh read_stl(std::string_view bytes, const std::string& name) {
    // Files of bytes may begin with "solid", too: their size tells.
    if (bytes.size() >= header && bytes.size() == header + bytes_per_face * unsigned_at(bytes, 80))
        return from_bytes(bytes, name);
    const std::string_view start = bytes.substr(0, 512);
    const bool text = bytes.starts_with("solid") && start.find('\0') == std::string_view::npos;
    return text ? from_text(bytes, name) : from_bytes(bytes, name);
}

namespace {

Vec3 normal_of(const TriangleMesh& mesh, const std::array<int, 3>& f) {
    const auto p = [&](int i) {
        return mesh.vertices[static_cast<std::size_t>(f[static_cast<std::size_t>(i)])];
    };
    const Vec3 n = cross(p(1) - p(0), p(2) - p(0));
    const double length = norm(n);
    return length > 0 ? n / length : Vec3{};
}

void append(std::string& out, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) out += static_cast<char>((value >> (8 * i)) & 0xff);
}
void append(std::string& out, const Vec3& p) {
    for (int i = 0; i < 3; ++i) append(out, std::bit_cast<std::uint32_t>(static_cast<float>(p[i])));
}

std::string words(const Vec3& p) { return shortest(p.x) + " " + shortest(p.y) + " " + shortest(p.z); }

}  // namespace

std::string to_stl(const TriangleMesh& mesh) {
    std::string out = "written by sinew";
    out.resize(80, ' ');
    append(out, static_cast<std::uint32_t>(mesh.faces.size()));
    for (const std::array<int, 3>& f : mesh.faces) {
        append(out, normal_of(mesh, f));
        for (const int corner : f) append(out, mesh.vertices[static_cast<std::size_t>(corner)]);
        out += '\0';
        out += '\0';
    }
    return out;
}

std::string to_stl_text(const TriangleMesh& mesh, const std::string& name) {
    std::string out = "solid " + escaped(name) + "\n";
    for (const std::array<int, 3>& f : mesh.faces) {
        out += "facet normal " + words(normal_of(mesh, f)) + "\nouter loop\n";
        for (const int corner : f)
            out += "vertex " + words(mesh.vertices[static_cast<std::size_t>(corner)]) + "\n";
        out += "endloop\nendfacet\n";
    }
    return out + "endsolid " + escaped(name) + "\n";
}

}  // namespace sinew
