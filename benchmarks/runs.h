// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models.h"

namespace bench {

/// Points of two bodies (indices in BenchModel::bodies, -1 is the world).
struct Between {
    int from = -1, to = -1;
    Vec3 p_from{}, p_to{};
};

struct BenchSpring {
    Between ends;
    double stiffness = 0, rest_length = 0, damping = 0;
};

/// A motion in time. The first body's pin or slider is moved by a motor, amplitude · sin(rate · t); without an
/// amplitude there is no motor.
struct RunProblem {
    std::string name;
    BenchModel model;
    BenchState start;
    double amplitude = 0, rate = 0;
    double seconds = 1;            // over which errors are compared: before chaos takes over
    bool stiff = false;            // implicit methods take part
    std::vector<Between> balls{};  // points that stay together
    std::vector<Between> rods{};   // points that stay a metre apart
    std::vector<BenchSpring> springs{};
};

RunProblem moving_chains(int chains, int bodies_each);  // on a base that moves to and fro
/// Those of the diagram: a double pendulum, a heavy top, these chains, a four-bar, a chain of balls that a rod closes,
/// a slider-crank, two bodies on a spring, a stiff spring.
std::vector<RunProblem> all_run_problems();

/// Methods that at least one of the libraries has.
enum class RunMethod {
    runge_kutta_3,
    merson,
    fehlberg,
    dormand_prince,
    dormand_prince_8,
    verlet,
    rosenbrock,
    bdf
};
const char* name(RunMethod method);

struct RunAccount {
    double seconds = 0;  // CPU time of the steps, without what is done once beforehand
    long steps = 0, rejected = 0, evaluations = 0;
    std::vector<Vec3> places{};  // of a point of each body at the end
};

/// One library that moves the problem.
class RunSide {
public:
    virtual ~RunSide() = default;
    virtual bool has(RunMethod method) const = 0;
    virtual std::vector<double> accelerations() = 0;  // at the start, one per body's speed
    virtual BenchState on_constraints() = 0;          // the start, with its constraints met
    virtual RunAccount run(RunMethod method, double accuracy, double until) = 0;
};

std::unique_ptr<RunSide> make_sinew_runs(const RunProblem&);
std::unique_ptr<RunSide> make_simbody_runs(const RunProblem&);

/// The point of a body that is compared: off its mass centre, so that every turn shows.
Vec3 watched_point(const BenchBody& body);

}  // namespace bench
