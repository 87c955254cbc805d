// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/mesh_files.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sinew::mesh_parts {

[[noreturn]] void refuse(const std::string& name, long line, const std::string& why);

/// The lines of a text without their ends ("\n", "\r\n" or "\r"), one after the other.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}
    bool next(std::string_view& line);
    long number() const { return number_; }

private:
    std::string_view rest_;
    long number_ = 0;
};

/// The next word of a line, which loses it; empty at its end.
std::string_view next_word(std::string_view& line);

/// A number of a line, or FileError.
double number(std::string_view word, const std::string& name, long line);
Vec3 vector(std::string_view& line, const std::string& name, long number_of_line);

/// Gives the same number to corners at the same place.
class Corners {
public:
    explicit Corners(std::vector<Vec3>& vertices) : vertices_(vertices) {}
    int add(Vec3 p);

private:
    struct Hash {
        std::size_t operator()(const Vec3& p) const;
    };
    struct Same {
        bool operator()(const Vec3& a, const Vec3& b) const { return a.x == b.x && a.y == b.y && a.z == b.z; }
    };
    std::vector<Vec3>& vertices_;
    std::unordered_map<Vec3, int, Hash, Same> numbers_;
};

/// Refuses a mesh without faces.
TriangleMesh checked(TriangleMesh mesh, const std::string& name);

}  // namespace sinew::mesh_parts
