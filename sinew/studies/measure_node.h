// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/measures.h>

#include <optional>
#include <vector>

namespace sinew {

enum class MeasureKind : unsigned char {
    constant,
    time,
    q,
    q_dot,
    q_dot_dot,
    u,
    u_dot,
    z,
    z_dot,
    position,
    velocity,
    acceleration,
    mass_centre,
    mass_centre_velocity,
    mass_centre_acceleration,
    kinetic_energy,
    potential_energy,
    potential_energy_of,
    total_energy,
    power,
    power_of,
    custom,
    flow,  ///< the rate of its child by differences along the flow
    // Arithmetic on children.
    add,
    subtract,
    multiply,
    divide,
    negate,
    sin,
    cos,
    exp,
    log,
    sqrt,
    abs,
    sign,
    atan2,
    min,
    max,
    where_less,  ///< the third where the first is less than the second, else the fourth
    function,
    function_slope,
    function_curvature,
    // What looks back.
    integral,
    delayed,
    sampled,
    maximum,
    minimum,
    time_of_extreme,  ///< child: the maximum or minimum
    growth            ///< of an extreme: children are it, its child, and the rate that counts while it grows
};

constexpr bool looks_back(MeasureKind kind) { return kind >= MeasureKind::integral; }

/// What a Measure is made of.
struct MeasureNode {
    MeasureKind kind = MeasureKind::constant;
    double number = 0, second = 0;  ///< a constant, a delay, a period and an offset
    std::vector<Measure> children{};
    int owner = -1, index = 0;  ///< joint or force and which of its numbers; component of a vector
    Station station{};
    std::shared_ptr<const MeasureLaw> law{};
    std::optional<Measure> known_rate{};
    Function function{};
    std::string name{};
    bool zero_before = false;    ///< a delayed rate: nothing changed before the first State
    bool history = false;        ///< it or a child looks back
    bool by_difference = false;  ///< it or a child is a difference along the flow
};

/// A node with what follows from its children filled in.
Measure made(MeasureNode node);
const char* name_of(MeasureKind kind);

/// Memory for evaluating. Copies are empty: it holds nothing that counts.
class MeasureScratch {
public:
    MeasureScratch() = default;
    MeasureScratch(const MeasureScratch&) {}
    MeasureScratch& operator=(const MeasureScratch&) { return *this; }

    std::vector<double> q_dot_dot{}, q{}, u{}, z{}, q_rate{}, u_rate{}, z_rate{};
    std::optional<State> moved{};
    MeasureScratch& deeper() {
        if (!deeper_) deeper_ = std::make_unique<MeasureScratch>();
        return *deeper_;
    }

private:
    std::unique_ptr<MeasureScratch> deeper_;
};

/// A component of a vector: 0, 1 or 2.
inline double component(const Vec3& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

/// Of a node that does not look back.
double evaluate(const MeasureNode& node, const System& system, const State& state, MeasureScratch& scratch);
/// Of arithmetic on children's values.
double combine(const MeasureNode& node, const double* child);

}  // namespace sinew
