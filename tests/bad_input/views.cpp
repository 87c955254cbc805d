// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A view into a State that is gone at the end of the line: the compiler refuses it.
#include <sinew/system/views.h>
#include <tests/bad_input/refusal.h>

#include <utility>

using namespace sinew;
using namespace sinew::testing;

namespace {

// Each is a question that gives a view; S is a State with a name (const State&) or without (State, const State).
template <class S>
constexpr bool sees_q = requires(S&& s) {
    std::forward<S>(s).q();
};
template <class S>
constexpr bool sees_u = requires(S&& s) {
    std::forward<S>(s).u();
};
template <class S>
constexpr bool sees_z = requires(S&& s) {
    std::forward<S>(s).z();
};
template <class S>
constexpr bool sees_q_of_joint = requires(S&& s) {
    std::forward<S>(s).q(AnyJointId{});
};
template <class S>
constexpr bool sees_u_of_ball = requires(S&& s) {
    std::forward<S>(s).u(JointId<Ball>{});
};
template <class S>
constexpr bool sees_z_of_force = requires(S&& s) {
    std::forward<S>(s).z(ForceId{});
};
template <class S>
constexpr bool sees_parameter = requires(S&& s) {
    std::forward<S>(s).parameter("upper.com");
};
template <class S>
constexpr bool sees_parameter_by_id = requires(S&& s) {
    std::forward<S>(s).parameter(ParameterId{});
};
template <class S>
constexpr bool sees_cache = requires(S&& s) {
    std::forward<S>(s).cached(CacheEntry<double>{}, [] { return 1.0; });
};
template <class S>
constexpr bool sees_u_dot = requires(S&& s, const System& system) {
    forward_dynamics(system, std::forward<S>(s));
};
template <class S>
constexpr bool sees_q_dot = requires(S&& s, const System& system) {
    q_dot(system, std::forward<S>(s));
};
template <class S>
constexpr bool sees_z_dot = requires(S&& s, const System& system) {
    z_dot(system, std::forward<S>(s));
};
template <class S>
constexpr bool sees_forces = requires(S&& s, const System& system) {
    applied_on_speeds(system, std::forward<S>(s));
};
template <class S>
constexpr bool sees_positions = requires(S&& s, const System& system) {
    positions(system, std::forward<S>(s));
};

template <class S>
constexpr bool sees_all = sees_q<S>&& sees_u<S>&& sees_z<S>&& sees_q_of_joint<S>&& sees_u_of_ball<S>&&
    sees_z_of_force<S>&& sees_parameter<S>&& sees_parameter_by_id<S>&& sees_cache<S>&& sees_u_dot<S>&&
        sees_q_dot<S>&& sees_z_dot<S>&& sees_forces<S>&& sees_positions<S>;
template <class S>
constexpr bool sees_any =
    sees_q<S> || sees_u<S> || sees_z<S> || sees_q_of_joint<S> || sees_u_of_ball<S> || sees_z_of_force<S> ||
    sees_parameter<S> || sees_parameter_by_id<S> || sees_cache<S> || sees_u_dot<S> || sees_q_dot<S> ||
    sees_z_dot<S> || sees_forces<S> || sees_positions<S>;

static_assert(sees_all<State&> && sees_all<const State&>);
static_assert(!sees_any<State> && !sees_any<const State>);

}  // namespace

TEST_CASE("a State without a name may be asked for what is a value") {
    Model model = arm();
    const JointId<Pin> wrist = model.add(Pin{}, {.name = "wrist",
                                                 .from = model.body("lower"),
                                                 .to = model.add(Body{.name = "hand", .mass = solid(1)})});
    const auto note = model.add_variable("note", std::string("new"), Stage::report);
    const System system(model);
    CHECK(system.default_state().q(wrist) == 0);
    CHECK(system.default_state().u(wrist) == 0);
    const std::string kept = system.default_state().get(note);
    CHECK(kept == "new");
    CHECK(system.default_state().time() == 0);
    CHECK(pose(system, system.default_state(), world).p.x == 0);
}
