// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Fast variables settle without memory of their own.
#include <sinew/system/kinematics.h>
#include <sinew/system/relax.h>
#include <tests/allocations/count.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A number that follows the height of a body.
class Height : public Balance {
public:
    Height(VariableId<double> number, BodyId which) : Balance(number), x(number), body(which) {}
    double residual(const System& system, const State& state) const override {
        const double x_now = state.get(x);
        return x_now * x_now * x_now + x_now - pose(system, state, body).p.z;
    }

private:
    VariableId<double> x;
    BodyId body;
};

}  // namespace

TEST_CASE("relaxing a State allocates nothing after the first time") {
    if (!can_count()) return;
    Model model = random_model(2);
    const auto x = model.add_variable("x", 0.0, Stage::force);
    model.add(
        FastVariables{.name = "height", .variables = {x}, .relaxer = std::make_shared<Height>(x, BodyId{3})});
    const System system(model);
    State state = random_state(system, 2);
    const std::vector<double> q(state.q().begin(), state.q().end());
    const auto once = [&] {
        state.set_q(q);
        state.set(x, 0.0);
        return relax(system, state);
    };
    once();
    const long before = allocations();
    const Relaxation account = once();
    CHECK(allocations() == before);
    CHECK(account.converged);
    CHECK(account.iterations > 2);
}
