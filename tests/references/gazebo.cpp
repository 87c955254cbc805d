// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Gazebo's tests of joints and collisions in time, with the numbers that Simbody has of them (simbody/simbody,
// Simbody/tests/GazeboReactionForceWithAppliedForce*.cpp, GazeboInelasticCollision.cpp). Their statics are in
// reactions.cpp. Moment first, then force.
#include <tests/references/reactions.h>
#include <tests/support/contact_scenes.h>

#include <doctest/doctest.h>

#include <numbers>

namespace sinew::testing::gazebo {

using std::numbers::pi;

namespace {

/// A cube of triangles, n by n squares to a side, around the origin.
Shape cube_mesh(double half, int n) {
    TriangleMesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            const int first = static_cast<int>(mesh.vertices.size()), u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int j = 0; j <= n; ++j)
                for (int i = 0; i <= n; ++i) {
                    Vec3 p;
                    p[axis] = side * half, p[u] = half * (2.0 * i / n - 1), p[v] = half * (2.0 * j / n - 1);
                    mesh.vertices.push_back(p);
                }
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i) {
                    const int a = first + j * (n + 1) + i, b = a + 1, c = b + n + 1, d = a + n + 1;
                    if (side > 0) mesh.faces.insert(mesh.faces.end(), {{a, b, c}, {a, c, d}});
                    else mesh.faces.insert(mesh.faces.end(), {{a, c, b}, {a, d, c}});
                }
        }
    return as_shape(std::move(mesh));
}

/// The peer's two, a crude one and an exact one, and a crude one that damps what is stiff; all in steps of a
/// millisecond at most. The peer asks that numbers are right to half of the largest; here, that they are those of rest.
struct Run {
    Method method;
    double accuracy;
};
constexpr Run runs[] = {
    {Method::semi_explicit_euler_doubled, 1e-2}, {Method::rosenbrock, 1e-2}, {Method::merson, 1e-6}};

/// Three cubes hinged at their edges; the lowest is free to leave the ground.
struct Cubes {
    Model model{.name = "three cubes"};
    BodyId lowest;
    AnyJointId lower, upper;

    Cubes() {
        const Vec3 middle{0.5, 0, 0.5};
        const Rotation z_to_y = Rotation::about_x(-pi / 2);
        lowest = model.add(Body{"link1", {100, middle, {1, 1, 1}}});
        const BodyId link2 = model.add(Body{"link2", {5, middle, {0.05, 0.05, 0.05}}}),
                     link3 = model.add(Body{"link3", {1, middle + Vec3{0, 0.5, 0}, {0.001, 0.001, 0}}});
        model.add(Free{}, {.name = "free", .to = lowest});
        const auto one = model.add(Pin{}, {"lower", lowest, link2, {z_to_y, 2.0 * middle}, {z_to_y, {}}});
        const auto two = model.add(Pin{}, {"upper", link2, link3, {z_to_y, 2.0 * middle}, {z_to_y, {}}});
        model.add(Gravity{.g = {0, 0, -50}});
        model.add(MobilitySpring{.name = "holds_lower", .coordinate = {one, 0}, .stiffness = 50000});
        model.add(MobilitySpring{
            .name = "holds_upper", .coordinate = {two, 0}, .stiffness = 10000, .rest = -pi / 4});
        model.add(MobilityDamper{.name = "slows_lower", .coordinate = {one, 0}, .damping = 100});
        model.add(MobilityDamper{.name = "slows_upper", .coordinate = {two, 0}, .damping = 30});
        lower = one, upper = two;
    }
    /// What Gazebo says, but for the 0.74 N m that the lean of 0.0035 rad adds and the peer's 0.5 N m leaves out.
    void check(const System& system, const State& end, double tolerance) const {
        const SpatialForce on_link3 = std::sqrt(0.5) * SpatialForce{{25, 0, -25}, {50, 0, 50}};
        check_close(on_parent(system, end, lower), {{-25, 175.74, 0}, {0, 0, -300}}, tolerance);
        check_close(on_child(system, end, lower), {{25, -175.74, 0}, {-1, 0, 300}}, tolerance);
        check_close(on_parent(system, end, upper), {{-25, 0, 0}, {0, 0, -50}}, tolerance);
        check_close(on_child(system, end, upper), on_link3, tolerance);
    }
};

}  // namespace

