// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/spatial/mass_properties.h>

#include <string>
#include <vector>

namespace sinew::testing {

// What conformance.json says, as plain values. Its "conventions" tell what the numbers mean.

/// One expected result. Lists of lists are written out one after another.
struct Check {
    std::string quantity;
    std::vector<double> value;  ///< empty if it is words
    double tol_abs = 0, tol_rel = 0;
    std::string bound;  ///< "max" or "min" if the value is a limit
    double when_q = 0, crank_deg = 0;
    double t = 0;  ///< when, in a run
    double amplitude = 0;
    // Of fixed steps: how many in each run, the errors that are known, and R(x) = Σ p_k x^k per step.
    std::vector<double> steps{}, reference_errors{}, polynomial{};

    /// How far a result may be from an entry of the value.
    double tolerance(double entry) const;
};

/// A body and the joint that leads to it.
struct CaseBody {
    std::string name, parent;
    MassProperties mass;
    std::string joint;   ///< pin, slider, screw, ball, free, weld
    Vec3 axis = z_axis;  ///< unit vector in F, for the first three
    double pitch = 0;
    Transform X_PF, X_BM;
};

/// f = −k (q − q0) − c u + constant on the joint of a body.
struct CaseJointForce {
    std::string body;
    double k = 0, q0 = 0, c = 0, constant = 0;
};

struct CaseSpring {
    std::string body1, body2;
    Vec3 station1, station2;
    double k = 0, x0 = 0, c = 0;
};

/// Points of two bodies that coincide, in the directions that are independent; or coordinates coupled, Σ c q = const.
struct CaseConstraint {
    std::string body1, body2;
    Vec3 station1, station2;
    std::vector<int> directions;
    std::vector<std::pair<std::string, double>> terms;  ///< empty for points
    double constant = 0;
};

struct CaseModel {
    Vec3 gravity;
    std::vector<CaseBody> bodies;
    std::vector<CaseJointForce> joint_forces;
    std::vector<CaseSpring> springs;
    std::vector<CaseConstraint> constraints;
    bool is_tree = false;  ///< bodies are given, and neither constraints nor contact beside them
};

struct Case {
    std::string id, title;
    CaseModel model;
    std::vector<double> q, u, tau;     ///< in the order of the bodies; empty if given another way
    std::vector<double> quat, w_body;  ///< of a single ball joint, if given so
    std::vector<double> w_ground, pos, vel;
    double accuracy = 0;               ///< of a run
    std::vector<double> accuracies{};  ///< if it is run at several
    double h = 0;                      ///< fixed step of a run, and how many of them
    int steps = 0;
    double peer = 0;  ///< largest difference of another engine's run, or 0
    std::vector<Check> checks;
    std::string file_name{}, file_text{};  ///< of a model file, if that is what it is about
    std::vector<std::pair<std::string, double>> q_of{}, u_of{};  ///< by joint, if given so
    int random_states = 0;
    unsigned seed = 0;

    /// The check whose quantity begins with these words.
    const Check& check(const std::string& begins) const;
};

/// All cases of the file, in its order.
const std::vector<Case>& conformance_cases();
/// The one of that id.
const Case& conformance_case(const std::string& id);

}  // namespace sinew::testing
