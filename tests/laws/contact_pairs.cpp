// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Every shape against every shape: a law, or a refusal that names both and a way out.
#include <sinew/contact/compliant.h>
#include <sinew/geometry/pairs.h>
#include <tests/support/contact_scenes.h>
#include <tests/support/random.h>

#include <doctest/doctest.h>

#include <numbers>

namespace sinew::testing::contact_pairs {

namespace {

/// A shape about as large as a hand, and how it is turned so that it has its broad side up, or down. Meshes are fine
/// enough that a millimetre of overlap reaches the middle of a triangle.
struct Sided {
    Shape shape;
    Rotation up = Rotation::identity(), down = Rotation::identity();
};

std::vector<Sided> one_of_each() {
    const Rotation over = Rotation::about_x(std::numbers::pi), x_up = Rotation::about_x(std::numbers::pi / 2),
                   y_up = Rotation::about_y(std::numbers::pi / 2);
    auto grid = std::make_shared<HeightGrid>(HeightGrid{81, 81, {}});
    for (int j = 0; j < 81; ++j)
        for (int i = 0; i < 81; ++i) {
            const double x = 0.02 * (i - 40), y = 0.02 * (j - 40);
            grid->heights.push_back(0.1 * std::exp(-2 * (x * x + y * y)));
        }
    return {{shape::Box{{0.4, 0.5, 0.6}}},
            {shape::Sphere{0.3}},
            {shape::Ellipsoid{{0.3, 0.4, 0.25}}},
            {shape::Cylinder{0.3, 0.5}},
            {shape::Capsule{0.2, 0.5}, x_up, y_up},  // lying across one another
            {shape::Cone{0.3, 0.5}, over, Rotation::identity()},
            {shape::HalfSpace{}, Rotation::identity(), over},
            {as_shape(ball_mesh(0.15, 5))},
            {shape::Torus{0.4, 0.15}, x_up, y_up},  // standing
            {shape::ConvexHull{std::make_shared<std::vector<Vec3>>(ball_mesh(0.15, 4).vertices)}},
            {shape::HeightMap{1.6, 1.6, grid}, Rotation::identity(), over}};
}

/// How high the upper one stands where it reaches so deep into the lower one.
double height_at(const Surface& lower, const Rotation& up, const Surface& upper, const Rotation& down,
                 double depth) {
    const auto gap = [&](double z) {
        return nearest_between(lower, {up, {}}, upper, {down, {0.01, 0.02, z}}).distance + depth;
    };
    double high = 3, low = high;
    while (gap(low) > 0 && low > -3) high = low, low -= 0.05;
    REQUIRE(gap(low) <= 0);
    for (int i = 0; i < 60; ++i) (gap(0.5 * (low + high)) > 0 ? high : low) = 0.5 * (low + high);
    return low;
}

Model two_bodies(const Sided& lower, const Sided& upper, const Material& material) {
    Model model{.name = "pair"};
    for (const Sided* one : {&lower, &upper}) {
        const std::string name = one == &lower && model.bodies.size() == 1 ? "lower" : "upper";
        const BodyId body = model.add(Body{
            .name = name,
            .mass = {
                .mass = 1.3, .com = {0.02, -0.01, 0.03}, .inertia = {.xx = 0.2, .yy = 0.25, .zz = 0.3}}});
        model.add(Free{}, {.name = name + "_moves", .to = body});
        model.add(
            ContactSurface{.name = name + "_skin", .body = body, .shape = one->shape, .material = material});
    }
    return model;
}

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE(
    "every ordered pair of shapes pushes apart where it overlaps, both alike, or is refused with a way out") {
    const std::vector<Sided> all = one_of_each();
    std::vector<Surface> surfaces;
    for (const Sided& one : all) surfaces.emplace_back(one.shape);
    const Material material{.young = 1e6, .thickness = 0.02};
    int pressing = 0, refused = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < all.size(); ++j) {
            const std::string first = surfaces[i].name(), second = surfaces[j].name();
            CAPTURE(first);
            CAPTURE(second);
            PairModel model{};
            const std::string why =
                choose_model(surfaces[i], Compliance::hertz, surfaces[j], Compliance::hertz, model);
            const Model both = two_bodies(all[i], all[j], material);
            if (!why.empty()) {
                ++refused;
                std::string message;
                try {
                    const System system(both);
                } catch (const ModelError& error) {
                    message = error.what();
                }
                CHECK(has(message, "\"lower_skin\" (" + first + ") and \"upper_skin\" (" + second + ")"));
                CHECK((has(message, "as a mesh") || has(message, "exclude the pair")));
                CHECK(has(message, "set contact.kind to rigid"));
                continue;
            }
            ++pressing;
            const System system(both);
            State state = system.default_state();
            const double z = height_at(surfaces[i], all[i].up, surfaces[j], all[j].down, 1e-3);
            const BodyId lower = both.body("lower"), upper = both.body("upper");
            fit_pose(system, state, both.joint("lower_moves"), {all[i].up, {}});
            fit_pose(system, state, both.joint("upper_moves"), {all[j].down, {0.01, 0.02, z}});
            const SpatialForce F = applied_on(system, state, upper);
            CHECK(F.f.z > 0.01);
            CHECK(norm(Vec3{F.f.x, F.f.y, 0}) < 0.5 * F.f.z);
            CHECK(contact_energy(system, state) > 0);
            Random random(1);
            for (int k = 0; k < 2; ++k) {  // at rest, and moving
                const SpatialForce up = applied_on(system, state, upper),
                                   down = applied_on(system, state, lower);
                const Vec3 p = pose(system, state, upper).p, q = pose(system, state, lower).p;
                const double size = norm(up.f) + norm(up.m) + norm(down.m);
                CHECK(norm(up.f + down.f) <= 1e-13 * size);
                CHECK(norm(up.m + cross(p, up.f) + down.m + cross(q, down.f)) <= 1e-13 * size);
                std::vector<double> u(12);
                for (double& x : u) x = random.within(-0.1, 0.1);
                state.set_u(u);
            }
        }
    MESSAGE(pressing << " pairs press, " << refused << " are refused");
    CHECK(pressing + refused == surface_kinds * surface_kinds);
    CHECK(pressing == 93);  // fewer are a loss; of more, tell
}

TEST_CASE("whatever two surfaces are asked to yield by, there is a law or a reason") {
    const std::vector<Sided> all = one_of_each();
    std::vector<Surface> surfaces;
    for (const Sided& one : all) surfaces.emplace_back(one.shape);
    for (const Surface& a : surfaces)
        for (const Surface& b : surfaces)
            for (const Compliance x : {Compliance::hertz, Compliance::springs})
                for (const Compliance y : {Compliance::hertz, Compliance::springs}) {
                    CAPTURE(std::string(a.name()));
                    CAPTURE(std::string(b.name()));
                    PairModel model{};
                    const std::string why = choose_model(a, x, b, y, model);
                    const bool springs_on_nothing = (x == Compliance::springs && !a.triangles()) ||
                                                    (y == Compliance::springs && !b.triangles());
                    if (springs_on_nothing) CHECK(!why.empty());
                    if (why.empty()) continue;
                    CHECK((has(why, a.name()) || has(why, b.name())));
                    CHECK((has(why, "as a mesh") || has(why, "exclude the pair")));
                }
}

TEST_CASE(
    "pairs that touch at points push apart along the normal however they are turned, and alike either way "
    "round") {
    std::vector<Surface> surfaces;
    for (const Sided& one : one_of_each()) surfaces.emplace_back(one.shape);
    Random random(4);
    const ContactRules rules;
    const Material material{.young = 1e6};
    for (const Surface& a : surfaces)
        for (const Surface& b : surfaces) {
            PairModel model{};
            const std::string why = choose_model(a, Compliance::hertz, b, Compliance::hertz, model);
            const bool at_points = model == PairModel::hertz || model == PairModel::corners;
            if (!why.empty() || !at_points || a.kind() == SurfaceKind::half_space) continue;
            CAPTURE(std::string(a.name()));
            CAPTURE(std::string(b.name()));
            for (int k = 0; k < 20; ++k) {
                const Transform X_WA = random.pose(0);
                const bool ground = b.kind() == SurfaceKind::half_space;
                const Rotation R_WB = ground ? Rotation::identity() : random.pose(0).R;
                const Vec3 towards = ground ? -z_axis : random.pose(0).R.z;
                double near = 0, far = 3;
                for (int i = 0; i < 60; ++i) {
                    const double s = 0.5 * (near + far);
                    (nearest_between(a, X_WA, b, {R_WB, s * towards}).distance > -1e-3 ? far : near) = s;
                }
                const SurfaceNow A{&a, &material, X_WA, {}, {{0.1, 0.2, 0.3}, {0.02, 0.01, 0.03}}};
                const SurfaceNow B{&b, &material, {R_WB, near * towards}, {}, {}};
                PairEffect effect, reverse;
                press(A, B, model, rules, effect);
                press(B, A, model, rules, reverse);
                CHECK(effect.touching);
                CHECK(dot(effect.force_W, towards) < 0);
                CHECK(norm(effect.force_W + reverse.force_W) <= 1e-9 * norm(effect.force_W));
                CHECK(effect.energy == doctest::Approx(reverse.energy).epsilon(1e-9));
                CHECK(effect.heat_rate == doctest::Approx(reverse.heat_rate).epsilon(1e-4));
            }
        }
}

}  // namespace sinew::testing::contact_pairs
