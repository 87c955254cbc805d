// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/gltf.h>
#include <sinew/formats/shape_mesh.h>
#include <sinew/formats/text_file.h>
#include <sinew/math/orientation.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace sinew {

namespace {

using nlohmann::json;

// Numbers of the standard (glTF 2.0, Khronos 2021).
constexpr int float_type = 5126, unsigned_int_type = 5125, vertex_buffer = 34962, index_buffer = 34963;

/// The turn that brings a direction to the y axis.
Rotation to_y(const Vec3& up) {
    const double size = norm(up);
    const Vec3 d = size > 0 ? (1 / size) * up : Vec3{0, 1, 0}, y{0, 1, 0};
    const Vec3 axis = cross(d, y);
    const double s = norm(axis), c = dot(d, y);
    if (s < 1e-12) return c > 0 ? Rotation::identity() : Rotation::about_x(std::acos(-1.0));
    return Rotation::about((1 / s) * axis, std::atan2(s, c));
}

/// x, y, z, w, as glTF has it; of the two signs the one nearer to the one before.
std::array<float, 4> quaternion(const Rotation& R, const std::array<float, 4>* before = nullptr) {
    const auto e = quaternion_of(R);
    std::array<float, 4> out{static_cast<float>(e.x), static_cast<float>(e.y), static_cast<float>(e.z),
                             static_cast<float>(e.w)};
    if (before) {
        float along = 0;
        for (std::size_t i = 0; i < 4; ++i) along += out[i] * (*before)[i];
        if (along < 0)
            for (float& x : out) x = -x;
    }
    return out;
}

double linear(double srgb) { return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4); }

/// The binary chunk with what describes it.
class Scene {
public:
    json head = {{"asset", {{"version", "2.0"}, {"generator", "Sinew"}}}};

    int add_floats(const std::vector<float>& values, const char* type, int width, int target = 0,
                   bool bounds = false) {
        json accessor = {{"bufferView", add_view(values.data(), values.size() * sizeof(float), target)},
                         {"componentType", float_type},
                         {"count", values.size() / static_cast<std::size_t>(width)},
                         {"type", type}};
        if (bounds && !values.empty()) {
            json low = json::array(), high = json::array();
            for (int i = 0; i < width; ++i) {
                float least = values[static_cast<std::size_t>(i)], most = least;
                for (std::size_t k = static_cast<std::size_t>(i); k < values.size();
                     k += static_cast<std::size_t>(width)) {
                    least = std::min(least, values[k]);
                    most = std::max(most, values[k]);
                }
                low.push_back(least);
                high.push_back(most);
            }
            accessor["min"] = low;
            accessor["max"] = high;
        }
        return add("accessors", std::move(accessor));
    }
    int add_indices(const std::vector<int>& values) {
        std::vector<std::uint32_t> indices(values.begin(), values.end());
        return add(
            "accessors",
            {{"bufferView", add_view(indices.data(), indices.size() * sizeof(std::uint32_t), index_buffer)},
             {"componentType", unsigned_int_type},
             {"count", indices.size()},
             {"type", "SCALAR"}});
    }
    int add(const char* list, json item) {
        head[list].push_back(std::move(item));
        return static_cast<int>(head[list].size()) - 1;
    }

    /// Header, JSON and binary chunk, each filled up to four bytes.
    std::string file() {
        head["buffers"] = json::array({{{"byteLength", bytes_.size()}}});
        std::string text = head.dump(-1, ' ', false, json::error_handler_t::replace);
        text.resize((text.size() + 3) / 4 * 4, ' ');
        std::string out;
        const auto word = [&](std::uint32_t value) {
            for (int i = 0; i < 4; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
        };
        word(0x46546c67);
        word(2);
        word(static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + bytes_.size()));
        word(static_cast<std::uint32_t>(text.size()));
        word(0x4e4f534a);
        out += text;
        word(static_cast<std::uint32_t>(bytes_.size()));
        word(0x004e4942);
        return out + bytes_;
    }

private:
    int add_view(const void* data, std::size_t size, int target) {
        static_assert(std::endian::native == std::endian::little);
        json view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", size}};
        if (target) view["target"] = target;
        bytes_.append(static_cast<const char*>(data), size);
        return add("bufferViews", std::move(view));
    }
    std::string bytes_;
};

void push(std::vector<float>& to, const Vec3& v) {
    for (const double x : {v.x, v.y, v.z}) to.push_back(static_cast<float>(x));
}

int add_mesh(Scene& scene, const std::string& name, const DrawnMesh& mesh, const Colour& colour) {
    std::vector<float> places, normals;
    for (const Vec3& p : mesh.corners) push(places, p);
    for (const Vec3& n : mesh.normals) push(normals, n);
    json material = {{"pbrMetallicRoughness",
                      {{"baseColorFactor",
                        {linear(colour.red), linear(colour.green), linear(colour.blue), colour.opacity}},
                       {"metallicFactor", 0.1},
                       {"roughnessFactor", 0.6}}}};
    if (colour.opacity < 1) material["alphaMode"] = "BLEND";
    const int look = scene.add("materials", std::move(material));
    const int at = scene.add_floats(places, "VEC3", 3, vertex_buffer, true),
              n = scene.add_floats(normals, "VEC3", 3, vertex_buffer);
    return scene.add("meshes",
                     {{"name", name},
                      {"primitives", json::array({{{"attributes", {{"POSITION", at}, {"NORMAL", n}}},
                                                   {"indices", scene.add_indices(mesh.triangles)},
                                                   {"material", look}}})}});
}

