// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/spatial/mass_rules.h>
#include <sinew/spatial/solids.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sinew;

namespace {

/// The largest difference of two sets of mass properties, as a share of their size.
double difference(const MassProperties& a, const MassProperties& b) {
    const double moment = std::abs(a.inertia.xx) + std::abs(a.inertia.yy) + std::abs(a.inertia.zz);
    const double reach = std::sqrt(moment / a.mass);
    double worst = std::abs(a.mass - b.mass) / a.mass;
    for (int i = 0; i < 3; ++i) worst = std::fmax(worst, std::abs(a.com[i] - b.com[i]) / reach);
    const Sym3 d = a.inertia - b.inertia;
    for (const double x : {d.xx, d.yy, d.zz, d.xy, d.xz, d.yz})
        worst = std::fmax(worst, std::abs(x) / moment);
    return worst;
}

MassProperties moved(const Vec3& p, const MassProperties& m) { return re_express(Transform{.p = p}, m); }

/// r(u, v) on a grid that closes in u; the two ends of v are points.
template <class Surface>
TriangleMesh lathe(int n, Surface r) {
    TriangleMesh mesh;
    const int rings = n;
    for (int j = 0; j <= rings; ++j)
        for (int i = 0; i < 2 * n; ++i) {
            const double u = std::numbers::pi * i / n, v = static_cast<double>(j) / rings;
            mesh.vertices.push_back(j == 0 || j == rings ? r(0.0, v) : r(u, v));
        }
    for (int j = 0; j < rings; ++j)
        for (int i = 0; i < 2 * n; ++i) {
            const int a = j * 2 * n + i, b = j * 2 * n + (i + 1) % (2 * n), c = a + 2 * n, d = b + 2 * n;
            mesh.faces.push_back({a, b, d});
            mesh.faces.push_back({a, d, c});
        }
    return mesh;
}

TriangleMesh ball_mesh(int n, const Vec3& radii) {
    return lathe(n, [&](double u, double v) {
        const double zenith = std::numbers::pi * (1 - v), s = v == 0 || v == 1 ? 0 : std::sin(zenith);
        return Vec3{radii.x * s * std::cos(u), radii.y * s * std::sin(u), radii.z * std::cos(zenith)};
    });
}

TriangleMesh box_mesh(const Vec3& sides) {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back(
            {(i & 1 ? 0.5 : -0.5) * sides.x, (i & 2 ? 0.5 : -0.5) * sides.y, (i & 4 ? 0.5 : -0.5) * sides.z});
    mesh.faces = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                  {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

template <class Attempt>
std::string refusal(Attempt attempt) {
    try {
        attempt();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("solids have the moments of the textbooks") {
    const MassProperties b = box(12, {1, 2, 3});
    CHECK(b.inertia.xx == doctest::Approx(13));
    CHECK(b.inertia.yy == doctest::Approx(10));
    CHECK(b.inertia.zz == doctest::Approx(5));
    CHECK(rod(12, 2).inertia.xx == doctest::Approx(4));
    CHECK(rod(12, 2).inertia.zz == 0);
    CHECK(sphere(5, 2).inertia.xx == doctest::Approx(8));
    CHECK(spherical_shell(3, 2).inertia.xx == doctest::Approx(8));
    CHECK(cylinder(4, 3, 2).inertia.zz == doctest::Approx(18));
    CHECK(cylinder(12, 1, 3).inertia.xx == doctest::Approx(12));
    CHECK(ellipsoid(5, {1, 2, 3}).inertia.xx == doctest::Approx(13));
    CHECK(cone(10, 2, 4).inertia.zz == doctest::Approx(12));
    CHECK(cone(10, 2, 4).com.z == 1);
    CHECK(torus(2, 3, 1e-9).inertia.zz == doctest::Approx(18));
    CHECK(torus(Density{2}, 2, 0.5).mass == doctest::Approx(2 * std::numbers::pi * std::numbers::pi));
    CHECK(point_mass(3, {1, 2, 3}).com.y == 2);
    CHECK(point_mass(3, {1, 2, 3}).inertia == Sym3{});
}

TEST_CASE("density times volume is the mass, and mass alone sets the scale") {
    const double pi = std::numbers::pi;
    CHECK(box(Density{2}, {1, 2, 3}).mass == doctest::Approx(12));
    CHECK(rod(Density{2}, 3).mass == doctest::Approx(6));
    CHECK(cylinder(Density{2}, 3, 4).mass == doctest::Approx(72 * pi));
    CHECK(tube(Density{2}, 3, 1, 4).mass == doctest::Approx(64 * pi));
    CHECK(sphere(Density{3}, 2).mass == doctest::Approx(32 * pi));
    CHECK(spherical_shell(Density{3}, 2).mass == doctest::Approx(48 * pi));
    CHECK(ellipsoid(Density{3}, {1, 2, 3}).mass == doctest::Approx(24 * pi));
    CHECK(capsule(Density{3}, 1, 2).mass == doctest::Approx(10 * pi));
    CHECK(cone(Density{3}, 2, 5).mass == doctest::Approx(20 * pi));
    CHECK(mesh_solid(Density{2}, box_mesh({1, 2, 3})).mass == doctest::Approx(12));
    CHECK(difference(capsule(Density{3}, 1, 2), capsule(10 * pi, 1, 2)) < 1e-15);
}

TEST_CASE("every solid is one that a body can be") {
    for (const MassProperties& m :
         {point_mass(1), rod(1, 2), box(1, {1, 2, 1e-6}), cylinder(1, 1e-3, 2), tube(1, 2, 1, 3),
          sphere(1, 2), spherical_shell(1, 2), ellipsoid(1, {1, 2, 9}), capsule(1, 1, 9), cone(1, 2, 3),
          torus(1, 2, 1.9)}) {
        CHECK(fault_of(m) == "");
        CHECK(warning_of(m) == "");
    }
}

TEST_CASE(
    "limits: equal radii make a sphere, thin cylinders are rods, short capsules spheres, thin shells "
    "shells") {
    CHECK(difference(ellipsoid(2, {3, 3, 3}), sphere(2, 3)) < 1e-15);
    CHECK(difference(cylinder(2, 1e-9, 3), rod(2, 3)) < 1e-15);
    CHECK(difference(capsule(2, 3, 1e-12), sphere(2, 3)) < 1e-11);
    CHECK(difference(tube(2, 3, 1e-9, 4), cylinder(2, 3, 4)) < 1e-15);
    // A shell is what a sphere gains when it grows.
    const MassProperties big = sphere(Density{1}, 2 + 1e-4), small = sphere(Density{1}, 2 - 1e-4);
    const MassProperties shell = spherical_shell(Density{2e-4}, 2);
    CHECK(big.mass - small.mass == doctest::Approx(shell.mass).epsilon(1e-8));
    CHECK(big.inertia.xx - small.inertia.xx == doctest::Approx(shell.inertia.xx).epsilon(1e-7));
    // A tube is a cylinder less its core.
    const MassProperties joined = tube(Density{2}, 3, 1, 4) + cylinder(Density{2}, 1, 4);
    CHECK(difference(joined, cylinder(Density{2}, 3, 4)) < 1e-15);
}

TEST_CASE("two halves joined are the whole, wherever they lie") {
    const auto whole_from_halves = [](const MassProperties& half, const MassProperties& whole,
                                      double length) {
        return difference(moved({0, 0, length / 4}, half) + moved({0, 0, -length / 4}, half), whole);
    };
    CHECK(whole_from_halves(cylinder(1, 0.3, 1), cylinder(2, 0.3, 2), 2) < 1e-15);
    CHECK(whole_from_halves(box(1, {1, 2, 1.5}), box(2, {1, 2, 3}), 3) < 1e-15);
    CHECK(whole_from_halves(rod(1, 1), rod(2, 2), 2) < 1e-15);
    const Transform X{.R = Rotation::about({0.6, 0, 0.8}, 1.1), .p = {3, -2, 5}};
    const MassProperties lower = moved({0, 0, -0.5}, cylinder(1, 0.3, 1)),
                         upper = moved({0, 0, 0.5}, cylinder(1, 0.3, 1));
    CHECK(difference(re_express(X, lower) + re_express(X, upper), re_express(X, cylinder(2, 0.3, 2))) <
          1e-14);
    // A cone and the frustum's missing tip: a cone twice as high is 8 times the tip.
    const MassProperties tip = moved({0, 0, 2}, cone(1, 1, 2)), all = cone(8, 2, 4);
    CHECK(all.com.z * 8 - tip.com.z ==
          doctest::Approx(7 * 11.0 / 14));  // centre of the frustum: h/4 (R² + 2Rr + 3r²)/(R² + Rr + r²)
}

TEST_CASE("points joined have the moments of their sum (parallel axes)") {
    MassProperties sum = point_mass(1, {1, 0, 0});
    sum = sum + point_mass(1, {-1, 0, 0}) + point_mass(2, {0, 2, 0});
    CHECK(sum.mass == 4);
    CHECK(sum.com == Vec3{0, 1, 0});
    CHECK(sum.inertia.xx == doctest::Approx(4));
    CHECK(sum.inertia.yy == doctest::Approx(2));
    CHECK(sum.inertia.zz == doctest::Approx(6));
}

TEST_CASE(
    "a mesh of flat faces is exact, inside out or not, with shared corners or not, far from the origin") {
    const Vec3 sides{1, 2, 3};
    TriangleMesh mesh = box_mesh(sides);
    CHECK(difference(mesh_solid(Density{2}, mesh), box(12, sides)) < 1e-15);
    CHECK(difference(mesh_solid(5, mesh), box(5, sides)) < 1e-15);
    TriangleMesh inward = mesh, soup;
    for (auto& face : inward.faces) std::swap(face[0], face[1]);
    CHECK(difference(mesh_solid(Density{2}, inward), box(12, sides)) < 1e-15);
    for (const auto& face : mesh.faces) {
        const int first = static_cast<int>(soup.vertices.size());
        for (const int corner : face)
            soup.vertices.push_back(mesh.vertices[static_cast<std::size_t>(corner)]);
        soup.faces.push_back({first, first + 1, first + 2});
    }
    CHECK(difference(mesh_solid(Density{2}, soup), box(12, sides)) < 1e-15);
    const Transform X{.R = Rotation::about({0.6, 0, 0.8}, 1.1), .p = {1000, -2000, 5000}};
    for (Vec3& p : mesh.vertices) p = X * p;
    CHECK(difference(mesh_solid(Density{2}, mesh), re_express(X, box(12, sides))) < 1e-12);
}

TEST_CASE("a mesh of a curved solid comes nearer with the square of its fineness") {
    const auto errors_fall_fourfold = [](auto mesh_of, const MassProperties& exact) {
        const double coarse = difference(exact, mesh_solid(Density{1}, mesh_of(20))),
                     fine = difference(exact, mesh_solid(Density{1}, mesh_of(40)));
        CHECK(fine < 0.01);
        CHECK(coarse / fine == doctest::Approx(4).epsilon(0.05));
    };
    errors_fall_fourfold([](int n) { return ball_mesh(n, {1, 1, 1}); }, sphere(Density{1}, 1));
    errors_fall_fourfold([](int n) { return ball_mesh(n, {1, 2, 3}); }, ellipsoid(Density{1}, {1, 2, 3}));
    const auto cone_mesh = [](int n) {
        return lathe(n, [&](double u, double v) {  // along the base from its middle, then up to the apex
            const double r = v < 0.5 ? 2 * v : 2 - 2 * v, z = v < 0.5 ? 0 : 3 * (2 * v - 1);
            return Vec3{2 * r * std::cos(u), 2 * r * std::sin(u), z};
        });
    };
    errors_fall_fourfold(cone_mesh, cone(Density{1}, 2, 3));
    const auto capsule_mesh = [](int n) {
        return lathe(n, [&](double u, double v) {
            const double zenith = std::numbers::pi * (1 - v), s = v == 0 || v == 1 ? 0 : std::sin(zenith);
            const double c = std::cos(zenith), half = v < 0.5 ? -1.5 : 1.5;
            return Vec3{s * std::cos(u), s * std::sin(u), c + half};
        });
    };
    // The ring at half way belongs to the upper half sphere; the cylinder is the step between it and the one below.
    const MassProperties fine = mesh_solid(Density{1}, capsule_mesh(200));
    CHECK(difference(capsule(Density{1}, 1, 3), fine) < 0.01);
}

TEST_CASE("sizes, amounts and meshes that make no solid are refused with the number at fault") {
    const double not_a_number = std::nan("");
    CHECK(refusal([] {
              box(1, {1, -2, 0});
          }) ==
          "box: side y is -2, but must be positive and finite.\nbox: side z is 0, but must be positive and "
          "finite.");
    CHECK(refusal([&] { sphere(1, not_a_number); }) ==
          "sphere: radius is nan, but must be positive and finite.");
    CHECK(refusal([] { rod(1, INFINITY); }) == "rod: length is inf, but must be positive and finite.");
    CHECK(refusal([] { cylinder(-1, 1, 1); }) ==
          "cylinder: mass is -1, but must be finite and not negative.");
    CHECK(refusal([&] { capsule(Density{not_a_number}, 1, 1); }) ==
          "capsule: density is nan, but must be finite and not negative.");
    CHECK(refusal([] { tube(1, 1, 2, 1); }) == "tube: inner radius 2 is not smaller than outer radius 1.");
    CHECK(refusal([&] {
              point_mass(1, {0, not_a_number, 0});
          }) == "point mass: its place (0, nan, 0) is not finite.");
    CHECK(refusal([] { mesh_solid(1, {}); }) == "mesh has no faces.");
    TriangleMesh mesh = box_mesh({1, 1, 1});
    mesh.faces[3][1] = 8;
    mesh.faces[5][0] = -1;
    CHECK(refusal([&] { mesh_solid(1, mesh); }) ==
          "mesh: face 3 names vertex 8, but there are 8, counted from 0.\n"
          "mesh: face 5 names vertex -1, but there are 8, counted from 0.");
    mesh = box_mesh({1, 1, 1});
    mesh.vertices[2].y = not_a_number;
    CHECK(refusal([&] { mesh_solid(1, mesh); }) == "mesh: vertex 2 = (-0.5, nan, -0.5) is not finite.");
    mesh = box_mesh({1, 1, 1});
    mesh.faces.pop_back();
    CHECK(refusal([&] { mesh_solid(1, mesh); })
              .starts_with("mesh is not closed: face 5 has no neighbour along the edge between vertices 1 "
                           "and 5. A solid needs a surface without holes."
                           "\n") == false);
    CHECK(refusal([&] { mesh_solid(1, mesh); }).starts_with("mesh is not closed: face "));
    mesh = box_mesh({1, 1, 1});
    std::swap(mesh.faces[7][0], mesh.faces[7][1]);
    CHECK(refusal([&] { mesh_solid(1, mesh); }).starts_with("mesh: faces "));
    CHECK(refusal([&] { mesh_solid(1, mesh); }).find("in the same direction. Turn one of them round.") !=
          std::string::npos);
    mesh = {.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .faces = {{0, 1, 2}, {0, 2, 1}}};
    CHECK(refusal([&] { mesh_solid(1, mesh); }).starts_with("mesh encloses no volume"));
    CHECK(refusal([&] {
              mesh_solid(-1, box_mesh({1, 1, 1}));
          }) == "mesh: mass is -1, but must be finite and not negative.");
}

TEST_CASE("a torus is its slices, rings that are the wider the nearer they are to its middle plane") {
    const double ring = 2, tube_radius = 0.7;
    const int n = 4000;
    MassProperties sum{};
    for (int i = 0; i < n; ++i) {  // z = r sin a by equal steps of a, so that the ends do no harm
        const double step = std::numbers::pi / n, a = -std::numbers::pi / 2 + (i + 0.5) * step;
        const double half = tube_radius * std::cos(a), thickness = tube_radius * std::cos(a) * step;
        const MassProperties slice =
            moved({0, 0, tube_radius * std::sin(a)}, tube(Density{3}, ring + half, ring - half, thickness));
        sum = i == 0 ? slice : sum + slice;
    }
    CHECK(difference(torus(Density{3}, ring, tube_radius), sum) <
          1e-6);  // the midpoint rule's π²/(24 n²), twice
}
