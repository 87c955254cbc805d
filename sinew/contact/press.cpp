// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/contact/bed.h>
#include <sinew/contact/compliant.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew {

namespace {

constexpr double pi = 3.14159265358979323846;
/// Longer ellipses are taken as this long: surfaces that nearly follow one another have no other length to go by.
constexpr double longest_ratio = 1e6;

/// What the law of Hertz has of the shapes: the ellipse, the relative radius, and how stiff both make a point (15.2).
struct Fit {
    ContactEllipse ellipse;
    double R, stiffness;  ///< stiffness: weight · σ √R

    explicit Fit(const PressedPoint& touch) {
        const double B = touch.gap.B, A = std::fmax(touch.gap.A, B / longest_ratio);
        R = 1 / (A + B);
        if (B > A) ellipse = contact_ellipse_fast(B / A);
        stiffness = touch.weight * ellipse.sigma * std::sqrt(R);
    }
};

/// How fast stiffness changes at each point as the surfaces roll on one another, by differences over a ten
/// thousandth of a radian, or of the smaller one's radius: the motion of the first in the frame of the second.
std::array<double, most_touch_points> stiffness_rates(const SurfaceNow& first, const SurfaceNow& second) {
    const Vec3 centre =
        first.X_WG * (std::isfinite(first.surface->ball().radius) ? first.surface->ball().centre_G : Vec3{});
    const Vec3 w = first.V.w - second.V.w, v = first.velocity(centre) - second.velocity(centre);
    const double size = std::fmin(first.surface->ball().radius, second.surface->ball().radius),
                 turning = norm(w), speed = turning + norm(v) / size;
    std::array<double, most_touch_points> rates{};
    if (!(speed > 0) || !std::isfinite(speed)) return rates;
    const double h = 1e-4 / speed;
    for (const double side : {-1.0, 1.0}) {
        SurfaceNow moved = first;
        if (turning > 0) {
            const Rotation turn = Rotation::about(w / turning, side * h * turning);
            moved.X_WG = {turn * first.X_WG.R, centre + turn * (first.X_WG.p - centre)};
        }
        moved.X_WG.p += side * h * v;
        std::array<PressedPoint, most_touch_points> points;
        const int count = touch_points(moved, second, points, true);
        for (int i = 0; i < count; ++i) rates[at(i)] += side * Fit(points[at(i)]).stiffness / (2 * h);
    }
    return rates;
}

/// Rate: of the stiffness that its shapes give it.
void press_point(const SurfaceNow& first, const SurfaceNow& second, const ContactRules& rules,
                 const PressedPoint& touch, double stiffness_rate, PairEffect& out,
                 std::vector<ContactPatch>* patches) {
    const Vec3& n = touch.n_W;
    const double x = touch.depth;
    const Fit fit(touch);
    const ContactEllipse& ellipse = fit.ellipse;
    const double R = fit.R;
    const CombinedMaterial both = combined_for_hertz(*first.material, *second.material, rules.modulus);
    const HertzLaw law(both.modulus, R, touch.weight * ellipse.sigma);
    const Vec3 p = touch.p1_W + both.share * x * n;
    const Vec3 v = first.velocity(p) - second.velocity(p);
    const double rate = -dot(v, n), elastic = law.force(x);
    const double normal = with_dissipation(elastic, 1.5, both.dissipation, rate);
    const Vec3 slip = v + rate * n;
    const double speed = norm(slip);
    const CombinedFriction mu = combined_friction(*first.material, *second.material);
    const double drag = normal * rules.slip.per_speed(mu, speed);
    const Vec3 friction = -drag * slip, force = normal * n + friction;
    // What stiffness takes or gives as shapes roll is done by no force: it is counted with the heat (15.7).
    const double energy = 0.4 * elastic * x, rolled = energy * stiffness_rate / fit.stiffness;
    const double heat_rate = (normal - elastic) * rate + drag * speed * speed - rolled;
    out.touching = true;
    out.force_W += force;
    out.moment_W += cross(p, force);
    out.energy += energy;
    out.heat_rate += heat_rate;
    if (mu.at_rest > 0) out.least_slip = std::fmin(out.least_slip, speed);
    if (!patches) return;
    const double b = ellipse.b_unit * std::sqrt(R * x), a = ellipse.k * b;
    ContactPatch patch;
    patch.point_W = p, patch.normal_W = n, patch.depth = x, patch.approach_rate = rate;
    patch.slip_speed = speed, patch.force_W = force, patch.normal_force = normal;
    patch.friction_W = friction, patch.semi_axis_a = a, patch.semi_axis_b = b;
    patch.a_W = touch.gap.x_W, patch.b_W = touch.gap.y_W;
    patch.peak_pressure = 1.5 * normal / (pi * a * b), patch.area = pi * a * b;
    patch.energy = energy, patch.heat_rate = heat_rate;
    patches->push_back(std::move(patch));
}

}  // namespace

void press(const SurfaceNow& first, const SurfaceNow& second, PairModel model, const ContactRules& rules,
           PairEffect& out, std::vector<ContactPatch>* patches) {
    if (model == PairModel::hertz) {
        std::array<PressedPoint, most_touch_points> points;
        const int count = touch_points(first, second, points);
        const auto presses = [](const PressedPoint& t) { return t.depth > 0 && t.weight > 0; };
        if (std::none_of(points.begin(), points.begin() + count, presses)) return;
        std::array<double, most_touch_points> rates{};
        if (!keep_curvatures(first.surface->kind(), second.surface->kind()))
            rates = stiffness_rates(first, second);
        for (int i = 0; i < count; ++i)
            if (presses(points[at(i)]))
                press_point(first, second, rules, points[at(i)], rates[at(i)], out, patches);
        return;
    }
    if (model == PairModel::corners) {
        std::array<PressedPoint, most_corners> points;
        const int count = corner_points(first, second, points);
        for (int i = 0; i < count; ++i)
            if (points[at(i)].depth > 0) press_point(first, second, rules, points[at(i)], 0, out, patches);
        return;
    }
    const double areas = model == PairModel::beds ? 0.5 : 1;
    Bed bed(rules, patches != nullptr);
    if (model != PairModel::second_bed) bed.add(first, second, areas, true);
    if (model != PairModel::first_bed) bed.add(second, first, areas, false);
    bed.finish(out, patches);
}

}  // namespace sinew
