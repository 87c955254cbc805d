// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces that yield, against closed forms and the numbers that Simbody's tests hold.
#include <sinew/contact/ellipse.h>
#include <tests/support/contact_scenes.h>

#include <doctest/doctest.h>

#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A shape on a body that moves along the world's axes over a floor; its surface is the first, the floor the second.
struct OverFloor {
    Model model{.name = "over a floor"};
    JointId<Cartesian> move;

    OverFloor(const Shape& shape, const Material& material, const Material& floor, double mass = 1) {
        const BodyId body = model.add(
            Body{.name = "body", .mass = {.mass = mass, .com = {}, .inertia = {.xx = 1, .yy = 1, .zz = 1}}});
        move = model.add(Cartesian{}, {.name = "move", .from = world, .to = body});
        model.add(ContactSurface{.name = "skin", .body = body, .shape = shape, .material = material});
        model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = floor});
    }
    ContactPatch patch(const Vec3& p, const Vec3& v) const {
        const System system(model);
        State state = system.default_state();
        state.set_q(std::array{p.x, p.y, p.z});
        state.set_u(std::array{v.x, v.y, v.z});
        const std::vector<ContactPatch> found = contacts(system, state);
        REQUIRE(found.size() == 1);
        return found[0];
    }
};

const Material stiff{
    .young = 1e25, .poisson = 0, .dissipation = 0, .static_friction = 0, .sliding_friction = 0};

}  // namespace

TEST_CASE("a sphere on a plane by Hunt and Crossley, with Simbody's numbers") {
    const double R = 0.8, vt = 0.001;
    const Material one{.young = 1,
                       .poisson = 0,
                       .dissipation = 0.5,
                       .static_friction = 1,
                       .sliding_friction = 0.5,
                       .viscous_friction = 0.1};
    const Material two{.young = 2,
                       .poisson = 0,
                       .dissipation = 1,
                       .static_friction = 0.7,
                       .sliding_friction = 0.2,
                       .viscous_friction = 0.05};
    OverFloor scene(shape::Sphere{R}, one, two);
    scene.model.contact.friction = FrictionLaw::continuous;
    scene.model.contact.transition_speed = vt;
    const double k1 = 1, k2 = std::cbrt(4.0), k = k1 * k2 / (k1 + k2), c = (0.5 * k2 + 1 * k1) / (k1 + k2);
    const double us = 2 * 1 * 0.7 / 1.7, ud = 2 * 0.5 * 0.2 / 0.7, uv = 2 * 0.1 * 0.05 / 0.15;
    for (const double d : {0.002, 0.1, 0.5})
        for (const double down : {-0.4, 0.0, 0.3})
            for (const double slip : {0.0, 0.0004, 0.01, 2.0}) {
                const ContactPatch patch = scene.patch({0, 0, R - d}, {slip * 0.6, -slip * 0.8, -down});
                const double hertz = 4.0 / 3 * k * d * std::sqrt(R * k * d);
                const double normal = std::fmax(hertz * (1 + 1.5 * c * down), 0);
                CHECK(patch.normal_force == doctest::Approx(normal).epsilon(1e-12));
                CHECK(patch.energy == doctest::Approx(0.4 * hertz * d).epsilon(1e-12));
                const double r = slip / vt;
                const double mu = std::fmin(r, 1) * (ud + 2 * (us - ud) / (1 + r * r)) + uv * slip;
                CHECK(norm(patch.friction_W) == doctest::Approx(mu * normal).epsilon(1e-11));
                if (slip > 0) CHECK(dot(patch.friction_W, Vec3{0.6, -0.8, 0}) <= 0);
                // The softer side yields more: the sphere by k2/(k1 + k2) of the depth.
                CHECK(patch.point_W.z == doctest::Approx(-d + d * k2 / (k1 + k2)).epsilon(1e-12));
                CHECK(patch.semi_axis_a == doctest::Approx(std::sqrt(R * d)).epsilon(1e-12));
            }
}

