// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Models and states in plain numbers, the same for every library that takes part.
namespace bench {

using Vec3 = std::array<double, 3>;

/// A frame seen from another: rotation by rows, then position.
struct Pose {
    std::array<double, 9> R{1, 0, 0, 0, 1, 0, 0, 0, 1};
    Vec3 p{};
};

/// users_pin: a pin that each library takes as a joint of its user's own; plain: written on plain numbers.
enum class JointKind {
    pin,
    slider,
    universal,
    gimbal,
    ball,
    free,
    function_based,
    cartesian,
    weld,
    users_pin,
    users_plain_pin
};

/// f(q) of one coordinate: a constant, a line or a natural cubic spline through (x, y).
struct Curve {
    enum class Kind { constant, linear, spline } kind = Kind::constant;
    int coordinate = 0;
    double slope = 0, offset = 0;
    std::vector<double> x{}, y{};
};

/// What drives a function-based joint: three rotations in turn about axes 0 to 2 (each fixed in the frame the one
/// before it made), and translations in F along axes 3 to 5.
struct FunctionAxes {
    int coordinates = 1;
    std::array<Vec3, 6> axes{Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::array<Curve, 6> curves{};
};

struct BenchBody {
    int parent = -1;  // index in BenchModel::bodies, -1 is the world; a parent precedes its children
    double mass = 1;
    Vec3 com{};
    std::array<double, 6> inertia{1, 1, 1, 0, 0, 0};  // central, in B: xx yy zz xy xz yz, as in the matrix
    JointKind joint = JointKind::pin;
    Pose X_PF{}, X_BM{};
    FunctionAxes functions{};
};

/// q and u of all bodies, one after another in the order of the bodies. A quaternion is scalar first; a free joint has
/// its quaternion, then the translation in F; its u is the angular, then the linear velocity of M in F.
struct BenchState {
    std::vector<double> q, u, udot;
};

/// Keeps points of two bodies a fixed distance apart.
struct BenchRod {
    int from = 0, to = 0;  // indices in BenchModel::bodies; -1 is the world
    Vec3 p_from{}, p_to{};
};

struct BenchModel {
    std::string name;
    Vec3 gravity{0, -9.81, 0};
    std::vector<BenchBody> bodies;
    std::vector<BenchRod> rods{};
    std::vector<BenchRod> balls{};  // these points stay together
    int task_body = 0;              // the Jacobian is taken of a frame on this body ...
    Vec3 task_point{0, 0, 0};       // ... with its origin here
    double speed = 1;               // random speeds lie within this
    double range = 1;               // random angles lie within this
    std::vector<int> prescribed{};  // bodies whose joint of one speed has an acceleration that is given
    bool merged = false;            // Sinew merges the bodies on welds
};

/// What is given of one of these: u̇ = 0.3 sin(t + i).
inline constexpr double prescribed_amplitude = 0.3;

int coordinates(const BenchBody&);  // nq
int mobilities(const BenchBody&);   // nu
int coordinates(const BenchModel&);
int mobilities(const BenchModel&);

/// The same numbers on every machine (splitmix64).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    double within(double low, double high);
    Vec3 vector(double size);
    std::array<double, 4> unit_quaternion();

private:
    std::uint64_t state_;
};

Pose random_pose(Random&, const Vec3& p);
std::array<double, 6> random_inertia(Random&, double mass, double length);

BenchModel chain(int bodies);
/// Four-bars, each on the coupler of the one before, in planes that differ: a crank, a coupler, and a rod in place of
/// the rocker.
BenchModel four_bars(int bodies);
BenchModel star(int bodies);
BenchModel binary_tree(int bodies, JointKind joint);
BenchModel chains(int count, int bodies_each);
BenchModel ladder(
    int rods);  // two chains of ball joints, every link of one held to the same of the other by a rod
BenchModel humanoid_of_pins();
BenchModel humanoid_of_functions();

/// Free bodies that nothing ties together; particles likewise.
BenchModel free_bodies(int count);
BenchModel particles(int count);

/// The models of the comparison, in the order of its table.
std::vector<BenchModel> all_models();
/// Those whose structure a library may make use of: Sinew and Simbody are compared.
std::vector<BenchModel> structured_models();

std::vector<BenchState> random_states(const BenchModel&, int count, std::uint64_t seed);

}  // namespace bench
