// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/stepper.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// A direction across n: along the axis that n is farthest from.
Vec3 across(const Vec3& n) {
    const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
    const Vec3 axis = x <= y && x <= z ? x_axis : y <= z ? y_axis : z_axis;
    const Vec3 t = cross(n, axis);
    return t / norm(t);
}

}  // namespace

void ContactStepper::make_rows(State& state, double h) {
    rows_.clear();
    mechanisms_.begin(place_);
    for (const TouchPoint& touch : touches_) mechanisms_.touch_body(touch.A), mechanisms_.touch_body(touch.B);
    if (options_.limits_stop) find_stops(state, h);
    find_friction(h);
    mechanisms_.find_answers();
    const double* errors = nullptr;
    if (mechanisms_.has_equations()) {
        state.set_u(u_free_);
        errors = velocity_errors(system_, state).data();
    }
    mechanisms_.set_velocities(u_free_.data(), V_free_.data(), errors);
    const Movers& movers = mechanisms_.movers();
    for (const TouchPoint& touch : touches_) add_contact(touch, h);
    for (SpeedRow& row : rows_.speeds) {
        const int speed = row.mover;  // until now
        row.mover = mechanisms_.mover_of_speed(speed);
        const Mover& mover = movers.all[size(row.mover)];
        const MoverGroup& group = movers.groups[size(mover.group)];
        row.k = movers.Lambda[size(group.matrix + (mover.at - group.at) * (group.count + 1))];
    }
}

void ContactStepper::add_contact(const TouchPoint& touch, double h) {
    const Movers& movers = mechanisms_.movers();
    ContactRow c;
    c.a = mechanisms_.mover_of_body(touch.A), c.b = mechanisms_.mover_of_body(touch.B);
    c.n = touch.n_W, c.t = across(c.n), c.s = cross(c.n, c.t);
    c.r_a = touch.p_W - movers.all[size(c.a)].p_W, c.r_b = touch.p_W - movers.all[size(c.b)].p_W;
    Rows::prepare(movers, c);
    const Remembered::Entry* last = remembered_.find(touch.id);
    // What pressed a step ago touches as long as the gap is within the slop: else things at rest would fall by what the
    // correction of positions has lifted them, again and again.
    const bool touches = touch.gap < (last ? options_.slop : 0);
    c.least = touches ? 0 : -touch.gap / h;
    if (touch.gap < 0) c.least_apart = options_.correction * std::max(0.0, -touch.gap - options_.slop) / h;
    const auto at = [&](const std::vector<SpatialVelocity>& V, int body) {
        return shift_outward(V[size(body)], touch.p_W - place_.x.X_WB[body].p).v;
    };
    const Vec3 before = at(V_, touch.B) - at(V_, touch.A);
    c.before = {dot(c.n, before), dot(c.t, before), dot(c.s, before)};
    const Vec3 slip = at(V_free_, touch.B) - at(V_free_, touch.A);
    const double t = dot(c.t, slip), s = dot(c.s, slip);
    c.sliding = touch.sliding + touch.viscous * std::sqrt(t * t + s * s);
    c.holding = std::max(touch.holding, c.sliding);
    if (last && options_.remembers) {
        c.p_n = std::max(0.0, h * dot(c.n, last->force_W));
        c.p_t = h * dot(c.t, last->force_W), c.p_s = h * dot(c.s, last->force_W);
        const double size_of = std::sqrt(c.p_t * c.p_t + c.p_s * c.p_s), most = c.holding * c.p_n;
        if (size_of > most) c.p_t *= most / size_of, c.p_s *= most / size_of;
    }
    rows_.contacts.push_back(c);
}

void ContactStepper::sweep_until(ContactStep& account, int most) {
    rows_.begin_acceleration();
    for (int i = 0; i < most; ++i) {
        rows_.keep_impulses();
        account.residual = rows_.sweep(mechanisms_.movers());
        ++account.sweeps;
        if (account.residual <= options_.tolerance) break;
        if (i + 1 < most) rows_.accelerate(mechanisms_.movers());
    }
}