TEST_CASE("an ellipsoid on a plane: curvatures, axes and pressure of Hertz") {
    const Vec3 r{0.3, 0.5, 0.2};
    const Material soft{
        .young = 1e5, .poisson = 0.3, .dissipation = 0, .static_friction = 0, .sliding_friction = 0};
    OverFloor scene(shape::Ellipsoid{r}, soft, stiff);
    scene.model.contact.modulus = ModulusRule::textbook;
    const double x = 1e-3;
    const ContactPatch patch = scene.patch({0, 0, r.z - x}, {});
    const double A = 0.5 * r.z / (r.y * r.y), B = 0.5 * r.z / (r.x * r.x);  // half of r_z/r²
    const ContactEllipse e = contact_ellipse(B / A);
    const double f = 4.0 / 3 * e.sigma / std::sqrt(A + B) * 1e5 / (1 - 0.09) * x * std::sqrt(x);
    CHECK(patch.normal_force == doctest::Approx(f).epsilon(1e-9));
    CHECK(patch.semi_axis_a / patch.semi_axis_b == doctest::Approx(e.k).epsilon(1e-9));
    CHECK(std::abs(patch.a_W.y) == doctest::Approx(1).epsilon(1e-12));
    CHECK(
        patch.peak_pressure ==
        doctest::Approx(1.5 * f / (std::numbers::pi * patch.semi_axis_a * patch.semi_axis_b)).epsilon(1e-9));
}

TEST_CASE("boxes, cylinders, cones and tori stand on a plane by corners and rims, as their balls say") {
    const Material soft{
        .young = 1e5, .poisson = 0.3, .dissipation = 0, .static_friction = 0, .sliding_friction = 0};
    const double x = 1e-3, E = 1e5 / (1 - 0.09);  // the power rule has this modulus against a rigid floor
    const auto ball = [&](double r) { return 4.0 / 3 * E * std::sqrt(r) * x * std::sqrt(x); };
    const auto pressed = [&](const Shape& shape, const Rotation& R, double height) {
        OverFloor scene(shape, soft, stiff);
        scene.model.surfaces[0].X_BG.R = R;
        const System system(scene.model);
        State state = system.default_state();
        state.set_q(std::array{0.0, 0.0, height - x});
        double f = 0;
        Vec3 moment{};
        for (const ContactPatch& patch : contacts(system, state)) {
            CHECK(patch.depth == doctest::Approx(x).epsilon(1e-9));
            f += patch.normal_force;
            moment += cross(patch.point_W, patch.force_W);
        }
        CHECK(norm(moment) <= 1e-9 * f);  // it stands
        return std::pair{f, contacts(system, state).size()};
    };
    const Rotation flat = Rotation::identity(), lying = Rotation::about_y(std::numbers::pi / 2),
                   over = Rotation::about_x(std::numbers::pi);
    const auto [box, corners] = pressed(shape::Box{{0.4, 0.6, 1}}, flat, 0.5);
    CHECK(corners == 4);
    CHECK(box == doctest::Approx(4 * ball(0.2)).epsilon(1e-9));
    const auto [drum, of_rim] = pressed(shape::Cylinder{0.3, 1}, flat, 0.5);
    CHECK(of_rim == 4);
    CHECK(drum == doctest::Approx(4 * ball(0.3)).epsilon(1e-9));
    for (const double roll : {0.0, 0.4, 2.0}) {  // on its side it rolls without a jolt
        const auto [roller, ends] = pressed(shape::Cylinder{0.3, 1}, lying * Rotation::about_z(roll), 0.3);
        CHECK(ends == 2);
        CHECK(roller == doctest::Approx(2 * ball(0.3)).epsilon(1e-9));
    }
    CHECK(pressed(shape::Cone{0.3, 1}, flat, 0).first == doctest::Approx(4 * ball(0.3)).epsilon(1e-9));
    CHECK(pressed(shape::Cone{0.3, 1}, over, 1).first == doctest::Approx(ball(0.015)).epsilon(1e-9));
    const double R = 0.4, r = 0.1;
    CHECK(pressed(shape::Torus{R, r}, flat, r).first == doctest::Approx(4 * ball(r)).epsilon(1e-9));
    // A tyre that stands has the ellipse of its two curvatures.
    const ContactEllipse e = contact_ellipse((R + r) / r);
    const double relative = 2 / (1 / r + 1 / (R + r));
    CHECK(pressed(shape::Torus{R, r}, lying, R + r).first ==
          doctest::Approx(e.sigma * ball(relative)).epsilon(1e-9));
}

