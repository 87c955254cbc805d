// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/sizes.h>
#include <sinew/math/function.h>
#include <sinew/math/pack.h>

namespace sinew {

class Faults;

/// One to six coordinates drive three turns, each about its axis in the frame that the ones before have turned, and
/// three shifts along axes of F, all through scalar functions. Knees are made of this; it is OpenSim's CustomJoint.
///     R_FM = A₁(f₁(q)) A₂(f₂(q)) A₃(f₃(q)), Aᵢ a turn about aᵢ     p_FM = Σ tₖ gₖ(q)     q̇ = u               (5.30)
///     b₁ = a₁, b₂ = A₁ a₂, b₃ = A₁ A₂ a₃     H_FM = [Σ bᵢ ∇fᵢ; Σ tₖ ∇gₖ]
///     Ḣ_FM u = [Σ bᵢ uᵀ∇²fᵢ u + wᵢ × bᵢ ḟᵢ; Σ tₖ uᵀ∇²gₖ u], wᵢ the sum of bⱼ ḟⱼ over j < i, ḟ = ∇f u
struct FunctionBased {
    /// What one function does.
    struct Drive {
        Vec3 axis;                ///< any length but zero; only its direction counts
        Function function = 0.0;  ///< radians or metres
        std::vector<int> of{};    ///< the coordinates that its arguments are; none given means 0, 1, ...
    };
    std::vector<std::string> coordinates{"q"};  ///< their names
    std::array<Drive, 3> turns{{{x_axis}, {y_axis}, {z_axis}}};
    std::array<Drive, 3> shifts{{{x_axis}, {y_axis}, {z_axis}}};

    static constexpr const char* name = "function_based";
    static constexpr int nq = -1, nu = -1;
    static constexpr std::array<const char*, 0> coordinate_names{};
    static constexpr std::array columns{Column::general, Column::general, Column::general,
                                        Column::general, Column::general, Column::general};
    struct Tables;

    /// Adds a sentence for everything that is wrong with it.
    void check(const std::string& joint, Faults& faults) const;
    /// The tables that the functions below work from. Throws ModelError where check finds faults.
    std::shared_ptr<const JointData> data() const;

    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in);
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H);
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u);
    /// Both of the above at once where Tables::plain, also for packs; sines are those of plain_angles.
    template <class T>
    static void plain_X_and_H(const JointInput<T>& in, const SinCos<T> (&sines)[3], TransformT<T>& X,
                              SpatialVelocityT<T>* H);
    /// By how much each of the three turns turns.
    template <class T>
    static void plain_angles(const Tables& tables, const T* q, T (&angle)[3]);
    /// The bias where Tables::plain, in the frame that the columns of H are in.
    template <class T>
    static SpatialAccelerationT<T> plain_bias(const JointInput<T>& in, const SpatialVelocityT<T>* H,
                                              const T* u);
    /// By iteration from the q given (5.32).
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q);
};

/// The functions, sorted for evaluation. Scratch holds b₂ and b₃, then for each function that is not constant its
/// gradient and its Hessian in the coordinates it looks at: what H_FM and bias_FM need, so that these call no function.
struct FunctionBased::Tables : SizedJointData {
    enum class Along : unsigned char { x, y, z, other };
    struct Track {
        Function function;
        Vec3 axis;
        Along along = Along::other;
        int n = 0;            ///< how many coordinates it looks at; none for a constant
        int of[max_nq] = {};  ///< which
        int scratch = 0;
        bool straight = false;  ///< constant + slope times its only coordinate
        double constant = 0, slope = 0;
    };
    std::array<Track, 3> turns;
    std::vector<Track> shifts;  ///< those that are not constant
    Vec3 shift_by_constants;
    /// Each function is constant or a straight line of a coordinate of its own, as of all joints of a body but for its
    /// knees: then column j of H_FM is slope × bᵢ or slope × tₖ, and of the bias only Σ wᵢ × bᵢ ḟᵢ is left.
    bool plain = false;

