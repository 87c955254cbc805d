// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace sinew {

/// The parts of y, one after the other: coordinates q with q' = N(q) u, speeds u, others z. A problem without
/// mechanics has all in z.
struct Parts {
    int q = 0, u = 0, z = 0;
    int all() const { return q + u + z; }
};

/// Root of the mean square, or the largest.
enum class Norm : unsigned char { rms, largest };

/// How large an error is, 1 being a unit change; each part apart; and which component is the worst (12.3).
struct ErrorSize {
    double q = 0, u = 0, z = 0;
    int worst = -1;
    /// NaN if any part is.
    double largest() const;
};

/// What moves: y' = f(t, y), a manifold that y must stay on (12.1), and what counts as a unit of error. A question
/// returns false where it has no answer (outside a domain, no convergence): the step is then shortened, and complaint()
/// says why. Answers depend on the arguments alone: from the same numbers come the same bits.
class Problem {
public:
    virtual ~Problem() = default;

    virtual Parts parts() const = 0;
    /// y' at t. What time prescribes and what is relaxed (fast variables) is first put into y.
    virtual bool rates(double t, std::span<double> y, std::span<double> y_dot) = 0;

    /// Rates at several y of one time, row by row, NaN in rows where there are none; what a row gets does not depend on
    /// the others. False, by default, if to ask one after another is as fast.
    virtual bool rates_of_many(double t, std::span<double> y, std::span<double> y_dot);

    /// Prescribes, then takes the shortest way back to the manifold; the error (it may be empty) loses what that way
    /// removes, and what belongs to prescribed components. Asked again at the y it returned, or at the same y after
    /// rates, it leaves y as it is. By default there is nothing to do.
    virtual bool project(double t, std::span<double> y, std::span<double> error);
    /// The same for the coordinates alone: velocity Verlet projects q once, before u is iterated.
    virtual bool project_q(double t, std::span<double> y, std::span<double> error);

    /// The size of an error at y. By default all weights are 1, q counts absolutely, u and z as shares of their
    /// size where that is above 1.
    virtual ErrorSize measure(std::span<const double> y, std::span<const double> error, Norm norm) const;

    /// q' = N(q) u with other speeds than those in y, and q'' = N u' + N' u, for methods that use the structure.
    /// By default N = 1.
    virtual bool q_rates(double t, std::span<const double> y, std::span<const double> u,
                         std::span<double> q_dot);
    virtual bool q_accelerations(double t, std::span<const double> y, std::span<const double> y_dot,
                                 std::span<double> q_dot_dot);

    /// dy'/dy row by row; false if the problem has none, and integrators then take differences of rates.
    virtual bool jacobian(double t, std::span<const double> y, std::span<double> J);

    /// Which rates may change with which component, row by row as in J, 1 where they may: what is 0 is never asked
    /// for, and components that no rate shares are changed together (12.33). For all times and y. By default all may.
    virtual void structure(std::span<unsigned char> may) const;

    /// What to call a component in a message: y[3] by default.
    virtual std::string name(int component) const;
    /// Why the last question had no answer.
    virtual std::string complaint() const;
};

}  // namespace sinew
