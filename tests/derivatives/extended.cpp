// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Every derivative of the dynamics against differences of extended precision, which are good to 1e-14: every joint,
// force and constraint, every number of each. What is measured has effects: each element must show some.
#include <sinew/forces/ground_contact_apply.h>
#include <sinew/math/function_evaluate.h>
#include <sinew/system/dynamics_on_pass.h>
#include <sinew/system/parameter_roles.h>
#include <tests/derivatives/differences.h>
#include <tests/derivatives/extended.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <functional>
#include <map>

namespace sinew {

using testing::Extended;

// Joints of the user's own know no such numbers; no model here has one.
template <>
void across_in_place<CustomJoint, Extended>(const Node&, const JointInput<Extended>&, TransformT<Extended>&,
                                            SpatialVelocityT<Extended>*) {}
template <>
SpatialAccelerationT<Extended> bias_in_place<CustomJoint, Extended>(const Node&, const JointInput<Extended>&,
                                                                    const RotationT<Extended>&,
                                                                    const SpatialVelocityT<Extended>*,
                                                                    const Extended*) {
    return {};
}
template class DynamicsOn<Extended>;

}  // namespace sinew

using namespace sinew;
using namespace sinew::testing;

namespace {

Extended times(Extended h, double x) { return h * Extended(x); }

/// A way to change what inverse dynamics looks at.
struct Along {
    Vector q{}, u{}, u_dot{}, lambda{}, z{};  ///< empty: not at all
    std::function<void(DynamicsOn<Extended>&, Extended)> more{};
};

/// τ, then a, of a System in a State on extended numbers.
class Precise {
public:
    Precise(const System& system, const State& state, const Vector& u_dot, const Vector& lambda)
        : state_(state), u_dot_(u_dot), lambda_(lambda), on_(system) {}