TEST_CASE("a box that lies on a floor sinks in as its weight asks, and one on a slope is held by friction") {
    const double m = 4, g = 9.81;
    const Material rubber{.young = 1e6, .dissipation = 0.5, .static_friction = 0.8, .sliding_friction = 0.7};
    for (const double slope : {0.0, 0.3, 0.8}) {  // tan 0.3 < 0.7, tan 0.8 > 0.8
        CAPTURE(slope);
        Model model{.name = "box on a floor"};
        const BodyId body = model.add(Body{.name = "box", .mass = box(m, {0.6, 0.4, 0.2})});
        const auto joint = model.add(Free{}, {.name = "moves", .to = body});
        model.add(Gravity{.g = {g * std::sin(slope), 0, -g * std::cos(slope)}});
        model.add(ContactSurface{
            .name = "box", .body = body, .shape = shape::Box{{0.6, 0.4, 0.2}}, .material = rubber});
        model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = rubber});
        model.contact.transition_speed = 1e-3;
        const System system(model);
        State start = system.default_state();
        start.set_q(joint, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1});
        const State end =
            last(simulate(system, start, {.until = 2, .accuracy = 1e-6, .method = Method::rosenbrock}));
        const double modulus = 1e6 / (1 - 0.09) / std::sqrt(8.0);  // of two alike, by the power rule
        const double depth =
            std::pow(m * g * std::cos(slope) / (4 * 4.0 / 3 * modulus * std::sqrt(0.1)), 2.0 / 3);
        CHECK(contacts(system, end).size() == 4);
        if (slope == 0) CHECK(end.q(joint)[6] == doctest::Approx(0.1 - depth).epsilon(1e-6));
        const double pull = std::sin(slope) - 0.7 * std::cos(slope);
        if (slope < 0.7) CHECK(std::abs(end.u(joint)[3]) < 1e-3);  // creeps below the transition speed
        else CHECK(end.u(joint)[3] == doctest::Approx(g * pull * 2).epsilon(0.01));
    }
}

TEST_CASE("a bed of springs on a ball: totals of a smooth bed, within what Simbody allows its mesh") {
    const double k = 1e9, R = 1;  // per area
    const Material layer{.young = k * 0.1,
                         .poisson = 0,
                         .dissipation = 0,
                         .static_friction = 0,
                         .sliding_friction = 0,
                         .thickness = 0.1};
    const OverFloor scene(as_shape(ball_mesh(R, 6)), layer, stiff);
    const double depths[] = {0.002, 0.004, 0.008, 0.016, 0.032, 0.064},
                 allowed[] = {0.15, 0.07, 0.03, 0.02, 0.01, 0.02};
    double before = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        const double h = depths[i], smooth = k * std::numbers::pi * h * h * (3 * R - h) / 3;
        const ContactPatch patch = scene.patch({0, 0, R - h}, {});
        CAPTURE(h);
        CHECK(patch.normal_force == doctest::Approx(smooth).epsilon(allowed[i]));
        CHECK(norm(Vec3{patch.point_W.x, patch.point_W.y, 0}) < 0.1 * std::sqrt(2 * R * h));
        if (i > 2) CHECK(patch.normal_force / before == doctest::Approx(4).epsilon(0.03));
        before = patch.normal_force;
        double sum = 0;
        for (const PressureElement& e : patch.elements) sum += e.pressure * e.area;
        CHECK(sum >= patch.normal_force * (1 - 1e-12));
    }
}

TEST_CASE("a finer mesh is nearer to the smooth shape") {
    const double k = 1e6, R = 0.5, h = 0.03, smooth = k * std::numbers::pi * R * h * h;  // (15.16)
    const Material layer{.young = k * 0.1, .poisson = 0, .dissipation = 0, .thickness = 0.1};
    double errors[4];
    for (int splits = 3; splits <= 6; ++splits) {
        // At several places, since a coarse mesh may be lucky at one.
        double sum = 0;
        for (int i = 0; i < 7; ++i) {
            OverFloor scene(as_shape(ball_mesh(R, splits)), layer, stiff);
            scene.model.surfaces[0].X_BG.R = Rotation::about_x(0.3 * i + 0.1) * Rotation::about_y(0.7 * i);
            sum += std::abs(scene.patch({0, 0, R - h}, {}).normal_force / smooth - 1);
        }
        errors[splits - 3] = sum / 7;
    }
    MESSAGE("mean errors by refinement " << errors[0] << " " << errors[1] << " " << errors[2] << " "
                                         << errors[3]);
    for (int i = 0; i < 3; ++i) CHECK(errors[i + 1] < errors[i] / 3.5);  // by the square of the edges
    CHECK(errors[3] < 1e-2);
}

