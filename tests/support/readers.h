// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/mesh_files.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/urdf.h>

#include <string>
#include <string_view>

namespace sinew::testing {

// Readers of files as functions of bytes: what they refuse they refuse by Error. For fuzzing, and for damaged files.

template <class F>
void try_to(F f) {
    try {
        f();
    } catch (const Error&) {}
}

inline void try_urdf(std::string_view bytes) {
    try_to([&] { read_urdf_text(bytes, "a.urdf"); });
}
inline void try_sdf(std::string_view bytes) {
    try_to([&] { read_sdf_text(bytes, "a.sdf"); });
}
inline void try_obj(std::string_view bytes) {
    try_to([&] { read_obj(bytes, "a.obj"); });
}
inline void try_stl(std::string_view bytes) {
    try_to([&] { read_stl(bytes, "a.stl"); });
}
inline void try_vtp(std::string_view bytes) {
    try_to([&] { read_vtp(bytes, "a.vtp"); });
}

}  // namespace sinew::testing
