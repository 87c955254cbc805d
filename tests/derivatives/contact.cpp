// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces that yield know plain numbers only: their part of derivatives is the limit of differences. It is held
// against the same laws on dual numbers where these are short to write, and against other differences, whose own error
// is told, for every pair of shapes.
#include <sinew/forces/friction_curve.h>
#include <sinew/system/compliant.h>
#include <tests/derivatives/differences.h>
#include <tests/support/contact_scenes.h>

#include <functional>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// The laws of a ball on a half space z ≤ 0 and on another ball (15.2), and of a mesh on these (15.12), with
/// dissipation (15.9) and friction (15.10), on any number.
class YieldingBalls : public ExactForceLaw<YieldingBalls> {
public:
    struct Ball {
        BodyId body{};
        double radius = 0;
        std::shared_ptr<const TriangleMesh> mesh{};  ///< null: smooth
    };
    Material material{};  ///< of all
    SlipLaw slip{};
    Ball balls[2];

    template <class T>
    void apply_on(const SituationT<T>& now, EffectT<T>& out) const {
        for (const Ball& ball : balls) {
            if (ball.mesh) {
                bed(now, out, ball, world,
                    [](const Vec3T<T>& c) { return std::pair(-c.z, as_scalar<T>(z_axis)); });
                continue;
            }
            const T depth = T(ball.radius) - now.pose(ball.body).p.z;
            const Vec3T<T> c = now.pose(ball.body).p;
            const Vec3T<T> middle{c.x, c.y, T(-0.5) * depth};  // both yield by half of it
            if (value_of(depth) > 0)
                press(now, out, ball.body, world, middle, as_scalar<T>(z_axis), hertz(depth, ball.radius),
                      1.5);
        }
        if (balls[0].mesh || balls[1].mesh) {
            const Ball &mesh = balls[balls[0].mesh ? 0 : 1], &other = balls[balls[0].mesh ? 1 : 0];
            bed(now, out, mesh, other.body, [&](const Vec3T<T>& c) {
                const Vec3T<T> r = c - now.pose(other.body).p;
                const T away = norm(r);
                return std::pair(T(other.radius) - away, r / away);
            });
            return;
        }
        const Vec3T<T> r = now.pose(balls[0].body).p - now.pose(balls[1].body).p;
        const T away = norm(r), depth = T(balls[0].radius + balls[1].radius) - away;
        const Vec3T<T> n = r / away;
        const Vec3T<T> middle = now.pose(balls[1].body).p + (T(balls[1].radius) - T(0.5) * depth) * n;
        const double relative = 1 / (1 / balls[0].radius + 1 / balls[1].radius);
        if (value_of(depth) > 0)
            press(now, out, balls[0].body, balls[1].body, middle, n, hertz(depth, relative), 1.5);
    }

private:
    template <class T>
    T hertz(const T& depth, double radius) const {
        const double K =
            HertzLaw(combined_for_hertz(material, material, ModulusRule::power).modulus, radius, 1).K;
        return T(K) * depth * square_root(depth);
    }
    /// Every triangle has a spring if its centroid is inside: at(c) tells how deep, and which way is out.
    template <class T, class F>
    void bed(const SituationT<T>& now, EffectT<T>& out, const Ball& ball, BodyId other, F at_point) const {
        const CombinedMaterial both = combined_for_springs(material, material);
        const TransformT<T> X = now.pose(ball.body);
        for (const auto& [a, b, c] : ball.mesh->faces) {
            const Vec3 p = ball.mesh->vertices[at(a)], q = ball.mesh->vertices[at(b)],
                       r = ball.mesh->vertices[at(c)], twice = cross(q - p, r - p);
            const Vec3T<T> centroid = X * as_scalar<T>((p + q + r) / 3.0);
            const auto [depth, n] = at_point(centroid);
            if (!(value_of(depth) > 0) || !(value_of(dot(X.R * as_scalar<T>(twice), n)) < 0)) continue;
            const T elastic = T(both.modulus / material.thickness * 0.5 * norm(twice)) * depth;
            press(now, out, ball.body, other, centroid + T(both.share) * depth * n, n, elastic, 1);
        }
    }
    /// A force on one, along n and against slip; the opposite on the other.
    template <class T>
    void press(const SituationT<T>& now, EffectT<T>& out, BodyId one, BodyId other, const Vec3T<T>& p,
               const Vec3T<T>& n, const T& elastic, double power) const {
        const auto velocity = [&](BodyId b) {
            const SpatialVelocityT<T> V = now.velocity(b);
            return V.v + cross(V.w, p - now.pose(b).p);
        };
        const Vec3T<T> v = velocity(one) - velocity(other);
        const T rate = -dot(v, n), normal = elastic * (T(1.0) + T(power * material.dissipation) * rate);
        if (!(value_of(normal) > 0)) return;
        const Vec3T<T> slips = v + rate * n;
        const T speed = norm(slips);
        const CombinedFriction mu = combined_friction(material, material);
        const FrictionCurve<T> curve{mu.at_rest, mu.sliding, mu.viscous, slip.transition_speed,
                                     slip.stribeck_range};
        const Vec3T<T> force = normal * (n - curve(speed) / speed * slips);
        out.add_force(one, p, force);
        out.add_force(other, p, -force);
    }
};