TEST_CASE("a pyramid on a plane presses with its area, depth and rate; the far side does not") {
    // Base 2 x 2 below at z = 0, top at z = 1: two triangles of area 2 touch.
    const TriangleMesh pyramid{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}},
                               {{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
    const Material layer{.young = 1e4,
                         .poisson = 0,
                         .dissipation = 0.8,
                         .static_friction = 0,
                         .sliding_friction = 0,
                         .thickness = 0.5};
    const OverFloor scene(as_shape(pyramid), layer, stiff);
    for (const double depth : {0.01, 0.1, 0.3})
        for (const double down : {-0.5, 0.0, 0.5})
            CHECK(scene.patch({0, 0, -depth}, {0, 0, -down}).normal_force ==
                  doctest::Approx(1e4 / 0.5 * 4 * depth * (1 + 0.8 * down)).epsilon(1e-12));
    const ContactPatch deep =
        scene.patch({0, 0, -0.45}, {});  // the sides are under the floor, too, but face away
    CHECK(deep.elements.size() == 2);
}

TEST_CASE(
    "a cradle of Hertz: balls that touch fly apart as their law says, those with gaps pass on all speed") {
    const Material steel{.young = 1e7, .poisson = 0.3, .dissipation = 0};
    // Of balls that touch, whatever K of f = K x^{3/2}, the mass and the speed: solved with all these one by the
    // classical method of order four until all are apart; half the step gives the same twelve digits.
    const double touching[] = {-0.071085017086, -0.030273764097, -0.014463629032, 0.127044986067,
                               0.988777424148};
    for (int wide = 0; wide < 2; ++wide) {
        Model model{.name = "cradle"};
        std::vector<double> q, u;
        for (int i = 0; i < 5; ++i) {
            const std::string name = "ball" + std::to_string(i);
            const BodyId body = model.add(
                Body{.name = name,
                     .mass = {.mass = 0.1, .com = {}, .inertia = {.xx = 1e-5, .yy = 1e-5, .zz = 1e-5}}});
            model.add(Slider{}, {.name = "slide" + std::to_string(i), .from = world, .to = body});
            model.add(
                ContactSurface{.name = name, .body = body, .shape = shape::Sphere{0.02}, .material = steel});
            q.push_back(i * (0.04 + (wide ? 4e-3 : 0)) -
                        (i == 0 ? 1e-3 : 0));  // one goes 2.5 mm while it is hit
            u.push_back(i == 0 ? 1 : 0);
        }
        const System system(model);
        State start = system.default_state();
        start.set_q(q), start.set_u(u);
        const State end = last(simulate(system, start, {.until = 0.05, .accuracy = 1e-10}));
        double momentum = 0;
        for (const double v : end.u()) momentum += v;
        CHECK(momentum == doctest::Approx(1).epsilon(1e-10));
        CHECK(total_energy(system, end) == doctest::Approx(0.05).epsilon(1e-8));
        for (std::size_t i = 0; i < 5; ++i)
            CHECK(end.u()[i] == doctest::Approx(wide ? (i == 4 ? 1 : 0) : touching[i]).epsilon(1e-7));
    }
}

TEST_CASE("a ball leaves a floor as fast as its dissipation says, whatever its mass and stiffness") {
    // v − ln(1 + a v)/a = −e v − ln(1 − a e v)/a with a = 1.5 c, for c v as told.
    const double table[][2] = {{0.01, 0.99010}, {0.05, 0.95237}, {0.1, 0.90902}, {0.2, 0.83287}};
    for (const auto& row : table)
        for (const double young : {1e5, 1e9})
            for (const double mass : {0.1, 20.0}) {
                CAPTURE(young);
                CAPTURE(mass);
                const double cv = row[0], e = row[1], v = 0.5;
                CAPTURE(cv);
                const Material lossy{
                    .young = young, .dissipation = cv / v, .static_friction = 0, .sliding_friction = 0};
                const OverFloor scene(shape::Sphere{0.3}, lossy, lossy, mass);
                const System system(scene.model);
                State state = system.default_state();
                state.set_q(std::array{0.0, 0.0, 0.3 + 1e-3});
                state.set_u(std::array{0.0, 0.0, -v});
                const State end = last(simulate(system, state, {.until = 1, .accuracy = 1e-9}));
                CHECK(contacts(system, end).empty());
                CHECK(std::abs(end.u()[2] / v - e) < 5.5e-6);  // the table has five digits
            }
}

TEST_CASE("a ball slides, then rolls: the billiard ball of compliant contact") {
    const double m = 0.17, r = 0.0286, mu = 0.25, g = 9.81, v = 3;
    const Material cloth{.young = 1e9, .static_friction = mu, .sliding_friction = mu};
    for (const double spin : {0.0, -1.5, -3.0}) {
        Model model{.name = "billiard"};
        const double I = 0.4 * m * r * r;
        const BodyId ball = model.add(
            Body{.name = "ball", .mass = {.mass = m, .com = {}, .inertia = {.xx = I, .yy = I, .zz = I}}});
        const auto joint = model.add(Free{}, {.name = "move", .from = world, .to = ball});
        model.add(Gravity{.g = {0, 0, -g}});
        model.add(ContactSurface{.name = "ball", .body = ball, .shape = shape::Sphere{r}, .material = cloth});
        model.add(ContactSurface{.name = "table", .shape = shape::HalfSpace{}, .material = cloth});
        model.contact.transition_speed = 1e-3;
        const System system(model);
        State start = system.default_state();
        const double E = 1e9 / (1 - 0.09) / std::sqrt(8.0);
        const double depth = std::pow(0.75 * m * g / (E * std::sqrt(r)), 2.0 / 3);
        start.set_q(joint, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, r - depth});
        start.set_u(joint, std::array{0.0, spin * v / r, 0.0, v, 0.0, 0.0});
        const State end =
            last(simulate(system, start, {.until = 1.5, .accuracy = 1e-6, .method = Method::rosenbrock}));
        CHECK(end.u(joint)[3] == doctest::Approx((5 * v + 2 * spin * v) / 7).epsilon(2e-3));
    }
}

