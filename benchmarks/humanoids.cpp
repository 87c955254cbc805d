// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Two people of 36 degrees of freedom. Segment masses and lengths are rounded from D. A. Winter, Biomechanics and Motor
// Control of Human Movement, 4th ed. (2009), table 4.1, for 75 kg and 1.75 m.
#include <cmath>
#include <utility>

#include "models.h"

namespace bench {
namespace {

constexpr double axis_cosines[3][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},   // z stays z
                                       {0, 0, 1, 1, 0, 0, 0, 1, 0},   // z becomes x
                                       {0, 1, 0, 0, 0, 1, 1, 0, 0}};  // z becomes y

/// F on the parent, with its z axis along the parent's x, y or z.
Pose hinge_frame(char axis, const Vec3& p) {
    Pose X{.R = {}, .p = p};
    const double* R = axis_cosines[axis == 'z' ? 0 : axis == 'x' ? 1 : 2];
    for (int i = 0; i < 9; ++i) X.R[static_cast<std::size_t>(i)] = R[i];
    return X;
}

/// A solid rod of some thickness along y, hanging from its origin.
BenchBody segment(int parent, double mass, double length, double radius) {
    const double along = mass * radius * radius / 2;
    const double across = mass * (3 * radius * radius + length * length) / 12;
    return {.parent = parent,
            .mass = mass,
            .com = {0, -length / 2, 0},
            .inertia = {across, along, across, 0, 0, 0},
            .joint = JointKind::pin,
            .X_PF = {},
            .X_BM = {},
            .functions = {}};
}

class PinBuilder {
public:
    explicit PinBuilder(BenchModel& model) : model_(model) {}

    int add(BenchBody body) {
        model_.bodies.push_back(std::move(body));
        return static_cast<int>(model_.bodies.size()) - 1;
    }
    /// A small body between the single turns of a joint with several.
    int knuckle(int parent, char axis, const Vec3& p) {
        BenchBody body = segment(parent, 0.3, 0.06, 0.03);
        body.com = {};
        body.X_PF = hinge_frame(axis, p);
        return add(body);
    }
    int limb(int parent, char axis, const Vec3& p, double mass, double length, double radius) {
        BenchBody body = segment(parent, mass, length, radius);
        body.X_PF = hinge_frame(axis, p);
        return add(body);
    }

private:
    BenchModel& model_;
};

}  // namespace

/// A free pelvis; legs and arms of six pins each, three in the waist and three in the neck.
BenchModel humanoid_of_pins() {
    BenchModel model{.name = "humanoid, 30 pins", .bodies = {}, .speed = 2, .range = 0.8};
    PinBuilder b(model);
    BenchBody pelvis = segment(-1, 10, 0.15, 0.14);
    pelvis.joint = JointKind::free;
    const int root = b.add(pelvis);
    for (const double side : {1.0, -1.0}) {
        const int flexed = b.knuckle(root, 'z', {0, -0.08, 0.09 * side});
        const int adducted = b.knuckle(flexed, 'x', {});
        const int thigh = b.limb(adducted, 'y', {}, 7.5, 0.43, 0.07);
        const int shank = b.limb(thigh, 'z', {0, -0.43, 0}, 3.5, 0.43, 0.05);
        const int ankle = b.knuckle(shank, 'z', {0, -0.43, 0});
        b.limb(ankle, 'x', {}, 1.1, 0.10, 0.05);
    }
    const int waist = b.knuckle(b.knuckle(root, 'z', {0, 0.08, 0}), 'x', {});
    const int torso = b.limb(waist, 'y', {}, 25, 0.5, 0.15);
    model.bodies.back().com = {0, 0.22, 0};
    const int neck = b.knuckle(b.knuckle(torso, 'z', {0, 0.48, 0}), 'x', {});
    b.limb(neck, 'y', {}, 6, 0.25, 0.1);
    model.bodies.back().com = {0, 0.12, 0};
    for (const double side : {1.0, -1.0}) {
        const int flexed = b.knuckle(torso, 'z', {0, 0.4, 0.19 * side});
        const int adducted = b.knuckle(flexed, 'x', {});
        const int upper = b.limb(adducted, 'y', {}, 2.1, 0.33, 0.045);
        const int fore = b.limb(upper, 'z', {0, -0.33, 0}, 1.2, 0.26, 0.04);
        const int wrist = b.knuckle(fore, 'y', {0, -0.26, 0});
        model.task_body = b.limb(wrist, 'x', {}, 0.45, 0.19, 0.03);
    }
    model.task_point = {0, -0.19, 0};
    return model;
}

