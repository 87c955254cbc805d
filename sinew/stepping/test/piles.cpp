// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/test/boxes.h>

#include <numeric>

using namespace sinew;
using namespace sinew::testing;

namespace {

const Vec3 cube{0.1, 0.1, 0.1};

struct Pile {
    Model model;
    std::vector<BodyId> ids;
    std::vector<double> q;
    Pile() { model.add(Gravity{.g = {0, 0, -9.81}}); }
    void add(const Vec3& p, const Vec3& turn = {}) {
        ids.push_back(add_box(model, "box" + std::to_string(ids.size()), cube, 1));
        const Quaternion e = quaternion_of(rotation_of_xyz(turn));
        for (const double x : {e.w, e.x, e.y, e.z, p.x, p.y, p.z}) q.push_back(x);
    }
    ContactStepper stepper(const System& system, double mu = 0.5, double restitution = 0,
                           const ContactStepOptions& options = {}) const {
        auto boxes = std::make_unique<Boxes>();
        for (const BodyId id : ids) boxes->boxes.push_back({system.compiled().node(id), cube});
        boxes->cell = 0.5, boxes->margin = 0.12, boxes->mu = mu, boxes->restitution = restitution;
        return ContactStepper(system, std::move(boxes), options);
    }
};

}  // namespace

TEST_CASE("ten boxes on one another stand for a minute (long)") {
    Pile pile;
    for (int i = 0; i < 10; ++i) pile.add({0, 0, 0.1 + 0.2 * i});
    const System system(pile.model);
    ContactStepper stepper = pile.stepper(system);
    State state = system.default_state();
    state.set_q(pile.q);
    double deepest = 0;
    for (int i = 0; i < 12'000; ++i) deepest = std::max(deepest, stepper.step(state, 0.005).deepest);
    for (int i = 0; i < 10; ++i)
        CHECK(norm(pose(system, state, pile.ids[size(i)]).p - Vec3{0, 0, 0.1 + 0.2 * i}) < 1e-3);
    CHECK(deepest < stepper.options().slop);
    CHECK(kinetic_energy(system, state) < 1e-7);
}

TEST_CASE("boxes thrown on a heap never gain energy, overlap little, and the account closes") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    for (const double restitution : {0.0, 0.6}) {
        Pile pile;
        for (int i = 0; i < 40; ++i)
            pile.add({0.15 * number(random), 0.15 * number(random), 0.3 + 0.36 * i},
                     {number(random), number(random), number(random)});
        const System system(pile.model);
        ContactStepper stepper = pile.stepper(system, 0.4, restitution);
        State state = system.default_state();
        state.set_q(pile.q);
        const double start = total_energy(system, state);
        double dissipated = 0, lifted = 0, deepest = 0, lowest = start;
        int contacts = 0;
        for (int i = 0; i < 500; ++i) {
            const ContactStep account = stepper.step(state, 0.005);
            dissipated += account.dissipated, lifted += account.lifted, contacts += account.contacts;
            deepest = std::max(deepest, account.deepest);
            const double energy = total_energy(system, state);
            CHECK(energy <= lowest + lifted + 1e-3 * start);  // caught a little above the ground (18.14)
            lowest = std::min(lowest, energy);
        }
        CHECK(contacts > 2000);
        CHECK(std::abs(total_energy(system, state) + dissipated - lifted - start) < 1e-9 * start);
        CHECK(lifted < 0.01 * start);
        CHECK(deepest < 0.005 * std::sqrt(2 * 9.81 * 14.7));  // the way of the fastest in a step
    }
}

TEST_CASE("the order of the bodies does not matter, up to what sweeps leave") {
    std::vector<Vec3> places;
    for (int i = 0; i < 5; ++i) places.push_back({0.01 * i, 0, 0.1 + 0.2 * i});
    std::vector<Vec3> ends[2];
    for (int way = 0; way < 2; ++way) {
        Pile pile;
        for (int i = 0; i < 5; ++i) pile.add(places[size(way ? 4 - i : i)]);
        const System system(pile.model);
        ContactStepOptions options;
        options.tolerance = 1e-10, options.max_sweeps = 2000;
        ContactStepper stepper = pile.stepper(system, 0.5, 0, options);
        State state = system.default_state();
        state.set_q(pile.q);
        for (int i = 0; i < 100; ++i) stepper.step(state, 0.005);
        for (int i = 0; i < 5; ++i)
            ends[way].push_back(pose(system, state, pile.ids[size(way ? 4 - i : i)]).p);
    }
    for (std::size_t i = 0; i < 5; ++i) CHECK(norm(ends[0][i] - ends[1][i]) < 1e-6);
}

TEST_CASE("the same run gives the same bits") {
    std::vector<double> ends[2];
    for (auto& end : ends) {
        Pile pile;
        for (int i = 0; i < 8; ++i) pile.add({0.03 * i, 0.01 * i, 0.15 + 0.25 * i}, {0.1 * i, 0.2, 0.3});
        const System system(pile.model);
        ContactStepper stepper = pile.stepper(system);
        State state = system.default_state();
        state.set_q(pile.q);
        for (int i = 0; i < 200; ++i) stepper.step(state, 0.005);
        end.assign(state.q().begin(), state.q().end());
    }
    CHECK(ends[0] == ends[1]);
}