TEST_CASE("a rattleback that is spun the wrong way turns back, the other way it does not (long)") {
    // Kane and Levinson's stone, Int. J. Non-Linear Mechanics 17 (1982), on a floor that yields.
    const Material hard{.young = 1e8, .dissipation = 0.01, .static_friction = 1, .sliding_friction = 1};
    Model model{.name = "rattleback"};
    const BodyId stone =
        model.add(Body{.name = "stone",
                       .mass = {.mass = 1,
                                .com = {0, 0, -0.01},
                                .inertia = {.xx = 2e-4, .yy = 1.6e-3, .zz = 1.7e-3, .xy = -2e-5}}});
    const auto joint = model.add(Free{}, {.name = "rocks", .from = world, .to = stone});
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = hard});
    model.add(ContactSurface{
        .name = "belly", .body = stone, .shape = shape::Ellipsoid{{0.2, 0.03, 0.02}}, .material = hard});
    model.contact.transition_speed = 1e-3;
    const System system(model);
    for (const double spin : {-5.0, 5.0}) {
        CAPTURE(spin);
        State start = system.default_state();
        const double tilt = 0.5 * std::numbers::pi / 180;
        start.set_q(joint, std::array{std::cos(tilt), std::sin(tilt), 0.0, 0.0, 0.0, 0.0, 0.02});
        start.set_u(joint, std::array{0.0, 0.0, spin, 0.0, 0.0, 0.0});
        const double E = total_energy(system, start);
        const State end =
            last(simulate(system, start, {.until = 5, .accuracy = 1e-5, .method = Method::rosenbrock}));
        const double turns = velocity(system, end, stone).w.z;
        MESSAGE("spun at " << spin << " rad/s, after 5 s " << turns);
        if (spin < 0) CHECK(turns > 0.2);
        else CHECK(turns > 4);
        CHECK(total_energy(system, end) < E);
        MESSAGE("account open by " << total_energy(system, end) + contact_heat(system, end) - E << " of " << E
                                   << " J");
        CHECK(std::abs(total_energy(system, end) + contact_heat(system, end) - E) < 1e-4 * std::abs(E));
    }
}
