// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/mesh_parts.h>
#include <sinew/formats/numbers.h>
#include <sinew/formats/reading.h>
#include <sinew/formats/text_file.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sinew {

namespace mesh_parts {

void refuse(const std::string& name, long line, const std::string& why) {
    throw FileError(to_text(SourcePlace{name, static_cast<int>(line)}) + ": " + why);
}

bool Lines::next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find_first_of("\r\n");
    line = rest_.substr(0, end);
    if (end == std::string_view::npos) rest_ = {};
    else rest_.remove_prefix(end + (rest_.substr(end, 2) == "\r\n" ? 2 : 1));
    ++number_;
    return true;
}

std::string_view next_word(std::string_view& line) {
    const std::size_t first = line.find_first_not_of(" \t\v\f");
    if (first == std::string_view::npos) {
        line = {};
        return {};
    }
    line.remove_prefix(first);
    const std::string_view word = line.substr(0, line.find_first_of(" \t\v\f"));
    line.remove_prefix(word.size());
    return word;
}

double number(std::string_view word, const std::string& name, long line) {
    const ParsedNumber parsed = parse_number(word);
    if (!parsed.fault.empty()) refuse(name, line, sinew::quoted(word) + " " + parsed.fault);
    return parsed.value;
}

Vec3 vector(std::string_view& line, const std::string& name, long number_of_line) {
    Vec3 v;
    for (int i = 0; i < 3; ++i) {
        const std::string_view word = next_word(line);
        if (word.empty()) refuse(name, number_of_line, std::to_string(i) + " numbers where a point has 3.");
        v[i] = number(word, name, number_of_line);
    }
    return v;
}

std::size_t Corners::Hash::operator()(const Vec3& p) const {
    std::uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < 3; ++i) {
        std::uint64_t bits;
        const double x = p[i];
        std::memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits ^ (bits >> 29)) * 1099511628211u;
        hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
}

int Corners::add(Vec3 p) {
    for (int i = 0; i < 3; ++i) p[i] += 0.0;  // −0 is 0
    const auto [entry, is_new] = numbers_.try_emplace(p, static_cast<int>(vertices_.size()));
    if (is_new) vertices_.push_back(p);
    return entry->second;
}

TriangleMesh checked(TriangleMesh mesh, const std::string& name) {
    if (mesh.faces.empty()) refuse(name, 0, "there are no faces in it, so it is no surface.");
    return mesh;
}

}  // namespace mesh_parts

namespace {

std::string ending_of(const std::string& name) {
    const std::size_t dot = name.find_last_of("./");
    if (dot == std::string::npos || name[dot] != '.') return "";
    std::string ending = name.substr(dot);
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending;
}

}  // namespace

TriangleMesh read_mesh(const std::string& file) { return read_mesh_bytes(read_text_file(file), file); }

TriangleMesh read_mesh_bytes(std::string_view bytes, const std::string& name) {
    if (bytes.empty()) mesh_parts::refuse(name, 0, "the file is empty.");
    const std::string ending = ending_of(name);
    if (bytes.substr(0, 2000).find("<VTKFile") != std::string_view::npos) return read_vtp(bytes, name);
    if (ending == ".obj") return read_obj(bytes, name);
    if (ending == ".stl") return read_stl(bytes, name);
    if (ending == ".vtp") return read_vtp(bytes, name);
    if (bytes.starts_with("solid")) return read_stl(bytes, name);
    mesh_parts::refuse(name, 0,
                       "meshes are read from .obj, .stl and .vtp files. Convert it to one of these.");
}

std::string to_obj(const TriangleMesh& mesh) {
    std::string text;
    for (const Vec3& p : mesh.vertices)
        text += "v " + shortest(p.x) + " " + shortest(p.y) + " " + shortest(p.z) + "\n";
    for (const std::array<int, 3>& f : mesh.faces)
        text += "f " + std::to_string(f[0] + 1) + " " + std::to_string(f[1] + 1) + " " +
                std::to_string(f[2] + 1) + "\n";
    return text;
}

void write_mesh(const TriangleMesh& mesh, const std::string& file) {
    const std::string ending = ending_of(file);
    if (ending == ".obj") return write_text_file(file, to_obj(mesh));
    if (ending == ".stl") return write_text_file(file, to_stl(mesh));
    mesh_parts::refuse(file, 0, "meshes are written as .obj or .stl. Give the file one of these endings.");
}

std::string size_warning(const TriangleMesh& mesh, const Vec3& scale) {
    double longest = 0;
    for (int i = 0; i < 3; ++i) {
        double low = 0, high = 0;
        bool first = true;
        for (const Vec3& p : mesh.vertices) {
            low = first ? p[i] : std::min(low, p[i]);
            high = first ? p[i] : std::max(high, p[i]);
            first = false;
        }
        longest = std::max(longest, std::abs(scale[i]) * (high - low));
    }
    if (longest > 1000)
        return "is " + rounded(longest, 3) +
               " m long: are its numbers millimetres? Then give it a scale of 0.001.";
    if (longest < 1e-3) return "is " + rounded(longest, 3) + " m long at most: is its scale right?";
    return "";
}

}  // namespace sinew
