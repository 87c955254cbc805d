// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Elements of the list on their own, with bodies that move anyhow: no tree, no joints. Here derivatives are
// exact, by dual numbers. Numbers are of order one and sums are short, but a bushing divides by the cosine of
// its second angle.
#include <sinew/forces/list.h>
#include <sinew/math/dual.h>

#include <doctest/doctest.h>

#include <random>

using namespace sinew;

namespace {

constexpr double rounding = 1e4 * 2.2e-16;

/// Three bodies, each with one coordinate that has nothing to do with it.
template <class T>
struct Bodies {
    std::vector<TransformT<T>> X_WM, X_MB;
    std::vector<BodyConstantsT<T>> body;
    std::vector<SpatialVelocityT<T>> V;
    std::vector<T> q, u;
    std::vector<SpatialForceT<T>> F = std::vector<SpatialForceT<T>>(3);
    std::vector<T> f = std::vector<T>(3);

    KinematicsT<T> kinematics() {
        KinematicsT<T> kin{};
        kin.x.X_WB = X_WM.data();  // letters: bodies stand at their joints' frames in passes
        kin.x.body = body.data(), kin.v.V_WB = V.data();
        kin.X_MB = X_MB.data(), kin.q = q.data(), kin.u = u.data();
        kin.bodies = kin.speeds = 3;
        return kin;
    }
    AppliedT<T> applied() { return {X_WM.data(), F.data(), f.data()}; }
};

std::mt19937 random_bits(7);

double number() { return std::uniform_real_distribution<double>(-1, 1)(random_bits); }
Vec3 vector() { return {number(), number(), number()}; }
Rotation rotation() { return rotation_of(Quaternion{number(), number(), number(), number()}); }

Bodies<double> random_bodies() {
    Bodies<double> b;
    for (int i = 0; i < 3; ++i) {
        b.X_WM.push_back(i == 0 ? Transform{} : Transform{rotation(), vector()});
        b.X_MB.push_back(i == 0 ? Transform{} : Transform{rotation(), vector()});
        b.body.push_back({{}, {1.5, vector(), {1, 2, 3, 0.1, 0.2, 0.3}}});
        b.V.push_back(i == 0 ? SpatialVelocity{} : SpatialVelocity{vector(), vector()});
        b.q.push_back(number());
        b.u.push_back(number());
    }
    return b;
}

Vec3T<Dual> along(const Vec3& a, const Vec3& rate) { return {{a.x, rate.x}, {a.y, rate.y}, {a.z, rate.z}}; }

/// The same bodies as functions of time, to first order. They stand still as far as laws see: their velocities
/// are zero.
Bodies<Dual> moving(const Bodies<double>& b) {
    Bodies<Dual> d;
    for (std::size_t i = 0; i < 3; ++i) {
        const Transform& X = b.X_WM[i];
        const auto turned = [&](const Vec3& axis) { return along(axis, cross(b.V[i].w, axis)); };
        d.X_WM.push_back({{{turned(X.R.x), turned(X.R.y), turned(X.R.z)}}, along(X.p, b.V[i].v)});
        const Transform& Y = b.X_MB[i];
        d.X_MB.push_back({{{as_scalar<Dual>(Y.R.x), as_scalar<Dual>(Y.R.y), as_scalar<Dual>(Y.R.z)}},
                          as_scalar<Dual>(Y.p)});
        d.body.push_back({{}, {b.body[i].M_B.m, as_scalar<Dual>(b.body[i].M_B.h), {}}});
        d.V.push_back({});
        d.q.push_back({b.q[i], b.u[i]});
        d.u.push_back(0.0);
    }
    return d;
}

/// An element's numbers, one after the other, as a State has them.
struct Numbers {
    std::vector<double> k;
    void operator()(const auto&, double& x, Rule) { k.push_back(x = 0.6 + 0.4 * number()); }
    void operator()(const auto&, Vec3& v, Rule) { v = vector(), k.insert(k.end(), {v.x, v.y, v.z}); }
    void operator()(const auto&, std::vector<double>& a, Rule) {
        for (double& x : a) k.push_back(x = number());
    }
    template <std::size_t n>
    void operator()(const auto&, std::array<double, n>& a, Rule) {
        for (double& x : a) k.push_back(x = 0.6 + 0.4 * number());
    }
    void operator()(const auto&, Transform& X, Rule) {
        X = {rotation(), vector()};
        k.insert(k.end(), {X.p.x, X.p.y, X.p.z, X.R.x.x, X.R.y.x, X.R.z.x, X.R.x.y, X.R.y.y, X.R.z.y, X.R.x.z,
                           X.R.y.z, X.R.z.z});
    }
};

template <class T, class E>
auto values(const std::vector<double>& numbers) {
    typename E::template Values<T> k;
    const std::vector<T> converted(numbers.begin(), numbers.end());
    if constexpr (!std::is_empty_v<decltype(k)>) {
        constexpr bool any_number = requires(E e) { e.coordinates(); }
        || requires(E e) { e.path; };
        if constexpr (any_number) REQUIRE(sizeof k < sizeof(T) * converted.size());
        else REQUIRE(sizeof k == sizeof(T) * converted.size());  // Values and parameters() agree
        std::memcpy(static_cast<void*>(&k), converted.data(), sizeof k);
    }
    return k;
}

/// Variables of an element's own, as many as any has.
template <class T>
const std::vector<T> own_z(8, T(0.5));

constexpr CoordinatePlace places[]{{1, 1, {1, 1}}, {2, 2, {2, 2}}};
constexpr int path[]{1, 2, 1};
constexpr std::uint8_t by_quaternion[3]{};

template <class T>
ForceInput<T> input(const KinematicsT<T>& kin, const double* variable, std::span<const T> k) {
    return {kin, {1, 2}, 1, 1, variable, nullptr, k, own_z<T>, nullptr, {}, places, path, by_quaternion};
}

template <class F>
void for_every_simple_force(F&& f) {
    const auto one = [&]<class E> {
        if constexpr (!std::is_same_v<E, CustomForce>)  // it has no dual numbers; see tests/laws
            for (int i = 0; i < 20; ++i) {
                CAPTURE(E::kind);
                E element;
                if constexpr (requires { element.couples; })
                    element.couples.resize(2), element.coefficients.resize(2);
                if constexpr (requires { element.path; }) element.path.resize(3);
                Numbers numbers;
                E::parameters(element, numbers);
                f(element, numbers.k);
            }
    };
#define SINEW_ONE(E) one.template operator()<E>();
    SINEW_FORCES(SINEW_ONE)
#undef SINEW_ONE
}

const std::vector<double> set_by_hand(6 * 3 + 3, 0.25);

}  // namespace

