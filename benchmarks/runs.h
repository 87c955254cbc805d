// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models.h"

namespace bench {

/// A motion in time. The base is a slider that a motor moves by amplitude · sin(rate · t); no amplitude: there is none.
struct RunProblem {
    std::string name;
    BenchModel model;
    BenchState start;
    double amplitude = 0, rate = 0;  // of the first body
    double seconds = 1;              // over which errors are compared: before chaos takes over
};

RunProblem moving_chains(int chains, int bodies_each);  // on a base that moves to and fro
RunProblem double_pendulum();
RunProblem heavy_top();

/// Methods that at least one of the libraries has.
enum class RunMethod { runge_kutta_3, merson, fehlberg, dormand_prince, dormand_prince_8, verlet };
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
    virtual RunAccount run(RunMethod method, double accuracy, double until) = 0;
};

std::unique_ptr<RunSide> make_sinew_runs(const RunProblem&);
std::unique_ptr<RunSide> make_simbody_runs(const RunProblem&);

/// The point of a body that is compared: off its mass centre, so that every turn shows.
Vec3 watched_point(const BenchBody& body);

}  // namespace bench
