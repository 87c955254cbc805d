// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What a state of a batch gets depends on nothing but itself.
#include <sinew/base/error.h>
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/dynamics.h>
#include <sinew/batch/integrate.h>

#include <tests/support/contact_scenes.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

#include <cstring>
#include <limits>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::vector<double> row(const LaneArray& array, int state) {
    std::vector<double> out(at(array.numbers()));
    array.get(state, out);
    return out;
}
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

Model model_of(std::uint64_t seed) {
    Model model = random_model(seed);
    model.add(Gravity{.g = {0.3, -9, 1}});
    Random random(seed);
    auto spring = random_force<TwoPointSpring>(model, random);  // lane by lane
    auto damper = random_force<MobilityDamper>(model, random);  // in packs
    spring.name = "spring", damper.name = "damper";
    model.add(spring);
    model.add(damper);
    return model;
}

/// State number `number` of a family.
void put(Batch& batch, int place, int number, const State& like) {
    for (int i = 0; i < batch.q().numbers(); ++i)
        batch.q()(place, i) = like.q()[at(i)] + 0.2 * std::sin(number + 3.0 * i);
    for (int i = 0; i < batch.u().numbers(); ++i)
        batch.u()(place, i) = like.u()[at(i)] + 0.5 * std::cos(number + 2.0 * i);
}

/// What a family of states has in common, and how one differs.
struct Family {
    std::string name;
    System system;
    State like;
    bool own_parameters = false;
};

Family held_family(std::uint64_t seed, std::initializer_list<std::string_view> kinds) {
    Model model = model_of(seed);
    Random random(seed);
    for (const KindOfConstraint& kind : every_constraint())
        for (const std::string_view wanted : kinds)
            if (kind.kind == wanted)
                model.add_constraint(renamed(kind.random(model, random), std::string(wanted)));
    const System system(model);
    State like = random_state(system, seed);
    REQUIRE(project(system, like).positions.converged);
    return {"held by " + std::string(*kinds.begin()), system, like};
}

Family touching_family() {
    const ContactScene scene = contact_scenes()[2];
    Model model = scene_model(scene, lossy_material);
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    return {"touching", system, scene_state(system, scene)};
}

std::vector<Family> families() {
    std::vector<Family> all;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const System system(model_of(seed));
        all.push_back({"free", system, random_state(system, seed)});
        all.push_back({"with parameters of their own", system, random_state(system, seed), true});
    }
    all.push_back(held_family(2, {"rod"}));
    all.push_back(held_family(2, {"point-on-line constraint", "rod"}));  // one by one
    all.push_back(touching_family());
    return all;
}

void fill(Batch& batch, const Family& family, int turned) {
    const int count = batch.size();
    const bool touching = family.name == "touching", held = family.name.starts_with("held");
    for (int s = 0; s < count; ++s) {
        const int place = (s + turned) % count;
        if (family.own_parameters) {
            State own = family.like;
            own.set_parameter("body2.mass", 1 + 0.1 * s);
            batch.set(place, own);
        }
        if (touching) batch.q()(place, 6) += 1e-3 * s;
        else if (held)
            for (int i = 0; i < batch.u().numbers(); ++i) batch.u()(place, i) *= 1 + 0.01 * s;
        else put(batch, place, s, family.like);
    }
}

}  // namespace