TEST_CASE("what an element applies at rest is what its potential loses along any motion") {
    for_every_simple_force([]<class E>(const E& element, const std::vector<double>& numbers) {
        const Bodies<double> bodies = random_bodies();
        Bodies<Dual> dual = moving(bodies);
        const KinematicsT<Dual> kin = dual.kinematics();
        const std::vector<Dual> k(numbers.begin(), numbers.end());
        const ForceInput<Dual> in = input<Dual>(kin, nullptr, k);
        if constexpr (requires { element.potential_energy(values<Dual, E>(numbers), in); }) {
            const Dual V = element.potential_energy(values<Dual, E>(numbers), in);
            Bodies<double> resting = bodies;
            for (SpatialVelocity& v : resting.V) v = {};
            for (double& u : resting.u) u = 0;
            const Kinematics at_rest = resting.kinematics();
            Applied out = resting.applied();
            element.apply(values<double, E>(numbers), input<double>(at_rest, nullptr, numbers), out);
            double power = 0;
            for (std::size_t i = 0; i < 3; ++i)
                power += dot(resting.F[i], bodies.V[i]) + resting.f[i] * bodies.u[i];
            CHECK(std::abs(power + V.d) < rounding * (1 + std::abs(power)));
        }
    });
}

TEST_CASE("laws are the same on dual numbers as on plain ones") {
    for_every_simple_force([]<class E>(const E& element, const std::vector<double>& numbers) {
        Bodies<double> bodies = random_bodies();
        Bodies<Dual> dual = moving(bodies);
        for (SpatialVelocity& v : bodies.V) v = {};
        for (double& u : bodies.u) u = 0;
        const Kinematics kin = bodies.kinematics();
        const KinematicsT<Dual> dual_kin = dual.kinematics();
        Applied out = bodies.applied();
        AppliedT<Dual> dual_out = dual.applied();
        const std::vector<Dual> k(numbers.begin(), numbers.end());
        element.apply(values<double, E>(numbers), input<double>(kin, set_by_hand.data(), numbers), out);
        element.apply(values<Dual, E>(numbers), input<Dual>(dual_kin, set_by_hand.data(), k), dual_out);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(std::abs(dual.F[i].m.x.v - bodies.F[i].m.x) < rounding);
            CHECK(std::abs(dual.F[i].f.z.v - bodies.F[i].f.z) < rounding);
            CHECK(std::abs(dual.f[i].v - bodies.f[i]) < rounding);
        }
    });
}

TEST_CASE("two points that coincide have a spring without length, but no direction") {
    Bodies<double> bodies = random_bodies();
    const Kinematics kin = bodies.kinematics();
    Applied out = bodies.applied();
    const ForceInput<double> same_body{kin, {1, 1}, -1, -1, nullptr, nullptr, {}, {}, nullptr, {}};
    const Vec3 p{1, 2, 3};
    TwoPointSpring{}.apply(TwoPointSpring::Values<double>{p, p, 10, 0, 0}, same_body, out);
    TwoPointSpring{}.apply(TwoPointSpring::Values<double>{p, p, 10, 0, 3}, same_body, out);
    TwoPointDamper{}.apply(TwoPointDamper::Values<double>{p, p, 3}, same_body, out);
    TwoPointConstantForce{}.apply(TwoPointConstantForce::Values<double>{p, p, 0}, same_body, out);
    CHECK(bodies.F[1].f == Vec3{});
    TwoPointSpring{}.apply(TwoPointSpring::Values<double>{p, p, 10, 0.1, 0}, same_body, out);
    CHECK(std::isnan(bodies.F[1].f.x));
}
