// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated.h>
#include <sinew/stepping/rows.h>
#include <sinew/system/constraint_blocks.h>
#include <sinew/system/system.h>

#include <cstdint>
#include <vector>

namespace sinew {

/// What a step knows of the tree where impulses act: positions, which joints' motion is given, and the factors of the
/// inverse of the mass matrix that the step uses.
struct AtPlace {
    const State* state;
    PositionT<double> x;
    const std::uint8_t* given;  ///< per body; null for none
    ArticulatedT<double> factors;
};

/// A System's bodies as movers. Trees that hang from the world apart, and that no constraint joins, do not feel one
/// another's impulses at once: each is a mechanism. One that is a single body on a free joint moves alone. In others
/// only bodies that something touches become movers (18.8), and constraints are met by every answer (18.9). Memory
/// grows with the most that was ever touched.
class Mechanisms {
public:
    explicit Mechanisms(const System& system);

    /// Whether a body moves alone: on a free joint with a quaternion, from the world, with nothing on it.
    bool is_alone(int node) const { return alone_[static_cast<std::size_t>(node)] != 0; }
    bool has_others() const { return has_others_; }  ///< a joint that is not of that kind
    bool has_equations() const { return !places_.empty(); }

    /// Which bodies move alone in a State.
    void sort_out(const State& state, const std::uint8_t* given);

    /// First tell what is touched; then movers() has their answers, at velocities of zero.
    void begin(const AtPlace& place);
    void touch_body(int node) { wanted_[static_cast<std::size_t>(node)] = 1; }
    void touch_speed(int speed) { wanted_speeds_[static_cast<std::size_t>(speed)] = 1; }
    void find_answers();

    Movers& movers() { return movers_; }
    int mover_of_body(int node) const { return mover_of_[static_cast<std::size_t>(node)]; }
    int mover_of_speed(int speed) const { return mover_of_speed_[static_cast<std::size_t>(speed)]; }

    /// Velocities of the movers from speeds u and the velocities V_WB = J u. velocity_errors: of constraints at u; what
    /// meets them is added (18.9).
    void set_velocities(const double* u, const SpatialVelocity* V_WB, const double* velocity_errors);
    /// What rows and constraints together apply: on bodies of the tree about B, and on speeds. F_W and f are added to.
    void add_impulses(const Rows& rows, SpatialForce* F_W, double* f);
    /// The same for the correction of positions alone.
    void add_corrections(const Rows& rows, SpatialForce* F_W, double* f);

private:
    struct Group {
        std::vector<int> roots;           ///< bodies on the world that begin its trees
        std::vector<int> equations;       ///< constraints' equations that hold it, by multiplier
        std::vector<int> active;          ///< bodies on the way from what is touched to the world, ascending
        int index = -1;                   ///< among the movers' groups in this step
        std::vector<int> bodies, speeds;  ///< touched in this step
        std::vector<double> ee, ex, errors,
            solution;  ///< equations: their factor, with movers, errors at u, λ
        bool any = false;
    };

    void lay_out(Group& group);
    void fill_group(Group& group);
    void find_active(Group& group);
    void mark_way(int node);
    void column_of_body(int node, int direction);
    void column_of_equation(int equation);
    void answer_column(const Group& group);
    double read_equation(int equation) const;
    void factor_equations(Group& group);
    void solve_equations(const Group& group, double* x) const;
    void add_equations(Group& group, bool with_errors, const double* impulses, SpatialForce* F_W, double* f);
    void gather(const Rows& rows, bool corrections, SpatialForce* F_W, double* f);

    const System system_;
    AtPlace place_{};
    std::vector<EquationPlace> places_;
    std::vector<int> group_of_, node_of_speed_;
    std::vector<Group> groups_;
    std::vector<std::uint8_t> single_, alone_, fixed_, wanted_, wanted_speeds_, on_way_;
    std::vector<int> mover_of_, mover_of_speed_;
    bool has_others_ = false;
    Movers movers_;
    // Work space, by body and by speed.
    std::vector<SpatialForce> z_;
    std::vector<SpatialAcceleration> A_;
    std::vector<double> f_, y_, u_dot_, full_, impulses_;
    std::vector<int> way_;
    const SpatialForce* rows_ = nullptr;
    const double* coefficients_ = nullptr;
};

}  // namespace sinew
