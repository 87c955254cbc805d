// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Problems of the benchmark of contact.
#include "runs.h"

#include <cmath>
#include <map>

namespace bench {
namespace {

constexpr Vec3 down{0, 0, -9.81};

/// A free body at a height that turns and slides, so that nothing is symmetric and all that touches slips.
BenchBody free_body(double mass, double size) {
    BenchBody body;
    body.joint = JointKind::free;
    body.mass = mass;
    const double I = mass * size * size / 6;
    body.inertia = {I, 1.1 * I, 1.2 * I, 0, 0, 0};
    return body;
}

void place(RunProblem& problem, const Vec3& p, const Vec3& v) {
    const double turn = 0.05;
    for (const double q : {std::cos(turn), std::sin(turn) * 0.6, std::sin(turn) * 0.8, 0.0, p[0], p[1], p[2]})
        problem.start.q.push_back(q);
    for (const double u : {0.1, -0.2, 0.3, v[0], v[1], v[2]}) problem.start.u.push_back(u);
}

RunProblem box_on_balls() {
    RunProblem problem;
    problem.name = problem.model.name = "box on eight balls";
    problem.model.gravity = down;
    problem.model.bodies = {free_body(1, 0.4)};
    place(problem, {0, 0, 0.245}, {1, 0.5, -0.5});
    problem.surfaces.push_back({});
    for (int i = 0; i < 8; ++i)
        problem.surfaces.push_back({.kind = BenchSurface::Kind::ball,
                                    .body = 0,
                                    .p = {i & 1 ? 0.2 : -0.2, i & 2 ? 0.2 : -0.2, i & 4 ? 0.2 : -0.2},
                                    .radius = 0.05});
    problem.seconds = 1;
    return problem;
}

RunProblem mesh_on_floor(int splits) {
    RunProblem problem;
    problem.name = problem.model.name =
        "mesh of " + std::to_string(8 << (2 * splits)) + " faces on the floor";
    problem.model.gravity = down;
    problem.model.bodies = {free_body(5, 0.5)};
    place(problem, {0, 0, 0.495}, {4, 2, -0.5});
    problem.surfaces = {{}, {.kind = BenchSurface::Kind::mesh, .body = 0, .radius = 0.5, .splits = splits}};
    problem.material.stiffness = 1e6;
    problem.seconds = 0.25;  // while it slides: below the transition speed the curves of friction differ
    return problem;
}

RunProblem mesh_on_mesh(int splits) {
    RunProblem problem = mesh_on_floor(splits);
    problem.name = problem.model.name = "mesh on mesh, " + std::to_string(8 << (2 * splits)) + " faces each";
    problem.start = {};
    place(problem, {0.1, 0.05, 0.965}, {0.3, 0.2, -0.5});
    for (BenchSurface& surface : problem.surfaces)
        surface = {.kind = BenchSurface::Kind::mesh,
                   .body = surface.body,
                   .radius = 0.5,
                   .splits = splits,
                   .keeps_apart = false};
    problem.seconds = 0.1;
    return problem;
}

/// Links with a ball at each end, hanging together, that fall flat.
RunProblem chains_on_floor(int chains, int links) {
    RunProblem problem;
    problem.name = problem.model.name =
        std::to_string(chains) + " chains of " + std::to_string(links) + " links on the floor";
    problem.model.gravity = down;
    problem.surfaces.push_back({});
    for (int c = 0; c < chains; ++c)
        for (int i = 0; i < links; ++i) {
            const int body = static_cast<int>(problem.model.bodies.size());
            BenchBody link = free_body(0.3, 0.2);
            link.com = {0.1, 0, 0};
            if (i > 0) {
                link.joint = JointKind::pin;
                link.parent = body - 1;
                link.X_PF.p = {0.2, 0, 0};
                if (i % 2 == 0) link.X_PF.R = link.X_BM.R = {1, 0, 0, 0, 0, -1, 0, 1, 0};
                problem.start.q.push_back(0.1);
                problem.start.u.push_back(0.05);
            } else {
                place(problem, {0, 1.0 * c, 0.048}, {0.5, 0.2, -0.3});
            }
            problem.model.bodies.push_back(link);
            for (const double x : {0.03, 0.17})
                problem.surfaces.push_back(
                    {.kind = BenchSurface::Kind::ball, .body = body, .p = {x, 0, 0}, .radius = 0.05});
        }
    problem.seconds = 0.5;
    return problem;
}

}  // namespace

BenchMesh ball_mesh(double radius, int splits) {
    BenchMesh mesh{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                   {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
    for (int i = 0; i < splits; ++i) {
        std::vector<std::array<int, 3>> finer;
        std::map<std::pair<int, int>, int> between;
        const auto middle = [&](int a, int b) {
            const auto found =
                between.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<int>(mesh.vertices.size()));
            if (found.second) {
                const Vec3 &p = mesh.vertices[static_cast<std::size_t>(a)],
                           &q = mesh.vertices[static_cast<std::size_t>(b)];
                const Vec3 sum{p[0] + q[0], p[1] + q[1], p[2] + q[2]};
                const double length = std::hypot(sum[0], sum[1], sum[2]);
                mesh.vertices.push_back({sum[0] / length, sum[1] / length, sum[2] / length});
            }
            return found.first->second;
        };
        for (const auto& [a, b, c] : mesh.faces) {
            const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            for (const std::array<int, 3>& face : {std::array{a, ab, ca}, std::array{ab, b, bc},
                                                   std::array{ca, bc, c}, std::array{ab, bc, ca}})
                finer.push_back(face);
        }
        mesh.faces = std::move(finer);
    }
    for (Vec3& p : mesh.vertices)
        for (double& x : p) x *= radius;
    return mesh;
}

std::vector<RunProblem> all_contact_problems() {
    return {box_on_balls(), mesh_on_floor(4), mesh_on_mesh(3), chains_on_floor(1, 10),
            chains_on_floor(8, 10)};
}

}  // namespace bench