TEST_CASE("two links fall on a joint stop and load their joints as in Gazebo once they have come to rest") {
    const MassProperties link{10, {0, 0, 0.5}, {0.1, 0.1, 0.1}};
    const Rotation z_to_x = Rotation::about_y(pi / 2);
    Model model{.name = "two links"};
    const BodyId link1 = model.add(Body{"link1", link}), link2 = model.add(Body{"link2", link});
    const auto first =
        model.add(Pin{}, {"first", world, link1, {z_to_x, {0, 0, 0.5}}, {z_to_x, {0, 0, 0.5}}});
    const auto second = model.add(Pin{}, {"second", link1, link2, {Rotation::identity(), {0, 0, 1.5}}, {}});
    model.add(Gravity{.g = {-30, 10, -50}});
    for (const auto& joint : {first, second})
        model.add(MobilityStop{.name = "stop" + std::to_string(AnyJointId(joint).index),
                               .coordinate = {joint, 0},
                               .low = -pi / 2,
                               .high = pi / 2,
                               .stiffness = 1e6,
                               .dissipation = 10});
    const System system(model);
    for (const Run& row : runs) {
        CAPTURE(row.accuracy);
        const State end =
            last(simulate(system, system.default_state(),
                          {.until = 3, .accuracy = row.accuracy, .method = row.method, .max_step = 1e-3}));
        // Child axes are turned by what the stop gives way, 7.5e-4 rad: 1000 N show as 0.75 N along another axis.
        const Rotation back = Rotation::about_x(end.q(first) + pi / 2);
        check_close(on_parent(system, end, first), {{-750, 0, 450}, {-600, 200, -1000}}, 0.5);
        check_close(back * on_child(system, end, first), {{750, 450, 0}, {600, -1000, -200}}, 0.5);
        check_close(back * on_parent(system, end, second), {{-250, -150, 0}, {-300, 500, 100}}, 0.5);
    }
}

TEST_CASE("three hinged cubes on ground that yields load their hinges as in Gazebo") {
    const Material material{.young = 1e8,
                            .poisson = 0,
                            .dissipation = 10,
                            .static_friction = 0.15,
                            .sliding_friction = 0.1,
                            .thickness = 1};
    Cubes cubes;
    cubes.model.add(ContactSurface{.name = "ground", .shape = shape::HalfSpace{}, .material = material});
    cubes.model.add(ContactSurface{.name = "sides",
                                   .body = cubes.lowest,
                                   .X_BG = {Rotation::identity(), {0.5, 0, 0.5}},
                                   .shape = cube_mesh(0.5, 4),
                                   .material = material});
    const System system(cubes.model);
    for (const Run& row : runs) {
        CAPTURE(row.accuracy);
        const State end =
            last(simulate(system, system.default_state(),
                          {.until = 5, .accuracy = row.accuracy, .method = row.method, .max_step = 1e-3}));
        // At 1e-2 places may be wrong by more than this ground gives way under its load, 5e-5 m, and an explicit method
        // lets it tremble: there what the peer asks is all that can be asked, half of the largest.
        const double tolerance = row.method == Method::semi_explicit_euler_doubled ? 150 : 0.5;
        cubes.check(system, end, tolerance);
        const std::vector<ContactPatch> patches = contacts(system, end);
        REQUIRE(patches.size() == 1);
        CHECK(patches[0].normal_force == doctest::Approx(106 * 50).epsilon(tolerance / (106 * 50)));
    }
}

