// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Signed distances of random pairs of convex shapes: Sinew against FCL, the same shapes in the same places. Every
// answer of ours is held to its own proof, FCL's to ours. Then which of many boxes overlap, against each with each.
#include <sinew/geometry/pairs.h>
#include <tests/support/random.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fcl_peer.h"
#include "heading.h"
#include "many_boxes.h"
#include "measure.h"
#include "program.h"

namespace bench {
namespace {

using nlohmann::json;
using sinew::Shape;
using sinew::Surface;
using sinew::Transform;
using sinew::Vec3;
using sinew::testing::Random;

constexpr double agreement = 1e-5;  // m, of shapes of about a metre: ten times what FCL is asked for

struct Row {
    std::string a, b;
    int count = 0, overlaps = 0;
    int agree = 0, refused = 0;  ///< by FCL within the bar; FCL threw
    int fcl_off = 0,
        we_off = 0;  ///< by more than the bar, against the proof of our answer; without a proof of ours
    double our_seconds = 0, fcl_seconds = 0, worst_residual = 0, worst_agreeing = 0;
};

std::vector<Shape> shapes() {
    Random random(7);
    auto points = std::make_shared<std::vector<Vec3>>();
    for (int i = 0; i < 24; ++i) points->push_back(random.vector(0.6));
    return {sinew::shape::Box{{1, 0.8, 0.6}},
            sinew::shape::Sphere{0.5},
            sinew::shape::Ellipsoid{{0.5, 0.7, 0.4}},
            sinew::shape::Cylinder{0.4, 1},
            sinew::shape::Capsule{0.3, 0.8},
            sinew::shape::Cone{0.5, 1},
            sinew::shape::ConvexHull{std::move(points)}};
}

/// How far the two reach over one another along n: a bound of minus the distance, whatever n is.
double overlap_along(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                     const Vec3& n) {
    const Vec3 a = X_WA * support(A, transpose_times(X_WA.R, n)),
               b = X_WB * support(B, -transpose_times(X_WB.R, n));
    return dot(n, a - b);
}

Row compare(const Shape& a, const Shape& b, int count, Random& random) {
    const Surface A(a), B(b);
    const FclShape fcl_A(a), fcl_B(b);
    Row row{.a = A.name(), .b = B.name(), .count = count};
    constexpr int batch = 500;
    for (int done = 0; done < count; done += batch) {
        const int now = std::min(batch, count - done);
        std::vector<Transform> X_WA, X_WB;
        std::vector<FclPose> P_A, P_B;
        for (int i = 0; i < now; ++i) {
            X_WA.push_back(random.pose(0.5)), X_WB.push_back(random.pose(1));
            P_A.push_back(fcl_pose(fcl_A, X_WA.back())), P_B.push_back(fcl_pose(fcl_B, X_WB.back()));
        }
        std::vector<sinew::NearestPair> ours(static_cast<std::size_t>(now));
        std::vector<double> theirs(static_cast<std::size_t>(now));
        const auto N = static_cast<std::size_t>(now);
        const double start = thread_seconds();
        for (std::size_t i = 0; i < N; ++i) ours[i] = nearest_between(A, X_WA[i], B, X_WB[i]);
        const double middle = thread_seconds();
        for (std::size_t i = 0; i < N; ++i) theirs[i] = fcl_distance(fcl_A, P_A[i], fcl_B, P_B[i]);
        row.our_seconds += middle - start, row.fcl_seconds += thread_seconds() - middle;
        for (std::size_t i = 0; i < N; ++i) {
            const sinew::NearestPair& p = ours[i];
            row.overlaps += p.distance < 0;
            const double bound =
                -overlap_along(A, X_WA[i], B, X_WB[i], p.n_W);  // the same number, from support alone
            const bool proved = std::fabs(bound - p.distance) < 1e-8 && p.residual < agreement;
            row.worst_residual = std::max(row.worst_residual, p.residual);
            const double off = std::fabs(p.distance - theirs[i]);
            if (!proved) ++row.we_off;
            if (std::isnan(theirs[i])) ++row.refused;
            else if (off <= agreement) ++row.agree, row.worst_agreeing = std::max(row.worst_agreeing, off);
            else if (proved) ++row.fcl_off;
        }
    }
    return row;
}

}  // namespace

int run(int count, char** words) {
    std::string path;
    int pairs = 28000;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--json" && i + 1 < count) path = words[++i];
        else if (const int n = std::atoi(words[i]); n > 0) pairs = n;
        else throw std::runtime_error("sinew_bench_geometry [COUNT] [--json FILE]: COUNT pairs in all");
    }
    json out = heading(pin_to_one_core());
    out["peer"] = std::string("FCL ") + fcl_version();
    out["agreement_bar_m"] = agreement;
    const std::vector<Shape> all = shapes();
    const int kinds = static_cast<int>(all.size()), combinations = kinds * (kinds + 1) / 2;
    Random random(2026);
    Row total{.a = "all", .b = ""};
    fmt::print("{:<12}{:<12} {:>8} {:>9} {:>9} {:>8} {:>8} {:>8} {:>9} {:>9} {:>6}\n", "A", "B", "pairs",
               "overlap", "agree", "threw", "FCL off", "no proof", "ours, us", "FCL, us", "ratio");
    const auto print = [](const Row& r) {
        fmt::print("{:<12}{:<12} {:>8} {:>9} {:>9} {:>8} {:>8} {:>8} {:>9.3f} {:>9.3f} {:>6.1f}\n", r.a, r.b,
                   r.count, r.overlaps, r.agree, r.refused, r.fcl_off, r.we_off,
                   1e6 * r.our_seconds / r.count, 1e6 * r.fcl_seconds / r.count,
                   r.fcl_seconds / r.our_seconds);
    };
    for (int i = 0; i < kinds; ++i)
        for (int j = i; j < kinds; ++j) {
            const int mine = pairs / combinations + (i == 0 && j == 0 ? pairs % combinations : 0);
            const Row r =
                compare(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(j)], mine, random);
            print(r);
            total.count += r.count, total.overlaps += r.overlaps, total.agree += r.agree,
                total.refused += r.refused;
            total.fcl_off += r.fcl_off, total.we_off += r.we_off;
            total.our_seconds += r.our_seconds, total.fcl_seconds += r.fcl_seconds;
            total.worst_residual = std::max(total.worst_residual, r.worst_residual);
            out["rows"].push_back({{"A", r.a},
                                   {"B", r.b},
                                   {"pairs", r.count},
                                   {"overlapping", r.overlaps},
                                   {"agree", r.agree},
                                   {"fcl_threw", r.refused},
                                   {"fcl_off", r.fcl_off},
                                   {"without_proof", r.we_off},
                                   {"worst_residual_m", r.worst_residual},
                                   {"ours_s", r.our_seconds / r.count},
                                   {"fcl_s", r.fcl_seconds / r.count},
                                   {"ratio", r.fcl_seconds / r.our_seconds}});
        }
    print(total);
    fmt::print("worst residual of ours {:.1e} m\n", total.worst_residual);
    out["total"] = {{"pairs", total.count},
                    {"overlapping", total.overlaps},
                    {"agree", total.agree},
                    {"fcl_threw", total.refused},
                    {"fcl_off", total.fcl_off},
                    {"without_proof", total.we_off},
                    {"worst_residual_m", total.worst_residual},
                    {"ratio", total.fcl_seconds / total.our_seconds}};
    many_boxes(out);
    if (!path.empty()) std::ofstream(path) << out.dump(1) << "\n";
    return total.we_off * 100000 <= total.count ? 0 : 1;
}

}  // namespace bench
