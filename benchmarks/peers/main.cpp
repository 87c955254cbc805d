// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Sinew and five libraries that Debian packages on the same models and states: numbers are compared first, then
// times are taken.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

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

/// Libraries without batches go through eight states one after another.
class EightInTurn : public Side {
public:
    explicit EightInTurn(std::unique_ptr<Side> side) : side_(std::move(side)) {}
    void run(Op, int state) override {
        first_ = state;
        for (int i = 0; i < batch_size; ++i) side_->run(Op::forward_dynamics, (state + i) % ring);
    }
    std::vector<double> result(Op) override {
        std::vector<double> all;
        for (int i = 0; i < batch_size; ++i) {
            side_->run(Op::forward_dynamics, (first_ + i) % ring);
            const std::vector<double> one = side_->result(Op::forward_dynamics);
            all.insert(all.end(), one.begin(), one.end());
        }
        return all;
    }

private:
    std::unique_ptr<Side> side_;
    int first_ = 0;
};

bool has(const Peer& peer, const BenchModel& model, Op op) {
    return peer.has(model, op == Op::batch_of_8 ? Op::forward_dynamics : op);
}

std::unique_ptr<Side> make(const Peer& peer, const BenchModel& model, const std::vector<BenchState>& states,
                           Op op) {
    std::unique_ptr<Side> side = peer.make(model, states);
    if (op == Op::batch_of_8) return std::make_unique<EightInTurn>(std::move(side));
    return side;
}

/// What is compared: of M and of the Jacobian their products with the state's accelerations.
std::vector<double> compared(const BenchState& state, Op op, std::vector<double> values) {
    const std::size_t n = state.udot.size(), rows = op == Op::mass_matrix ? n : 6;
    if ((op != Op::mass_matrix && op != Op::jacobian) || values.size() == rows) return values;
    std::vector<double> out(rows);
    for (std::size_t i = 0; i < rows * n; ++i) out[i / n] += values[i] * state.udot[i % n];
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

struct Options {
    std::string json, model, op;
    TimingOptions timing;
};

Options parse(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool valued = i + 1 < count;
        if (word == "--json" && valued) options.json = words[++i];
        else if (word == "--model" && valued) options.model = words[++i];
        else if (word == "--op" && valued) options.op = words[++i];
        else if (word == "--repetitions" && valued)
            options.timing.repetitions = std::max(1, std::atoi(words[++i]));
        else
            throw std::runtime_error(
                "sinew_bench_peers [--model PART] [--op PART] [--repetitions N] [--json FILE]");
    }
    return options;
}

class Comparison {
public:
    explicit Comparison(const Options& options) : options_(options) {
        out = heading(pin_to_one_core());
        out["rows"] = nlohmann::json::array();
        for (const Peer& peer : peers_)
            if (!peer.version.empty()) out["peers"][peer.name] = peer.version;
        fmt::print("{:<26}{:<20}{:<10}{:>12}{:>12}{:>8}{:>12}\n", "model", "operation", "peer", "ours, us",
                   "peer, us", "ratio", "differ by");
    }

    void compare(const BenchModel& model) {
        if (model.name.find(options_.model) == std::string::npos) return;
        std::vector<BenchState> states = random_states(model, ring, 2026);
        const bool is_closed = !model.rods.empty() || !model.balls.empty();
        if (is_closed) make_states_obey(model, states);
        const auto ours = make_sinew_side(model, states);
        for (const Op op : all_ops) {
            const bool changes = !is_closed || op == Op::forward_dynamics || op == Op::batch_of_8;
            if (!changes || op == Op::state_copy ||
                std::string(name(op)).find(options_.op) == std::string::npos)
                continue;
            for (const Peer& peer : peers_)
                if (has(peer, model, op)) compare(model, states, op, *ours, peer);
        }
    }

    nlohmann::json out;
    bool agree = true;

private:
    void compare(const BenchModel& model, const std::vector<BenchState>& states, Op op, Side& ours,
                 const Peer& peer) {
        const auto theirs = make(peer, model, states, op);
        const double differ = disagreement(states, ours, *theirs, op);
        const auto times =
            time_in_turns({[&](int i) { ours.run(op, i % ring); }, [&](int i) { theirs->run(op, i % ring); }},
                          options_.timing);
        const double ratio = times[1].median / times[0].median;
        const bool same = differ <= agreement_bar;
        agree = agree && same;
        fmt::print("{:<26}{:<20}{:<10}{:>12.2f}{:>12.2f}{:>8}{:>12.1e}\n", model.name, name(op), peer.name,
                   1e6 * times[0].median, 1e6 * times[1].median,
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

    const Options& options_;
    const Peer peers_[5]{simbody_peer(), mujoco_peer(), dart_peer(), bullet_peer(), kdl_peer()};
};

}  // namespace

int run(int count, char** words) {
    const Options options = parse(count, words);
    Comparison comparison(options);
    for (const BenchModel& model : all_models()) comparison.compare(model);
    if (!options.json.empty()) std::ofstream(options.json) << comparison.out.dump(1) << '\n';
    if (!comparison.agree)
        fmt::print("Some results differ by more than {:g}: no ratio for those.\n", agreement_bar);
    return comparison.agree ? 0 : 1;
}

}  // namespace bench