/// Impulses that add energy, as unfinished sweeps and rebounds may, are all made smaller until they do not. With all of
/// them times x, their work is x a + x² b.                                                                    (18.15)
void ContactStepper::keep_energy(ContactStep& account, Rows::From from, double allowed) {
    const Movers& movers = mechanisms_.movers();
    const double work = rows_.work(movers, from);
    if (work <= allowed) return;
    double a = 0;
    for (const ContactRow& c : rows_.contacts) {
        const Vec3& first = from == Rows::From::before ? c.before : c.free;
        a += 0.5 *
             (c.p_n * (first.x + c.free.x) + c.p_t * (first.y + c.free.y) + c.p_s * (first.z + c.free.z));
    }
    for (const SpeedRow& r : rows_.speeds)
        a += 0.5 * r.p * ((from == Rows::From::before ? r.before : r.free) + r.free);
    const double b = work - a;
    account.guarded = true;
    rows_.scale(mechanisms_.movers(),
                a < 0 && b > 0 ? (-a + std::sqrt(a * a + 4 * b * allowed)) / (2 * b) : 0);
}

/// It came faster than the capture speed, and than twice what forces change in a step: slower rebounds would be over
/// before the next.
bool ContactStepper::is_impact(const ContactRow& c) const {
    return c.before.x < -std::max(options_.capture_speed, 2 * std::abs(c.free.x - c.before.x));
}

void ContactStepper::solve(ContactStep& account) {
    account.touches = static_cast<int>(touches_.size());
    for (const TouchPoint& touch : touches_) account.deepest = std::max(account.deepest, -touch.gap);
    if (rows_.contacts.empty() && rows_.speeds.empty()) return;
    rows_.take_free(mechanisms_.movers());
    rows_.begin(mechanisms_.movers());
    sweep_until(account, options_.max_sweeps);
    keep_energy(account, Rows::From::free, 0);
    const double allowed = std::max(0.0, rows_.work(mechanisms_.movers(), Rows::From::before));
    for (std::size_t i = 0; i < touches_.size(); ++i) {
        ContactRow& c = rows_.contacts[i];
        if (!(c.p_n > 0) || !is_impact(c) || touches_[i].restitution == 0) continue;
        c.least = std::max(c.least, -touches_[i].restitution * c.before.x);
        ++account.impacts;
    }
    if (account.impacts > 0) {
        sweep_until(account, options_.max_sweeps);
        keep_energy(account, Rows::From::before, allowed);
    }
    for (const ContactRow& c : rows_.contacts) account.contacts += c.p_n > 0;
    for (const SpeedRow& r : rows_.speeds) account.stops += r.p > 0;
    account.dissipated = -rows_.work(mechanisms_.movers(), Rows::From::before);
}

/// Velocities that are used for places alone take overlaps apart, a share in each step.                       (18.16)
void ContactStepper::correct(double h) {
    corrected_ = false;
    for (const ContactRow& c : rows_.contacts) corrected_ = corrected_ || c.least_apart > 0;
    if (!corrected_) return;
    of_positions_.assign(mechanisms_.movers().v.size(), 0.0);
    const double enough = 0.01 * options_.correction * options_.slop / h;
    for (int i = 0; i < options_.correction_sweeps; ++i)
        if (rows_.sweep_apart(mechanisms_.movers(), of_positions_) <= enough) break;
}

/// Forces to begin the next step with; an impact says nothing of them.
void ContactStepper::remember(double h) {
    remembered_.clear();
    for (std::size_t i = 0; i < touches_.size(); ++i) {
        const ContactRow& c = rows_.contacts[i];
        if (c.p_n > 0 && c.before.x > -options_.capture_speed)
            remembered_.put(touches_[i].id, impulse_W(i) / h);
    }
}

/// What became of pairs of surfaces.                                                                         (18.18)
void ContactStepper::find_events(ContactStep& account) {
    pairs_.begin_step();
    for (std::size_t i = 0; i < touches_.size(); ++i) {
        const ContactRow& c = rows_.contacts[i];
        TouchOutcome outcome{.impulse = c.p_n};
        if (c.p_n > 0) {
            const Vec3 v = Rows::velocity(mechanisms_.movers(), c);
            outcome.approach = is_impact(c) ? -c.before.x : 0;
            outcome.v_n = v.x, outcome.v_t = std::hypot(v.y, v.z);
        }
        pairs_.add(touches_[i], outcome);
    }
    pairs_.end_step(system_, {.near = options_.slop,
                              .capture = options_.capture_speed,
                              .slip = std::max(options_.slip_speed, account.residual)});
    for (const ContactEvent& event : pairs_.events()) {
        account.touchdowns += event.kind == ContactEventKind::touches;
        account.lift_offs += event.kind == ContactEventKind::lifts_off;
        account.sticks += event.kind == ContactEventKind::sticks;
        account.slips += event.kind == ContactEventKind::slips;
    }
}

}  // namespace sinew