namespace {

Curve line(int coordinate) {
    return {.kind = Curve::Kind::linear, .coordinate = coordinate, .slope = 1, .offset = 0};
}

BenchBody driven(int parent, double mass, double length, double radius, const Vec3& p_PF,
                 FunctionAxes functions) {
    BenchBody body = segment(parent, mass, length, radius);
    body.joint = JointKind::function_based;
    body.X_PF.p = p_PF;
    body.functions = std::move(functions);
    return body;
}

Vec3 unit(const Vec3& v) {
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return {v[0] / length, v[1] / length, v[2] / length};
}

Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Turns about one to three axes, one coordinate each; the axes left over stand still.
FunctionAxes turns(std::vector<Vec3> axes) {
    const std::size_t n = axes.size();
    FunctionAxes f{.coordinates = static_cast<int>(n)};
    if (n < 2) axes.push_back(cross(axes[0], std::abs(axes[0][0]) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    if (n < 3) axes.push_back(cross(axes[0], axes[1]));
    for (std::size_t i = 0; i < 3; ++i) f.axes[i] = unit(axes[i]);
    for (std::size_t i = 0; i < n; ++i) f.curves[i] = line(static_cast<int>(i));
    return f;
}

/// The knee of the model gait2354 (S. L. Delp et al., IEEE Trans. Biomed. Eng. 37, 757-767, 1990; curves after
/// G. T. Yamaguchi and F. E. Zajac, J. Biomech. 22, 1-10, 1989): while it bends by q about z, the shank slides along x
/// and y of the thigh.
FunctionAxes knee() {
    FunctionAxes f = turns({{0, 0, 1}});
    f.curves[3] = {.kind = Curve::Kind::spline,
                   .x = {-2.0944, -1.74533, -1.39626, -1.0472, -0.698132, -0.349066, -0.174533, 0.197344,
                         0.337395, 0.490178, 1.52146, 2.0944},
                   .y = {-0.0032, 0.00179, 0.00411, 0.0041, 0.00212, -0.001, -0.0031, -0.005227, -0.005435,
                         -0.005574, -0.005435, -0.00525}};
    f.curves[4] = {.kind = Curve::Kind::spline,
                   .x = {-2.0944, -1.22173, -0.523599, -0.349066, -0.174533, 0.159149, 2.0944},
                   .y = {-0.4226, -0.4082, -0.399, -0.3976, -0.3966, -0.395264, -0.396}};
    return f;
}

FunctionAxes six() {
    FunctionAxes f = turns({{0, 0, 1}, {1, 0, 0}, {0, 1, 0}});
    f.coordinates = 6;
    for (int i = 3; i < 6; ++i) f.curves[static_cast<std::size_t>(i)] = line(i);
    return f;
}

}  // namespace

/// The same person with every joint driven by functions, as OpenSim builds its gait models: 20 bodies, 36 coordinates.
/// Axes of ankle, subtalar joint and toes are those of gait2354.
BenchModel humanoid_of_functions() {
    BenchModel model{.name = "humanoid, functions", .bodies = {}, .speed = 2, .range = 0.8};
    PinBuilder b(model);
    const Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    const int root = b.add(driven(-1, 10, 0.15, 0.14, {0, 0.95, 0}, six()));
    for (const double side : {1.0, -1.0}) {
        const int thigh =
            b.add(driven(root, 8.1, 0.43, 0.07, {-0.0707, -0.0661, 0.0835 * side}, turns({z, x, y})));
        const int shank = b.add(driven(thigh, 3.5, 0.43, 0.05, {}, knee()));
        const Vec3 ankle{-0.10501355 * side, -0.17402245 * side, 0.97912632};
        const int talus = b.add(driven(shank, 0.1, 0.04, 0.03, {0, -0.43, 0}, turns({ankle})));
        const Vec3 subtalar{0.78717961 * side, 0.60474746 * side, -0.12094949};
        const int heel =
            b.add(driven(talus, 1.0, 0.07, 0.05, {-0.04877, -0.04195, 0.00792 * side}, turns({subtalar})));
        const Vec3 toes{-0.5809544 * side, 0, 0.81393611};
        b.add(driven(heel, 0.2, 0.04, 0.03, {0.1788, -0.002, 0.00108 * side}, turns({toes})));
    }
    const int torso = b.add(driven(root, 26, 0.5, 0.15, {-0.1007, 0.0815, 0}, turns({z, x, y})));
    model.bodies.back().com = {0, 0.22, 0};
    b.add(driven(torso, 6, 0.25, 0.1, {0, 0.48, 0}, turns({z, x, y})));
    model.bodies.back().com = {0, 0.12, 0};
    for (const double side : {1.0, -1.0}) {
        const int upper = b.add(driven(torso, 2.1, 0.33, 0.045, {0, 0.4, 0.19 * side}, turns({z, x, y})));
        const int ulna = b.add(driven(upper, 0.6, 0.26, 0.03, {0, -0.33, 0}, turns({z})));
        const int radius = b.add(driven(ulna, 0.6, 0.26, 0.03, {-0.0067, -0.013, 0.026 * side}, turns({y})));
        model.task_body =
            b.add(driven(radius, 0.45, 0.19, 0.03, {-0.0088, -0.236, 0.0136 * side}, turns({z, x})));
    }
    model.task_point = {0, -0.19, 0};
    return model;
}

}  // namespace bench