    /// The value; leaves gradient and Hessian. Nearly all functions look at one coordinate, most are straight lines.
    template <class T>
    static T evaluate(const Track& f, const JointInput<T>& in) {
        if (f.n == 0) return T(f.constant);
        T* gradient = in.scratch + f.scratch;
        if (f.straight) {
            gradient[0] = T(f.slope);
            gradient[1] = T(0.0);
            return T(f.constant) + T(f.slope) * in.q[f.of[0]];
        }
        if (f.n == 1) {
            const SampleT<T> sample = f.function.evaluate(in.q[f.of[0]]);
            gradient[0] = sample.d1;
            gradient[1] = sample.d2;
            return sample.value;
        }
        T x[max_nq];
        for (int i = 0; i < f.n; ++i) x[i] = in.q[f.of[i]];
        return f.function.evaluate(static_cast<const T*>(x), f.n, gradient, gradient + f.n);
    }
    /// ∇f u and uᵀ∇²f u
    template <class T>
    static void rates(const Track& f, const JointInput<T>& in, const T* u, T& first, T& second) {
        const T* gradient = in.scratch + f.scratch;
        const T* hessian = gradient + f.n;
        const T v = u[f.of[0]];
        first = gradient[0] * v;
        second = hessian[0] * v * v;
        if (f.n == 1) return;
        first = second = T(0.0);
        for (int i = 0; i < f.n; ++i) {
            T row(0.0);
            for (int j = 0; j < f.n; ++j) row += hessian[i * f.n + j] * u[f.of[j]];
            first += gradient[i] * u[f.of[i]];
            second += row * u[f.of[i]];
        }
    }
    /// bᵢ, as X_FM left it.
    template <class T>
    Vec3T<T> axis(int i, const JointInput<T>& in) const {
        if (i == 0) return as_scalar<T>(turns[0].axis);
        const T* b = in.scratch + 3 * (i - 1);
        return {b[0], b[1], b[2]};
    }
};

/// Two columns of a rotation after a turn about the third, entry by entry: a vector built apart and then copied stalls.
template <class T>
void mix(const T& c, const T& s, Vec3T<T>& first, Vec3T<T>& second) {
    for (T Vec3T<T>::*entry : {&Vec3T<T>::x, &Vec3T<T>::y, &Vec3T<T>::z}) {
        const T a = first.*entry, b = second.*entry;
        first.*entry = c * a + s * b;
        second.*entry = c * b - s * a;
    }
}

template <class T>
TransformT<T> FunctionBased::X_FM(const JointInput<T>& in) {
    const Tables& tables = static_cast<const Tables&>(*in.data);
    TransformT<T> X;
    RotationT<T>& R = X.R;
    for (int i = 0; i < 3; ++i) {
        const Tables::Track& turn = tables.turns[static_cast<std::size_t>(i)];
        if (i > 0) {
            const Vec3T<T> b = turn.along == Tables::Along::other ? R * as_scalar<T>(turn.axis)
                               : turn.along == Tables::Along::x   ? R.x
                               : turn.along == Tables::Along::y   ? R.y
                                                                  : R.z;
            for (int j = 0; j < 3; ++j) in.scratch[3 * (i - 1) + j] = b[j];
        }
        if (turn.n == 0 && turn.constant == 0) continue;
        const T angle = Tables::evaluate(turn, in);
        if (turn.along == Tables::Along::other) {
            R = R * RotationT<T>::about(as_scalar<T>(turn.axis), angle);
            continue;
        }
        const auto [s, c] = sin_cos(angle);
        Vec3T<T>& first = turn.along == Tables::Along::x ? R.y : turn.along == Tables::Along::y ? R.z : R.x;
        Vec3T<T>& second = turn.along == Tables::Along::x ? R.z : turn.along == Tables::Along::y ? R.x : R.y;
        mix(c, s, first, second);
    }
    X.p = as_scalar<T>(tables.shift_by_constants);
    for (const Tables::Track& shift : tables.shifts)
        X.p += Tables::evaluate(shift, in) * as_scalar<T>(shift.axis);
    return X;
}

template <class T>
void FunctionBased::plain_angles(const Tables& tables, const T* q, T (&angle)[3]) {
    for (int i = 0; i < 3; ++i) {
        const Tables::Track& turn = tables.turns[static_cast<std::size_t>(i)];
        angle[i] = T(turn.constant);
        if (turn.n > 0) angle[i] = angle[i] + T(turn.slope) * q[turn.of[0]];
    }
}

