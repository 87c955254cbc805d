// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Derivatives by parameters: numbers of bodies, joints, forces and constraints that a State holds, against differences
// of what is asked of Systems; extended.cpp asks more precisely, without Systems in between.
#include <tests/derivatives/differences.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Numbers that must not change their sign are moved by a share of themselves; zero if one cannot be moved to both
/// sides.
double reach(const ParameterSlot& slot, double x) {
    if (slot.rule == Rule::finite || slot.rule == Rule::direction) return 1e-3 * std::max(1.0, std::abs(x));
    if (slot.rule == Rule::sign || (slot.rule == Rule::fraction && x == 1)) return 0;
    return 1e-3 * std::abs(x);
}

/// τ at the State's own u̇ and λ, then the errors at this u̇, with other numbers for a parameter.
struct Question {
    const System& system;
    const State& state;
    Vector u_dot, lambda;

    Question(const System& of, const State& at)
        : system(of), state(at), u_dot(copy(forward_dynamics(of, at))) {
        if (equation_counts(of).all() > 0) lambda = copy(multipliers(of, at));
    }
    Vector with(const ParameterSlot& slot, const Vector& values) const {
        State there = state;
        there.set_parameter(slot.path, values);
        return inverse_at(system, there, u_dot, lambda);
    }
};

Vector column_of(const ParameterDerivatives& d, int column) {
    Vector all;
    const std::size_t width = at(d.columns);
    for (const Vector* matrix : {&d.of_tau, &d.of_errors})
        for (std::size_t row = 0; row * width < matrix->size(); ++row)
            all.push_back((*matrix)[row * width + at(column)]);
    return all;
}

/// A rotation may only be turned: about each axis by what its nine columns say together.
void measure_turns(Law& law, const Question& ask, const ParameterSlot& slot, const ParameterDerivatives& d) {
    const Vector r = copy(ask.state.parameter(slot.path));
    constexpr double h =
        4e-3;  // radians: h⁶/64 is far below rounding / h, since τ is small beside what cancels in it
    for (const Vec3& axis : {x_axis, y_axis, z_axis}) {
        const auto turned = [&](double by) -> Vector {
            const Rotation R{{{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}}};
            const Rotation S = R * Rotation::about(axis, by);
            return {S.x.x, S.y.x, S.z.x, S.x.y, S.y.y, S.z.y, S.x.z, S.y.z, S.z.z};
        };
        const Vector rate = extrapolated(turned, h);
        Vector found;
        for (int i = 0; i < 9; ++i) {
            const Vector one = column_of(d, i);
            found.resize(one.size());
            for (std::size_t k = 0; k < one.size(); ++k) found[k] += rate[at(i)] * one[k];
        }
        const Vector wanted = extrapolated([&](double by) { return ask.with(slot, turned(by)); }, h);
        law.measure(difference(found, wanted), slot.path);
    }
}

/// All parameters of a State whose path begins so. Returns how many numbers were looked at.
int measure_parameters(Law& law, const System& system, const State& state, const std::string& begin) {
    const Question ask(system, state);
    DynamicsDerivatives derivatives(system);
    int numbers = 0;
    for (const ParameterSlot& slot : system.layout().parameters) {
        if (slot.path.rfind(begin, 0) != 0 || slot.path.find("radial_axis") != slot.path.npos) continue;
        const ParameterId id = system.layout().parameter(slot.path);
        const ParameterDerivatives& found =
            derivatives.inverse_by_parameters(state, std::span(&id, 1), ask.u_dot, ask.lambda);
        REQUIRE(found.columns == slot.range.count);
        if (slot.rule == Rule::rotation) {
            measure_turns(law, ask, slot, found);
            numbers += 3;
            continue;
        }
        const Vector values = copy(state.parameter(slot.path));
        for (int i = 0; i < slot.range.count; ++i) {
            const double h = reach(slot, values[at(i)]);
            if (h == 0) continue;
            const auto moved = [&](double by) {
                Vector there = values;
                there[at(i)] += by;
                return ask.with(slot, there);
            };
            law.measure(difference(column_of(found, i), extrapolated(moved, h)), slot.path);
            ++numbers;
        }
    }
    return numbers;
}

std::string path_of_joint(const Model& model, Random& random) {
    return model.joints[at(random.below(static_cast<int>(model.joints.size())))].placement.name + ".X_";
}

}  // namespace

TEST_CASE("dynamics is differentiated by every number of every body and joint") {
    Law law(1e-9);
    int numbers = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Model model = random_model(seed);
        model.add(Gravity{});
        if (seed == 2) {  // forces that look at inertias
            model.add(Gravity{.name = "on some", .g = {1, 2, 3}, .except = {BodyId{3}, BodyId{5}}});
            model.add(Thermostat{});
        }
        const System system(model);
        State state = random_state(system, seed);
        Vector z = copy(state.z());
        for (double& x : z) x = 0.3;
        state.set_z(z);
        numbers += measure_parameters(law, system, state, "");
    }
    CHECK(numbers > 1500);
}