    Vector derivative(const Along& along) {
        std::vector<long double> level[3];
        long double h = 1e-4L;
        for (auto& d : level) {
            const auto plus = ask(along, h), minus = ask(along, -h);
            for (std::size_t i = 0; i < plus.size(); ++i) d.push_back((plus[i] - minus[i]) / (2 * h));
            h /= 2;
        }
        Vector out;
        for (std::size_t i = 0; i < level[0].size(); ++i) {
            const long double a = level[1][i] + (level[1][i] - level[0][i]) / 3,
                              b = level[2][i] + (level[2][i] - level[1][i]) / 3;
            out.push_back(static_cast<double>(b + (b - a) / 15));
        }
        return out;
    }
    Vector values() {
        Vector out;
        for (const long double x : ask({}, 0)) out.push_back(static_cast<double>(x));
        return out;
    }

private:
    std::vector<long double> ask(const Along& along, long double by) {
        on_.take(state_, u_dot_.data(), lambda_.empty() ? nullptr : lambda_.data());
        on_.changed_number = -1;
        const Extended h = Extended::of(by);
        const auto add = [&](std::vector<Extended>& to, const Vector& way) {
            for (std::size_t i = 0; i < way.size(); ++i) to[i] += times(h, way[i]);
        };
        add(on_.q, along.q), add(on_.u, along.u), add(on_.u_dot, along.u_dot), add(on_.lambda, along.lambda),
            add(on_.z, along.z);
        if (along.more) along.more(on_, h);
        on_.evaluate();
        std::vector<long double> out;
        for (const Extended& x : on_.tau) out.push_back(x.v);
        for (const Extended& x : on_.errors) out.push_back(x.v);
        return out;
    }
    const State& state_;
    const Vector &u_dot_, &lambda_;
    DynamicsOn<Extended> on_;
};

Vector column(const Vector& matrix, int columns, int k) {
    Vector out;
    for (std::size_t i = at(k); i < matrix.size(); i += at(columns)) out.push_back(matrix[i]);
    return out;
}

Vector joined(Vector a, const Vector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// What a number of a parameter changes, if DynamicsOn can be told; rotations of joints are turned about `axis`.
bool tell(const System& system, const State& state, const ParameterSlot& slot, const ParameterRole& role,
          int i, Along& along) {
    using Kind = ParameterRole::Kind;
    const Compiled& c = system.compiled();
    const Vector numbers = copy(state.parameter(slot.path));
    const int B = role.index;
    switch (role.kind) {
        case Kind::force:
        case Kind::constraint:
            if (role.kind == Kind::force && c.forces[at(role.index)].is_uniform)
                return false;  // the passes have it
            along.more = [place = slot.range.first + i](DynamicsOn<Extended>& on, Extended h) {
                on.changed_number = place, on.change = h;
            };
            return true;
        case Kind::joint_number:
            along.more = [place = c.tree[B].k + role.offset + i](DynamicsOn<Extended>& on, Extended h) {
                on.k[at(place)] += h;
            };
            return true;
        case Kind::frame_p:
            along.more = [role, i](DynamicsOn<Extended>& on, Extended h) {
                auto& frames = on.frames[at(role.index)];
                (role.on_body ? frames.X_BM : frames.X_PF).p[i] += h;
                on.derive(role.index);
            };
            return true;
        case Kind::mass:
        case Kind::com:
        case Kind::inertia: {
            const BodyParameters& p = c.body_parameters[at(B)];
            const double* v = state.parameter_block().values.data();
            const double m = v[p.mass];
            const Vec3T<Extended> com = as_scalar<Extended>(Vec3{v[p.com], v[p.com + 1], v[p.com + 2]});
            along.more = [=, kind = role.kind](DynamicsOn<Extended>& on, Extended h) {
                RigidInertiaT<Extended>& M = on.inertia[at(B)];
                const auto add_point = [&](Extended mass, const Vec3T<Extended>& r) {
                    M.m += mass;
                    M.h += mass * r;
                    M.I.xx += mass * (r.y * r.y + r.z * r.z), M.I.yy += mass * (r.x * r.x + r.z * r.z),
                        M.I.zz += mass * (r.x * r.x + r.y * r.y);
                    M.I.xy -= mass * r.x * r.y, M.I.xz -= mass * r.x * r.z, M.I.yz -= mass * r.y * r.z;
                };
                if (kind == Kind::mass) add_point(h, com);
                if (kind == Kind::com) {
                    add_point(Extended(-m), com);
                    Vec3T<Extended> there = com;
                    there[i] += h;
                    add_point(Extended(m), there);
                }
                if (kind == Kind::inertia) {
                    Extended* const entries[] = {&M.I.xx, &M.I.yy, &M.I.zz, &M.I.xy, &M.I.xz, &M.I.yz};
                    *entries[i] += h;
                }
                on.derive(B);
            };
            return true;
        }
        default: return false;
    }
}

/// A frame of a joint turned about an axis of its own; found: by its nine numbers.
bool tell_turn(const ParameterRole& role, const Vec3& axis, Along& along) {
    if (role.kind != ParameterRole::Kind::frame_R) return false;
    along.more = [=](DynamicsOn<Extended>& on, Extended h) {
        auto& frames = on.frames[at(role.index)];
        RotationT<Extended>& R = (role.on_body ? frames.X_BM : frames.X_PF).R;
        const SinCos<Extended> t = sin_cos(h);
        const auto turned =
            [&](const Vec3& e) {  // R e turned: e cos h + (axis × e) sin h + axis (axis·e)(1 − cos h)
                const Extended along_axis = Extended(dot(axis, e)) * (Extended(1.0) - t.cos);
                return t.cos * as_scalar<Extended>(e) + t.sin * as_scalar<Extended>(cross(axis, e)) +
                       along_axis * as_scalar<Extended>(axis);
            };
        const RotationT<Extended> before = R;
        R = {{before * turned(x_axis), before * turned(y_axis), before * turned(z_axis)}};
        on.derive(role.index);
    };
    return true;
}

struct Measured {
    Law& law;
    int numbers = 0;
    double effect = 0;  ///< the largest derivative by a number of the element

    void compare(const Vector& found, const Vector& wanted, const std::string& name) const {
        law.measure(difference(found, wanted), name);
    }
    void zero(const Vector& residual, const Vector& x, const std::string& name) const {
        double size = 1, most = 0;
        for (const double a : x) size = std::max(size, std::abs(a));
        for (const double a : residual) most = std::max(most, std::abs(a));
        law.measure(most / size, name);
    }
    void all(const System& system, const State& state, const std::string& name, const std::string& paths);
};

void Measured::all(const System& system, const State& state, const std::string& name,
                   const std::string& paths) {
    const int n = system.nu(), nz = system.nz(), m = equation_counts(system).all();
    const Vector u_dot = copy(forward_dynamics(system, state)),
                 lambda = m > 0 ? copy(multipliers(system, state)) : Vector{};
    Precise precise(system, state, u_dot, lambda);
    DynamicsDerivatives derivatives(system);
    const InverseDerivatives inverse = derivatives.inverse(state, u_dot, lambda);
    const ForwardDerivatives forward = derivatives.forward(state);
    const bool unique = m == 0 || constraint_rank(system, state) == m;
    Vector unit(at(n)), unit_z(at(nz));
    for (int k = 0; k < n; ++k) {
        unit[at(k)] = 1;
        Along q, u, f;
        q.q.resize(state.q().size());
        multiply_by_N(system, state, unit, q.q);
        u.u = unit;
        compare(joined(column(inverse.by_q, n, k), column(inverse.errors_by_q, n, k)), precise.derivative(q),
                name + " by q");
        compare(joined(column(inverse.by_u, n, k), column(inverse.errors_by_u, n, k)), precise.derivative(u),
                name + " by u");
        if (unique) {
            q.u_dot = column(forward.by_q, n, k), q.lambda = column(forward.lambda_by_q, n, k);
            u.u_dot = column(forward.by_u, n, k), u.lambda = column(forward.lambda_by_u, n, k);
            f.u_dot = column(forward.by_f, n, k), f.lambda = column(forward.lambda_by_f, n, k);
            zero(precise.derivative(q), joined(q.u_dot, q.lambda), name + " forward by q");
            zero(precise.derivative(u), joined(u.u_dot, u.lambda), name + " forward by u");
            Vector less = precise.derivative(f);
            less[at(k)] -= 1;
            zero(less, joined(f.u_dot, f.lambda), name + " forward by f");
        }
        unit[at(k)] = 0;
    }
    for (int k = 0; k < nz; ++k) {
        unit_z[at(k)] = 1;
        Along z;
        z.z = unit_z;
        compare(joined(column(inverse.by_z, nz, k), Vector(at(m))), precise.derivative(z), name + " by z");
        if (unique) {
            z.u_dot = column(forward.by_z, nz, k), z.lambda = column(forward.lambda_by_z, nz, k);
            zero(precise.derivative(z), joined(z.u_dot, z.lambda), name + " forward by z");
        }
        unit_z[at(k)] = 0;
    }
    const std::vector<ParameterRole> roles = parameter_roles(system.compiled());
    for (const ParameterSlot& slot : system.layout().parameters) {
        if (slot.path.rfind(paths, 0) != 0 || slot.path.find("load_share") != slot.path.npos) continue;
        const ParameterId id = system.layout().parameter(slot.path);
        const ParameterRole& role = roles[at(id.index)];
        const ParameterDerivatives by = derivatives.forward_by_parameters(state, std::span(&id, 1));
        const auto measure = [&](Along along, const Vector& weights) {
            Vector tau, u_dot_by, lambda_by;
            for (int i = 0; i < by.columns; ++i) {
                const Vector one = joined(column(by.of_tau, by.columns, i),
                                          column(by.of_errors, by.columns, i)),
                             a = column(by.of_u_dot, by.columns, i), l = column(by.of_lambda, by.columns, i);
                tau.resize(one.size()), u_dot_by.resize(a.size()), lambda_by.resize(l.size());
                for (std::size_t j = 0; j < one.size(); ++j) tau[j] += weights[at(i)] * one[j];
                for (std::size_t j = 0; j < a.size(); ++j) u_dot_by[j] += weights[at(i)] * a[j];
                for (std::size_t j = 0; j < l.size(); ++j) lambda_by[j] += weights[at(i)] * l[j];
            }
            for (const double x : tau) effect = std::max(effect, std::abs(x));
            compare(tau, precise.derivative(along), slot.path);
            if (!unique) return;
            along.u_dot = u_dot_by, along.lambda = lambda_by;
            zero(precise.derivative(along), joined(u_dot_by, lambda_by), slot.path + " forward");
        };
        const Vector r = copy(state.parameter(id));
        for (const Vec3& axis : {x_axis, y_axis, z_axis}) {
            Along along;
            if (!tell_turn(role, axis, along)) break;
            Vector weights(9);
            const Vec3 columns[] = {cross(axis, x_axis), cross(axis, y_axis), cross(axis, z_axis)};
            for (int row = 0; row < 3; ++row)  // the rate of R is R [axis ×]
                for (int c = 0; c < 3; ++c)
                    for (int j = 0; j < 3; ++j)
                        weights[at(3 * row + c)] += r[at(3 * row + j)] * columns[c][j];
            measure(along, weights), ++numbers;
        }
        for (int i = 0; i < slot.range.count; ++i) {
            Along along;
            if (!tell(system, state, slot, role, i, along)) continue;
            Vector weights(at(slot.range.count));
            weights[at(i)] = 1;
            measure(along, weights), ++numbers;
        }
    }
}

Model short_chain(Random& random) {
    Model model;
    BodyId last = world;
    for (const AnyJoint& joint :
         {AnyJoint{Free{}}, AnyJoint{Pin{}}, AnyJoint{Universal{}}, AnyJoint{Slider{}}, AnyJoint{Pin{}}})
        last = hang_by(model, random, joint, last);
    return model;
}

}  // namespace

TEST_CASE(
    "derivatives by motion and by every number of bodies and joints, to 1e-9 of differences in extended "
    "precision") {
    Law law(1e-9);
    Measured measured{law};
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        Model model = model_of_known_joints(seed);
        model.add(Gravity{});
        model.add(Gravity{.name = "on some", .g = {1, 2, 3}, .except = {BodyId{3}, BodyId{5}}});
        const System system(model);
        measured.all(system, random_state(system, seed), "joints", "");
    }
    CHECK(measured.numbers > 700);
}

