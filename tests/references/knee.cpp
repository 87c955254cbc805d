// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A leg of the gait model 2354: free pelvis, hip of three angles, knee whose tibia slides along splines as it bends.
// Numbers from opensim-org/opensim-models, Models/Gait2354_Simbody/gait2354_simbody.osim: S.L. Delp, J.P. Loan,
// M.G. Hoy, F.E. Zajac, E.L. Topp, J.M. Rosen, D.G. Thelen, F.C. Anderson, A. Seth; knee after Yamaguchi and Zajac
// (1989).
// Licence of these numbers: Creative Commons Attribution 3.0.

#include <sinew/sinew.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <random>

namespace {

using namespace sinew;

const function::SimmSpline knee_x{{-2.0944, -1.74533, -1.39626, -1.0472, -0.698132, -0.349066, -0.174533,
                                   0.197344, 0.337395, 0.490178, 1.52146, 2.0944},
                                  {-0.0032, 0.00179, 0.00411, 0.0041, 0.00212, -0.001, -0.0031, -0.005227,
                                   -0.005435, -0.005574, -0.005435, -0.00525}};
const function::SimmSpline knee_y{{-2.0944, -1.22173, -0.523599, -0.349066, -0.174533, 0.159149, 2.0944},
                                  {-0.4226, -0.4082, -0.399, -0.3976, -0.3966, -0.395264, -0.396}};
const Vec3 hip_centre{-0.0707, -0.0661, 0.0835};

struct Leg {
    Model model;
    BodyId pelvis, femur, tibia;
    JointId<Free> base;
    JointId<FunctionBased> hip, knee;

