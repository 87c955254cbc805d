// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// An arm of four links in eight postures, as an SVG picture on standard output. At the hand an ellipse shows
// how fast it moves in each direction while the joints turn at most at one unit together: the square root of
// J Jᵀ.
//     build/release/examples/picture > arm.svg

#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>
#include <string>

using namespace sinew;

int main() {
    Model model{.name = "arm"};
    std::vector<JointId<Pin>> joints;
    BodyId last = world;
    const double length[] = {0.40, 0.34, 0.26, 0.14};
    for (int i = 0; i < 4; ++i) {
        const std::string number = std::to_string(i + 1);
        const double l = length[i];
        const BodyId link =
            model.add(Body{"link" + number, {l, {l / 2, 0, 0}, {0, l * l * l / 12, l * l * l / 12}}});
        const Transform at{.p = {i == 0 ? 0 : length[i - 1], 0, 0}};
        joints.push_back(model.add(Pin{}, {.name = "joint" + number, .from = last, .to = link, .X_PF = at}));
        last = link;
    }
    const Station hand{last, {length[3], 0, 0}};
    const System system(model);
    State state = system.default_state();

    std::puts(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1.3 -1.2 2.6 1.35' width='1000' height='519'>");
    std::puts("<rect x='-2' y='-2' width='4' height='4' fill='#ffffff'/>");
    std::puts("<line x1='-2' x2='2' y1='0.06' y2='0.06' stroke='#999999' stroke-width='0.01'/>");
    for (int posture = 0; posture < 8; ++posture) {
        const double s = posture / 7.0;
        state.q(joints[0]) = 3.0 - 1.7 * s;
        state.q(joints[1]) = -0.35 - 0.75 * s;
        state.q(joints[2]) = -0.3 - 0.5 * s;
        state.q(joints[3]) = -0.25 - 0.25 * s;

        const double ink = 0.25 + 0.75 * s;  // later postures are darker
        std::printf("<g opacity='%.2f' fill='none' stroke='#1f5a96' stroke-linecap='round'>\n", ink);
        for (int i = 0; i < 4; ++i) {
            const Vec3 a = position(system, state, {BodyId{i + 1}, {}});
            const Vec3 b = position(system, state, {BodyId{i + 1}, {length[i], 0, 0}});
            std::printf("<line x1='%.4f' y1='%.4f' x2='%.4f' y2='%.4f' stroke-width='%.3f'/>\n", a.x, -a.y,
                        b.x, -b.y, 0.042 - 0.008 * i);
            std::printf("<circle cx='%.4f' cy='%.4f' r='0.014' fill='#ffffff' stroke='none'/>\n", a.x, -a.y);
        }
        std::vector<double> J(3 * 4);
        station_jacobian(system, state, hand, J);
        double xx = 0, xy = 0, yy = 0;  // J Jᵀ in the plane of the picture
        for (std::size_t j = 0; j < 4; ++j)
            xx += J[j] * J[j], xy += J[j] * J[4 + j], yy += J[4 + j] * J[4 + j];
        const double mean = (xx + yy) / 2, half = std::hypot((xx - yy) / 2, xy),
                     turn = std::atan2(2 * xy, xx - yy) / 2;
        const Vec3 p = position(system, state, hand);
        std::printf(
            "<ellipse cx='%.4f' cy='%.4f' rx='%.4f' ry='%.4f' transform='rotate(%.2f %.4f %.4f)' "
            "stroke='#d1791f' "
            "stroke-width='0.008'/>\n</g>\n",
            p.x, -p.y, 0.12 * std::sqrt(mean + half), 0.12 * std::sqrt(std::fmax(mean - half, 0)),
            -turn * 57.29577951308232, p.x, -p.y);
    }
    std::puts("</svg>");
}
