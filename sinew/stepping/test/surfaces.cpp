// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/surface_touches.h>
#include <sinew/stepping/test/grounds.h>

#include <array>
#include <string>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// One of every kind that is closed, about 0.2 m large.
std::vector<Shape> shapes_of_every_kind() {
    const auto corners = std::make_shared<std::vector<Vec3>>();
    for (int i = 0; i < 8; ++i)
        corners->push_back(
            {i & 1 ? 0.1 : -0.1, i & 2 ? 0.08 : -0.08, (i & 4 ? 0.1 : -0.1) * (1 + 0.1 * (i & 1))});
    const auto mesh = std::make_shared<TriangleMesh>();
    mesh->vertices = {{0.12, 0.12, 0.12}, {0.12, -0.12, -0.12}, {-0.12, 0.12, -0.12}, {-0.12, -0.12, 0.12}};
    mesh->faces = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    return {shape::Box{{0.2, 0.15, 0.1}}, shape::Sphere{0.1},         shape::Ellipsoid{{0.12, 0.1, 0.07}},
            shape::Cylinder{0.1, 0.15},   shape::Capsule{0.06, 0.15}, shape::Cone{0.1, 0.15},
            shape::Torus{0.1, 0.03},      shape::ConvexHull{corners}, shape::Mesh{.triangles = mesh}};
}

struct Heap {
    Model model;
    std::vector<BodyId> ids;
    Material material{.static_friction = 0.5, .sliding_friction = 0.4};

    explicit Heap(double restitution = 0) {
        material.restitution = restitution;
        model.contact.kind = ContactKind::rigid;
        model.add(Gravity{.g = {0, 0, -9.81}});
        model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = material});
    }
    void add(const Shape& shape, const Vec3& p, const Vec3& turn = {}) {
        const std::string name = "body" + std::to_string(ids.size());
        const BodyId body = model.add(Body{.name = name, .mass = solid(shape, 1.0)});
        model.add(Free{}, {.name = name + "_free", .to = body, .X_PF = {rotation_of_xyz(turn), p}});
        model.add(ContactSurface{.name = name + "_skin", .body = body, .shape = shape, .material = material});
        ids.push_back(body);
    }
    ContactStepper stepper(const System& system) const {
        return ContactStepper(system, std::make_unique<SurfaceTouches>(system));
    }
};

}  // namespace

TEST_CASE("bodies of every shape fall on the ground: energy is accounted for, nothing sinks in") {
    for (const Shape& shape : shapes_of_every_kind()) {
        CAPTURE(std::string(kind_of(shape)));
        Heap heap(0.3);
        heap.add(shape, {0, 0, 0.5}, {0.3, 0.5, 0.2});
        const System system(heap.model);
        ContactStepper stepper = heap.stepper(system);
        State state = system.default_state();
        const double start = total_energy(system, state);
        double dissipated = 0, lifted = 0, lowest = start;
        for (int i = 0; i < 1500; ++i) {
            const ContactStep account = stepper.step(state, 0.002);
            dissipated += account.dissipated, lifted += account.lifted;
            const double energy = total_energy(system, state);
            CHECK(energy <= lowest + lifted + 0.01 * start);
            lowest = std::min(lowest, energy);
        }
        CHECK(std::abs(total_energy(system, state) + dissipated - lifted - start) < 1e-9 * start);
        CHECK(pose(system, state, heap.ids[0]).p.z > -stepper.options().slop);  // of a cone, the base
    }
}

TEST_CASE("bodies rest on the ground with the sizes that a State has, as with those of a Model") {
    for (const Shape& shape : shapes_of_every_kind()) {
        CAPTURE(std::string(kind_of(shape)));
        Shape larger = shape;
        bool has_sizes = false;
        each_size(larger, [&](const char*, auto& size) { size = 1.5 * size, has_sizes = true; });
        if (!has_sizes) continue;
        Heap heap(0.3);
        heap.add(shape, {0, 0, 0.5}, {0.3, 0.5, 0.2});
        Model other = heap.model;
        other.surfaces[1].shape = larger;
        const System system(heap.model), rebuilt(other);
        State state = system.default_state(), same = rebuilt.default_state();
        each_size(larger, [&]<class T>(const char* name, const T& size) {
            const std::string path = std::string("body0_skin.") + name;
            if constexpr (std::is_same_v<T, Vec3>) state.set_parameter(path, std::span(&size.x, 3));
            else state.set_parameter(path, size);
        });
        ContactStepper one = heap.stepper(system), other_one = heap.stepper(rebuilt);
        for (int i = 0; i < 200; ++i) one.step(state, 0.005), other_one.step(same, 0.005);
        CHECK(std::equal(state.q().begin(), state.q().end(), same.q().begin(), same.q().end()));
    }
}

