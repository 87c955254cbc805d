// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/stepping/rows.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

const Mover& of(const Movers& movers, int i) { return movers.all[static_cast<std::size_t>(i)]; }

/// The impulse P at r on a mover, in either direction.
void push(const Movers& movers, const Mover& mover, const Vec3& r, const Vec3& P, double* v) {
    const Vec3 m = cross(r, P);
    const double impulse[6]{m.x, m.y, m.z, P.x, P.y, P.z};
    movers.answer(mover, impulse, 6, v);
}

inline void push_alone(const Mover& mover, const Vec3& r, const Vec3& P, double* v) {
    double* mine = v + mover.at;
    add3(mine, mover.I_inv * cross(r, P));
    add3(mine + 3, mover.m_inv * P);
}

inline void push(const Movers& movers, const ContactRow& c, const Vec3& P, double* v) {
    const Mover &a = of(movers, c.a), &b = of(movers, c.b);
    if (c.alone) {
        push_alone(b, c.r_b, P, v);
        push_alone(a, c.r_a, -P, v);
    } else {
        push(movers, b, c.r_b, P, v);
        push(movers, a, c.r_a, -P, v);
    }
}

inline Vec3 velocity_of(const Movers& movers, const ContactRow& c, const double* v) {
    return velocity_at(v + of(movers, c.b).at, c.r_b) - velocity_at(v + of(movers, c.a).at, c.r_a);
}

/// The change of impulses of one contact that makes its own velocities right, all else as it is. Returns how much its
/// velocity changes.
inline double solve(const ContactRow& c, double v_n, double v_t, double v_s, double& p_n, double& p_t,
                    double& p_s) {
    const double was_n = p_n, was_t = p_t, was_s = p_s;
    p_n = std::max(0.0, p_n - (v_n - c.least) * c.n_inv);
    const double d = p_n - was_n;
    v_t += c.k_nt * d, v_s += c.k_ns * d;
    // Friction holds if it can; else it is against the slip, and as large as it may be.
    double t = p_t - (c.tt_inv * v_t + c.ts_inv * v_s), s = p_s - (c.ts_inv * v_t + c.ss_inv * v_s);
    const double most = c.holding * p_n;
    if (t * t + s * s > most * most) {
        const double step = c.t_most > 0 ? 1 / c.t_most : 0;
        t = p_t - step * v_t, s = p_s - step * v_s;
        const double size = std::sqrt(t * t + s * s), limit = c.sliding * p_n;
        if (size > limit) t *= limit / size, s *= limit / size;
    }
    p_t = t, p_s = s;
    return std::max(c.k_n * std::abs(d), c.t_most * std::max(std::abs(t - was_t), std::abs(s - was_s)));
}

}  // namespace

void Rows::prepare(const Movers& movers, ContactRow& c) {
    const Mover &a = of(movers, c.a), &b = of(movers, c.b);
    c.alone = a.group < 0 && b.group < 0;
    const Vec3 axes[3]{c.n, c.t, c.s};
    double K[3][3];
    if (c.alone) {
        for (int i = 0; i < 3; ++i) {
            const Vec3 turn_a = a.I_inv * cross(c.r_a, axes[i]), turn_b = b.I_inv * cross(c.r_b, axes[i]);
            const Vec3 v = (a.m_inv + b.m_inv) * axes[i] + cross(turn_a, c.r_a) + cross(turn_b, c.r_b);
            for (int j = 0; j < 3; ++j) K[i][j] = dot(axes[j], v);
        }
    } else {
        for (int i = 0; i < 3; ++i) {
            double V_a[6]{}, V_b[6]{};
            const Vec3 m_a = -cross(c.r_a, axes[i]), m_b = cross(c.r_b, axes[i]), &f = axes[i];
            const double on_a[6]{m_a.x, m_a.y, m_a.z, -f.x, -f.y, -f.z},
                on_b[6]{m_b.x, m_b.y, m_b.z, f.x, f.y, f.z};
            movers.add_answer(a, a, on_a, V_a), movers.add_answer(a, b, on_b, V_a);
            movers.add_answer(b, b, on_b, V_b), movers.add_answer(b, a, on_a, V_b);
            const Vec3 v = velocity_at(V_b, c.r_b) - velocity_at(V_a, c.r_a);
            for (int j = 0; j < 3; ++j) K[i][j] = dot(axes[j], v);
        }
    }
    c.k_n = K[0][0], c.k_nt = K[0][1], c.k_ns = K[0][2];
    c.n_inv = c.k_n > 0 ? 1 / c.k_n : 0;
    const double tt = K[1][1], ts = K[1][2], ss = K[2][2], det = tt * ss - ts * ts;
    c.t_most = 0.5 * (tt + ss) + std::sqrt(0.25 * (tt - ss) * (tt - ss) + ts * ts);
    if (det > 1e-12 * tt * ss) c.tt_inv = ss / det, c.ts_inv = -ts / det, c.ss_inv = tt / det;
    else c.tt_inv = c.ss_inv = c.t_most > 0 ? 1 / c.t_most : 0, c.ts_inv = 0;
}

