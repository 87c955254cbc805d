// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/mesh_files.h>

#include <unistd.h>
#include <zlib.h>
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>

using namespace sinew;

namespace {

/// A box of sides 2, 3, 4 around (1, 1.5, 2), each side two triangles that turn outward.
TriangleMesh brick() {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back({i & 1 ? 2.0 : 0.0, i & 2 ? 3.0 : 0.0, i & 4 ? 4.0 : 0.0});
    mesh.faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                  {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

void check_is_brick(const TriangleMesh& mesh) {
    CHECK(mesh.vertices.size() == 8);
    REQUIRE(mesh.faces.size() == 12);
    const MassProperties m = mesh_solid(Density{1}, mesh);
    CHECK(std::abs(m.mass - 24) < 1e-13);
    CHECK(norm(m.com - Vec3{1, 1.5, 2}) < 1e-14);
    CHECK(std::abs(m.inertia.xx - 24 * (9 + 16) / 12.0) < 1e-12);
}

std::string said_of(std::string_view bytes, const std::string& name) {
    try {
        read_mesh_bytes(bytes, name);
    } catch (const FileError& error) {
        return error.what();
    }
    return "nothing";
}

void contains(const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
}

std::string base64(std::string_view bytes) {
    const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned all = 0;
        for (std::size_t k = 0; k < 3; ++k)
            all = all << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : digits[all >> (18 - 6 * k) & 63];
    }
    return out;
}

struct VtpKind {
    bool appended, raw, compressed, wide, big;
};

template <class T>
std::string bytes_of(T value, bool big) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return big ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

std::string length_of(std::size_t n, const VtpKind& kind) {
    return kind.wide ? bytes_of(std::uint64_t{n}, kind.big)
                     : bytes_of(static_cast<std::uint32_t>(n), kind.big);
}

/// Data as VTK packs it: its length and itself, or the lengths of compressed blocks and these.
std::string packed(const std::string& data, const VtpKind& kind) {
    const auto text = [&](const std::string& bytes) {
        return kind.appended && kind.raw ? bytes : base64(bytes);
    };
    if (!kind.compressed) return text(length_of(data.size(), kind) + data);
    const std::size_t block = 40, blocks = (data.size() + block - 1) / block, last = data.size() % block;
    std::string head = length_of(blocks, kind) + length_of(block, kind) + length_of(last, kind), body;
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::string part = data.substr(i * block, block);
        std::string squeezed(compressBound(part.size()), '\0');
        uLongf length = squeezed.size();
        compress(reinterpret_cast<Bytef*>(squeezed.data()), &length,
                 reinterpret_cast<const Bytef*>(part.data()), part.size());
        head += length_of(length, kind);
        body += squeezed.substr(0, length);
    }
    return text(head) + text(body);
}

std::string vtp(const TriangleMesh& mesh, const VtpKind& kind) {
    std::string points, corners, ends, appended;
    for (const Vec3& p : mesh.vertices)
        for (int i = 0; i < 3; ++i) points += bytes_of(p[i], kind.big);
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        for (const int c : mesh.faces[f]) corners += bytes_of(std::int64_t{c}, kind.big);
        ends += bytes_of(static_cast<std::int32_t>(3 * f + 3), kind.big);
    }
    const auto array = [&](const char* type, const char* name, const std::string& data) {
        const std::string start = std::string("<DataArray type='") + type + "' Name='" + name + "' ";
        if (!kind.appended) return start + "format='binary'>\n  " + packed(data, kind) + "\n</DataArray>\n";
        const std::string offset = std::to_string(appended.size());
        appended += packed(data, kind);
        return start + "format='appended' offset='" + offset + "'/>\n";
    };
    std::string text =
        std::string("<?xml version='1.0'?>\n<VTKFile type='PolyData' version='1.0' byte_order='") +
        (kind.big ? "BigEndian" : "LittleEndian") + "' header_type='" + (kind.wide ? "UInt64" : "UInt32") +
        "'" + (kind.compressed ? " compressor='vtkZLibDataCompressor'" : "") + ">\n<PolyData><Piece>\n";
    text += "<Points>" + array("Float64", "Points", points) + "</Points>\n<Polys>" +
            array("Int64", "connectivity", corners) + array("Int32", "offsets", ends) +
            "</Polys></Piece></PolyData>\n";
    if (kind.appended)
        text += std::string("<AppendedData encoding='") + (kind.raw ? "raw" : "base64") + "'>\n_" + appended +
                "\n</AppendedData>\n";
    return text + "</VTKFile>\n";
}

}  // namespace

TEST_CASE("a brick comes back from OBJ and STL files with its volume, mass centre and inertia") {
    check_is_brick(read_obj(to_obj(brick()), "a.obj"));
    check_is_brick(read_stl(to_stl(brick()), "a.stl"));
    check_is_brick(read_stl(to_stl_text(brick()), "a.stl"));
    const std::string folder =
        std::filesystem::temp_directory_path() / ("sinew_mesh_" + std::to_string(getpid()));
    for (const char* ending : {".obj", ".STL"}) {
        write_mesh(brick(), folder + ending);
        check_is_brick(read_mesh(folder + ending));
        std::filesystem::remove(folder + ending);
    }
    contains(said_of("x", "a.ply"), "meshes are read from .obj, .stl and .vtp files");
}

