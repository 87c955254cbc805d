// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/function.h>
#include <sinew/studies/error.h>
#include <sinew/system/kinematics.h>

#include <memory>
#include <string>
#include <utility>

namespace sinew {

struct MeasureNode;

/// A number defined over the States of a system: a height, an energy, and whatever is made of them by arithmetic
/// and functions, by looking at their rate, or by looking back over a run. A value: cheap to copy, immutable,
/// shared between threads. It needs no System to be made.
///
///     const Measure height = measure::position(tip).y;
///     const Measure top = maximum(height);
///     value(system, state, height)
///
/// What looks back (integral, delayed, sampled, maximum, minimum) has a value in an Observer that is shown the run.
class Measure {
public:
    Measure(double constant = 0);
    explicit Measure(std::shared_ptr<const MeasureNode> node) : node_(std::move(node)) {}

    /// The same with a name of your own, for messages and columns of tables.
    Measure named(std::string name) const;
    const std::string& name() const;
    /// Whether it looks back.
    bool needs_history() const;
    const MeasureNode& node() const { return *node_; }

private:
    std::shared_ptr<const MeasureNode> node_;
};

/// Its value in a State. Throws StudyError for what looks back. Allocates only for second derivatives of
/// coordinates and for rates that are differences.
double value(const System& system, const State& state, const Measure& measure);

Measure operator+(const Measure& a, const Measure& b);
Measure operator-(const Measure& a, const Measure& b);
Measure operator*(const Measure& a, const Measure& b);
Measure operator/(const Measure& a, const Measure& b);
Measure operator-(const Measure& a);
Measure sin(const Measure& a);
Measure cos(const Measure& a);
Measure exp(const Measure& a);
Measure log(const Measure& a);
Measure sqrt(const Measure& a);
Measure abs(const Measure& a);
Measure atan2(const Measure& y, const Measure& x);
/// The smaller and the larger of two, at each moment.
Measure min(const Measure& a, const Measure& b);
Measure max(const Measure& a, const Measure& b);
/// f of the measure.
Measure apply(const Function& f, const Measure& a);

/// Its rate of change along the motion (11.90): by rule where one is known (a point's velocity for its position, the
/// chain rule), else by differences along the flow of the State (11.91), good to ten digits.
Measure rate(const Measure& a);

// What looks back, from the first State that the Observer was shown.

/// ∫ a dt (11.92).
Measure integral(const Measure& a);
/// a a while ago; before that much has passed, what it was at the first State.
Measure delayed(const Measure& a, double by);
/// a at the last of the times offset, offset ± period, ...; before the first of them, what it was at the first State.
Measure sampled(const Measure& a, double period, double offset = 0);
/// The largest and smallest value so far, also between the ends of steps (11.93), and when it was first taken.
Measure maximum(const Measure& a);
Measure minimum(const Measure& a);
Measure time_of_maximum(const Measure& a);
Measure time_of_minimum(const Measure& a);

/// Three at once.
struct VectorMeasure {
    Measure x, y, z;
};
VectorMeasure operator+(const VectorMeasure& a, const VectorMeasure& b);
VectorMeasure operator-(const VectorMeasure& a, const VectorMeasure& b);
VectorMeasure operator*(const Measure& scale, const VectorMeasure& a);
Measure dot(const VectorMeasure& a, const VectorMeasure& b);
Measure norm(const VectorMeasure& a);

/// A measure of the user's own. One object serves all threads: value() changes nothing in it.
class MeasureLaw {
public:
    virtual ~MeasureLaw() = default;
    virtual double value(const System& system, const State& state) const = 0;
};

namespace measure {

Measure time();
/// Of one coordinate or speed of a joint, counted from 0.
Measure q(AnyJointId joint, int index = 0);
Measure u(AnyJointId joint, int index = 0);
/// An auxiliary variable of a force.
Measure z(ForceId force, int index = 0);

/// Of a point of a body, in the world.
VectorMeasure position(const Station& station);
VectorMeasure velocity(const Station& station);
VectorMeasure acceleration(const Station& station);
/// Of the mass centre of the whole.
VectorMeasure mass_centre();

Measure kinetic_energy();
Measure potential_energy();
Measure potential_energy(ForceId force);
Measure total_energy();
/// Of all force elements, or of one.
Measure power();
Measure power(ForceId force);

/// Of the user's own: f(system, state).
Measure custom(std::shared_ptr<const MeasureLaw> law);
/// The same with its rate, for those who know it.
Measure custom(std::shared_ptr<const MeasureLaw> law, const Measure& its_rate);
template <class F>
requires requires(const F& f, const System& system, const State& state) {
    static_cast<double>(f(system, state));
}
Measure custom(F f) {
    struct Law : MeasureLaw {
        F f;
        explicit Law(F given) : f(std::move(given)) {}
        double value(const System& system, const State& state) const override { return f(system, state); }
    };
    return custom(std::make_shared<const Law>(std::move(f)));
}

}  // namespace measure

/// The integral as part of the motion itself: adds an auxiliary variable with the integrand as its rate (11.94), to be
/// integrated by the method of the run, to its accuracy, and saved and branched with the State. Gives the measure
/// that reads it. The integrand must be made of time, u, z and stations' motion; others throw StudyError.
struct Model;
Measure add_integral(Model& model, const std::string& name, const Measure& integrand);

}  // namespace sinew