void Rows::take_free(Movers& movers) {
    movers.free = movers.v;
    for (ContactRow& c : contacts) {
        const Vec3 v = velocity_of(movers, c, movers.v.data());
        c.free = {dot(c.n, v), dot(c.t, v), dot(c.s, v)};
    }
    for (SpeedRow& r : speeds) r.free = r.sign * movers.v[static_cast<std::size_t>(of(movers, r.mover).at)];
}

void Rows::begin(Movers& movers) const {
    double* v = movers.v.data();
    for (const ContactRow& c : contacts)
        if (c.p_n > 0) push(movers, c, c.p_n * c.n + c.p_t * c.t + c.p_s * c.s, v);
    for (const SpeedRow& r : speeds) {
        const double p = r.sign * r.p;
        if (p != 0) movers.answer(of(movers, r.mover), &p, 1, v);
    }
}

SINEW_KERNEL double Rows::sweep(Movers& movers) {
    double* v = movers.v.data();
    double most = 0;
    for (SpeedRow& r : speeds) {
        const Mover& mover = of(movers, r.mover);
        const double was = r.p;
        if (r.k > 0) r.p = std::clamp(r.p - (r.sign * v[mover.at] - r.least) / r.k, r.low, r.high);
        const double d = r.sign * (r.p - was);
        if (d != 0) movers.answer(mover, &d, 1, v);
        most = std::max(most, r.k * std::abs(d));
    }
    for (ContactRow& c : contacts) {
        const Vec3 w = velocity_of(movers, c, v);
        const double was_n = c.p_n, was_t = c.p_t, was_s = c.p_s;
        const double change = solve(c, dot(c.n, w), dot(c.t, w), dot(c.s, w), c.p_n, c.p_t, c.p_s);
        if (change == 0) continue;
        push(movers, c, (c.p_n - was_n) * c.n + (c.p_t - was_t) * c.t + (c.p_s - was_s) * c.s, v);
        most = std::max(most, change);
    }
    return most;
}

SINEW_KERNEL double Rows::sweep_apart(const Movers& movers, std::vector<double>& of_positions) {
    double* v = of_positions.data();
    double most = 0;
    for (ContactRow& c : contacts) {
        if (c.least_apart < 0) continue;
        const double was = c.apart;
        c.apart = std::max(0.0, was - (dot(c.n, velocity_of(movers, c, v)) - c.least_apart) * c.n_inv);
        if (c.apart == was) continue;
        push(movers, c, (c.apart - was) * c.n, v);
        most = std::max(most, c.k_n * std::abs(c.apart - was));
    }
    return most;
}

Vec3 Rows::velocity(const Movers& movers, const ContactRow& c) {
    const Vec3 v = velocity_of(movers, c, movers.v.data());
    return {dot(c.n, v), dot(c.t, v), dot(c.s, v)};
}

double Rows::work(const Movers& movers, From from) const {
    double sum = 0;
    for (const ContactRow& c : contacts) {
        if (c.p_n == 0) continue;
        const Vec3 v = velocity_of(movers, c, movers.v.data()),
                   &first = from == From::before ? c.before : c.free;
        sum += 0.5 * (c.p_n * (first.x + dot(c.n, v)) + c.p_t * (first.y + dot(c.t, v)) +
                      c.p_s * (first.z + dot(c.s, v)));
    }
    for (const SpeedRow& r : speeds)
        sum += 0.5 * r.p *
               ((from == From::before ? r.before : r.free) +
                r.sign * movers.v[static_cast<std::size_t>(of(movers, r.mover).at)]);
    return sum;
}

void Rows::scale(Movers& movers, double by) {
    for (std::size_t i = 0; i < movers.v.size(); ++i)
        movers.v[i] = movers.free[i] + by * (movers.v[i] - movers.free[i]);
    for (ContactRow& c : contacts) c.p_n *= by, c.p_t *= by, c.p_s *= by;
    for (SpeedRow& r : speeds) r.p *= by;
}

void Rows::begin_acceleration() {
    start.resize(contacts.size());
    direction.assign(contacts.size(), Vec3{});
    gradient = 0;
}

void Rows::keep_impulses() {
    for (std::size_t i = 0; i < contacts.size(); ++i)
        start[i] = {contacts[i].p_n, contacts[i].p_t, contacts[i].p_s};
}

SINEW_KERNEL void Rows::accelerate(Movers& movers) {
    double now = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ContactRow& c = contacts[i];
        const Vec3 change = Vec3{c.p_n, c.p_t, c.p_s} - start[i];
        now += dot(change, change);
    }
    const double beta = gradient > 0 ? now / gradient : 2;
    gradient = now;
    if (beta > 1 || now == 0) {
        for (Vec3& d : direction) d = {};
        return;
    }
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        ContactRow& c = contacts[i];
        Vec3& d = direction[i];
        const Vec3 change = Vec3{c.p_n, c.p_t, c.p_s} - start[i], p = beta * d;
        d = p + change;
        if (p == Vec3{}) continue;
        c.p_n += p.x, c.p_t += p.y, c.p_s += p.z;
        push(movers, c, p.x * c.n + p.y * c.t + p.z * c.s, movers.v.data());
    }
}

}  // namespace sinew