TEST_CASE(
    "three hinged cubes on the corners of the lowest, on rigid ground, load their hinges as in Gazebo") {
    Cubes cubes;
    for (int i = 0; i < 8; ++i) {
        const std::string name = "corner" + std::to_string(i);
        const Vec3 corner{i & 1 ? 1.0 : 0.0, i & 2 ? 0.5 : -0.5, i & 4 ? 1.0 : 0.0};
        cubes.model.add(SphereOnPlane{.name = name, .center = {cubes.lowest, corner}, .radius = 0});
        cubes.model.add(
            OneWay{.name = name, .restitution = 0, .static_friction = 0.15, .sliding_friction = 0.1});
    }
    const System system(cubes.model);
    const State end = last(simulate(system, system.default_state(), {.until = 5, .accuracy = 1e-6}));
    cubes.check(system, end, 0.5);
    double normal = 0;
    for (int i = 0; i < 4; ++i) normal += normal_force(system, end, {i});
    CHECK(normal == doctest::Approx(106 * 50).epsilon(1e-6));
}

namespace {

/// A cube and a ball of mass 1 on one line, half a metre from middle to side, so far apart that the cube, pushed by
/// 1 N s within the first millisecond, arrives after one second.
struct OnOneLine {
    Model model{.name = "collision"};
    JointId<Slider> cube, ball;

    OnOneLine(const Shape& first, const Material& material) {
        const auto add = [&](const char* name, double x, const Shape& shape) {
            const BodyId body = model.add(
                Body{.name = name, .mass = {.mass = 1, .inertia = {.xx = 0.1, .yy = 0.1, .zz = 0.1}}});
            const auto joint = model.add(Slider{}, {.name = std::string(name) + "_slides",
                                                    .to = body,
                                                    .X_PF = {Rotation::identity(), {x, 0, 0}}});
            model.add(ContactSurface{.name = name, .body = body, .shape = shape, .material = material});
            return joint;
        };
        cube = add("cube", 0, first);
        ball = add("ball", 2 - 0.0005, shape::Sphere{0.5});
        model.add(MobilityConstant{.name = "push", .coordinate = {cube, 0}, .force = 1000});
    }
    static double place(double t) { return t <= 1 ? t - 0.0005 : 0.9995 + 0.5 * (t - 1); }

    void check(SimulationOptions options, double tolerance) const {
        const System system(model);
        // First-order methods are wrong about this first millisecond; the peer mends what they find.
        State state = last(simulate(system, system.default_state(),
                                    {.until = 0.001, .accuracy = 1e-9, .method = Method::dormand_prince}));
        state.set_parameter("push.force", 0);
        options.until = 2,
        options.report_every = options.max_step = 0.001;  // the longest step of the peer, too
        double off = 0, slow = 0, momentum = 0;
        for (const State& now : simulate(system, state, std::move(options))) {
            off = std::fmax(off, std::abs(now.q(cube) - place(now.time())));
            if (std::abs(now.time() - 1) > 0.0015)
                slow = std::fmax(slow, std::abs(now.u(cube) - (now.time() < 1 ? 1 : 0.5)));
            momentum = std::fmax(momentum, std::abs(now.u(cube) + now.u(ball) - 1));
        }
        CHECK(momentum <= 1e-9);
        CHECK(off <= tolerance);
        CHECK(slow <= tolerance);
    }
};

}  // namespace

TEST_CASE("a cube that runs into a ball without rebound goes on with it at half the speed, by every method") {
    const Material lossy{
        .young = 1e8, .poisson = 0, .dissipation = 1000, .static_friction = 0, .sliding_friction = 0};
    const OnOneLine scene(shape::Sphere{0.5}, lossy);  // the peer's cube has a ball in it, too
    for (int m = 0; m < method_count; ++m) {
        const auto method = static_cast<Method>(m);
        CAPTURE(std::string(name(method)));
        SimulationOptions options{.accuracy = 1e-4, .method = method};
        if (method == Method::semi_explicit_euler) options.fixed_step = 1e-5;
        scene.check(std::move(options), 1e-3);
    }
    Material layer = lossy;
    layer.thickness = 0.1;
    OnOneLine(cube_mesh(0.5, 40), layer).check({.accuracy = 1e-4, .method = Method::rosenbrock}, 1e-3);
}

TEST_CASE("a rigid cube that runs into a ball without rebound goes on with it at half the speed") {
    OnOneLine scene(shape::Box{{1, 1, 1}}, {.restitution = 0});
    scene.model.contact.kind = ContactKind::rigid;
    scene.model.contact.step = 0.001;
    scene.check({}, 1e-3);
}

}  // namespace sinew::testing::gazebo