TEST_CASE(
    "a number that is zero and cannot be less is differentiated towards more, whatever else takes part") {
    Law law(1e-9);
    Random random(5);
    Model model;
    BodyId last = world;
    for (const AnyJoint& joint : {AnyJoint{Free{}}, AnyJoint{Pin{}}})
        last = hang_by(model, random, joint, last);
    const auto own = std::make_shared<StiffeningSpring>();
    own->from = {world, {}}, own->to = {last, {1, 0, 0}}, own->damping = 0;
    model.add(CustomForce{.name = "own", .law = own});
    model.add(Rod{.name = "rod", .from = {world, {1, 0, 0}}, .to = {last, {0, 0.1, 0}}, .length = 1});
    const System system(model);
    for (const bool held : {true, false}) {
        State state = random_state(system, 2);
        set_enabled(system, state, ConstraintId{0}, held);
        const Vector u_dot = copy(forward_dynamics(system, state)), lambda(1);
        DynamicsDerivatives derivatives(system);
        const ParameterId ids[] = {system.layout().parameter("own.damping")};
        const auto at_damping = [&](double c) {
            State there = state;
            there.set_parameter("own.damping", c);
            return inverse_at(system, there, u_dot, lambda);
        };
        Vector wanted = at_damping(1);
        const Vector none = at_damping(0);
        for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] -= none[i];  // it is linear in it
        wanted.resize(u_dot.size());
        const ParameterDerivatives& with = derivatives.inverse_by_parameters(state, ids, u_dot, lambda);
        law.measure(difference(with.of_tau, wanted), "with multipliers");
        law.measure(difference(derivatives.inverse_by_parameters(state, ids, u_dot).of_tau, wanted),
                    "without");
        CHECK_NOTHROW(derivatives.forward_by_parameters(state, ids));
        CHECK_NOTHROW(parameter_derivatives(system, state, {"own.stiffness", "joint1.X_PF.p", "rod.length"}));
    }
}

TEST_CASE("how redundant constraints share their load is not differentiated, and said so") {
    Random random(9);
    Model model;
    BodyId last = world;
    for (int i = 0; i < 3; ++i) last = hang_by(model, random, Pin{}, last);
    model.add(Gravity{});
    for (const char* name : {"one", "other"})
        model.add(Rod{.name = name, .from = {world, {1, 0.3, 0}}, .to = {last, {0, 0.2, 0}}, .length = 1.2});
    const System system(model);
    State state = random_state(system, 3, false);
    CHECK_THROWS_WITH_AS(parameter_derivatives(system, state, {"one.load_share"}),
                         doctest::Contains("\"one.load_share\""), StateError);
    set_enabled(system, state, ConstraintId{1}, false);
    for (const double x : parameter_derivatives(system, state, {"one.load_share"}).of_lambda) CHECK(x == 0);
}

TEST_CASE("an axis that must keep its length is differentiated along its turns") {
    Law law(1e-9);
    Random random(4);
    Model model;
    const BodyId first = hang(model, random, Pin{}, world, false);
    hang(model, random, Pin{}, hang(model, random, SphericalCoords{}, first, true), false);
    model.add(Gravity{});
    const System system(model);
    const State state = random_state(system, 3);
    const Question ask(system, state);
    const char* const paths[] = {"joint2.radial_axis_x", "joint2.radial_axis_y", "joint2.radial_axis_z"};
    std::vector<ParameterId> ids;
    for (const char* path : paths) ids.push_back(system.layout().parameter(path));
    DynamicsDerivatives derivatives(system);
    const ParameterDerivatives& d = derivatives.inverse_by_parameters(state, ids, ask.u_dot);
    for (const Vec3& axis : {x_axis, y_axis}) {
        const auto turned = [&](double h) {
            State there = state;
            const Vec3 a = Rotation::about(axis, h) * z_axis;
            for (int i = 0; i < 3; ++i) there.set_parameter(ids[at(i)], a[i]);
            return inverse_at(system, there, ask.u_dot, {});
        };
        const Vec3 rate = cross(axis, z_axis);
        Vector found = column_of(d, 0);
        const Vector y = column_of(d, 1), z = column_of(d, 2);
        for (std::size_t k = 0; k < found.size(); ++k)
            found[k] = rate.x * found[k] + rate.y * y[k] + rate.z * z[k];
        law.measure(difference(found, extrapolated(turned)), "radial axis");
    }
}

TEST_CASE("dynamics is differentiated by every number of every force, and by frames of joints beside it") {
    Law law(1e-9);
    for_every_force([&]<class E> {
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            Model model = random_model(seed);
            Random random(seed + 31);
            model.add(random_force<E>(model, random));
            model.add(Gravity{.name = "weight"});
            const System system(model);
            const State state = random_state(system, seed);
            CAPTURE(E::kind);
            measure_parameters(law, system, state, "force.");
            measure_parameters(law, system, state, path_of_joint(model, random));
        }
    });
}

