// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/gltf.h>
#include <sinew/formats/recorder.h>
#include <sinew/formats/shape_mesh.h>
#include <sinew/formats/text_file.h>
#include <sinew/formats/trc.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <numbers>

using namespace sinew;

namespace {

const std::string trc =
    "PathFileType\t4\t(X/Y/Z)\twalk.trc\r\n"
    "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\r\n"
    "100\t100\t2\t2\tmm\t100\r\n"
    "Frame#\tTime\tknee\t\t\ttoe\t\t\r\n"
    "\t\tX1\tY1\tZ1\tX2\tY2\tZ2\r\n"
    "1\t0.00\t1000\t2000\t-500\t1\t2\t3\r\n"
    "2\t0.01\t1001\t2000\t-500\t\t\t\r\n";

std::string message_of(const std::string& text) {
    try {
        from_trc(text, "walk.trc");
    } catch (const FileError& e) {
        return e.what();
    }
    return "nothing";
}

std::string with(std::string text, const std::string& old, const std::string& now) {
    return text.replace(text.find(old), old.size(), now);
}

/// The volume that triangles enclose: a sixth of the sum of their corners' triple products.
double volume(const DrawnMesh& mesh) {
    double sum = 0;
    const auto corner = [&](std::size_t i) {
        return mesh.corners[static_cast<std::size_t>(mesh.triangles[i])];
    };
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        sum += dot(corner(i), cross(corner(i + 1), corner(i + 2)));
    return sum / 6;
}

}  // namespace

TEST_CASE("markers of a .trc file are metres, and one that was not seen is NaN") {
    const MarkerRecording read = from_trc(trc);
    CHECK(read.names == std::vector<std::string>{"knee", "toe"});
    CHECK(read.times == std::vector<double>{0, 0.01});
    CHECK(read.places[0].x == doctest::Approx(1.0));
    CHECK(read.places[0].z == doctest::Approx(-0.5));
    CHECK(read.places[1].y == doctest::Approx(0.002));
    CHECK(read.places[2].x == doctest::Approx(1.001));
    CHECK(std::isnan(read.places[3].x));
}

TEST_CASE("a .trc file that is none is refused with its line") {
    CHECK(message_of("hello").find("walk.trc:1: this is no .trc file") == 0);
    CHECK(message_of(with(trc, "\tmm\t", "\tinch\t")).find("walk.trc:3: the unit is \"inch\"") == 0);
    CHECK(message_of(with(trc, "2000", "2,000")).find("walk.trc:6: \"2,000\" is not a number") == 0);
    CHECK(message_of(with(trc, "0.01", "0.00")).find("walk.trc:7: time 0 is not after 0") == 0);
    CHECK(message_of(with(trc, "Time", "When")).find("walk.trc:4:") == 0);
    for (std::size_t n = 0; n < trc.size(); ++n) message_of(trc.substr(0, n));  // ends, whatever is missing
}

TEST_CASE("drawn shapes are closed, turned outward, and enclose what they should but for their corners") {
    const double pi = std::numbers::pi;
    const auto share = [](const Shape& shape, double whole) { return volume(drawn(shape)) / whole; };
    CHECK(share(shape::Box{{1, 2, 3}}, 6) == doctest::Approx(1));
    CHECK(share(shape::Sphere{2}, 4 * pi / 3 * 8) == doctest::Approx(1).epsilon(0.02));
    CHECK(share(shape::Ellipsoid{{1, 2, 3}}, 4 * pi / 3 * 6) == doctest::Approx(1).epsilon(0.02));
    CHECK(share(shape::Cylinder{1, 3}, 3 * pi) == doctest::Approx(1).epsilon(0.01));
    CHECK(share(shape::Capsule{1, 3}, 3 * pi + 4 * pi / 3) == doctest::Approx(1).epsilon(0.02));
    CHECK(share(shape::Cone{1, 3}, pi) == doctest::Approx(1).epsilon(0.01));
    CHECK(share(shape::Torus{2, 0.5}, pi * pi) == doctest::Approx(1).epsilon(0.04));
    const shape::ConvexHull corner{
        std::make_shared<std::vector<Vec3>>(std::vector<Vec3>{{}, x_axis, y_axis, z_axis, {0.1, 0.1, 0.1}})};
    CHECK(share(corner, 1.0 / 6) == doctest::Approx(1));
    CHECK(drawn(shape::HeightMap{1, 1, std::make_shared<HeightGrid>(HeightGrid{3, 2, {0, 1, 2, 3, 4, 5}})})
              .triangles.size() == 12);
    CHECK(drawn(shape::Mesh{}).triangles.empty());
}

TEST_CASE("a scene of glTF has a node per body that stands where the recording says") {
    Model model;
    const auto arm = model.add(Body{.name = "arm", .mass = {.mass = 1, .com = {0, -0.5, 0}}});
    const auto hinge =
        model.add(Pin{}, {.name = "hinge", .to = arm, .X_PF = {Rotation::identity(), {1, 2, 3}}});
    model.add(Visual{"rod", arm, {}, shape::Box{{0.1, 1, 0.1}}, {}});
    const System system(model);
    const auto folder = std::filesystem::temp_directory_path() / "sinew_test_gltf";
    std::filesystem::create_directory(folder);
    const std::string file = (folder / "run.sinew").string(), scene = (folder / "run.glb").string();
    {
        Recorder recorder(file, system, {.overwrite = true});
        State state = system.default_state();
        for (int i = 0; i < 4; ++i) {
            state.set_time(0.1 * i);
            state.q(hinge) = 2.0 * i;  // more than half a turn in all: signs of quaternions must not jump
            recorder.append(state);
        }
        recorder.close();
    }
    write_gltf(scene, system, Recording(file));
    const std::string bytes = read_text_file(scene);
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, 4);
    const auto json = nlohmann::json::parse(bytes.substr(20, length));
    const auto& nodes = json["nodes"];
    bool found = false;
    for (const auto& node : nodes)
        if (node["name"] == "arm") {
            found = true;
            CHECK(node["translation"] == nlohmann::json{1.0, 2.0, 3.0});
            CHECK(nodes[node["children"][0].get<std::size_t>()]["name"] == "rod");
        }
    CHECK(found);
    const auto& animation = json["animations"][0];
    CHECK(animation["channels"].size() == 2);
    const auto& turns = json["accessors"][animation["samplers"][1]["output"].get<std::size_t>()];
    CHECK(turns["count"] == 4);
    const auto offset =
        json["bufferViews"][turns["bufferView"].get<std::size_t>()]["byteOffset"].get<std::size_t>();
    std::vector<float> e(16);
    std::memcpy(e.data(), bytes.data() + 20 + length + 8 + offset, 64);
    for (std::size_t i = 0; i < 4; ++i) {
        const double angle = 2.0 * static_cast<double>(i) / 2;
        CHECK(std::abs(e[4 * i + 2]) == doctest::Approx(std::abs(std::sin(angle))).epsilon(1e-6));
        if (i > 0) CHECK(e[4 * i + 2] * e[4 * i - 2] + e[4 * i + 3] * e[4 * i - 1] >= 0);
    }
    std::filesystem::remove_all(folder);
}
