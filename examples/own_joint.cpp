// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A joint of your own: a bead on a wire bent to the parabola y = c x²/2. Three functions, and a check that they agree.

#include <sinew/joints/user_joint_of.h>
#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>

using namespace sinew;

/// Written as our own joints are: for any number T, so that it moves as fast as they do and has exact derivatives.
struct OnParabola {
    double curvature = 1;

    static constexpr int nq = 1, nu = 1;
    static constexpr std::array coordinate_names{"x"};
    static constexpr std::array parameter_names{"curvature"};
    static constexpr std::array columns{Column::slide};
    void parameters(double* k) const { k[0] = curvature; }

    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        const T x = in.q[0], c = in.k[0];
        return {.p = {x, T(0.5) * c * x * x, T(0)}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        H[0].v = {T(1), in.k[0] * in.q[0], T(0)};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        return {{},
                {T(0), in.k[0] * u[0] * u[0], T(0)}};  // what is left of the acceleration when x moves evenly
    }
};

int main() {
    const CustomJoint wire = custom_joint(OnParabola{.curvature = 1});
    const double some_x = 0.7, some_speed = -1.3;
    std::printf("contract error %.0e\n\n", contract_error(*wire.joint, &some_x, &some_speed));

    Model model;
    const BodyId bead = model.add(Body{.name = "bead", .mass = {.mass = 0.1}});
    const auto slide = model.add(wire, {.name = "slide", .from = world, .to = bead});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);

    std::printf("     x m   acceleration along x   pressure on the wire N   closed form\n");
    State state = system.default_state();
    for (const double x : {0.0, 0.5, 1.0, 2.0}) {
        state.q(slide) = std::array{x};
        state.u(slide) = std::array{1.0};
        // x'' = -(g + c x'²) c x / (1 + c²x²): the part of gravity and of going round the bend along the wire
        const double expected = 0 - (9.81 + 1.0) * x / (1 + x * x);
        const Vec3 f = reaction(system, state, slide).on_to_at_M.f;
        std::printf("%8.2f %22.6f %24.6f %13.6f\n", x, forward_dynamics(system, state)[0], norm(f), expected);
        if (std::abs(forward_dynamics(system, state)[0] - expected) > 1e-12) return 1;
    }
}
