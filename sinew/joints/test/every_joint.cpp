// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/list.h>
#include <sinew/joints/test/case_of.h>
#include <sinew/joints/test/examples.h>

#include <doctest/doctest.h>

#include <random>

namespace sinew {

namespace {

void randomise(AnyCase& c, std::mt19937& random) {
    std::uniform_real_distribution<double> number(-1.2, 1.2), length(0.5, 2.0);
    std::normal_distribution<double> normal;
    for (double& x : c.q) x = number(random);
    for (double& x : c.u) x = number(random);
    if (!c.has_quaternion) return;
    double squares = 0;
    for (std::size_t i = 0; i < 4; ++i) c.q[i] = normal(random), squares += c.q[i] * c.q[i];
    const double scale = length(random) / std::sqrt(squares);
    for (std::size_t i = 0; i < 4; ++i) c.q[i] *= scale;
}

std::vector<std::unique_ptr<AnyCase>> all_joints() {
    std::vector<std::unique_ptr<AnyCase>> all;
    const auto add = [&]<class J>() {
        for (const J& joint : examples_of<J>()) {
            all.push_back(case_of(joint).copy());
            if constexpr (requires { typename J::WithAngles; })
                all.push_back(make_case<typename J::WithAngles>(joint).copy());
        }
    };
#define SINEW_ONE(J) add.template operator()<J>();
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    return all;
}

}  // namespace

void for_every_joint(const std::function<void(const AnyCase&)>& f) {
    static const auto all = all_joints();
    std::mt19937 random(20240611);
    for (const auto& joint : all)
        for (int i = 0; i < 10; ++i) {
            randomise(*joint, random);
            INFO("joint " << joint->name << ", case " << i);
            f(*joint);
        }
}

}  // namespace sinew
