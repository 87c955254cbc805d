// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/events.h>
#include <apps/cli/load.h>
#include <apps/cli/plan.h>
#include <apps/cli/quantities.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/rigid/surfaces.h>
#include <sinew/state/json_value.h>
#include <sinew/studies/contact_steps.h>
#include <sinew/studies/variational.h>
#include <sinew/system/constraints.h>

#include <algorithm>
#include <cmath>

namespace sinew::cli {

std::vector<std::string> method_names() {
    std::vector<std::string> names;
    for (int i = 0; i < method_count; ++i) names.emplace_back(name(static_cast<Method>(i)));
    names.emplace_back("variational");
    names.emplace_back("contact_steps");
    return names;
}

void add_plan_options(Command& command, RunPlan& plan) {
    std::vector<Option>& o = command.options;
    o.push_back({"-t,--until", "TIME", "the end of the run, 10 s unless told", &plan.until});
    o.push_back({"--every", "TIME",
                 "time between frames of the recording; 0: a frame per step; else a 500th of the run, "
                 "at most 0.02 s",
                 &plan.every});
    o.push_back({"-a,--accuracy", "SHARE", "what a step may be wrong by, 1e-14 to 0.5; 1e-6 unless told",
                 &plan.accuracy});
    o.push_back({"-m,--method", "NAME", "how steps are made, dormand_prince_8 unless told", &plan.method,
                 false, method_names()});
    o.push_back(
        {"--fixed-step", "TIME", "all steps of this length, whatever their errors", &plan.fixed_step});
    o.push_back({"--max-step", "TIME",
                 "no step longer than this; five frames, unless told, where motions are given",
                 &plan.max_step});
    o.push_back({"--min-step", "TIME", "a step that would have to be shorter ends the run", &plan.min_step});
    o.push_back({"--tolerance", "SIZE", "how well constraints are kept; a tenth of the accuracy unless told",
                 &plan.constraint_tolerance});
    o.push_back(
        {"--output", "NAME", "a further number to record; may be given often (see above)", &plan.outputs});
    o.push_back({"--event", "EVENT",
                 "what happens when, such as \"knee.angle>1: stop\"; may be given often (see above)",
                 &plan.events});
}

Loaded load_for_run(const ModelChoice& choice, const RunPlan& plan, const Output& out) {
    Loaded loaded = load(choice, out);
    const Model& model = loaded.file.model;
    const bool of_one_length = plan.method == "contact_steps" || plan.method == "variational" ||
                               (plan.method.empty() && model.contact.step > 0);
    if (model.contact.kind != ContactKind::rigid || model.surfaces.empty() || of_one_length) return loaded;
    ModelFile file = loaded.file;
    file.model = with_rigid_contacts(model);
    System system = compile(file);
    State state = start_of(system, choice);
    return {loaded.path, std::move(file), std::move(system), std::move(state)};
}

double interval_of(const RunPlan& plan, double start) {
    if (plan.every >= 0) return plan.every;
    return std::min(0.02, (plan.until - start) / 500);
}

SimulationOptions options_of(const RunPlan& plan, const System& system) {
    SimulationOptions options;
    options.until = plan.until;
    options.accuracy = plan.accuracy;
    options.fixed_step = plan.fixed_step;
    options.initial_step = plan.initial_step;
    options.min_step = plan.min_step;
    options.max_step = plan.max_step;
    // Where motions are given, little may be left that has an error to tell how long a step may be.
    if (const double frame = interval_of(plan, 0);
        !system.model().motions.empty() && std::isinf(plan.max_step) && plan.fixed_step <= 0 && frame > 0)
        options.max_step = std::max(5 * frame, plan.min_step);
    options.constraint_tolerance = plan.constraint_tolerance;
    const std::vector<std::string> names = method_names();
    const std::size_t place =
        place_of(plan.method.empty() ? name(options.method) : plan.method, names, "methods");
    if (plan.method == "variational") {
        if (plan.fixed_step <= 0)
            throw UsageError(
                "--method variational takes steps of one length: add --fixed-step TIME, such as 0.001.");
        options.integrator = std::make_unique<VariationalIntegrator>();
    } else if (plan.method == "contact_steps") {
        const double wanted = system.model().contact.step;
        if (plan.fixed_step <= 0 && wanted <= 0)
            throw UsageError(
                "--method contact_steps takes steps of one length: add --fixed-step TIME, such as 0.005.");
        if (plan.fixed_step <= 0) options.fixed_step = wanted;
        options.integrator = std::make_unique<ContactStepIntegrator>();
    } else {
        options.method = static_cast<Method>(place);
    }
    for (const std::string& event : plan.events) options.handlers.push_back(handler_of(system, event));
    return options;
}

std::vector<Measure> outputs_of(const RunPlan& plan, const System& system) {
    std::vector<std::string> names{"total_energy", "kinetic_energy", "potential_energy"};
    if (equation_counts(system).holonomic + equation_counts(system).nonholonomic > 0)
        names.emplace_back("constraint_error");
    for (const std::string& name : plan.outputs)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    std::vector<Measure> outputs;
    for (const std::string& name : names)
        for (const Measure& measure : measures_of(system, name)) outputs.push_back(measure);
    return outputs;
}

std::string text_of(const RunPlan& plan) {
    return Json::object()
        .set("model", plan.model)
        .set("until", plan.until)
        .set("every", plan.every)
        .set("accuracy", plan.accuracy)
        .set("method", plan.method)
        .set("fixed_step", plan.fixed_step)
        .set("min_step", plan.min_step)
        .set("max_step", plan.max_step)  // null: none
        .set("constraint_tolerance", plan.constraint_tolerance)
        .set("outputs", plan.outputs)
        .set("events", plan.events)
        .text();
}

RunPlan plan_from(const std::string& text, const std::string& file) {
    const JsonValue values = [&] {
        try {
            return parse_json(text);
        } catch (const Error& e) {
            throw FileError(sinew::escaped(file) + " does not tell how it was run (" + e.what() +
                            "), so sinew resume can not go on with it. Programs of your own can: see "
                            "sinew/formats/record.h.");
        }
    }();
    RunPlan plan;
    const auto number = [&](const char* name, double& into) {
        if (const JsonValue* value = values.member(name); value && value->is_number()) into = value->real;
    };
    const auto words = [&](const char* name, std::vector<std::string>& into) {
        if (const JsonValue* value = values.member(name))
            for (const JsonValue& item : value->items) into.push_back(item.text);
    };
    number("until", plan.until);
    number("every", plan.every);
    number("accuracy", plan.accuracy);
    number("fixed_step", plan.fixed_step);
    number("min_step", plan.min_step);
    number("max_step", plan.max_step);
    number("constraint_tolerance", plan.constraint_tolerance);
    if (const JsonValue* value = values.member("method")) plan.method = value->text;
    if (const JsonValue* value = values.member("model")) plan.model = value->text;
    words("outputs", plan.outputs);
    words("events", plan.events);
    return plan;
}

}  // namespace sinew::cli
