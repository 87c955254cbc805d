// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/motion_jumps.h>
#include <sinew/system/driven.h>
#include <sinew/system/given.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

struct Value {
    double x, rate;
};

/// What a rate, sampled three times (Simpson's rule), leaves unexplained of a change.
template <class F>
double unexplained(const F& f, double a, const Value& fa, double b, const Value& fb) {
    const Value middle = f(0.5 * (a + b));
    return fb.x - fa.x - (b - a) / 6 * (fa.rate + 4 * middle.rate + fb.rate);
}

/// Halves the interval towards what is unexplained; the size of the jump that is left, or 0.
template <class F>
double jump_in(const F& f, double a, double b, double tolerance, double& where) {
    Value fa = f(a), fb = f(b);
    double size = unexplained(f, a, fa, b, fb);
    tolerance *= std::max({1.0, std::abs(fa.x), std::abs(fb.x)});
    const double finest = 1e-13 * std::max({std::abs(a), std::abs(b), 1e-3});
    while (std::abs(size) > tolerance) {
        const double m = 0.5 * (a + b);
        if (!(m > a && m < b) || b - a < finest) {
            where = b;
            return fb.x - fa.x;
        }
        const Value fm = f(m);
        const double left = unexplained(f, a, fa, m, fm), right = unexplained(f, m, fm, b, fb);
        if (std::abs(left) >= std::abs(right)) b = m, fb = fm, size = left;
        else a = m, fa = fm, size = right;
    }
    return 0;
}

}  // namespace

void MotionJumps::refresh(const System& system, const State& state) {
    motions_.clear();
    const Driven given = driven(system, state);
    const Compiled& c = system.compiled();
    for (int B = 1; B < c.tree.size(); ++B)
        if (given.motion[B] >= 0 && given.level[B] >= static_cast<std::uint8_t>(MotionLevel::velocity))
            motions_.push_back(given.motion[B]);
}

MotionJump MotionJumps::find(const System& system, const State& state, double from, double to,
                             double tolerance) const {
    MotionJump first;
    const auto look = [&](int motion, std::size_t function, bool of_speed, const auto& f) {
        double where = 0;
        const double size = jump_in(f, from, to, tolerance, where);
        if (size != 0 && (first.motion < 0 || where < first.time))
            first = {motion, static_cast<int>(function), where, size, of_speed};
    };
    for (const int i : motions_) {
        const Motion& motion = system.model().motions[size(i)];
        for (std::size_t k = 0; k < motion.functions.size(); ++k) {
            const Function& f = motion.functions[k];
            if (motion.level == MotionLevel::position) {
                look(i, k, false, [&](double t) {
                    const Sample s = f.evaluate(t);
                    return Value{s.value, s.d1};
                });
                look(i, k, true, [&](double t) {
                    const Sample s = f.evaluate(t);
                    return Value{s.d1, s.d2};
                });
            } else {  // with the coordinates it reads as they are now
                double x[max_motion_arguments], rate[max_motion_arguments] = {1};
                int count = 1;
                for (const AnyJointId joint : joints_read_by(motion))
                    for (const double q : state.q(joint)) rate[count] = 0, x[count++] = q;
                look(i, k, true, [&](double t) {
                    x[0] = t;
                    const auto s = f.evaluate_along<double>(x, rate, count);
                    return Value{s.value, s.d1};
                });
            }
        }
    }
    return first;
}

}  // namespace sinew
