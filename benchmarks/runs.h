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

/// A ball, or a mesh of one, on a body; or the floor, solid below z = 0 of the world. Balls touch what is of another
/// body and not of their own kind of things if they keep apart.
struct BenchSurface {
    enum class Kind { floor, ball, mesh } kind = Kind::floor;
    int body = -1;
    Vec3 p{};
    double radius = 0;
    int splits = 0;           // of the faces of an octahedron
    bool keeps_apart = true;  // from all but the floor
};
/// Of all surfaces of a problem.
struct BenchMaterial {
    double stiffness = 1e5;  // plane-strain modulus, Pa; meshes have layers of 1 m
    double dissipation = 0.2, static_friction = 0.5, sliding_friction = 0.5;
    double transition_speed = 0.01;
};
struct BenchMesh {
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 3>> faces;
};
BenchMesh ball_mesh(double radius, int splits);

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
    std::vector<BenchSurface> surfaces{};
    BenchMaterial material{};
};

RunProblem moving_chains(int chains, int bodies_each);  // on a base that moves to and fro
/// Those of the diagram: a double pendulum, a heavy top, these chains, a four-bar, a chain of balls that a rod closes,
/// a slider-crank, two bodies on a spring, a stiff spring.
std::vector<RunProblem> all_run_problems();

/// Those of contact: a box on eight balls, a mesh on the floor, a mesh on a mesh, chains that fall on the floor.
std::vector<RunProblem> all_contact_problems();

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