/// Frames to be shown: every one, or as many as the rate asks for.
std::vector<long> frames_of(const Recording& recording, const GltfOptions& options) {
    const std::vector<double> times = recording.times();
    if (times.empty())
        throw FileError(sinew::quoted(recording.file()) + " holds no frame, so there is nothing to show.");
    const double to = options.to < options.from ? times.back() : options.to;
    std::vector<long> frames;
    double next = -1e300;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] < options.from || times[i] > to || times[i] < next) continue;
        if (!frames.empty() && times[i] <= times[static_cast<std::size_t>(frames.back())]) continue;
        frames.push_back(static_cast<long>(i));
        next = times[i] + (1 - 1e-6) / options.frames_per_second;
    }
    if (frames.empty()) frames.push_back(0);
    return frames;
}

/// Something to see of a model that says nothing of its looks: a ball at each mass centre.
std::vector<Visual> balls(const Model& model) {
    std::vector<Visual> made;
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
        const Body& body = model.bodies[i];
        const double radius = 0.03 + 0.02 * std::cbrt(std::max(0.0, body.mass.mass));
        made.push_back({body.name,
                        BodyId{static_cast<int>(i)},
                        {Rotation::identity(), body.mass.com},
                        shape::Sphere{radius},
                        {}});
    }
    return made;
}

}  // namespace

void write_gltf(const std::string& file, const System& system, const Recording& recording,
                const GltfOptions& options) {
    recording.check(system);
    const Model& model = system.model();
    const std::vector<long> frames = frames_of(recording, options);
    const std::size_t bodies = model.bodies.size();
    std::vector<float> times;
    std::vector<std::vector<float>> places(bodies), turns(bodies);
    std::vector<std::array<float, 4>> last(bodies);
    State state = system.default_state();
    const double start = recording.time(frames[0]);
    for (const long frame : frames) {
        recording.read(system, frame, state);
        times.push_back(static_cast<float>(state.time() - start));
        for (std::size_t b = 1; b < bodies; ++b) {
            const Transform X_WB = pose(system, state, BodyId{static_cast<int>(b)});
            push(places[b], X_WB.p);
            last[b] = quaternion(X_WB.R, times.size() > 1 ? &last[b] : nullptr);
            turns[b].insert(turns[b].end(), last[b].begin(), last[b].end());
        }
    }
    Scene scene;
    const int clock = scene.add_floats(times, "SCALAR", 1, 0, true);
    json children = json::array(), samplers = json::array(), channels = json::array();
    std::vector<json> nodes(bodies);
    for (std::size_t b = 0; b < bodies; ++b) nodes[b] = {{"name", model.bodies[b].name}};
    const std::vector<Visual> visuals = model.visuals.empty() ? balls(model) : model.visuals;
    for (const Visual& visual : visuals) {
        const DrawnMesh mesh = drawn(visual.shape);
        if (mesh.triangles.empty()) continue;
        const auto q = quaternion(visual.X_BG.R);
        const Vec3& p = visual.X_BG.p;
        const int node = scene.add("nodes", {{"name", visual.name},
                                             {"mesh", add_mesh(scene, visual.name, mesh, visual.colour)},
                                             {"translation", {p.x, p.y, p.z}},
                                             {"rotation", {q[0], q[1], q[2], q[3]}}});
        nodes[static_cast<std::size_t>(visual.body.index)]["children"].push_back(node);
    }
    for (std::size_t b = 0; b < bodies; ++b) {
        if (b > 0) {
            nodes[b]["translation"] = {places[b][0], places[b][1], places[b][2]};
            nodes[b]["rotation"] = {turns[b][0], turns[b][1], turns[b][2], turns[b][3]};
        }
        const int node = scene.add("nodes", nodes[b]);
        children.push_back(node);
        if (b == 0) continue;
        for (const auto& [path, values, type, width] : {std::tuple{"translation", &places[b], "VEC3", 3},
                                                        std::tuple{"rotation", &turns[b], "VEC4", 4}}) {
            samplers.push_back({{"input", clock},
                                {"output", scene.add_floats(*values, type, width)},
                                {"interpolation", "LINEAR"}});
            channels.push_back(
                {{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
        }
    }
    const auto up = quaternion(to_y(up_of(model)));
    const int root = scene.add(
        "nodes", {{"name", model.name}, {"rotation", {up[0], up[1], up[2], up[3]}}, {"children", children}});
    scene.head["scenes"] = json::array({{{"nodes", {root}}}});
    scene.head["scene"] = 0;
    if (!channels.empty())
        scene.head["animations"] =
            json::array({{{"name", "run"}, {"samplers", samplers}, {"channels", channels}}});
    write_text_file(file, scene.file());
}

}  // namespace sinew
