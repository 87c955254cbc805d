// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/error.h>
#include <sinew/spatial/solids.h>

#include <string>
#include <string_view>

namespace sinew {

// Surfaces of triangles as OBJ, STL and VTP files hold them. What is refused is refused by FileError with file and
// line, or the number of the face: no faces, a corner that does not exist or is not finite, data that is cut off.
// Memory goes with the size of the file.

/// By what is in the file; its ending decides where that leaves a doubt.
TriangleMesh read_mesh(const std::string& file);
/// The same from the bytes of a file of that name.
TriangleMesh read_mesh_bytes(std::string_view bytes, const std::string& name);

/// Wavefront: vertices and faces. Faces with more corners are cut into triangles from their first corner; indices may
/// be negative. Normals, textures, materials and groups are passed over.
TriangleMesh read_obj(std::string_view text, const std::string& name);
/// As text or as bytes. Corners at the same place become one.
TriangleMesh read_stl(std::string_view bytes, const std::string& name);
/// VTK's XML PolyData: polygons and strips; text, base64 within the elements, or appended raw or as base64, each plain
/// or compressed by zlib; either order of bytes.
TriangleMesh read_vtp(std::string_view bytes, const std::string& name);

/// Numbers with as many digits as bring them back to the last bit.
std::string to_obj(const TriangleMesh& mesh);
/// As bytes: numbers are rounded to single precision.
std::string to_stl(const TriangleMesh& mesh);
std::string to_stl_text(const TriangleMesh& mesh, const std::string& name = "sinew");
/// By what the name ends in: .obj or .stl (as bytes).
void write_mesh(const TriangleMesh& mesh, const std::string& file);

/// What is odd about the size of a mesh, such as a length above 1 km or all of it below 1 mm, where units of a file may
/// not be metres; empty if nothing is.
std::string size_warning(const TriangleMesh& mesh, const Vec3& scale = {1, 1, 1});

}  // namespace sinew