TEST_CASE("a state gets the same bits in any lane, among any neighbours, by any number of threads") {
    constexpr int count = 23, turn = 7;
    for (const Family& family : families())
        for (const int lanes : {4, 8}) {
            if (lanes == 8 && !has_wide_registers()) continue;
            std::vector<std::vector<double>> wanted;
            for (const int threads : {1, 2, 3, 7})
                for (const int turned : {0, turn}) {
                    Batch batch(family.system, family.like, count, {.lanes = lanes, .threads = threads});
                    fill(batch, family, turned);
                    std::vector<std::vector<double>> found;
                    const auto keep = [&](const LaneArray& array) {
                        for (int s = 0; s < count; ++s) found.push_back(row(array, (s + turned) % count));
                    };
                    rates(batch);
                    CHECK(batch.has_answer(0));
                    keep(batch.u_dot()), keep(batch.q_dot()), keep(batch.z_dot()), keep(batch.multipliers());
                    BatchIntegrator integrator(batch, Method::merson, 1e-4);
                    CHECK_MESSAGE(integrator.advance_to(0.02).stuck == 0, family.name);
                    integrator.take_steps(0.002, 2);
                    keep(batch.q()), keep(batch.u()), keep(batch.z()), keep(batch.time());
                    if (wanted.empty()) wanted = found;
                    CAPTURE(family.name);
                    CAPTURE(lanes);
                    CAPTURE(threads);
                    bool same = found.size() == wanted.size();
                    for (std::size_t i = 0; i < found.size(); ++i)
                        same = same && same_bits(found[i], wanted[i]);
                    CHECK(same);
                }
        }
}

TEST_CASE("a state that is not a number has no answer, and the others do not notice") {
    const System system(model_of(2));
    const State like = random_state(system, 2);
    Batch batch(system, like, 6), spoilt(system, like, 6);
    for (int s = 0; s < 6; ++s) put(batch, s, s, like), put(spoilt, s, s, like);
    for (const double odd :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        spoilt.u()(3, 2) = odd;
        rates(batch);
        rates(spoilt);
        for (int s = 0; s < 6; ++s) {
            CHECK(spoilt.has_answer(s) == (s != 3));
            if (s != 3) CHECK(same_bits(row(batch.u_dot(), s), row(spoilt.u_dot(), s)));
        }
        CHECK(std::isnan(spoilt.u_dot()(3, 0)));
        CHECK(spoilt.complaint(3).find("not a finite number") != std::string::npos);
        CHECK(spoilt.complaint(2).empty());
    }
    BatchIntegrator integrator(spoilt);
    CHECK(integrator.advance_to(0.02).stuck == 1);
    CHECK(!spoilt.has_answer(3));
    CHECK(spoilt.time()(2, 0) == 0.02);
}

TEST_CASE("a mass matrix without an inverse is one state's own") {
    Model model{.name = "light"};
    const BodyId bob = model.add(Body{.name = "bob", .mass = {1, {0, -1, 0}, {}}});
    model.add(Pin{}, {.name = "pin", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    State state = system.default_state();
    Batch batch(system, state, 5);
    state.set_parameter("bob.com", std::array{0.0, 0.0, 0.0});
    batch.set(2, state);
    forward_dynamics(batch);
    for (int s = 0; s < 5; ++s) CHECK(batch.has_answer(s) == (s != 2));
    CHECK(batch.complaint(2).find("pin") != std::string::npos);
    CHECK(batch.u_dot()(1, 0) == doctest::Approx(0.0));
}

TEST_CASE("a batch says what it cannot take") {
    const System system(model_of(1)), foreign(random_model(5));
    const State like = random_state(system, 1);
    CHECK_THROWS_AS(Batch(system, like, 0), Error);
    CHECK_THROWS_AS(Batch(system, like, 3, {.lanes = 5}), Error);
    CHECK_THROWS_AS(Batch(system, foreign.default_state(), 3), StateError);
    Batch batch(system, like, 3);
    CHECK_THROWS_AS(batch.set(3, like), StateError);
    State other = like;
    lock(system, other, AnyJointId{{0}});
    CHECK_THROWS_AS(batch.set(0, other), StateError);
    LaneArray wrong = batch.array(system.nu() + 1), right = batch.array(system.nu());
    CHECK_THROWS_AS(inverse_dynamics(batch, wrong, right), StateError);
    CHECK_THROWS_AS(BatchIntegrator(batch, Method::bdf), Error);
}
