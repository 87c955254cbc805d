// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What holds of surfaces that yield, whatever their shapes.
#include <tests/support/contact_scenes.h>
#include <tests/support/random.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

const Material elastic{
    .young = 2e4, .dissipation = 0, .static_friction = 0, .sliding_friction = 0, .thickness = 0.1};

void set_random_speeds(State& state, std::uint64_t seed, double most) {
    Random random(seed);
    std::vector<double> u(state.u().size());
    for (double& x : u) x = random.within(-most, most);
    state.set_u(u);
}

}  // namespace

TEST_CASE("every scene touches where it should, and pushes apart") {
    for (const ContactScene& scene : contact_scenes()) {
        CAPTURE(scene.name);
        const System system(scene_model(scene, lossy_material));
        const State state = scene_state(system, scene);
        const std::vector<ContactPatch> patches = contacts(system, state);
        bool on_floor = false, together = false;
        for (const ContactPatch& patch : patches) {
            (patch.first == SurfaceId{0} ? on_floor : together) = true;
            CHECK(patch.normal_force > 0);
            CHECK(patch.depth > 0);
            CHECK(norm(patch.normal_W) == doctest::Approx(1).epsilon(1e-12));
            CHECK(patch.peak_pressure * patch.area >= patch.normal_force * 0.99);
            CHECK(dot(patch.force_W, patch.normal_W) > 0);
            if (patch.first == SurfaceId{0}) CHECK(patch.normal_W.z < -0.99);  // the floor is pushed down
        }
        CHECK(on_floor);
        CHECK(together);
        CHECK(contact_energy(system, state) > 0);
        CHECK(potential_energy(system, state) == contact_energy(system, state));
    }
}

TEST_CASE("at rest and without friction, forces of contact are those of its potential") {
    for (const ContactScene& scene : contact_scenes()) {
        if (!scene.has_potential) continue;
        CAPTURE(scene.name);
        const System system(scene_model(scene, elastic));
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            State state = scene_state(system, scene);
            set_random_speeds(state, seed, 1);
            const double doing = power(system, state);  // of forces that do not follow speeds
            const double h = 2e-7;
            const auto energy_at = [&](double t) {
                State moved = state;
                std::vector<double> q(state.q().begin(), state.q().end());
                const auto rates = q_dot(system, state);
                for (std::size_t i = 0; i < q.size(); ++i) q[i] += t * rates[i];
                moved.set_q(q);
                return potential_energy(system, moved);
            };
            const double differenced = (energy_at(h) - energy_at(-h)) / (2 * h);
            CHECK(doing == doctest::Approx(-differenced).epsilon(2e-6));
        }
    }
}

TEST_CASE("action is reaction: without a floor nothing is done to the whole") {
    for (ContactScene scene : contact_scenes()) {
        CAPTURE(scene.name);
        const System system(scene_model(scene, lossy_material, false));
        State state = scene_state(system, scene);
        set_random_speeds(state, 3, 1);
        REQUIRE(!contacts(system, state).empty());
        Vec3 force{}, moment{};
        double size = 0;
        for (const char* name : {"a", "b"}) {
            const BodyId body = system.model().body(name);
            const SpatialForce F = applied_on(system, state, body);
            force += F.f;
            moment += F.m + cross(pose(system, state, body).p, F.f);
            size += norm(F.f) + norm(F.m);
        }
        CHECK(norm(force) <= 1e-14 * size);
        CHECK(norm(moment) <= 1e-13 * size);
    }
}

TEST_CASE("which surface is named first does not matter") {
    for (const ContactScene& scene : contact_scenes()) {
        CAPTURE(scene.name);
        Model model = scene_model(scene, lossy_material), other = model;
        model.surfaces[1].material.young = other.surfaces[1].material.young = 5e4;
        std::swap(other.surfaces[0], other.surfaces[2]);
        const System one(model), two(other);
        State s = scene_state(one, scene), t = scene_state(two, scene);
        set_random_speeds(s, 5, 0.3), set_random_speeds(t, 5, 0.3);
        const auto a = forward_dynamics(one, s), b = forward_dynamics(two, t);
        double largest = 0, off = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            largest = std::fmax(largest, std::abs(a[i])), off = std::fmax(off, std::abs(a[i] - b[i]));
        CHECK(off <= 1e-10 * largest);
        CHECK(contact_energy(one, s) == doctest::Approx(contact_energy(two, t)).epsilon(1e-11));
    }
}

TEST_CASE(
    "sizes of surfaces changed in a State give the bits of a Model rebuilt with them, and copies keep their "
    "own") {
    int changed = 0;
    for (const ContactScene& scene : contact_scenes()) {
        CAPTURE(scene.name);
        Model model = scene_model(scene, lossy_material), other = model;
        for (ContactSurface& surface : other.surfaces)
            each_size(surface.shape, [](const char*, auto& size) { size = 1.02 * size; });
        const System system(model), rebuilt(other);
        State state = scene_state(system, scene), same = scene_state(rebuilt, scene);
        set_random_speeds(state, 9, 0.3), set_random_speeds(same, 9, 0.3);
        const State before = state;
        const auto u_dot_before = forward_dynamics(system, before);
        const double first = u_dot_before[0], energy = contact_energy(system, before);
        for (const ContactSurface& surface : other.surfaces)
            each_size(surface.shape, [&]<class T>(const char* name, const T& size) {
                const std::string path = surface.name + "." + name;
                if constexpr (std::is_same_v<T, Vec3>) state.set_parameter(path, std::span(&size.x, 3));
                else state.set_parameter(path, size);
                ++changed;
            });
        CHECK(contact_energy(system, state) == contact_energy(rebuilt, same));
        const auto a = forward_dynamics(system, state), b = forward_dynamics(rebuilt, same);
        CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end()));
        CHECK(forward_dynamics(system, before)[0] == first);
        CHECK(contact_energy(system, before) == energy);
        if (scene.first.is<shape::Mesh>() && scene.second.is<shape::Mesh>()) continue;  // has no sizes
        CHECK(contact_energy(system, state) > energy);
        CHECK(from_binary(system.default_state(), to_binary(state)) == state);
    }
    CHECK(changed == 20);
}

