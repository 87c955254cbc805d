// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/system_problem.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

double SystemProblem::weight_of_speed(int u) const {
    return speed_weights_.empty() ? 1 : speed_weights_[size(u)];
}

namespace {

/// Sums up squares or the largest, and remembers where the worst is.
struct Sum {
    Norm norm;
    double sum = 0, worst = 0;
    int count = 0, where = -1;

    void add(double size, int component, int counts_as = 1) {
        if (norm == Norm::rms) sum += size * size;
        else if (!(size <= sum)) sum = size;
        count += counts_as;
        if (!(size <= worst)) worst = size, where = component;
    }
    double size() const { return norm == Norm::largest || count == 0 ? sum : std::sqrt(sum / count); }
};

}  // namespace

ErrorSize SystemProblem::measure(std::span<const double> y, std::span<const double> error, Norm norm) const {
    Sum q{norm}, u{norm}, z{norm};
    for (const FreeVariables::Coordinates& c : coordinates_) {
        if (!c.quaternion) {
            for (int i = 0; i < c.count; ++i)
                q.add(weight_of_speed(c.u + i) * std::abs(error[size(c.q + i)]), c.q + i);
            continue;
        }
        int largest = c.q;
        for (int i = c.q; i < c.q + 4; ++i)
            if (std::abs(error[size(i)]) > std::abs(error[size(largest)])) largest = i;
        const double turn =
            turn_of([&](int i) { return y[size(c.q + i)]; }, [&](int i) { return error[size(c.q + i)]; });
        q.add(weight_of_speed(c.u) * turn, largest, 3);
    }
    for (const int i : speeds_) {
        const int at = parts_.q + i;
        const double w = error_weight(weight_of_speed(i), y[size(at)], units_.relative_speeds);
        u.add(w * std::abs(error[size(at)]), at);
    }
    for (int i = 0; i < parts_.z; ++i) {
        const int at = parts_.q + parts_.u + i;
        const double own = units_.z.empty() ? 1 : 1 / units_.z[size(i)];
        z.add(error_weight(own, y[size(at)], units_.relative_z) * std::abs(error[size(at)]), at);
    }
    ErrorSize answer{q.size(), u.size(), z.size(), q.where};
    double worst = answer.q;
    if (!(answer.u <= worst)) worst = answer.u, answer.worst = u.where;
    if (!(answer.z <= worst)) answer.worst = z.where;
    return answer;
}

std::string SystemProblem::name(int component) const {
    const StateLayout& layout = system_.layout();
    if (component < parts_.q) return sinew::quoted(layout.q_names[size(component)]);
    component -= parts_.q;
    if (component < parts_.u) return "the rate of " + sinew::quoted(layout.u_names[size(component)]);
    return sinew::quoted(layout.z_names[size(component - parts_.u)]);
}

namespace {

struct WorstEquation {
    int constraint = -1;
    double size = 0, error = 0;
    bool of_position = true;
};

}  // namespace

double SystemProblem::constraint_error() {
    const std::span<const double> p = position_errors(system_, state_), v = velocity_errors(system_, state_);
    double largest = 0;
    const auto at_least = [&](double x) { largest = x <= largest ? largest : x; };
    for (const BoundConstraint& b : system_.compiled().constraints.all) {
        for (int i = 0; i < b.counts.holonomic + b.counts.nonholonomic; ++i) {
            const double w = equation_weights_.empty() ? 1 : equation_weights_[size(b.v + i)];
            if (i < b.counts.holonomic) at_least(w * std::abs(p[size(b.e + i)]));
            at_least((i < b.counts.holonomic ? units_.characteristic_time : 1) * w *
                     std::abs(v[size(b.v + i)]));
        }
    }
    return largest;
}

std::string SystemProblem::worst_constraint() {
    const Compiled& c = system_.compiled();
    const std::span<const double> p = position_errors(system_, state_), v = velocity_errors(system_, state_);
    WorstEquation worst;
    for (std::size_t k = 0; k < c.constraints.all.size(); ++k) {
        const BoundConstraint& b = c.constraints.all[k];
        for (int i = 0; i < b.counts.holonomic + b.counts.nonholonomic; ++i) {
            const double w = equation_weights_.empty() ? 1 : equation_weights_[size(b.v + i)];
            const bool holonomic = i < b.counts.holonomic;
            const double tc = holonomic ? units_.characteristic_time : 1;
            if (holonomic && !(w * std::abs(p[size(b.e + i)]) <= worst.size))
                worst = {static_cast<int>(k), w * std::abs(p[size(b.e + i)]), p[size(b.e + i)], true};
            if (!(tc * w * std::abs(v[size(b.v + i)]) <= worst.size))
                worst = {static_cast<int>(k), tc * w * std::abs(v[size(b.v + i)]), v[size(b.v + i)], false};
        }
    }
    if (worst.constraint < 0) return "constraints cannot be met.";
    std::string text = "constraint " +
                       sinew::quoted(name_of(c.constraints.all[size(worst.constraint)].element)) +
                       " cannot be met: its " + (worst.of_position ? "position" : "velocity") +
                       " error stays at " + rounded(worst.error, 3);
    std::string drivers;
    const Driven given = driven(system_, state_);
    int count = 0;
    for (int B = 1; B < c.tree.size(); ++B) {
        if (!given.level[B] || ++count > 3) continue;
        const int motion = given.motion[B];
        drivers +=
            (drivers.empty() ? "" : ", ") +
            (motion >= 0 ? "motion " + sinew::quoted(c.model.motions[size(motion)].name)
                         : "the lock of joint " +
                               sinew::quoted(c.model.joints[size(c.joint_of_node[size(B)])].placement.name));
    }
    if (!drivers.empty())
        text += " beside what " + drivers + (count > 3 ? " and others give" : count > 1 ? " give" : " gives");
    return text + ".";
}

}  // namespace sinew
