// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/constrain.h>
#include <tests/derivatives/precise.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

namespace sinew::testing {

namespace {

Vector column(const Vector& matrix, int columns, int k) {
    Vector out;
    for (std::size_t i = at(k); i < matrix.size(); i += at(columns)) out.push_back(matrix[i]);
    return out;
}

Vector joined(Vector a, const Vector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
/// How many equations of constraints hold: of what slides those against slip do not, of what takes no part none.
int held_equations(const System& system, const State& state) {
    const Compiled& c = system.compiled();
    if (c.constraints.all.empty()) return 0;
    const std::uint8_t *disabled = disabled_constraints(c, state), *sliding = sliding_constraints(c, state);
    int held = 0;
    for (std::size_t i = 0; i < c.constraints.all.size(); ++i) {
        const EquationCounts& counts = c.constraints.all[i].counts;
        if (!disabled[i]) held += sliding && sliding[i] ? counts.holonomic : counts.all();
    }
    return held;
}

/// Of what DynamicsOn has no name for. Numbers that must not change their sign are changed by a share of themselves.
bool tell_state(const State& state, const ParameterSlot& slot, int i, Along& along) {
    const Vector numbers = copy(state.parameter(slot.path));
    const bool keeps_sign = slot.rule != Rule::finite && slot.rule != Rule::direction;
    if (slot.rule == Rule::sign || slot.rule == Rule::rotation || (keeps_sign && numbers[at(i)] == 0))
        return false;
    const double most = keeps_sign ? std::min(1.0, 50 * std::abs(numbers[at(i)])) : 1;
    along.number = [numbers, most, i, path = slot.path](State& there, double h) {
        Vector changed = numbers;
        changed[at(i)] += most * h;
        there.set_parameter(path, changed);
    };
    along.per = 1 / most;
    return true;
}

/// What a number of a parameter changes; false of those that may not change a little, and of rotations, which are
/// turned.
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
                return tell_state(state, slot, i, along);  // the passes have it
            [[fallthrough]];
        case Kind::friction:
        case Kind::limit:
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
        case Kind::frame_R: return false;
        default: return tell_state(state, slot, i, along);
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

/// Its part of a matrix that has a column for each number.
Vector product(const Vector& matrix, int columns, const Vector& weights) {
    Vector out(matrix.size() / at(columns));
    for (std::size_t i = 0; i < out.size(); ++i)
        for (std::size_t k = 0; k < at(columns); ++k) out[i] += weights[k] * matrix[i * at(columns) + k];
    return out;
}

}  // namespace

void Measured::all(const System& system, const State& state, const std::string& name,
                   const std::string& paths) {
    const int n = system.nu(), nz = system.nz(), m = equation_counts(system).all();
    const Vector u_dot = copy(forward_dynamics(system, state)),
                 lambda = m > 0 ? copy(multipliers(system, state)) : Vector{};
    Precise precise(system, state, u_dot, lambda);
    DynamicsDerivatives derivatives(system);
    const InverseDerivatives inverse = derivatives.inverse(state, u_dot, lambda);
    const ForwardDerivatives forward = derivatives.forward(state);
    const bool unique = constraint_rank(system, state) == held_equations(system, state);
    const int nq = system.nq(), ny = nq + n + nz;
    Vector J(at(ny * ny));
    derivatives.jacobian(state, J);
    const auto rates = [&](const Vector& way, int first) {  // those of z
        Vector out(at(nz));
        for (int i = 0; i < nz; ++i)
            for (std::size_t k = 0; k < way.size(); ++k)
                out[at(i)] += J[at((nq + n + i) * ny + first) + k] * way[k];
        return out;
    };
    const auto measure = [&](const Along& along, const Vector& found, const Vector& answer,
                             const Vector* z_dot, const std::string& what) {
        const std::vector<long double> change = precise.derivative(along);
        if (z_dot) law.measure(difference(*z_dot, precise.rates(change)), what + " of rates");
        law.measure(difference(precise.inverse(found), precise.inverse(change)), what);
        if (!unique) return;
        // Where the equations hardly tell the answer, doubles can do no more than meet them.
        const double apart = difference(answer, precise.answer(change));
        law.measure(apart < law.bound ? apart : precise.missed(change, answer), what + " forward");
    };
    Vector unit(at(n)), unit_z(at(nz));
    for (int k = 0; k < n; ++k) {
        unit[at(k)] = 1;
        Along q, u, f;
        q.q.resize(state.q().size());
        multiply_by_N(system, state, unit, q.q);
        u.u = unit;
        const Vector z_by_q = rates(q.q, 0), z_by_u = rates(u.u, nq);
        measure(q, joined(column(inverse.by_q, n, k), column(inverse.errors_by_q, n, k)),
                joined(column(forward.by_q, n, k), column(forward.lambda_by_q, n, k)), &z_by_q,
                name + " by q");
        measure(u, joined(column(inverse.by_u, n, k), column(inverse.errors_by_u, n, k)),
                joined(column(forward.by_u, n, k), column(forward.lambda_by_u, n, k)), &z_by_u,
                name + " by u");
        if (unique) {
            std::vector<long double> less(at(n + m));
            less[at(k)] = precise.is_replaced(k) ? 0 : -1;
            law.measure(difference(joined(column(forward.by_f, n, k), column(forward.lambda_by_f, n, k)),
                                   precise.answer(less)),
                        name + " by f");
        }
        unit[at(k)] = 0;
    }
    for (int k = 0; k < nz; ++k) {
        unit_z[at(k)] = 1;
        Along z;
        z.z = unit_z;
        const Vector z_by_z = rates(z.z, nq + n);
        measure(z, joined(column(inverse.by_z, nz, k), Vector(at(m))),
                joined(column(forward.by_z, nz, k), column(forward.lambda_by_z, nz, k)), &z_by_z,
                name + " by z");
        unit_z[at(k)] = 0;
    }
    for (int j = 0; unique && j < nq; ++j) {  // of coordinates one by one, also such as no speed moves
        Along one;
        one.q.resize(at(nq)), one.q[at(j)] = 1;
        const std::vector<long double> change = precise.derivative(one);
        Vector wanted = precise.answer(change), found = column(J, ny, j);
        wanted.resize(at(n)), found.erase(found.begin(), found.begin() + nq);
        law.measure(difference(found, joined(wanted, precise.rates(change))), name + " Jacobian");
    }
    const std::vector<ParameterRole> roles = parameter_roles(system.compiled());
    for (const ParameterSlot& slot : system.layout().parameters) {
        const ParameterId id = system.layout().parameter(slot.path);
        const ParameterRole& role = roles[at(id.index)];
        if (slot.path.rfind(paths, 0) != 0) continue;
        if (role.kind == ParameterRole::Kind::share && !unique) continue;  // refused, too
        const ParameterDerivatives by = derivatives.forward_by_parameters(state, std::span(&id, 1));
        const auto by_number = [&](const Along& along, const Vector& weights) {
            const Vector tau = product(by.of_tau, by.columns, weights);
            for (const double x : tau) effect = std::max(effect, std::abs(x));
            measure(
                along, joined(tau, product(by.of_errors, by.columns, weights)),
                joined(product(by.of_u_dot, by.columns, weights), product(by.of_lambda, by.columns, weights)),
                nullptr, slot.path);
            ++numbers;
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
            by_number(along, weights);
        }
        for (int i = 0; i < slot.range.count; ++i) {
            Along along;
            if (!tell(system, state, slot, role, i, along)) {
                if (role.kind != ParameterRole::Kind::frame_R) refused.insert(slot.path);
                continue;
            }
            Vector weights(at(slot.range.count));
            weights[at(i)] = 1;
            by_number(along, weights);
        }
    }
}

std::shared_ptr<const ForceLaw> exact(const CustomForce& plain, const Model& model, Random& random) {
    auto law = std::make_shared<ExactSpring>();
    law->spring = dynamic_cast<const StiffeningSpring&>(*plain.law);
    law->on = random_coordinate(model, random), law->of = random_coordinate(model, random);
    law->body = law->spring.to.body;
    return law;
}
AnyConstraint exact(const AnyConstraint& plain) {
    CustomConstraint own = plain.as<CustomConstraint>();
    auto law = std::make_shared<ExactThreeLevels>();
    static_cast<ThreeLevelEquations&>(*law) = dynamic_cast<const ThreeLevelEquations&>(*own.law);
    own.law = law;
    return own;
}

Model short_chain(Random& random) {
    Model model;
    BodyId last = world;
    for (const AnyJoint& joint :
         {AnyJoint{Free{}}, AnyJoint{Pin{}}, AnyJoint{Universal{}}, AnyJoint{Slider{}}, AnyJoint{Pin{}}})
        last = hang_by(model, random, joint, last);
    return model;
}

}  // namespace sinew::testing
