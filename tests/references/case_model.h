// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>
#include <tests/references/case_file.h>

#include <random>

namespace sinew::testing {

/// How points are held together: by their independent directions alone, by all three, or by these twice.
enum class Closing { independent, spatial, twice };

/// The same mechanism can be put into a Model in many ways; none of them may change what it does.
struct Description {
    std::vector<std::string> reversed{};  ///< bodies whose joint is described from them to their parent
    bool all_reversed = false;
    unsigned bodies_order = 0;  ///< seed of a random order in which bodies are added; 0: as in the case
    unsigned joints_order = 0;  ///< the same for joints and forces
    Closing closing = Closing::independent;
    std::vector<double> tau{};  ///< constant forces on speeds, in the order of the case's bodies
};

/// A case's model as ours, and who is who; lists in the order of the case's bodies.
struct Mechanism {
    Model model;
    std::vector<BodyId> bodies;
    std::vector<AnyJointId> joints;
    std::vector<bool> reversed;

    BodyId body(const std::string& name) const { return name == "ground" ? world : model.body(name); }
};

Mechanism describe(const CaseModel& model, const Description& how = {});

/// A mechanism compiled, with a State of it.
struct Running {
    Mechanism mechanism;
    System system;
    State state;

    explicit Running(const CaseModel& model, const Description& how = {});
    /// At coordinates and speeds in the order of the case's bodies.
    Running(const Case& c, const Description& how = {});

    void set(const std::vector<double>& q, const std::vector<double>& u);
    /// Coordinates normal about zero, quaternions of any direction, speeds normal.
    void set_random(std::mt19937_64& random);
    /// The motion of another description of the same mechanism, joint by joint.
    void set_as(const Running& other);

    /// Numbers per speed of the System, brought into the order of the case's bodies; matrices by rows and columns.
    std::vector<double> by_bodies(std::span<const double> per_speed) const;
    std::vector<double> matrix_by_bodies(std::span<const double> M) const;

private:
    std::vector<std::size_t> speeds_by_bodies() const;
};

int speeds_of(const CaseBody& body);

/// The largest difference of poses, velocities and accelerations of the bodies of two descriptions; `turned` is the
/// world of the second seen from the first's.
double largest_difference(const Running& a, const Running& b, const Rotation& turned = Rotation::identity());

}  // namespace sinew::testing