TEST_CASE(
    "dynamics is differentiated by every number of every constraint, and by frames of joints beside it") {
    Law law(1e-9);
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            Model model = random_model(seed);
            Random random(seed + 177);
            model.add_constraint(renamed(kind.random(model, random), "held"));
            model.add(Gravity{});
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            CAPTURE(kind.kind);
            measure_parameters(law, system, state, "held.");
            measure_parameters(law, system, state, path_of_joint(model, random));
        }
}

TEST_CASE(
    "frames of joints that close loops, and masses of bodies that were split for it, are no exception") {
    Law law(1e-9);
    for (const LoopClosure how : {LoopClosure::cut, LoopClosure::split})
        for (const AnyJoint& last : {AnyJoint{Pin{}}, AnyJoint{Ball{}}, AnyJoint{Universal{}}}) {
            ClosedChain chain = closed_chain(AnyJoint{Universal{}}, last, 3);
            chain.model.joints[at(chain.closing.index)].placement.loop = how;
            const System system(chain.model);
            State state = system.default_state();
            Vector q = copy(state.q()), u = copy(state.u());
            Random random(7);
            for (Vector* all : {&q, &u})
                for (double& x : *all) x += random.within(-0.5, 0.5);
            state.set_q(q), state.set_u(u);
            CHECK(measure_parameters(law, system, state, "") > 100);
        }
}

TEST_CASE(
    "accelerations and multipliers change with parameters as the differentiated equations of motion say") {
    Law law(1e-9);
    for (const KindOfConstraint& kind : every_constraint()) {
        Model model = random_model(1);
        Random random(178);
        model.add_constraint(renamed(kind.random(model, random), "held"));
        model.add(Gravity{});
        const System system(model);
        const State state = random_state(system, 1);
        if (constraint_rank(system, state) < equation_counts(system).all()) continue;
        DynamicsDerivatives derivatives(system);
        std::vector<ParameterId> ids;
        for (const ParameterSlot& slot : system.layout().parameters)
            if (slot.path.rfind("held.", 0) == 0 || slot.path.rfind("body3.", 0) == 0 ||
                slot.path.rfind("joint3.X", 0) == 0)
                ids.push_back(system.layout().parameter(slot.path));
        const ParameterDerivatives& d = derivatives.forward_by_parameters(state, ids);
        const std::size_t n = at(system.nu()), m = at(equation_counts(system).all()), width = at(d.columns);
        Vector x(n), lambda(m), f(n), g(n), errors(m);
        for (std::size_t j = 0; j < width; ++j) {
            double most = 1;
            for (std::size_t i = 0; i < n; ++i)
                x[i] = d.of_u_dot[i * width + j], most = std::max(most, std::abs(x[i]));
            for (std::size_t e = 0; e < m; ++e)
                lambda[e] = d.of_lambda[e * width + j], most = std::max(most, std::abs(lambda[e]));
            multiply_by_M(system, state, x, f);
            multiply_by_G_transpose(system, state, lambda, g);
            multiply_by_G(system, state, x, errors);
            for (std::size_t i = 0; i < n; ++i)
                law.measure(std::abs(f[i] + g[i] + d.of_tau[i * width + j]) / most, kind.kind);
            for (std::size_t e = 0; e < m; ++e)
                law.measure(std::abs(errors[e] + d.of_errors[e * width + j]) / most, kind.kind);
        }
    }
}

TEST_CASE("a pendulum's acceleration does not change with its mass, but with its length, and gravity") {
    Model model;
    const double m = 2, l = 0.5, g = 9.81, q = 0.7;
    const BodyId bob = model.add(Body{.name = "bob", .mass = {.mass = m, .com = {0, -l, 0}}});
    const auto pin = model.add(Pin{}, {.name = "pin", .from = world, .to = bob});
    model.add(Gravity{.g = {0, -g, 0}});
    const System system(model);
    State state = system.default_state();
    state.q(pin) = q;
    const ParameterDerivatives d = parameter_derivatives(system, state, {"bob.mass", "bob.com", "gravity.g"});
    REQUIRE(d.columns == 7);
    CHECK(std::abs(d.of_u_dot[0]) < 1e-13);
    CHECK(d.of_u_dot[2] ==
          doctest::Approx(-g * std::sin(q) / (l * l)).epsilon(1e-12));  // u̇ = −g sin q / l, l = −y
    CHECK(d.of_u_dot[5] == doctest::Approx(std::sin(q) / l).epsilon(1e-12));
    CHECK_THROWS_AS(parameter_derivatives(system, state, {"bob.mas"}), StateError);
}
