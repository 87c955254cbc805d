// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/mesh_parts.h>
#include <sinew/formats/vtk_arrays.h>

#include <cmath>

namespace sinew {

namespace {

[[noreturn]] void refuse_at(const xml::Element& at, const std::string& why) {
    throw FileError(to_text(at.place()) + ": " + at.label() + ": " + why);
}

xml::Element array_named(const xml::Element& cells, const char* wanted) {
    for (const xml::Element& array : cells.children("DataArray"))
        if (array.attribute("Name").word() == wanted) return array;
    return {};
}

int corner(double number, std::size_t first, std::size_t count, const xml::Element& at, std::size_t face) {
    if (!(number >= 0) || number >= static_cast<double>(count) || number != std::floor(number))
        refuse_at(at, "face " + std::to_string(face + 1) + ": there is no point " + rounded(number) +
                          ", the piece has " + std::to_string(count) + ", counted from 0.");
    return static_cast<int>(first + static_cast<std::size_t>(number));
}

/// Polygons as fans, strips as every three neighbours, every second one turned.
void add_cells(const xml::Element& cells, bool strips, const VtkEncoding& encoding, std::size_t first,
               std::size_t points, TriangleMesh& mesh) {
    const xml::Element connectivity = array_named(cells, "connectivity"),
                       offsets = array_named(cells, "offsets");
    if (!connectivity || !offsets) return;
    const std::vector<double> corners = vtk_numbers(connectivity, encoding),
                              ends = vtk_numbers(offsets, encoding);
    std::size_t begin = 0;
    for (std::size_t face = 0; face < ends.size(); ++face) {
        if (!(ends[face] >= static_cast<double>(begin)) || ends[face] > static_cast<double>(corners.size()))
            refuse_at(offsets, "face " + std::to_string(face + 1) + " ends at corner " + rounded(ends[face]) +
                                   " of " + std::to_string(corners.size()) + ".");
        const auto end = static_cast<std::size_t>(ends[face]);
        const auto at = [&](std::size_t i) {
            return corner(corners[begin + i], first, points, connectivity, face);
        };
        for (std::size_t i = 0; i + 2 < end - begin; ++i) {
            if (!strips) mesh.faces.push_back({at(0), at(i + 1), at(i + 2)});
            else if (i % 2 == 0) mesh.faces.push_back({at(i), at(i + 1), at(i + 2)});
            else mesh.faces.push_back({at(i + 1), at(i), at(i + 2)});
        }
        begin = end;
    }
}

void add_piece(const xml::Element& piece, const VtkEncoding& encoding, TriangleMesh& mesh) {
    const xml::Element array = piece.child("Points").child("DataArray");
    if (!array) return;
    const std::vector<double> numbers = vtk_numbers(array, encoding);
    if (numbers.size() % 3 != 0)
        refuse_at(array, std::to_string(numbers.size()) + " numbers are no points of three each.");
    const std::size_t first = mesh.vertices.size(), points = numbers.size() / 3;
    if (first + points > 500'000'000) refuse_at(array, "more points than are read.");
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
        for (std::size_t k = i; k < i + 3; ++k)
            if (!std::isfinite(numbers[k]))
                refuse_at(array, "point " + std::to_string(i / 3) + " is not finite.");
        mesh.vertices.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    }
    add_cells(piece.child("Polys"), false, encoding, first, points, mesh);
    add_cells(piece.child("Strips"), true, encoding, first, points, mesh);
}

}  // namespace

TriangleMesh read_vtp(std::string_view bytes, const std::string& name) {
    VtkEncoding encoding;
    std::string head(bytes);
    // Appended data need not be text, let alone XML: it is taken out first.
    if (const std::size_t element = bytes.find("<AppendedData"); element != std::string_view::npos) {
        const std::size_t start = bytes.find('_', bytes.find('>', element)),
                          end = bytes.rfind("</AppendedData>");
        if (start == std::string_view::npos || end == std::string_view::npos || end < start)
            mesh_parts::refuse(name, 0, "the appended data is cut off.");
        encoding.appended = bytes.substr(start + 1, end - start - 1);
        head = std::string(bytes.substr(0, start)) + std::string(bytes.substr(end));
    }
    Reading reading;
    const xml::Document document(head, name, reading);
    reading.throw_if_failed();
    const xml::Element root = document.root();
    if (root.name() != "VTKFile" || root.attribute("type").word() != "PolyData")
        refuse_at(root, "this is not a VTK file of type PolyData.");
    encoding.big_endian = root.attribute("byte_order").word() == "BigEndian";
    encoding.wide_header = root.attribute("header_type").word() == "UInt64";
    const std::string compressor = root.attribute("compressor").word();
    if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
        refuse_at(root,
                  "compressor=" + sinew::quoted(compressor) + " is not known. Known: vtkZLibDataCompressor.");
    encoding.compressed = !compressor.empty();
    encoding.appended_raw = root.child("AppendedData").attribute("encoding").word("base64") == "raw";
    TriangleMesh mesh;
    for (const xml::Element& piece : root.child("PolyData").children("Piece"))
        add_piece(piece, encoding, mesh);
    return mesh_parts::checked(std::move(mesh), name);
}

}  // namespace sinew