TEST_CASE("a heap of every shape keeps apart, pair by pair (long)") {
    const std::vector<Shape> shapes = shapes_of_every_kind();
    Heap heap;
    for (std::size_t i = 0; i < 3 * shapes.size(); ++i)
        heap.add(shapes[i % shapes.size()],
                 {0.05 * (static_cast<double>(i % 3) - 1), 0.04 * (static_cast<double>(i % 4) - 1.5),
                  0.3 + 0.3 * static_cast<double>(i)},
                 {0.1 * static_cast<double>(i), 0.2, 0.3});
    const System system(heap.model);
    ContactStepper stepper = heap.stepper(system);
    State state = system.default_state();
    const double start = total_energy(system, state);
    double lifted = 0;
    for (int i = 0; i < 1500; ++i) lifted += stepper.step(state, 0.002).lifted;
    CHECK(total_energy(system, state) < start);
    CHECK(lifted < 0.02 * start);
    for (const BodyId id : heap.ids) CHECK(pose(system, state, id).p.z > 0);
}

TEST_CASE("a block that slides comes to rest where it should, the nearer the shorter the steps") {
    const double mu = 0.4, v = 2, exact = v * v / (2 * mu * 9.81);
    for (const double h : {0.01, 0.001}) {
        Heap heap;
        heap.material.static_friction = mu;
        heap.model.surfaces[0].material.static_friction = mu;
        heap.add(shape::Box{{0.4, 0.4, 0.1}}, {0, 0, 0.05});
        const System system(heap.model);
        ContactStepper stepper = heap.stepper(system);
        State state = system.default_state();
        state.set_u(std::vector<double>{0, 0, 0, v, 0, 0});
        for (int i = 0; i < static_cast<int>(1.0 / h); ++i) stepper.step(state, h);
        CAPTURE(h);
        CHECK(std::abs(pose(system, state, heap.ids[0]).p.x - exact) < 0.5 * v * h);
        CHECK(kinetic_energy(system, state) < 1e-9);
    }
}

TEST_CASE("dominoes fall one after another") {
    Heap heap(0.1);
    const int n = 12;
    for (int i = 0; i < n; ++i) {
        const double lean = i == 0 ? 0.22 : 0;
        heap.add(shape::Box{{0.02, 0.1, 0.2}},
                 {0.1 * i - (i == 0 ? 0.02 : 0), 0, 0.1 * std::cos(lean) + 0.01 * std::sin(lean)},
                 {0, lean, 0});
    }
    const System system(heap.model);
    ContactStepper stepper = heap.stepper(system);
    State state = system.default_state();
    const auto leans = [&](int i) {
        return std::acos(std::min(1.0, pose(system, state, heap.ids[size(i)]).R.z.z));
    };
    std::vector<double> fell(size(n), -1);
    for (int i = 0; i < 1500; ++i) {
        stepper.step(state, 0.002);
        for (int k = 0; k < n; ++k)
            if (fell[size(k)] < 0 && leans(k) > 0.5) fell[size(k)] = state.time();
    }
    for (int k = 1; k < n; ++k) CHECK(fell[size(k)] > fell[size(k - 1)]);
}

TEST_CASE("a thousand times as fast as it is thin: nothing passes through the ground") {
    Heap heap;
    heap.add(shape::Box{{0.1, 0.1, 0.01}}, {0, 0, 5});
    const System system(heap.model);
    ContactStepper stepper = heap.stepper(system);
    State state = system.default_state();
    state.set_u(std::vector<double>{0, 0, 0, 0, 0, -100});
    for (int i = 0; i < 100; ++i) stepper.step(state, 0.01);
    CHECK(pose(system, state, heap.ids[0]).p.z == doctest::Approx(0.005).epsilon(0.05));
}

TEST_CASE(
    "two boxes that stand on one another a little turned and tilted touch at all corners of what they "
    "share") {
    const auto pose_by = [](const Vec3& p, const Vec3& z, const Vec3& x) {
        const Vec3 unit = z / norm(z), y = cross(unit, x) / norm(cross(unit, x));
        return Transform{{{cross(y, unit), y, unit}}, p};
    };
    const Surface A{Shape(shape::Box{{0.2, 0.2, 0.2}})};
    const Transform X_WA = pose_by({1.1201, 1.1143, 0.6982}, {0.0117, 0.0036, 0.9999},
                                   {0.9997, -0.0203, -0.0116}),
                    X_WB = pose_by({1.1151, 1.1027, 0.8948}, {0.0536, -0.0019, 0.9986},
                                   {0.9951, 0.0835, -0.0532});
    std::array<ManifoldPoint, 8> points;
    ManifoldMemory memory;
    CHECK(manifold(A, X_WA, A, X_WB, 0.007, points, memory) == 4);
}
