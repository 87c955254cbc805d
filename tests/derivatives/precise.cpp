// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/coordinates.h>
#include <sinew/math/function_evaluate.h>
#include <sinew/system/driven.h>
#include <sinew/system/friction.h>
#include <sinew/system/given.h>
#include <sinew/system/one_way.h>
#include <tests/derivatives/precise.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

namespace sinew::testing {

namespace {

Extended times(Extended h, double x) { return h * Extended(x); }

Vector column(const Vector& matrix, int columns, int k) {
    Vector out;
    for (std::size_t i = at(k); i < matrix.size(); i += at(columns)) out.push_back(matrix[i]);
    return out;
}

Vector joined(Vector a, const Vector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// What errs by even powers of the step, at h, h/2 and h/4, extrapolated to none.
std::vector<long double> limit(const std::vector<long double> (&level)[3]) {
    std::vector<long double> out;
    for (std::size_t i = 0; i < level[0].size(); ++i) {
        const long double a = level[1][i] + (level[1][i] - level[0][i]) / 3,
                          b = level[2][i] + (level[2][i] - level[1][i]) / 3;
        out.push_back(b + (b - a) / 15);
    }
    return out;
}

}  // namespace

Precise::Precise(const System& system, const State& state, const Vector& u_dot, const Vector& lambda)
    : system_(system), state_(state), u_dot_(u_dot), lambda_(lambda), on_(system) {}

std::vector<long double> Precise::derivative(const Along& along) {
    std::vector<long double> level[3];
    long double h = along.number ? 0.001L : 1e-4L;
    for (auto& d : level) {
        const auto plus = ask(along, h), minus = ask(along, -h);
        for (std::size_t i = 0; i < plus.size(); ++i) d.push_back(along.per * (plus[i] - minus[i]) / (2 * h));
        h /= 2;
    }
    return limit(level);
}

std::vector<long double> Precise::mixed(const Along& one, const Along& other) {
    std::vector<long double> level[3];
    long double h = 2e-3L;
    const auto both = [&](long double by_one, long double by_other) {
        Along along;
        const auto add = [&](Vector Along::*part) {
            const Vector &a = one.*part, &b = other.*part;
            Vector& sum = along.*part;
            sum.resize(std::max(a.size(), b.size()));
            for (std::size_t i = 0; i < a.size(); ++i) sum[i] += static_cast<double>(by_one) * a[i];
            for (std::size_t i = 0; i < b.size(); ++i) sum[i] += static_cast<double>(by_other) * b[i];
        };
        for (const auto part : {&Along::q, &Along::u, &Along::u_dot, &Along::lambda}) add(part);
        return ask(along, h);
    };
    for (auto& d : level) {
        const auto pp = both(1, 1), pm = both(1, -1), mp = both(-1, 1), mm = both(-1, -1);
        for (std::size_t i = 0; i < pp.size(); ++i)
            d.push_back(((pp[i] - pm[i]) - (mp[i] - mm[i])) / (4 * h * h));
        h /= 2;
    }
    return limit(level);
}

std::vector<long double> Precise::ask(const Along& along, long double by) {
    State there = state_;
    if (along.number) along.number(there, static_cast<double>(by));
    const State& state = along.number ? there : state_;
    on_.take(state, u_dot_.data(), lambda_.empty() ? nullptr : lambda_.data());
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
    replaced_.assign(out.size(), false);
    for (int i = 0; i < system_.nz(); ++i) out.push_back(on_.z_dot[at(i)].v);
    const Compiled& c = system_.compiled();
    const Driven given = driven(system_, state);
    for (const int B : given.nodes) {
        Extended asked[max_nu] = {};
        if (given.motion[B] >= 0) ask_motion(c.model.motions[at(given.motion[B])], B, asked);
        for (int i = 0; i < c.tree[B].nu; ++i) {
            const std::size_t row = at(c.tree[B].u + i);
            out[row] = (on_.u_dot[row] - asked[i]).v, replaced_[row] = true;
        }
    }
    if (!lambda_.empty()) put_what_slides(out, state);
    return out;
}

template <class F>
void Precise::with_rates(int B, F&& f) {
    const Node& node = system_.compiled().tree[B];
    with_joint(node.kind, instance_of(system_.compiled(), state_).passes.by_angles[B], [&]<class J> {
        if constexpr (!std::is_same_v<J, CustomJoint>) {
            std::vector<Extended> scratch(at(system_.compiled().tree.scratch) + 1);
            const JointInput<Extended> in{on_.k.data() + node.k, on_.q.data() + node.q, scratch.data(),
                                          node.data};
            static_cast<void>(J::X_FM(in));  // it comes before N
            f.template operator()<J>(in, on_.u.data() + node.u);
        }
    });
}

/// (9.20), (9.21)
void Precise::ask_motion(const Motion& motion, int B, Extended* u_dot) {
    const Compiled& c = system_.compiled();
    if (motion.level == MotionLevel::position)
        return with_rates(B, [&]<class J>(const JointInput<Extended>& in, const Extended* u) {
            Extended q_dot[max_nq], q_dot_dot[max_nq];
            multiply_N<J>(in, u, q_dot);
            multiply_N_dot<J>(in, q_dot, u, q_dot_dot);
            for (std::size_t i = 0; i < motion.functions.size(); ++i)
                q_dot_dot[i] = Extended(motion.functions[i].evaluate(state_.time()).d2) - q_dot_dot[i];
            multiply_N_inverse<J>(in, q_dot_dot, u_dot);
        });
    std::vector<Extended> x{state_.time()}, rate{1.0}, speeds;
    for (const AnyJointId joint : joints_read_by(motion)) {
        const int read = c.node_of_joint[at(joint.index)];
        with_rates(read, [&]<class J>(const JointInput<Extended>& in, const Extended* u) {
            const Node& node = c.tree[read];
            Extended q_dot[max_nq];
            multiply_N<J>(in, u, q_dot);
            x.insert(x.end(), in.q, in.q + node.nq), rate.insert(rate.end(), q_dot, q_dot + node.nq);
            speeds.insert(speeds.end(), u, u + node.nu);
        });
    }
    const bool of_speeds = motion.level == MotionLevel::acceleration;
    if (of_speeds) x.insert(x.end(), speeds.begin(), speeds.end());
    const int count = static_cast<int>(x.size());
    for (std::size_t i = 0; i < motion.functions.size(); ++i) {
        const Function& f = motion.functions[i];
        u_dot[i] = of_speeds ? f.evaluate<Extended>(x.data(), count)
                             : f.evaluate_along<Extended>(x.data(), rate.data(), count).d1;
    }
}

void Precise::put_what_slides(std::vector<long double>& equations, const State& state) {
    const Compiled& c = system_.compiled();
    const std::size_t n = on_.tau.size();
    const auto put = [&](int multiplier, const Extended& rest) {
        const std::size_t row = n + at(multiplier);
        equations[row] = (on_.lambda[at(multiplier)] - rest).v, replaced_[row] = true;
    };
    const std::uint8_t *disabled = disabled_constraints(c, state), *sliding = sliding_constraints(c, state);
    for (std::size_t i = 0; i < c.constraints.all.size(); ++i)
        for (int e = 0; disabled[i] && e < c.constraints.all[i].counts.all(); ++e)
            put(c.constraints.all[i].a + e, 0.0);
    for (std::size_t i = 0; i < c.constraints.one_way.size(); ++i) {
        const BoundOneWay& condition = c.constraints.one_way[i];
        const std::size_t constraint = at(condition.constraint);
        if (disabled[constraint] || !sliding[constraint]) continue;
        const BoundConstraint& bound = c.constraints.all[constraint];
        const TouchMemory& memory = touch_memory(c, state, static_cast<int>(i));
        const auto number = [&](int k, double value) {
            const bool changed = on_.changed_number == condition.parameters.first + k;
            return changed ? Extended(value) + on_.change : Extended(value);
        };
        if (condition.bounded) {
            put(bound.a, number(0, limit_of(condition, state)) * Extended(memory.towards[0]));
            continue;
        }
        const OneWayNumbers k = numbers_of(condition, state);
        const int slip = bound.v + bound.counts.holonomic;
        const std::array<Extended, 2> v{on_.velocity_errors[at(slip)], on_.velocity_errors[at(slip + 1)]};
        const auto shares = friction_shares(condition.sign, number(4, k.sliding_friction),
                                            number(5, k.viscous_friction), v, memory);
        for (int t = 0; t < 2; ++t)
            put(bound.a + bound.counts.holonomic + t, shares[at(t)] * on_.lambda[at(bound.a)]);
    }
}

/// Column by column, and by Gauß and Jordan.
void Precise::invert_equations() {
    const std::size_t n = on_.tau.size(), all = n + lambda_.size();
    std::vector<long double> a(all * all);
    inverse_.assign(all * all, 0);
    const std::vector<long double> base = ask({}, 0);
    for (std::size_t k = 0; k < all; ++k) {
        Vector unit(all);
        unit[k] = 1;
        Along along;
        const auto middle = unit.begin() + static_cast<std::ptrdiff_t>(n);
        along.u_dot.assign(unit.begin(), middle), along.lambda.assign(middle, unit.end());
        const std::vector<long double> there = ask(along, 1);
        for (std::size_t i = 0; i < all; ++i) a[i * all + k] = there[i] - base[i];
        inverse_[k * all + k] = 1;
    }
    matrix_ = a;
    for (std::size_t k = 0; k < all; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < all; ++i)
            if (std::abs(a[i * all + k]) > std::abs(a[pivot * all + k])) pivot = i;
        for (std::size_t j = 0; pivot != k && j < all; ++j)
            std::swap(a[k * all + j], a[pivot * all + j]),
                std::swap(inverse_[k * all + j], inverse_[pivot * all + j]);
        const long double by = 1 / a[k * all + k];
        for (std::size_t j = 0; j < all; ++j) a[k * all + j] *= by, inverse_[k * all + j] *= by;
        for (std::size_t i = 0; i < all; ++i) {
            const long double factor = a[i * all + k];
            if (i == k || factor == 0) continue;
            for (std::size_t j = 0; j < all; ++j)
                a[i * all + j] -= factor * a[k * all + j],
                    inverse_[i * all + j] -= factor * inverse_[k * all + j];
        }
    }
}

Vector Precise::answer(const std::vector<long double>& change) {
    if (inverse_.empty()) invert_equations();
    const std::size_t all = replaced_.size();
    Vector out(all);
    for (std::size_t i = 0; i < all; ++i) {
        long double sum = 0;
        for (std::size_t k = 0; k < all; ++k) sum -= inverse_[i * all + k] * change[k];
        out[i] = static_cast<double>(sum);
    }
    return out;
}

double Precise::missed(const std::vector<long double>& change, const Vector& answer) {
    if (inverse_.empty()) invert_equations();
    double most = 0, size = 1;
    for (const double x : answer) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < answer.size(); ++i) {
        long double sum = change[i];
        for (std::size_t k = 0; k < answer.size(); ++k) sum += matrix_[i * answer.size() + k] * answer[k];
        most = std::max(most, static_cast<double>(std::abs(sum)));
    }
    return most / size;
}

namespace {
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