TEST_CASE("derivatives under every force and by its numbers, to 1e-9 of differences in extended precision") {
    Law law(1e-9);
    for_every_force([&]<class E> {
        if (std::is_same_v<E, CustomForce>) return;
        int engaged = 0;
        for (std::uint64_t seed = 1; seed <= 300 && engaged < 3; ++seed) {
            Random random(100 * seed + 7);
            Model model = short_chain(random);
            E force = random_force<E>(model, random);
            if constexpr (requires { force.drive; })
                force.drive.activation = seed % 2 ? Activation::filter : Activation::integrator;
            model.add(force);
            const System system(model);
            State state = random_state(system, seed);
            Vector z(at(system.nz()));
            for (double& x : z) x = random.within(-0.4, 0.4);
            state.set_z(z);
            if constexpr (std::is_same_v<E, DiscreteForces>) {
                set_body_force(system, state, ForceId{0}, BodyId{2}, {random.vector(1), random.vector(1)});
                set_body_force(system, state, ForceId{0}, BodyId{4}, {random.vector(1), random.vector(1)});
            }
            // It must change what is differentiated: by motion, or where it is the same force everywhere, as such.
            const Vector u_dot(at(system.nu()));
            State without = state;
            set_enabled(system, without, ForceId{0}, false);
            DynamicsDerivatives derivatives(system);
            const InverseDerivatives with = derivatives.inverse(state, u_dot);
            const InverseDerivatives none = derivatives.inverse(without, u_dot);
            const double changed =
                std::max(difference(with.by_q, none.by_q), difference(with.by_u, none.by_u));
            const bool the_same_everywhere =
                std::is_same_v<E, MobilityConstant> || std::is_same_v<E, MobilityDiscrete>;
            if (!(changed > 1e-4) && !the_same_everywhere) continue;
            ++engaged;
            Measured measured{law};
            measured.all(system, state, E::kind, "force.");
        }
        CAPTURE(std::string(E::kind));
        CHECK(engaged == 3);
    });
}

TEST_CASE(
    "derivatives with every constraint and by its numbers, to 1e-9 of differences in extended precision") {
    Law law(1e-9);
    std::map<std::string, int> without_effect;
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            Random random(100 * seed + 11);
            Model model = short_chain(random);
            const AnyConstraint constraint = renamed(kind.random(model, random), "held");
            if (constraint.is<CustomConstraint>()) continue;
            model.add_constraint(constraint);
            model.add(Gravity{});
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            double pull = 0;
            for (const double l : multipliers(system, state)) pull = std::max(pull, std::abs(l));
            without_effect[kind.kind] += !(pull > 1e-6);
            Measured measured{law};
            measured.all(system, state, kind.kind, "held.");
        }
    for (const auto& kind_and_times : without_effect) {
        CAPTURE(kind_and_times.first);
        CHECK(kind_and_times.second < 3);
    }
}