TEST_CASE("a brick comes back from a VTP file however its arrays are packed") {
    for (int bits = 0; bits < 32; ++bits) {
        CAPTURE(bits);
        const VtpKind kind{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0,
                           (bits & 16) != 0};
        const std::string bytes = vtp(brick(), kind);
        check_is_brick(read_mesh_bytes(bytes, "a.vtp"));
        if (bits % 5 != 0) continue;
        for (std::size_t n = 0; n < bytes.size() - 15; n += 3)  // whatever is cut off is told
            CHECK(said_of(bytes.substr(0, n), "a.vtp") != "nothing");
    }
    const char* text =
        "<VTKFile type='PolyData'><PolyData><Piece><Points><DataArray format='ascii'>0 0 0 1 0 0\n"
        "0 1 0 1 1 0</DataArray></Points><Strips><DataArray Name='connectivity'>0 1 2 3</DataArray>"
        "<DataArray Name='offsets'>4</DataArray></Strips></Piece></PolyData></VTKFile>";
    const TriangleMesh strip = read_vtp(text, "a.vtp");
    REQUIRE(strip.faces.size() == 2);
    CHECK(strip.faces[1] == std::array{2, 1, 3});
}

TEST_CASE("OBJ files: polygons, corners with textures, numbers that count back, faces before vertices") {
    const TriangleMesh mesh = read_obj(
        "# c\r\nf 1/7 2/7/3 3//3 4\r\nv 0 0 0\r\nv 1 0 0 1 .5 .5\r\nv 1 1 0\r\nv 0 1 0\r\nf -4 -2 -1\r\n",
        "a.obj");
    REQUIRE(mesh.faces.size() == 3);
    CHECK(mesh.faces[1] == std::array{0, 2, 3});
    CHECK(mesh.faces[2] == std::array{0, 2, 3});
    contains(said_of("v 0 0 0\nv 0 0 1\nf 1 2 3\n", "a.obj"), "a.obj:3: face 1: there is no vertex 3");
    contains(said_of("v 0 0 0\nf 0 1 1\n", "a.obj"), "there is no vertex 0");
    contains(said_of("v 0 0 0\nf -2 1 1\n", "a.obj"), "there is no vertex -2");
    contains(said_of("v 0 0 0\nf 1 1\n", "a.obj"), "a.obj:2: face 1 has 2 corners");
    contains(said_of("v 0 0 0\nf 1 x 1\n", "a.obj"), "\"x\" is not the number of a vertex");
    contains(said_of("v 0 0 nan\n", "a.obj"), "a.obj:1: \"nan\" is not a number");
    contains(said_of("v 0 0\n", "a.obj"), "2 numbers where a point has 3");
    contains(said_of("v 0 0 0\n", "a.obj"), "there are no faces in it");
}

TEST_CASE("STL files are told apart by what is in them, and refused before memory is asked for") {
    std::string bytes = to_stl(brick());
    bytes.replace(0, 5, "solid");  // some programs write this at the start of bytes
    check_is_brick(read_stl(bytes, "a.stl"));
    std::string huge(84, '\xff');
    contains(said_of(huge, "a.stl"), "4294967295 faces need 214748364834 bytes, and the file has 84");
    contains(said_of(bytes.substr(0, 300), "a.stl"), "cut off");
    contains(
        said_of("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", "a.stl"),
        "a.stl:6: a facet of 2 vertices");
    contains(said_of("solid a\nvertex 0 0 0\n", "a.stl"), "\"endsolid\" is missing");
    contains(said_of("solid a\nvortex 0 0 0\n", "a.stl"), "a.stl:2: \"vortex\" is not known");
    const std::uint32_t nan = 0x7fc00000;
    std::memcpy(bytes.data() + 84 + 50 + 12, &nan, 4);
    contains(said_of(bytes, "a.stl"), "face 2 has a corner that is not finite");
}

TEST_CASE("VTP files with numbers that do not fit are refused by line") {
    const auto with = [](const char* corners, const char* ends) {
        return std::string(
                   "<VTKFile type='PolyData'><PolyData><Piece>\n<Points><DataArray>0 0 0 1 0 0 0 1 0"
                   "</DataArray></Points>\n<Polys><DataArray Name='connectivity'>") +
               corners + "</DataArray>\n<DataArray Name='offsets'>" + ends +
               "</DataArray></Polys></Piece></PolyData></VTKFile>";
    };
    contains(said_of(with("0 1 3", "3"), "a.vtp"),
             "a.vtp:3: PolyData Piece Polys DataArray: face 1: there is no point 3");
    contains(said_of(with("0 1 2", "4"), "a.vtp"), "a.vtp:4");
    contains(said_of(with("0 1 1e", "3"), "a.vtp"), "\"1e\" is not a number");
    contains(said_of("<VTKFile type='ImageData'/>", "a.vtp"), "not a VTK file of type PolyData");
    CHECK(size_warning(brick()).empty());
    contains(size_warning(brick(), {1000, 1000, 1000}), "4e+03 m long");
}
