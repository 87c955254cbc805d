// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What derivatives cost, in evaluations of what they are derivatives of: instructions, and times of one thread. Then
// what implicit methods save by them.
#include <sinew/sinew.h>

#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "further_derivatives.h"
#include "heading.h"
#include "implicit_runs.h"
#include "instructions.h"
#include "measure.h"
#include "program.h"
#include "sinew_model.h"

namespace bench {
namespace {

constexpr int ring = 16;  // states taken in turn, so that nothing is found already computed

using Named = std::vector<std::pair<std::string, std::function<void(int)>>>;

/// One model, its states, and the four questions; each begins with new coordinates and speeds.
class Questions {
public:
    explicit Questions(const BenchModel& model)
        : system_(model_of(model)), state_(system_.default_state()), derivatives_(system_), f_(size()) {
        const sinew::StateLayout& layout = system_.layout();
        for (const BenchState& s : random_states(model, ring, 2026)) {
            q_.emplace_back(s.q.size()), u_.emplace_back(size()), u_dot_.emplace_back(size());
            std::size_t q = 0, u = 0;
            for (std::size_t i = 0; i < model.bodies.size(); ++i) {
                const sinew::Range at_q = layout.q_of_joint[i], at_u = layout.u_of_joint[i];
                for (int k = 0; k < at_q.count; ++k)
                    q_.back()[static_cast<std::size_t>(at_q.first + k)] = s.q[q++];
                for (int k = 0; k < at_u.count; ++k, ++u) {
                    u_.back()[static_cast<std::size_t>(at_u.first + k)] = s.u[u];
                    u_dot_.back()[static_cast<std::size_t>(at_u.first + k)] = s.udot[u];
                }
            }
        }
    }

    Named all() {
        return {
            {"inverse dynamics", [this](int i) { inverse_dynamics(system_, at(i), u_dot_[index(i)], f_); }},
            {"its derivatives", [this](int i) { derivatives_.inverse(at(i), u_dot_[index(i)]); }},
            {"forward dynamics", [this](int i) { forward_dynamics(system_, at(i)); }},
            {"its derivatives", [this](int i) { derivatives_.forward(at(i)); }}};
    }

private:
    std::size_t size() const { return static_cast<std::size_t>(system_.nu()); }
    static std::size_t index(int i) { return static_cast<std::size_t>(i % ring); }
    const sinew::State& at(int i) {
        state_.set_q(q_[index(i)]);
        state_.set_u(u_[index(i)]);
        return state_;
    }

    sinew::System system_;
    sinew::State state_;
    sinew::DynamicsDerivatives derivatives_;
    std::vector<std::vector<double>> q_, u_, u_dot_;
    std::vector<double> f_;
};

std::vector<BenchModel> differentiated() {
    return {humanoid_of_pins(), humanoid_of_functions(), chain(20), chain(100)};
}

std::string label(const std::string& model, std::size_t question) {
    return model + "/" + std::to_string(question);
}

/// What was not counted is null, not zero.
nlohmann::json or_null(double count) { return count > 0 ? nlohmann::json(count) : nlohmann::json(); }

/// Prints what was found of a model, and adds it to rows.
void report(const std::string& model, const Named& questions, const std::map<std::string, double>& counts,
            const std::vector<Timing>& times, nlohmann::json& rows) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const auto count = [&](std::size_t k) {
            const auto found = counts.find(label(model, k));
            return found == counts.end() ? 0 : found->second;
        };
        const std::size_t base = i - i % 2;
        const double by_count = count(base) > 0 ? count(i) / count(base) : 0,
                     by_time = times[i].median / times[base].median;
        fmt::print("{:<28} {:<18} {:>12.0f} {:>7.2f} {:>10.2f} {:>7.2f}\n", model, questions[i].first,
                   count(i), by_count, 1e6 * times[i].median, by_time);
        if (i != base)
            rows.push_back({{"model", model},
                            {"derivatives_of", questions[base].first},
                            {"median_s", times[i].median},
                            {"evaluation_s", times[base].median},
                            {"evaluations", by_time},
                            {"evaluations_by_instructions", or_null(by_count)},
                            {"instructions", or_null(count(i))}});
    }
}

nlohmann::json measure() {
    nlohmann::json out = heading(pin_to_one_core()), rows = nlohmann::json::array();
    std::string reason;
    const std::map<std::string, double> counts = count_with_callgrind("--count-only", reason);
    if (counts.empty()) fmt::print("no instructions: {}\n", reason);
    fmt::print("{:<28} {:<18} {:>12} {:>7} {:>10} {:>7}\n", "model", "", "instructions", "ratio", "us",
               "ratio");
    for (const BenchModel& model : differentiated()) {
        Questions questions(model);
        const Named all = questions.all();
        std::vector<std::function<void(int)>> contestants;
        for (const auto& question : all) contestants.push_back(question.second);
        report(model.name, all, counts, time_in_turns(contestants, {}), rows);
    }
    out["rows"] = rows;
    out["further"] = measure_further_derivatives();
    out["implicit"] = measure_implicit_runs();
    return out;
}

void count_only() {
    for (const BenchModel& model : differentiated()) {
        Questions questions(model);
        const Named all = questions.all();
        for (std::size_t i = 0; i < all.size(); ++i)
            count_under_callgrind(label(model.name, i), all[i].second);
    }
}

}  // namespace

int run(int count, char** words) {
    const std::string option = count > 1 ? words[1] : "";
    if (option == "--count-only") {
        count_only();
        return 0;
    }
    if (count > 1 && (option != "--json" || count != 3))
        throw std::runtime_error("sinew_bench_derivatives [--json FILE]");
    const nlohmann::json found = measure();
    if (count == 3) std::ofstream(words[2]) << found.dump(1) << '\n';
    return 0;
}

}  // namespace bench
