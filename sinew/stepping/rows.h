// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/stepping/movers.h>

#include <cstdint>
#include <vector>

namespace sinew {

/// A point of contact between two movers, by what one sweep needs of it. Velocities are B's relative to A's; impulses
/// act on B, and their opposite on A. Along n (from A to B), t and s = n × t.
struct ContactRow {
    int a = 0, b = 0;
    bool alone = false;  ///< both movers move alone
    Vec3 r_a{}, r_b{};   ///< from the movers' points to the point of contact
    Vec3 n{}, t{}, s{};
    double k_n = 0, k_nt = 0, k_ns = 0;         ///< how v_n, v_t and v_s answer to an impulse along n (18.10)
    double n_inv = 0;                           ///< 1 / k_n
    double tt_inv = 0, ts_inv = 0, ss_inv = 0;  ///< the inverse of how (v_t, v_s) answer to one along t and s
    double t_most = 0;                          ///< the largest eigenvalue of that
    double least = 0;                           ///< v_n is to be this at least
    double holding = 0, sliding = 0;
    double p_n = 0, p_t = 0, p_s = 0;  ///< impulses so far
    Vec3 before{}, free{};    ///< velocities before forces acted and without any impulse, along n, t, s
    double least_apart = -1;  ///< the same for the correction of positions; below zero: takes no part
    double apart = 0;         ///< impulse of that correction
};

/// A speed that is held between limits of the impulse on it: a stop (0 to infinity, one way), dry friction (both ways).
struct SpeedRow {
    int mover = 0;
    double sign = 1;   ///< −1: the row's velocity is the negative speed
    double k = 0;      ///< how it answers
    double least = 0;  ///< what its velocity is to be, at least where high is infinite
    double low = 0, high = 0;
    double p = 0, before = 0, free = 0;
    std::uint64_t id = 0;
};

/// Rows of one step, and how they are solved.
struct Rows {
    std::vector<ContactRow> contacts;
    std::vector<SpeedRow> speeds;

    void clear() { contacts.clear(), speeds.clear(); }
    /// Fills in how a contact's velocities answer to its impulses.
    static void prepare(const Movers& movers, ContactRow& row);

    /// Velocities of all rows as the movers have them, kept as the free ones.
    void take_free(Movers& movers);
    /// Puts the impulses that rows begin with on the movers.
    void begin(Movers& movers) const;

    /// One sweep over all rows (18.11)-(18.13). Returns the largest change of a row's velocity.
    double sweep(Movers& movers);
    /// Between two sweeps, a step of conjugate gradients: the change by a sweep stands for the gradient (18.17).
    /// Impulses are kept before each sweep; the next one brings them back to where they may be.
    void begin_acceleration();
    void keep_impulses();
    void accelerate(Movers& movers);

    /// A contact's velocity now, along n, t and s.
    static Vec3 velocity(const Movers& movers, const ContactRow& row);

    /// One sweep of the correction of positions: normal impulses alone, on velocities of its own (18.16).
    double sweep_apart(const Movers& movers, std::vector<double>& v);

    /// The work of all impulses, were velocities from those given here to those now: Σ p·(v₀ + v)/2.         (18.14)
    enum class From : unsigned char { before, free };
    double work(const Movers& movers, From from) const;
    /// Makes all impulses smaller.
    void scale(Movers& movers, double by);

    std::vector<Vec3> start,
        direction;        ///< per contact: impulses before a sweep, and where the last steps led
    double gradient = 0;  ///< the square of the last one
};

}  // namespace sinew
