// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>

#include <cmath>
#include <map>

namespace sinew::testing {

/// A ball of triangles: an octahedron whose faces were split in four, so many times, with corners on the sphere.
inline TriangleMesh ball_mesh(double radius, int splits) {
    TriangleMesh mesh{
        {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
        {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
    for (int i = 0; i < splits; ++i) {
        std::vector<std::array<int, 3>> finer;
        std::map<std::pair<int, int>, int> between;
        const auto middle = [&](int a, int b) {
            const auto [found, is_new] =
                between.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<int>(mesh.vertices.size()));
            if (is_new) {
                const Vec3 sum =
                    mesh.vertices[static_cast<std::size_t>(a)] + mesh.vertices[static_cast<std::size_t>(b)];
                mesh.vertices.push_back(sum / norm(sum));
            }
            return found->second;
        };
        for (const auto& [a, b, c] : mesh.faces) {
            const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        mesh.faces = std::move(finer);
    }
    for (Vec3& p : mesh.vertices) p = radius * p;
    return mesh;
}

inline Shape as_shape(TriangleMesh mesh) {
    return shape::Mesh{.triangles = std::make_shared<TriangleMesh>(std::move(mesh))};
}

/// A soft material that loses by all that there is.
inline const Material lossy_material{.young = 2e4,
                                     .dissipation = 0.2,
                                     .static_friction = 0.7,
                                     .sliding_friction = 0.5,
                                     .viscous_friction = 0.02,
                                     .thickness = 0.1};

/// Two free bodies with a surface each, and a floor.
struct ContactScene {
    const char* name;
    Shape first, second;
    Vec3 p_first{0, 0, 0.49}, p_second{0.3, 0.1, 1.45};
    bool has_potential = true;  ///< curvatures stay as bodies turn
};

inline Model scene_model(const ContactScene& scene, const Material& material, bool with_floor = true) {
    Model model{.name = scene.name};
    const auto add = [&](const char* name, const Shape& shape) {
        const BodyId body = model.add(Body{
            .name = name,
            .mass = {
                .mass = 1.3, .com = {0.02, -0.01, 0.03}, .inertia = {.xx = 0.2, .yy = 0.25, .zz = 0.3}}});
        model.add(Free{}, {.name = std::string(name) + "_moves", .from = world, .to = body});
        model.add(ContactSurface{
            .name = std::string(name) + "_skin", .body = body, .shape = shape, .material = material});
    };
    if (with_floor)
        model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = material});
    add("a", scene.first);
    add("b", scene.second);
    return model;
}

inline State scene_state(const System& system, const ContactScene& scene) {
    State state = system.default_state();
    const auto place = [&](const char* joint, const Vec3& p, double turn) {
        const AnyJointId id = system.model().joint(joint);
        std::vector<double> q(state.q(id).begin(), state.q(id).end());
        q[0] = std::cos(turn), q[1] = 0.6 * std::sin(turn), q[2] = 0, q[3] = 0.8 * std::sin(turn);
        q[4] = p.x, q[5] = p.y, q[6] = p.z;
        state.set_q(id, q);
    };
    place("a_moves", scene.p_first, 0.4);
    place("b_moves", scene.p_second, -0.7);
    return state;
}

inline std::vector<ContactScene> contact_scenes() {
    const Shape mesh = as_shape(ball_mesh(0.5, 4));
    return {
        {"balls", shape::Sphere{0.5}, shape::Sphere{0.55}},
        {"capsule and ball",
         shape::Capsule{0.5, 0.4},
         shape::Sphere{0.5},
         {0, 0, 0.6},
         {0.1, 0.1, 1.5},
         false},
        {"ellipsoids",
         shape::Ellipsoid{{0.5, 0.6, 0.5}},
         shape::Ellipsoid{{0.7, 0.5, 0.5}},
         {0, 0, 0.49},
         {0.2, 0.1, 1.45},
         false},
        {"mesh and ball", mesh, shape::Sphere{0.5}, {0, 0, 0.47}, {0.2, 0.1, 1.4}},
        {"ball and mesh", shape::Sphere{0.5}, mesh, {0, 0, 0.48}, {0.2, 0.1, 1.42}},
        {"meshes", mesh, mesh, {0, 0, 0.47}, {0.2, 0.1, 1.38}, false},
        // On a corner or a rim, and a ball on the highest.
        {"box and ball",
         shape::Box{{0.8, 0.7, 0.6}},
         shape::Sphere{0.5},
         {0, 0, 0.47},
         {0.215, 0.364, 1.436}},
        {"cylinder and ball",
         shape::Cylinder{0.4, 0.8},
         shape::Sphere{0.5},
         {0, 0, 0.53},
         {-0.03, 0.18, 1.558},
         false},
        {"cone and ball",
         shape::Cone{0.5, 0.7},
         shape::Sphere{0.5},
         {0, 0, 0.22},
         {0.12, -0.29, 1.334},
         false},
        {"torus and ball",
         shape::Torus{0.4, 0.2},
         shape::Sphere{0.5},
         {0, 0, 0.375},
         {-0.1, 0.33, 1.247},
         false},
    };
}

/// Two bodies that are to run into one another, without a floor: shapes that may not lie on one.
inline std::vector<ContactScene> collision_scenes() {
    const Vec3 first{}, second{0.1, 0.05, 1.6};
    const auto points = std::make_shared<std::vector<Vec3>>(ball_mesh(0.5, 4).vertices);
    return {
        {"ball on a cylinder", shape::Cylinder{0.4, 1.2}, shape::Sphere{0.5}, first, second},
        {"ball on a cone", shape::Cone{0.5, 0.8}, shape::Sphere{0.5}, first, second},
        {"ellipsoid on a box", shape::Box{{0.9, 0.8, 0.7}}, shape::Ellipsoid{{0.5, 0.4, 0.6}}, first, second},
        {"ball on a torus", shape::Torus{0.5, 0.25}, shape::Sphere{0.5}, first, second},
        {"capsules", shape::Capsule{0.4, 0.8}, shape::Capsule{0.3, 1}, first, second},
        {"ball on a hull", shape::ConvexHull{points}, shape::Sphere{0.5}, first, second},
    };
}
inline void run_into(State& state, const System& system) {
    state.set_u(system.model().joint("b_moves"), std::array{1.0, -2.0, 0.5, 0.0, 0.1, -2.0});
}

}  // namespace sinew::testing
