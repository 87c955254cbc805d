// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/json_model.h>
#include <sinew/formats/mesh_files.h>
#include <sinew/formats/mjcf.h>
#include <sinew/formats/recording.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/urdf.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sinew::testing {

// Readers of files as functions of bytes: what they refuse they refuse by Error. For fuzzing, and for damaged files.

template <class F>
bool try_to(F f) {
    try {
        f();
    } catch (const Error&) {
        return false;
    }
    return true;
}

/// A model that was read and compiles can be saved, and what is read back is the same.
inline void check_saving(const ModelFile& file) {
    std::string saved;
    if (!try_to([&] { saved = to_json_model(file.model); })) return;
    if (to_json_model(read_json_model_text(saved, "saved.json").model) != saved)
        throw std::logic_error("a model changed when it was saved and read again");
}

template <class Read>
void try_model(Read read, std::string_view bytes) {
    // Elsewhere than any file, so that names of files lead nowhere.
    try_to([&] {
        const ModelFile file = read(bytes, "/nowhere/model", ReadOptions{});
        compile(file);
        check_saving(file);
    });
}

inline void try_json(std::string_view bytes) { try_model(read_json_model_text, bytes); }
inline void try_urdf(std::string_view bytes) { try_model(read_urdf_text, bytes); }
inline void try_sdf(std::string_view bytes) { try_model(read_sdf_text, bytes); }
inline void try_mjcf(std::string_view bytes) { try_model(read_mjcf_text, bytes); }

template <class Read>
void try_mesh(Read read, std::string_view bytes) {
    try_to([&] {
        const TriangleMesh mesh = read(bytes, "a.mesh");
        const auto corners = static_cast<int>(mesh.vertices.size());
        for (const auto& face : mesh.faces)
            for (const int corner : face)
                if (corner < 0 || corner >= corners)
                    throw std::logic_error("a face has a corner that does not exist");
    });
}

inline void try_obj(std::string_view bytes) { try_mesh(read_obj, bytes); }
inline void try_stl(std::string_view bytes) { try_mesh(read_stl, bytes); }
inline void try_vtp(std::string_view bytes) { try_mesh(read_vtp, bytes); }

/// All there is to ask; each question may be refused on its own.
inline void ask_all(const Recording& recording) {
    long frames = 0;
    try_to([&] { frames = recording.frames(); });
    try_to([&] { recording.about(); });
    try_to([&] { recording.times(); });
    try_to([&] { recording.table(); });
    try_to([&] { recording.nearest(0.1); });
    try_to([&] { recording.events(); });
    try_to([&] { recording.statistics(); });
    try_to([&] { recording.log(); });
    try_to([&] { recording.place_to_resume(); });
    for (long frame = 0; frame < std::min(frames, 4L); ++frame)
        try_to([&] {
            const Recording::Raw raw = recording.raw(frame);
            recording.raw_parameters(raw.parameters);
            recording.raw_discrete(raw.discrete);
        });
}

inline void try_recording(std::string_view bytes) {
    try_to([&] { ask_all(Recording::from_bytes(bytes, "a.sinew")); });
    try_to([&] { ask_all(Recording::salvage_bytes(bytes, "a.sinew")); });
}

}  // namespace sinew::testing