template <class T>
void FunctionBased::plain_X_and_H(const JointInput<T>& in, const SinCos<T> (&sines)[3], TransformT<T>& X,
                                  SpatialVelocityT<T>* H) {
    const Tables& tables = static_cast<const Tables&>(*in.data);
    const auto leave_derivatives = [&](const Tables::Track& f) {
        in.scratch[f.scratch] = T(f.slope), in.scratch[f.scratch + 1] = T(0.0);
    };
    RotationT<T>& R = X.R;
    R = RotationT<T>::identity();
    for (int i = 0; i < 3; ++i) {
        const Tables::Track& turn = tables.turns[static_cast<std::size_t>(i)];
        if (turn.n == 0 && turn.constant == 0) continue;
        const T s = sines[i].sin, c = sines[i].cos;
        Vec3T<T> b = as_scalar<T>(turn.axis);
        if (turn.along == Tables::Along::other && i == 0) {
            const Vec3T<T> bent = (T(1.0) - c) * b, out = s * b;
            R.x = {c + bent.x * b.x, bent.x * b.y + out.z, bent.x * b.z - out.y};
            R.y = {bent.y * b.x - out.z, c + bent.y * b.y, bent.y * b.z + out.x};
            R.z = {bent.z * b.x + out.y, bent.z * b.y - out.x, c + bent.z * b.z};
        } else if (turn.along == Tables::Along::other) {
            b = R * b;
            // about b: what is across it turns, r ↦ c r + s b × r + (1 − c)(b·r) b
            for (Vec3T<T>* column : {&R.x, &R.y, &R.z})
                *column = c * *column + s * cross(b, *column) + ((T(1.0) - c) * dot(b, *column)) * b;
        } else {
            const bool x = turn.along == Tables::Along::x, y = turn.along == Tables::Along::y;
            Vec3T<T>&first = x ? R.y : y ? R.z : R.x, &second = x ? R.z : y ? R.x : R.y;
            if (i > 0) b = x ? R.x : y ? R.y : R.z;
            mix(c, s, first, second);
        }
        if (i > 0)
            for (int j = 0; j < 3; ++j) in.scratch[3 * (i - 1) + j] = b[j];
        if (turn.n == 0) continue;
        leave_derivatives(turn);
        H[turn.of[0]] = {T(turn.slope) * b, {}};
    }
    X.p = as_scalar<T>(tables.shift_by_constants);
    for (const Tables::Track& shift : tables.shifts) {
        leave_derivatives(shift);
        X.p += (T(shift.constant) + T(shift.slope) * in.q[shift.of[0]]) * as_scalar<T>(shift.axis);
        H[shift.of[0]] = {{}, as_scalar<T>(shift.slope * shift.axis)};
    }
}

template <class T>
SpatialAccelerationT<T> FunctionBased::plain_bias(const JointInput<T>& in, const SpatialVelocityT<T>* H,
                                                  const T* u) {
    const Tables& tables = static_cast<const Tables&>(*in.data);
    SpatialAccelerationT<T> A;
    Vec3T<T> w;
    for (const Tables::Track& turn : tables.turns) {
        if (turn.n == 0) continue;
        const Vec3T<T> own = u[turn.of[0]] * H[turn.of[0]].w;
        A.w += cross(w, own);
        w += own;
    }
    return A;
}

template <class T>
void FunctionBased::H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
    const Tables& tables = static_cast<const Tables&>(*in.data);
    for (int j = 0; j < tables.nu; ++j) H[j] = {};
    for (int i = 0; i < 3; ++i) {
        const Tables::Track& turn = tables.turns[static_cast<std::size_t>(i)];
        const Vec3T<T> b = tables.axis(i, in);
        for (int j = 0; j < turn.n; ++j) H[turn.of[j]].w += in.scratch[turn.scratch + j] * b;
    }
    for (const Tables::Track& shift : tables.shifts)
        for (int j = 0; j < shift.n; ++j)
            H[shift.of[j]].v += in.scratch[shift.scratch + j] * as_scalar<T>(shift.axis);
}

template <class T>
SpatialAccelerationT<T> FunctionBased::bias_FM(const JointInput<T>& in, const T* u) {
    const Tables& tables = static_cast<const Tables&>(*in.data);
    SpatialAccelerationT<T> A;
    Vec3T<T> w;
    T first, second;
    for (int i = 0; i < 3; ++i) {
        const Tables::Track& turn = tables.turns[static_cast<std::size_t>(i)];
        if (turn.n == 0) continue;
        const Vec3T<T> b = tables.axis(i, in);
        Tables::rates(turn, in, u, first, second);
        A.w += second * b + first * cross(w, b);
        w += first * b;
    }
    for (const Tables::Track& shift : tables.shifts) {
        Tables::rates(shift, in, u, first, second);
        A.v += second * as_scalar<T>(shift.axis);
    }
    return A;
}
static_assert(JointDefinition<FunctionBased>);

}  // namespace sinew
