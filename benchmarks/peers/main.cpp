// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Sinew and every other library that Debian packages on the same models and states: numbers are compared first, then
// times are taken.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "../bars.h"
#include "../heading.h"
#include "../measure.h"
#include "../program.h"
#include "../simbody_peer.h"
#include "../sinew_side.h"
#include "peer.h"

namespace bench {
namespace {

constexpr int ring = 16;
constexpr double agreement_bar =
    1e-8;  // eigenvectors and logarithms of rotations cost some of these libraries a digit

/// Simbody as one peer among others.
Peer simbody_peer() {
    return {"Simbody", "", make_simbody_side, [](const BenchModel&, Op) { return true; }};
}

/// What is compared: of M its product with the state's accelerations, since libraries differ in the speeds of joints.
std::vector<double> compared(const BenchState& state, Op op, std::vector<double> values) {
    const std::size_t n = state.udot.size();
    if (op != Op::mass_matrix || values.size() == n) return values;
    std::vector<double> out(n);
    for (std::size_t i = 0; i < n * n; ++i) out[i / n] += values[i] * state.udot[i % n];
    return out;
}

double disagreement(const std::vector<BenchState>& states, Side& ours, Side& theirs, Op op) {
    double worst = 0;
    for (std::size_t k = 0; k < ring; ++k) {
        ours.run(op, static_cast<int>(k));
        theirs.run(op, static_cast<int>(k));
        worst = std::max(worst, relative_difference(compared(states[k], op, ours.result(op)),
                                                    compared(states[k], op, theirs.result(op))));
    }
    return worst;
}

}  // namespace

int run(int count, char** words) {
    std::string json_file, svg_file;
    TimingOptions timing;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--json" && i + 1 < count) json_file = words[++i];
        else if (word == "--svg" && i + 1 < count) svg_file = words[++i];
        else if (word == "--repetitions" && i + 1 < count)
            timing.repetitions = std::max(1, std::atoi(words[++i]));
        else throw std::runtime_error("sinew_bench_peers [--json FILE] [--svg FILE] [--repetitions N]");
    }
    nlohmann::json out = heading(pin_to_one_core());
    out["rows"] = nlohmann::json::array();
    const Peer peers[]{simbody_peer(), mujoco_peer(), dart_peer(), bullet_peer(), kdl_peer()};
    for (const Peer& peer : peers)
        if (!peer.version.empty()) out["peers"][peer.name] = peer.version;
    bool agree = true;
    std::vector<BarGroup> humanoid;
    fmt::print("{:<26}{:<20}{:<10}{:>12}{:>12}{:>8}{:>12}\n", "model", "operation", "peer", "ours, us",
               "peer, us", "ratio", "differ by");
    for (const BenchModel& model : {chain(7), chain(20), chain(100), humanoid_of_pins(),
                                    binary_tree(127, JointKind::ball), chains(11, 20)}) {
        const std::vector<BenchState> states = random_states(model, ring, 2026);
        const auto ours = make_sinew_side(model, states);
        for (const Op op : {Op::forward_dynamics, Op::inverse_dynamics, Op::mass_matrix}) {
            BarGroup group{name(op), {}};
            for (const Peer& peer : peers) {
                if (!peer.has(model, op)) continue;
                const auto theirs = peer.make(model, states);
                const double differ = disagreement(states, *ours, *theirs, op);
                const auto times = time_in_turns(
                    {[&](int i) { ours->run(op, i % ring); }, [&](int i) { theirs->run(op, i % ring); }},
                    timing);
                const double ratio = times[1].median / times[0].median;
                const bool same = differ <= agreement_bar;
                agree = agree && same;
                if (group.bars.empty()) group.bars.push_back({"Sinew", times[0].median});
                if (same) group.bars.push_back({peer.name, times[1].median});
                fmt::print("{:<26}{:<20}{:<10}{:>12.2f}{:>12.2f}{:>8}{:>12.1e}\n", model.name, name(op),
                           peer.name, 1e6 * times[0].median, 1e6 * times[1].median,
                           same ? fmt::format("{:.1f}", ratio) : "differ", differ);
                out["rows"].push_back({{"model", model.name},
                                       {"dofs", mobilities(model)},
                                       {"operation", name(op)},
                                       {"peer", peer.name},
                                       {"ours_s", times[0].median},
                                       {"peer_s", times[1].median},
                                       {"ratio", same ? nlohmann::json(ratio) : nlohmann::json()},
                                       {"disagreement", differ}});
            }
            if (model.name == humanoid_of_pins().name) humanoid.push_back(std::move(group));
        }
    }
    if (!svg_file.empty())
        std::ofstream(svg_file) << bar_chart("A humanoid of 36 degrees of freedom", humanoid);
    if (!json_file.empty()) std::ofstream(json_file) << out.dump(1) << '\n';
    return agree ? 0 : 1;
}

}  // namespace bench
