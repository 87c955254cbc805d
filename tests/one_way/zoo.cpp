// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Every pair of kinds of surfaces: either there are conditions that keep them apart, or the Model is refused by name.
#include <tests/one_way/pairs.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::vector<Shape> every_shape() {
    std::vector<Vec3> corners{{0.1, 0, -0.05}, {-0.08, 0.07, -0.05}, {-0.05, -0.1, -0.05}, {0, 0.01, 0.1}};
    HeightGrid grid{.columns = 2, .rows = 2, .heights = {0, 0, 0, 0}};
    TriangleMesh mesh{corners, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
    return {shape::Sphere{0.1},
            shape::Capsule{0.05, 0.2},
            shape::Box{{0.2, 0.15, 0.1}},
            shape::Ellipsoid{{0.1, 0.08, 0.06}},
            shape::Cylinder{0.08, 0.15},
            shape::Cone{0.1, 0.2},
            shape::Torus{0.1, 0.03},
            shape::ConvexHull{std::make_shared<const std::vector<Vec3>>(corners)},
            shape::Mesh{std::make_shared<const TriangleMesh>(mesh)},
            shape::HeightMap{1, 1, std::make_shared<const HeightGrid>(grid)},
            shape::HalfSpace{}};
}

/// What chapter 17 promises.
bool has_equations(const Shape& a, const Shape& b) {
    const auto either = [&](auto&& is_one, auto&& is_other) {
        return (is_one(a) && is_other(b)) || (is_one(b) && is_other(a));
    };
    const auto is = []<class S>(const S&) { return [](const Shape& s) { return s.is<S>(); }; };
    const auto bounded = [](const Shape& s) {
        return !s.is<shape::HalfSpace>() && !s.is<shape::HeightMap>();
    };
    const auto solid = [](const Shape& s) {
        return s.is<shape::Sphere>() || s.is<shape::Capsule>() || s.is<shape::Box>() ||
               s.is<shape::Ellipsoid>() || s.is<shape::Cylinder>() || s.is<shape::Cone>();
    };
    return either(is(shape::HalfSpace{}), bounded) || either(is(shape::Sphere{}), solid) ||
           either(is(shape::Capsule{}), is(shape::Capsule{})) ||
           either(is(shape::Capsule{}), is(shape::Box{})) || either(is(shape::Box{}), is(shape::Box{})) ||
           either(is(shape::Ellipsoid{}), is(shape::Ellipsoid{}));
}

bool may_move(const Shape& s) { return !s.is<shape::HalfSpace>() && !s.is<shape::HeightMap>(); }

}  // namespace

TEST_CASE("every pair of surfaces has one-way conditions or is refused by both names") {
    for (const Shape& a : every_shape())
        for (const Shape& b : every_shape()) {
            CAPTURE(std::string(kind_of(a)));
            CAPTURE(std::string(kind_of(b)));
            Model model;
            const BodyId body = model.add(Body{.name = "body", .mass = {1, {}, {1, 1, 1}}});
            model.add(Free{}, {.name = "free", .to = body});
            model.add(rigid_surface("one", body, a, 0.5));
            model.add(rigid_surface("other", world, b, 0.5));
            if (has_equations(a, b)) {
                const Model rigid = with_rigid_contacts(model);
                CHECK(rigid.one_way.size() >= 1);
                CHECK(rigid.one_way.size() == rigid.constraints.size());
                CHECK_NOTHROW(static_cast<void>(System(rigid)));
                continue;
            }
            CHECK_THROWS_WITH_AS(static_cast<void>(with_rigid_contacts(model)), doctest::Contains("\"one\""),
                                 ModelError);
            CHECK_THROWS_WITH_AS(static_cast<void>(with_rigid_contacts(model)),
                                 doctest::Contains("\"other\""), ModelError);
        }
}

TEST_CASE("whatever falls on whatever, nothing overlaps and no energy comes from nowhere") {
    for (const Shape& a : every_shape())
        for (const Shape& b : every_shape()) {
            if (!may_move(a) || !has_equations(a, b)) continue;
            for (const double tilt : {0.0, 0.7}) {
                CAPTURE(std::string(kind_of(a)));
                CAPTURE(std::string(kind_of(b)));
                CAPTURE(tilt);
                Things things;
                things.add(a, 0.4, 0.3);
                things.stands("below", b, 0.4,
                              may_move(b) ? Transform{.R = Rotation::about_x(0.3) * Rotation::about_y(0.2)}
                                          : Transform{});
                const System system = things.compiled();
                State start = system.default_state();
                place(start, things.joints[0], {0.03, 0.02, 0.4}, {tilt, 0.5 * tilt, 0.3}, {},
                      {0.5, -1, 0.3});
                watched(system, start, 0.5, 1e-6, 3e-5);
            }
        }
}

TEST_CASE("what two bodies do to one another is opposite: momentum stays while they collide in the air") {
    for (const Shape& a : every_shape())
        for (const Shape& b : every_shape()) {
            if (!may_move(a) || !may_move(b) || !has_equations(a, b)) continue;
            CAPTURE(std::string(kind_of(a)));
            CAPTURE(std::string(kind_of(b)));
            Things things;
            things.add(a, 0.4, 0.5);
            things.add(b, 0.4, 0.5);
            const System system = things.compiled({0, 0, 0});
            State start = system.default_state();
            place(start, things.joints[0], {0.02, 0.03, 0.5}, {0.4, 0.2, 0.1}, {0, 0, -1.1}, {1, 2, 0});
            place(start, things.joints[1], {0, 0, 0}, {-0.3, 0.2, 0.5}, {0, 0, 0.5}, {0, 1, -1});
            const SpatialMomentum before = momentum(system, start);
            const State end = watched(system, start, 0.6, 1e-7, 3e-5);
            const SpatialMomentum after = momentum(system, end);
            CHECK(norm(after.f - before.f) < 1e-6 * norm(before.f));
            CHECK(norm(after.m - before.m) < 1e-6 * (norm(before.m) + norm(before.f)));
        }
}
