// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/contact/bed.h>
#include <sinew/contact/compliant.h>

#include <array>
#include <cmath>

namespace sinew {

namespace {

constexpr double pi = 3.14159265358979323846;
/// Longer ellipses are taken as this long: surfaces that nearly follow one another have no other length to go by.
constexpr double longest_ratio = 1e6;

void press_point(const SurfaceNow& first, const SurfaceNow& second, const ContactRules& rules,
                 const TouchPoint& touch, PairEffect& out, std::vector<ContactPatch>* patches) {
    const Vec3& n = touch.n_W;
    const double x = touch.depth, B = touch.gap.B;
    const double A = touch.gap.A > B / longest_ratio ? touch.gap.A : B / longest_ratio;
    const double R = 1 / (A + B);
    ContactEllipse ellipse;
    if (B > A) ellipse = contact_ellipse_fast(B / A);
    const CombinedMaterial both = combined_for_hertz(*first.material, *second.material, rules.modulus);
    const HertzLaw law(both.modulus, R, ellipse.sigma);
    const Vec3 p = touch.p1_W + both.share * x * n;
    const Vec3 v = first.velocity(p) - second.velocity(p);
    const double rate = -dot(v, n), elastic = law.force(x);
    const double normal = with_dissipation(elastic, 1.5, both.dissipation, rate);
    const Vec3 slip = v + rate * n;
    const double speed = norm(slip);
    const CombinedFriction mu = combined_friction(*first.material, *second.material);
    const double drag = normal * rules.slip.per_speed(mu, speed);
    const Vec3 friction = -drag * slip, force = normal * n + friction;
    const double energy = 0.4 * elastic * x, heat_rate = (normal - elastic) * rate + drag * speed * speed;
    out.touching = true;
    out.force_W += force;
    out.moment_W += cross(p, force);
    out.energy += energy;
    out.heat_rate += heat_rate;
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
        std::array<TouchPoint, 2> points;
        const int count = touch_points(first, second, points);
        for (int i = 0; i < count; ++i)
            press_point(first, second, rules, points[static_cast<std::size_t>(i)], out, patches);
        return;
    }
    const double areas = model == PairModel::beds ? 0.5 : 1;
    Bed bed(rules, patches != nullptr);
    if (model != PairModel::second_bed) bed.add(first, second, areas, true);
    if (model != PairModel::first_bed) bed.add(second, first, areas, false);
    bed.finish(out, patches);
}

}  // namespace sinew
