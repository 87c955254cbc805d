// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/contact/bed.h>
#include <sinew/geometry/broad_phase.h>
#include <sinew/geometry/triangle_tree.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Half the shortest side of a box.
double half_width(const Bounds& box) {
    const Vec3 sides = box.high - box.low;
    return 0.5 * std::min({sides.x, sides.y, sides.z});
}

double squared(double x) { return x * x; }

/// How far a point is from an interval, squared.
double squared_gap(double x, double low, double high) {
    return x < low ? squared(low - x) : x > high ? squared(x - high) : 0;
}

/// Whether a box of the mesh may reach into the other surface: into its half space, or its box and the ball around it.
class Reach {
public:
    Reach(const Surface& other, const Transform& X_OM)
        : X_OM_(X_OM), is_half_space_(other.kind() == SurfaceKind::half_space) {
        if (is_half_space_) return;
        const Transform X_MO = X_OM.inverse();
        box_M_ = bounds_in(X_MO, other);
        centre_M_ = X_MO * other.ball().centre_G;
        squared_radius_ = squared(other.ball().radius);
    }
    bool operator()(const Bounds& box) const {
        if (is_half_space_) {  // z ≤ 0
            const Vec3 c = X_OM_ * (0.5 * (box.low + box.high)), h = 0.5 * (box.high - box.low);
            const Rotation& R = X_OM_.R;
            return c.z < std::abs(R.x.z) * h.x + std::abs(R.y.z) * h.y + std::abs(R.z.z) * h.z;
        }
        return overlap(box, box_M_) && squared_gap(centre_M_.x, box.low.x, box.high.x) +
                                               squared_gap(centre_M_.y, box.low.y, box.high.y) +
                                               squared_gap(centre_M_.z, box.low.z, box.high.z) <
                                           squared_radius_;
    }
    bool operator()(const Vec3& p_M) const {
        const Vec3 d = p_M - centre_M_;
        return is_half_space_ || dot(d, d) < squared_radius_;
    }

private:
    const Transform& X_OM_;
    bool is_half_space_;
    Bounds box_M_{};
    Vec3 centre_M_{};
    double squared_radius_ = 0;
};

template <class Visit>
void for_faces_reaching(const TriangleTree& tree, const Reach& reaches, Visit visit) {
    const auto leaves_in = [&](int first, int count) {
        for (int i = first; i < first + count; ++i) {
            const int face = tree.leaves()[static_cast<std::size_t>(i)].face;
            if (reaches(tree.centroids()[static_cast<std::size_t>(face)])) visit(face);
        }
    };
    if (tree.nodes().empty()) return leaves_in(0, static_cast<int>(tree.leaves().size()));
    int stack[TriangleTree::deepest + 2], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const TriangleTree::Node& node = tree.nodes()[static_cast<std::size_t>(stack[--top])];
        for (const int side : {0, 1}) {
            if (!reaches(node.box[side])) continue;
            if (node.branch[side] < 0) leaves_in(~node.branch[side], node.count[side]);
            else stack[top++] = node.branch[side];
        }
    }
}

}  // namespace

void Bed::add(const SurfaceNow& M, const SurfaceNow& other, double areas, bool M_is_first) {
    const CombinedMaterial both = combined_for_springs(*M.material, *other.material);
    const Springs k{both.modulus / M.material->thickness,
                    both.share,
                    both.dissipation,
                    std::min(half_width(M.surface->bounds()), half_width(other.surface->bounds())),
                    areas,
                    M_is_first ? 1.0 : -1.0,
                    combined_friction(*M.material, *other.material),
                    other.X_WG.inverse() * M.X_WG};
    int hint = -1;
    for_faces_reaching(*M.surface->triangles(), Reach(*other.surface, k.X_OM),
                       [&](int face) { press_face(M, other, k, face, hint); });
}

void Bed::press_face(const SurfaceNow& M, const SurfaceNow& other, const Springs& k, int face, int& hint) {
    const TriangleTree& mesh = *M.surface->triangles();
    const auto f = static_cast<std::size_t>(face);
    const Vec3 c_O = k.X_OM * mesh.centroids()[f];
    const SurfacePoint at = nearest_point(*other.surface, c_O, hint);
    hint = at.face;
    const double x = -at.distance;
    // Inside, not beyond the middle of either body, and facing what it presses on (15.15).
    if (!(x > 0) || x > k.deepest) return;
    if (!(dot(k.X_OM.R * mesh.normals()[f], at.n_G) < 0)) return;
    const Vec3 n = other.X_WG.R * at.n_G;                      // from the other surface to the mesh
    const Vec3 p = other.X_WG * (c_O + k.share * x * at.n_G);  // the mesh yields by its share
    const Vec3 v = M.velocity(p) - other.velocity(p);
    const double rate = -dot(v, n), area = k.areas * mesh.areas()[f];
    const double elastic = k.stiffness * area * x;
    const double normal = with_dissipation(elastic, 1, k.dissipation, rate);
    const Vec3 slip = v + rate * n;
    const double speed = norm(slip), drag = normal * rules_.slip.per_speed(k.mu, speed);
    const Vec3 friction = -drag * slip, force = k.side * (normal * n + friction);
    sum_.touching = true;
    sum_.force_W += force;
    sum_.moment_W += cross(p, force);
    sum_.energy += 0.5 * elastic * x;
    sum_.heat_rate += (normal - elastic) * rate + drag * speed * speed;
    if (k.mu.at_rest > 0) sum_.least_slip = std::fmin(sum_.least_slip, speed);
    if (!keeps_elements_) return;
    normal_force_W_ += k.side * normal * n, friction_W_ += k.side * friction;
    weighted_point_W_ += normal * p, normal_sum_ += normal;
    rate_ += normal * rate, slip_ += normal * speed;
    const double pressure = normal / area;
    deepest_ = std::max(deepest_, x), peak_ = std::max(peak_, pressure), area_ += area;
    elements_.push_back({face, k.side > 0, p, force, mesh.areas()[f], x, pressure, speed});
}

void Bed::finish(PairEffect& out, std::vector<ContactPatch>* patches) {
    if (!sum_.touching) return;
    out.touching = true;
    out.force_W += sum_.force_W;
    out.moment_W += sum_.moment_W;
    out.energy += sum_.energy;
    out.heat_rate += sum_.heat_rate;
    out.least_slip = std::fmin(out.least_slip, sum_.least_slip);
    if (!patches) return;
    ContactPatch patch;
    const double total = norm(normal_force_W_);
    if (normal_sum_ > 0) patch.point_W = weighted_point_W_ / normal_sum_;
    else patch.point_W = elements_.front().point_W;
    if (total > 0) patch.normal_W = normal_force_W_ / total;
    patch.depth = deepest_, patch.area = area_, patch.peak_pressure = peak_;
    if (normal_sum_ > 0) patch.approach_rate = rate_ / normal_sum_, patch.slip_speed = slip_ / normal_sum_;
    patch.force_W = sum_.force_W, patch.torque_W = sum_.moment_W - cross(patch.point_W, sum_.force_W);
    patch.normal_force = total, patch.friction_W = friction_W_;
    patch.energy = sum_.energy, patch.heat_rate = sum_.heat_rate;
    patch.elements = std::move(elements_);
    patches->push_back(std::move(patch));
}

}  // namespace sinew
