// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Which Jacobian implicit methods are given: the exact one, unless differences cost less.
#include <sinew/studies/system_problem.h>
#include <tests/derivatives/differences.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

enum class Between { nothing, neighbours, all };

Model links(int n, bool chained, Between springs) {
    Model model;
    BodyId last = world;
    for (int i = 0; i < n; ++i) {
        const std::string k = std::to_string(i);
        const BodyId body =
            model.add(Body{"body" + k, {.mass = 1, .com = {0.1, 0, 0}, .inertia = {0.1, 0.1, 0.1}}});
        model.add(Pin{}, {.name = "pin" + k, .from = last, .to = body, .X_PF = {.p = {0.2, 0, 0}}});
        if (springs == Between::neighbours)
            model.add(TwoPointSpring{.name = "spring" + k,
                                     .from = {last, {0, 0.1, 0}},
                                     .to = {body, {0.1, 0.1, 0}},
                                     .stiffness = 2,
                                     .rest_length = 0.1,
                                     .damping = 1});
        if (chained) last = body;
    }
    if (springs == Between::all) model.add(GlobalDamper{.damping = 0.3});
    model.add(Gravity{});
    return model;
}

bool is_given_exact(const Model& model) {
    const System system(model);
    SystemProblem problem(system, system.default_state());
    Vector y(at(system.nq() + system.nu() + system.nz())), J(y.size() * y.size());
    problem.store(y);
    return problem.jacobian(0, y, J);
}

}  // namespace

TEST_CASE("implicit methods are given the exact Jacobian, but for many bodies that do not feel one another") {
    for (const Between springs : {Between::nothing, Between::neighbours, Between::all}) {
        for (const int n : {2, 20, 100}) CHECK(is_given_exact(links(n, true, springs)));
        CHECK_FALSE(is_given_exact(links(100, false, springs)));
    }
}
