// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/json_fields_read.h>
#include <sinew/math/orientation.h>

#include <cmath>

namespace sinew {

using Kind = JsonNode::Kind;

/// Where a frame stands: [x, y, z], or an object with p, and R by rows, quaternion or turn.
void JsonReader::field(const char* key, Transform& X, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    X = Transform{};
    if (node->kind == Kind::list) {
        numbers(*node, key, std::span(&X.p.x, 3));
        return;
    }
    if (node->kind != Kind::object)
        return refuse_value(*node, key, "a place [x, y, z] or an object with p and R");
    push(*node);
    field("p", X.p, "");
    int given = 0;
    if (const JsonNode* R = find("R")) ++given, X.R = rotation(*R, "R");
    if (const JsonNode* e = find("quaternion")) {
        ++given;
        double q[4] = {1, 0, 0, 0};
        numbers(*e, "quaternion", q);
        const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(length > 0)) refuse(e->line, "quaternion has length zero, which is no rotation.");
        else {
            if (std::abs(length - 1) > 1e-3)
                reading_.note({file_, e->line},
                              who_ + ": the quaternion has length " + shortest(length) + "; it was made 1.");
            const double w = q[0] / length, x = q[1] / length, y = q[2] / length, z = q[3] / length;
            X.R = {{{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                    {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                    {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}}};
        }
    }
    if (const JsonNode* turn = find("turn")) {
        ++given;
        if (turn->kind == Kind::list)
            for (const JsonNode& one : turn->items()) X.R = X.R * turned(one, "turn");
        else X.R = turned(*turn, "turn");
    }
    if (given > 1) refuse(node->line, "R, quaternion and turn say the same thing. Give one of them.");
    unknown_keys();
    scopes_.pop_back();
}

/// Three rows of three.
Rotation JsonReader::rotation(const JsonNode& node, const char* key) {
    double row[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (node.kind != Kind::list || node.items().size() != 3)
        refuse_value(node, key, "three rows of three numbers");
    else
        for (std::size_t i = 0; i < 3; ++i) numbers(node.items()[i], key, row[i]);
    return {{{row[0][0], row[1][0], row[2][0]},
             {row[0][1], row[1][1], row[2][1]},
             {row[0][2], row[1][2], row[2][2]}}};
}

/// {"axis": "z", "angle": "30*deg"}
Rotation JsonReader::turned(const JsonNode& node, const char* key) {
    if (node.kind != Kind::object) {
        refuse_value(node, key, "an object with axis and angle");
        return Rotation::identity();
    }
    push(node);
    Vec3 axis = z_axis;
    double angle = 0;
    bool by_letter = false;
    char letter = 'z';
    if (const JsonNode* a = needed("axis", true, "\"x\", \"y\", \"z\" or three numbers")) {
        by_letter = a->kind == Kind::text && (a->text() == "x" || a->text() == "y" || a->text() == "z");
        if (by_letter) letter = a->text()[0];
        else if (a->kind == Kind::text) refuse_value(*a, "axis", "\"x\", \"y\", \"z\" or three numbers");
        else if (numbers(*a, "axis", std::span(&axis.x, 3)) && !(norm(axis) > 0)) {
            refuse(a->line, "axis has length zero, which is no direction.");
            axis = z_axis;
        }
    }
    if (const JsonNode* a = needed("angle", true, "in rad, or as \"30*deg\"")) angle = number(*a, "angle");
    unknown_keys();
    scopes_.pop_back();
    if (by_letter)
        return letter == 'x'   ? Rotation::about_x(angle)
               : letter == 'y' ? Rotation::about_y(angle)
                               : Rotation::about_z(angle);
    return Rotation::about(axis / norm(axis), angle);
}

}  // namespace sinew