TEST_CASE("what is pressed in, lost and moving stays the same together, the better the more is asked") {
    ContactScene scene = contact_scenes()[0];
    scene.p_first.z = 0.9, scene.p_second.z = 2;
    Model model = scene_model(scene, lossy_material);
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State start = scene_state(system, scene);
    set_random_speeds(start, 7, 1);
    const double E = total_energy(system, start);
    double before = 0;
    for (const double accuracy : {1e-4, 1e-6, 1e-8}) {
        CAPTURE(accuracy);
        const State end = last(simulate(system, start, {.until = 1, .accuracy = accuracy}));
        const double heat = contact_heat(system, end);
        CHECK(heat > 1);
        CHECK(std::abs(total_energy(system, end) + heat - E) < 200 * accuracy * E);
        if (before > 0) CHECK(std::abs(heat - before) < 2e4 * accuracy * E);
        before = heat;
    }
}

TEST_CASE("implicit methods, which ask what follows what, go the same way") {
    const ContactScene scene = contact_scenes()[0];
    Model model = scene_model(scene, lossy_material);
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    const State start = scene_state(system, scene);
    const State explicitly = last(simulate(system, start, {.until = 0.3, .accuracy = 1e-9}));
    for (const Method method : {Method::rosenbrock, Method::bdf}) {
        const State end = last(simulate(system, start, {.until = 0.3, .accuracy = 1e-7, .method = method}));
        for (std::size_t i = 0; i < end.q().size(); ++i)
            CHECK(std::abs(end.q()[i] - explicitly.q()[i]) < 1e-4);
        CHECK(contact_heat(system, end) == doctest::Approx(contact_heat(system, explicitly)).epsilon(1e-3));
    }
}

TEST_CASE(
    "surfaces are let alone by their groups, by pairs of bodies, between neighbours and where contact is "
    "none") {
    const ContactScene scene = contact_scenes()[0];
    const auto count = [&](auto change) {
        Model model = scene_model(scene, lossy_material);
        change(model);
        const System system(model);
        return contacts(system, scene_state(system, scene)).size();
    };
    CHECK(count([](Model&) {}) == 2);
    CHECK(count([](Model& m) { m.surfaces[0].group = 2, m.surfaces[1].mask = 1; }) == 1);
    CHECK(count([](Model& m) { m.contact.excluded = {{m.body("b"), m.body("a")}}; }) == 1);
    CHECK(count([](Model& m) { m.contact.kind = ContactKind::none; }) == 0);
    CHECK(count([](Model& m) { m.contact.kind = ContactKind::rigid; }) == 0);
    CHECK(count([](Model& m) { m.joints[1].placement.from = m.body("a"); }) == 1);
    CHECK(count([](Model& m) { m.surfaces[2].body = m.body("a"), m.surfaces[2].X_BG.p = {0, 0, 0.9}; }) == 1);
}

TEST_CASE("many surfaces are found along an axis as they are found one by one") {
    Random random(3);
    Model model{.name = "cloud"};
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = lossy_material});
    std::vector<double> q;
    for (int i = 0; i < 260; ++i) {  // 33,930 pairs: more than are listed
        const std::string name = "ball" + std::to_string(i);
        const BodyId body = model.add(
            Body{.name = name, .mass = {.mass = 1, .com = {}, .inertia = {.xx = 0.1, .yy = 0.1, .zz = 0.1}}});
        model.add(Cartesian{}, {.name = "move" + std::to_string(i), .from = world, .to = body});
        model.add(ContactSurface{.name = name,
                                 .body = body,
                                 .shape = shape::Sphere{random.within(0.1, 0.3)},
                                 .material = lossy_material});
        for (int k = 0; k < 3; ++k) q.push_back(random.within(0, 2.5));
    }
    const System system(model);
    State state = system.default_state();
    state.set_q(q);
    const std::vector<ContactPatch> found = contacts(system, state);
    std::size_t expected = 0;
    for (std::size_t i = 0; i < 260; ++i) {
        const double r = model.surfaces[i + 1].shape.as<shape::Sphere>().radius;
        const Vec3 p{q[3 * i], q[3 * i + 1], q[3 * i + 2]};
        if (p.z < r) ++expected;
        for (std::size_t j = i + 1; j < 260; ++j)
            if (norm(p - Vec3{q[3 * j], q[3 * j + 1], q[3 * j + 2]}) <
                r + model.surfaces[j + 1].shape.as<shape::Sphere>().radius)
                ++expected;
    }
    CHECK(found.size() == expected);
    CHECK(expected > 300);
}
