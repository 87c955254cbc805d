// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Studies of positions: markers followed by Sinew and by Simbody's Assembler, and mechanisms assembled from random
// poses.
#include <sinew/sinew.h>
#include <tests/support/mechanisms.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "allocations.h"
#include "heading.h"
#include "markers.h"
#include "measure.h"
#include "program.h"

namespace bench {
namespace {

using nlohmann::json;

json to_json(const Timing& t) {
    return {{"median_s", t.median}, {"fastest_s", t.fastest}, {"quartile_spread", t.spread}};
}

struct MarkerRow {
    int rods;
    Timing ours, simbody;
    double our_rms, simbody_rms, our_error, simbody_error, our_allocations;
};

/// Root mean square over a whole round, and the largest error of a constraint.
std::pair<double, double> quality(MarkerSide& side, int frames) {
    double sum = 0, error = 0;
    for (int i = 0; i < frames; ++i) {
        side.follow(i);
        sum += side.rms() * side.rms();
        error = std::max(error, side.constraint_error());
    }
    return {std::sqrt(sum / frames), error};
}

MarkerRow follow_markers(int rods, const TimingOptions& timing) {
    const MarkerProblem problem = marker_problem(rods);
    const int frames = static_cast<int>(problem.frames.size());
    const auto ours = make_sinew_markers(problem), theirs = make_simbody_markers(problem);
    const auto [our_rms, our_error] = quality(*ours, frames);
    const auto [simbody_rms, simbody_error] = quality(*theirs, frames);
    const long before = allocations_so_far();
    for (int i = 0; i < frames; ++i) ours->follow(i);
    const double allocations = static_cast<double>(allocations_so_far() - before) / frames;
    // A call must not depend on the number of calls before it: each follows the frames in turn.
    int a = 0, b = 0;
    const auto times = time_in_turns(
        {[&](int) { ours->follow(a++ % frames); }, [&](int) { theirs->follow(b++ % frames); }}, timing);
    return {rods, times[0], times[1], our_rms, simbody_rms, our_error, simbody_error, allocations};
}

/// A whole recording at once, per frame, beside what a frame takes Simbody.
json follow_recording(double simbody_s) {
    MarkerRecording recording(marker_problem(0), 10);
    const double rms = recording.follow();
    Timing time =
        time_in_turns({[&](int) { recording.follow(); }}, {.repetitions = 7, .batch_seconds = 5e-2})[0];
    const int frames = recording.frames();
    time.median /= frames, time.fastest /= frames;
    fmt::print(
        "a recording of {} frames followed at once, no rods: {:.2f} us per frame, {:.0f} times as fast; rms "
        "{:.4f} mm\n",
        frames, 1e6 * time.median, simbody_s / time.median, 1e3 * rms);
    return {
        {"frames", frames}, {"ours", to_json(time)}, {"ratio", simbody_s / time.median}, {"our_rms_m", rms}};
}

struct AssemblyRow {
    std::string mechanism;
    int poses = 0, assembled = 0, at_once = 0;
    double iterations = 0, seconds = 0, worst_seconds = 0;
};

AssemblyRow assemble_many(const std::string& name, int poses,
                          const std::function<sinew::Assembly(sinew::testing::Dice&)>& one) {
    AssemblyRow row{.mechanism = name, .poses = poses};
    sinew::testing::Dice dice(2026);
    for (int i = 0; i < poses; ++i) {
        const double start = thread_seconds();
        const sinew::Assembly found = one(dice);
        const double took = thread_seconds() - start;
        row.assembled += found.assembled;
        row.at_once += found.assembled && found.attempts == 1;
        row.iterations += static_cast<double>(found.iterations) / poses;
        row.seconds += took / poses;
        row.worst_seconds = std::max(row.worst_seconds, took);
    }
    return row;
}

std::vector<AssemblyRow> assemble_all(int poses) {
    using namespace sinew::testing;
    const FourBar bar;
    const Bricard bricard;
    const Holder holder;
    const sinew::System four_bar(bar.model), loop(bricard.model), person(holder.model);
    const sinew::AssemblyOptions options{.stay = 0, .velocities = false};
    const auto from_anywhere = [&](const sinew::System& system) {
        return
            [&system, &options](Dice& dice) { return assemble(system, random_pose(system, dice), options); };
    };
    std::vector<AssemblyRow> rows;
    rows.push_back(assemble_many("four-bar", poses, from_anywhere(four_bar)));
    sinew::AssemblyOptions kept = options;
    kept.kept = {bar.A};
    rows.push_back(assemble_many("four-bar, crank kept", poses, [&](Dice& dice) {
        return assemble(four_bar, random_pose(four_bar, dice), kept);
    }));
    rows.push_back(
        assemble_many("Stewart platform", poses, [&](Dice& dice) {  // legs as long as some pose has them
            const sinew::Vec3 axis = dice.vector(0.4), p = dice.vector(0.3);
            const sinew::Rotation R = sinew::Rotation::about_x(axis.x) * sinew::Rotation::about_y(axis.y) *
                                      sinew::Rotation::about_z(axis.z);
            const sinew::System system(Stewart({R, {p.x, p.y, 1 + p.z}}).model);
            return assemble(system, random_pose(system, dice), options);
        }));
    rows.push_back(assemble_many("Bricard's loop", poses, from_anywhere(loop)));
    rows.push_back(assemble_many("humanoid holding a bar", poses, from_anywhere(person)));
    return rows;
}

}  // namespace

int run(int count, char** words) {
    std::string path;
    int poses = 1000;
    for (int i = 1; i + 1 < count; i += 2) {
        if (std::string(words[i]) == "--json") path = words[i + 1];
        else if (std::string(words[i]) == "--poses") poses = std::atoi(words[i + 1]);
        else throw std::runtime_error("sinew_bench_studies [--json FILE] [--poses N]");
    }
    json out = heading(pin_to_one_core());
    fmt::print("markers: 38 dofs, 40 markers, per frame\n{:>6} {:>12} {:>12} {:>8} {:>22} {:>22} {:>8}\n",
               "rods", "ours, us", "Simbody, us", "ratio", "rms ours / theirs, mm", "constraint error",
               "allocs");
    for (const int rods : {0, 1, 5, 20}) {
        const MarkerRow row = follow_markers(rods, {.repetitions = 7, .batch_seconds = 5e-2});
        fmt::print("{:>6} {:>12.1f} {:>12.1f} {:>8.1f} {:>11.4f}{:>11.4f} {:>11.1e}{:>11.1e} {:>8.2f}\n",
                   rods, 1e6 * row.ours.median, 1e6 * row.simbody.median,
                   row.simbody.median / row.ours.median, 1e3 * row.our_rms, 1e3 * row.simbody_rms,
                   row.our_error, row.simbody_error, row.our_allocations);
        out["markers"].push_back({{"rods", rods},
                                  {"dofs", 38},
                                  {"markers", 40},
                                  {"ours", to_json(row.ours)},
                                  {"simbody", to_json(row.simbody)},
                                  {"ratio", row.simbody.median / row.ours.median},
                                  {"our_rms_m", row.our_rms},
                                  {"simbody_rms_m", row.simbody_rms},
                                  {"our_constraint_error", row.our_error},
                                  {"simbody_constraint_error", row.simbody_error},
                                  {"our_allocations", row.our_allocations}});
    }
    out["recording"] = follow_recording(out["markers"][0]["simbody"]["median_s"]);
    fmt::print("\nassembly from random poses\n{:<24} {:>6} {:>10} {:>8} {:>11} {:>9} {:>9}\n", "mechanism",
               "poses", "assembled", "at once", "iterations", "mean, us", "worst, us");
    bool all = true;
    for (const AssemblyRow& row : assemble_all(poses)) {
        fmt::print("{:<24} {:>6} {:>10} {:>8} {:>11.1f} {:>9.0f} {:>9.0f}\n", row.mechanism, row.poses,
                   row.assembled, row.at_once, row.iterations, 1e6 * row.seconds, 1e6 * row.worst_seconds);
        all = all && row.assembled >= 0.999 * row.poses;
        out["assembly"].push_back({{"mechanism", row.mechanism},
                                   {"poses", row.poses},
                                   {"assembled", row.assembled},
                                   {"at_once", row.at_once},
                                   {"mean_iterations", row.iterations},
                                   {"mean_s", row.seconds},
                                   {"worst_s", row.worst_seconds}});
    }
    if (!path.empty()) std::ofstream(path) << out.dump(1) << "\n";
    return all ? 0 : 1;
}

}  // namespace bench
