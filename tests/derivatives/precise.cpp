// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/coordinates.h>
#include <sinew/math/function_evaluate.h>
#include <sinew/system/driven.h>
#include <sinew/system/friction.h>
#include <sinew/system/given.h>
#include <sinew/system/one_way.h>
#include <tests/derivatives/precise.h>

namespace sinew::testing {

namespace {

Extended times(Extended h, double x) { return h * Extended(x); }

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

}  // namespace sinew::testing