    explicit Leg(bool reversed_knee = false) {
        using namespace function;
        pelvis = model.add(Body{"pelvis", {11.777, {-0.0707, 0, 0}, {0.1028, 0.0871, 0.0579}}});
        femur = model.add(Body{"femur_r", {9.3014, {0, -0.17, 0}, {0.1339, 0.0351, 0.1412}}});
        tibia = model.add(Body{"tibia_r", {3.7075, {0, -0.1867, 0}, {0.0504, 0.0051, 0.0511}}});
        base = model.add(Free{}, {.name = "ground_pelvis", .from = world, .to = pelvis});
        hip = model.add(
            FunctionBased{
                .coordinates = {"flexion", "adduction", "rotation"},
                .turns = {{{z_axis, Linear{}, {0}}, {x_axis, Linear{}, {1}}, {y_axis, Linear{}, {2}}}}},
            {.name = "hip_r", .from = pelvis, .to = femur, .X_PF = {Rotation::identity(), hip_centre}});
        knee = model.add(FunctionBased{.coordinates = {"angle"},
                                       .turns = {{{z_axis, Linear{}}, {y_axis}, {x_axis}}},
                                       .shifts = {{{x_axis, knee_x}, {y_axis, knee_y}, {z_axis}}}},
                         {.name = "knee_r", .from = femur, .to = tibia});
        model.add(Gravity{.g = {0, -9.80665, 0}});
        // The pelvis may as well hang from the tibia: then hip and knee are walked backwards.
        if (reversed_knee) model.joints[0].placement.to = tibia;
    }
};

std::vector<double> random_numbers(std::size_t n, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::vector<double> out(n);
    for (double& x : out) x = normal(random);
    return out;
}

/// Anywhere but near the hip's singularity, 90 degrees of adduction, where its three angles are two.
void set_random(State& state, const Leg& leg, std::mt19937_64& random) {
    state.set_q(random_numbers(state.q().size(), random));
    state.set_u(random_numbers(state.u().size(), random));
    state.q(leg.hip) = std::array{state.q(leg.hip)[0], std::sin(state.q(leg.hip)[1]), state.q(leg.hip)[2]};
}

/// Where q̇ leads in a time, speeds kept.
State moved(const System& system, const State& state, double time) {
    State there = state;
    std::vector<double> q(state.q().begin(), state.q().end());
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += time * q_dot(system, state)[i];
    there.set_q(q);
    return there;
}

/// d/dt of a vector that a State determines, along q̇, by differences of fourth order.
template <class F>
Vec3 rate(const System& system, const State& state, F of) {
    const double h = 1e-4;
    const auto at = [&](double time) { return of(moved(system, state, time)); };
    return (8.0 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}

}  // namespace

TEST_CASE("the tibia stands where the splines of the knee say") {
    // Both splines in exact rational arithmetic, from a dense system for the coefficients of all cubics at once; end
    // cubics with the third divided difference of the four outer points, straight lines beyond.
    struct Row {
        double angle, x, y;
    };
    const Row rows[] = {{-2.5, -0.010689669209195535, -0.4288276036353883},
                        {-2.0, -0.0015663343227582012, -0.4211237899134487},
                        {-1.5, 0.003675446602261016, -0.4127954671530917},
                        {-1.2, 0.004383123108905307, -0.40785366903513803},
                        {-0.9, 0.003437956587674808, -0.40338531241317477},
                        {-0.5, 0.0005493311132300394, -0.3987849992443839},
                        {-0.25, -0.0022190229055652987, -0.3969949498744941},
                        {-0.1, -0.0038064948377734293, -0.39624570031369294},
                        {0, -0.004499856517536013, -0.39582069644835033},
                        {0.05, -0.004753720195822622, -0.3956299188082423},
                        {0.15, -0.005112691054311244, -0.39529200265852693},
                        {0.6, -0.005638090451798201, -0.3944433008108402},
                        {1.8, -0.005307420290279513, -0.3955105217994094},
                        {2.4, -0.005254133588861084, -0.3964741267899681}};
    const Leg leg;
    const System system(leg.model);
    State state = system.default_state();
    const Vec3 hip{0.4, -0.2, 0.3};
    state.q(leg.hip) = std::array{hip.x, hip.y, hip.z};
    fit_pose(system, state, leg.base, {rotation_of_xyz(Vec3{0.3, -0.5, 0.7}), {0.1, 0.95, -0.2}});
    for (const Row& row : rows) {
        CAPTURE(row.angle);
        state.q(leg.knee) = std::array{row.angle};
        const Transform X_WP{rotation_of_xyz(Vec3{0.3, -0.5, 0.7}), {0.1, 0.95, -0.2}};
        const Transform X_PF{Rotation::about_z(hip.x) * Rotation::about_x(hip.y) * Rotation::about_y(hip.z),
                             hip_centre};
        const Transform X_FT{Rotation::about_z(row.angle), {row.x, row.y, 0}};
        const Transform expected = X_WP * X_PF * X_FT, found = pose(system, state, leg.tibia);
        CHECK(norm(found.p - expected.p) < 1e-15 * 8);
        CHECK(norm(found.R.x - expected.R.x) + norm(found.R.y - expected.R.y) < 1e-15 * 8);
    }
}

TEST_CASE("velocities and accelerations of a leg are the rates of its poses and velocities") {
    for (const bool reversed : {false, true}) {
        CAPTURE(reversed);
        const Leg leg(reversed);
        const System system(leg.model);
        State state = system.default_state();
        std::mt19937_64 random(20);
        for (int i = 0; i < 50; ++i) {
            set_random(state, leg, random);
            const Station ankle{leg.tibia, {0, -0.43, 0}};
            const Rotation R = pose(system, state, leg.tibia).R;
            const Vec3 w = velocity(system, state, leg.tibia).w;
            const auto x_of_tibia = [&](const State& s) { return pose(system, s, leg.tibia).R.x; };
            const auto ankle_of = [&](const State& s) { return position(system, s, ankle); };
            CHECK(norm(rate(system, state, x_of_tibia) - cross(w, R.x)) < 1e-9);
            CHECK(norm(rate(system, state, ankle_of) - velocity(system, state, ankle)) < 1e-9);
            // Ḣ u through the whole tree: how velocities change while u does not
            const auto w_of = [&](const State& s) { return velocity(system, s, leg.tibia).w; };
            const auto v_of = [&](const State& s) { return velocity(system, s, ankle); };
            CHECK(norm(rate(system, state, w_of) - frame_bias(system, state, {leg.tibia, {}}).w) < 1e-9);
            CHECK(norm(rate(system, state, v_of) - station_bias(system, state, ankle)) < 1e-9);
        }
    }
}

TEST_CASE("forces of a leg from its accelerations give back these accelerations") {
    for (const bool reversed : {false, true}) {
        CAPTURE(reversed);
        const Leg leg(reversed);
        const System system(leg.model);
        State state = system.default_state();
        std::mt19937_64 random(21);
        const std::size_t n = state.u().size();
        for (int i = 0; i < 100; ++i) {
            set_random(state, leg, random);
            const std::vector<double> wanted = random_numbers(n, random);
            std::vector<double> f(n), model_forces(n), found(n);
            inverse_dynamics(system, state, wanted, f);
            applied_mobility_force(system, state, model_forces);
            for (std::size_t k = 0; k < n; ++k) f[k] += model_forces[k];
            forward_dynamics(system, state, {f, {}}, found);
            for (std::size_t k = 0; k < n; ++k) CHECK(std::abs(found[k] - wanted[k]) < 1e-11);
        }
    }
}