/// The scene with the law above in place of its surfaces; null if it is none of these shapes.
std::shared_ptr<YieldingBalls> known_law(const ContactScene& scene) {
    auto law = std::make_shared<YieldingBalls>();
    law->material = lossy_material;
    law->slip = SlipLaw{};
    int i = 0;
    for (const Shape* shape : {&scene.first, &scene.second}) {
        YieldingBalls::Ball& ball = law->balls[at(i)];
        ball.body = BodyId{1 + i++};
        if (const auto* sphere = shape->if_a<shape::Sphere>()) ball.radius = sphere->radius;
        else if (const auto* mesh = shape->if_a<shape::Mesh>()) ball.mesh = mesh->triangles;
        else return nullptr;
    }
    return law->balls[0].mesh && law->balls[1].mesh ? nullptr : law;
}

struct Limit {
    Vector value;
    double error = 0;  ///< the largest
};

/// The limit of central differences at twelve steps, each 1/1.6 of the one before: of each number that entry of
/// Neville's table whose two neighbours agree best with it, and by how much they do not.
template <class F>
Limit limit_from(F&& f, double h) {
    constexpr int levels = 12;
    constexpr double ratio = 1.6;
    std::vector<Vector> D;
    for (int i = 0; i < levels; ++i, h /= ratio) {
        const Vector plus = f(h), minus = f(-h);
        D.emplace_back(plus.size());
        for (std::size_t k = 0; k < plus.size(); ++k) D.back()[k] = (plus[k] - minus[k]) / (2 * h);
    }
    Limit out{Vector(D[0].size()), 0};
    for (std::size_t k = 0; k < D[0].size(); ++k) {
        Vector row{D[0][k]};
        double least = INFINITY;
        for (int i = 1; i < levels; ++i) {
            Vector next{D[at(i)][k]};
            double power = 1;
            for (int j = 1; j <= i; ++j) {
                power *= ratio * ratio;
                const double left = next[at(j - 1)], before = row[at(j - 1)];
                const double entry = left + (left - before) / (power - 1);
                const double error = std::max(std::abs(entry - left), std::abs(entry - before));
                if (error < least) out.value[k] = entry, least = error;
                next.push_back(entry);
            }
            row = next;
        }
        out.error = std::max(out.error, least);
    }
    return out;
}

double largest(const Vector& x) {
    double most = 0;
    for (const double a : x) most = std::max(most, std::abs(a));
    return most;
}

/// From longer steps, or where springs of a mesh come and go within these, from shorter ones.
template <class F>
Limit limit_of(F&& f, double h = 3e-4) {
    Limit longer = limit_from(f, h), shorter = limit_from(f, h / 20);
    return shorter.error < longer.error ? shorter : longer;
}

State moving(const System& system, const ContactScene& scene, double speed) {
    State state = scene_state(system, scene);
    Random random(3);
    Vector u(at(system.nu()));
    for (double& x : u) x = speed * random.within(-1, 1);
    state.set_u(u);
    return state;
}

double at_row_column(const Rotation& R, int row, std::size_t column) {
    const Vec3 columns[] = {R.x, R.y, R.z};
    return columns[column][row];
}

Vector inverse_at_rest(const System& system, const State& state) {
    const Vector u_dot(state.u().size());
    Vector tau(u_dot.size());
    inverse_dynamics(system, state, u_dot, tau);
    return tau;
}

}  // namespace

TEST_CASE("dynamics is differentiated in every scene of surfaces that yield, fast and at a crawl") {
    Law law(1e-9), of_the_differences(1e-9);
    for (const auto& scene : contact_scenes())
        for (const double speed : {1.0, 0.003}) {
            Model model = scene_model(scene, lossy_material);
            model.add(Gravity{});
            const System system(model);
            const State state = moving(system, scene, speed);
            Vector f(at(system.nu()));
            applied_mobility_force(system, state, f);
            REQUIRE(largest(f) > 1);
            DynamicsDerivatives derivatives(system);
            const InverseDerivatives& found = derivatives.inverse(state, Vector(f.size()));
            CHECK(largest(found.by_u) > 1);
            CHECK_FALSE(has_exact_derivatives(system, state));
            for (const bool along_q : {true, false}) {
                Vector wanted(f.size() * f.size());
                double error = 0;
                for (int k = 0; k < system.nu(); ++k) {
                    const Limit column = limit_of([&](double h) {
                        return inverse_at_rest(system, moved(system, state, k, along_q, h));
                    });
                    for (std::size_t i = 0; i < f.size(); ++i) wanted[i * f.size() + at(k)] = column.value[i];
                    error = std::max(error, column.error);
                }
                const std::string name = scene.name + std::string(along_q ? " by q" : " by u");
                law.measure(difference(along_q ? found.by_q : found.by_u, wanted), name);
                of_the_differences.measure(error / std::max(1.0, largest(wanted)), name);
            }
        }
}

TEST_CASE("surfaces that yield have the derivatives of their laws on dual numbers") {
    Law law(1e-9), forces(1e-12);
    int scenes = 0;
    for (const auto& scene : contact_scenes())
        for (const double speed : {1.0, 0.003}) {
            const auto known = known_law(scene);
            if (!known) continue;
            ++scenes;
            Model surfaces = scene_model(scene, lossy_material), laws = surfaces;
            laws.surfaces.clear();
            laws.add(CustomForce{.name = "known", .law = known});
            const System yields(surfaces), exact(laws);
            const State state = moving(yields, scene, speed), same = moving(exact, scene, speed);
            CHECK(has_exact_derivatives(exact, same));
            forces.measure(difference(inverse_at_rest(yields, state), inverse_at_rest(exact, same)),
                           scene.name);
            DynamicsDerivatives by_differences(yields), by_duals(exact);
            const Vector u_dot(state.u().size());
            const InverseDerivatives &found = by_differences.inverse(state, u_dot),
                                     &wanted = by_duals.inverse(same, u_dot);
            law.measure(difference(found.by_q, wanted.by_q), scene.name + std::string(" by q"));
            law.measure(difference(found.by_u, wanted.by_u), scene.name + std::string(" by u"));
        }
    CHECK(scenes == 6);
}

TEST_CASE("dynamics is differentiated by every number of surfaces that yield") {
    Law law(1e-9), of_the_differences(1e-9);
    int numbers = 0, with_effect = 0;
    for (const auto& scene : contact_scenes()) {
        Model model = scene_model(scene, lossy_material);
        const System system(model);
        const State state = moving(system, scene, 1);
        DynamicsDerivatives derivatives(system);
        const Vector u_dot(state.u().size());
        const double forces = largest(inverse_at_rest(system, state));
        for (const ParameterSlot& slot : system.layout().parameters) {
            const bool of_a_joint = slot.path.find("_moves.") != slot.path.npos;
            if (of_a_joint || slot.path.starts_with("a.") || slot.path.starts_with("b.")) continue;
            const ParameterId id = system.layout().parameter(slot.path);
            const Vector here = copy(state.parameter(id));
            const ParameterDerivatives& by =
                derivatives.inverse_by_parameters(state, std::span(&id, 1), u_dot);
            // What rounding leaves is a share of the forces, by a radian, a metre, or the number itself.
            const auto measure = [&](const std::function<Vector(double)>& values, const Vector& weights,
                                     double unit) {
                Vector own(u_dot.size());
                for (std::size_t i = 0; i < own.size(); ++i)
                    for (std::size_t k = 0; k < weights.size(); ++k)
                        own[i] += weights[k] * by.of_tau[i * weights.size() + k];
                const Limit wanted = limit_of(
                    [&](double by_h) {
                        State there = state;
                        there.set_parameter(id, values(by_h));
                        return inverse_at_rest(system, there);
                    },
                    3e-4 * unit);
                const double effect = largest(wanted.value), size = std::max(effect, forces / unit);
                for (std::size_t i = 0; i < own.size(); ++i) own[i] -= wanted.value[i];
                const std::string name = scene.name + std::string(", ") + slot.path;
                law.measure(largest(own) / size, name);
                of_the_differences.measure(wanted.error / size, name);
                ++numbers, with_effect += effect > 1e-6 * size;
            };
            if (slot.rule == Rule::rotation) {
                for (const Vec3& axis : {x_axis, y_axis, z_axis}) {  // the rate of R is R [axis ×]
                    Vector weights(9);
                    const Vec3 columns[] = {cross(axis, x_axis), cross(axis, y_axis), cross(axis, z_axis)};
                    for (std::size_t i = 0; i < 9; ++i)
                        for (int j = 0; j < 3; ++j)
                            weights[i] += here[3 * (i / 3) + at(j)] * columns[i % 3][j];
                    measure(
                        [&](double angle) {
                            const Rotation turn = Rotation::about(axis, angle);
                            Vector turned(9);
                            for (std::size_t i = 0; i < 9; ++i)
                                for (int j = 0; j < 3; ++j)
                                    turned[i] += here[3 * (i / 3) + at(j)] * at_row_column(turn, j, i % 3);
                            return turned;
                        },
                        weights, 1);
                }
                continue;
            }
            for (std::size_t k = 0; k < here.size(); ++k) {
                const bool keeps_sign = slot.rule != Rule::finite && slot.rule != Rule::direction;
                if (keeps_sign && here[k] == 0) continue;
                Vector weights(here.size());
                weights[k] = 1;
                measure(
                    [&](double by_h) {
                        Vector values = here;
                        values[k] += by_h;
                        return values;
                    },
                    weights, keeps_sign ? std::abs(here[k]) : 1);
            }
        }
    }
    CHECK(numbers > 300);
    CHECK(with_effect > 150);
}
