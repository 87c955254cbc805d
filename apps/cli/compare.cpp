// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/command.h>
#include <sinew/formats/compare_recordings.h>

#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    std::string a, b;
    double tolerance = 0;
};

int compare_them(const Options& options, const Output& out) {
    const RecordingComparison found = compare(Recording(options.a), Recording(options.b), options.tolerance);
    out.text(found.text());
    Json variables = Json::array();
    for (const VariableDifference& v : found.variables)
        if (!v.within())
            variables.push(Json::object()
                               .set("name", v.name)
                               .set("difference", v.difference)
                               .set("allowed", v.allowed)
                               .set("time", v.time)
                               .set("a", v.a)
                               .set("b", v.b));
    out.result(Json::object()
                   .set("same", found.same())
                   .set("tolerance", found.tolerance)
                   .set("frames_of_a", found.frames_of_a)
                   .set("frames_of_b", found.frames_of_b)
                   .set("compared", found.compared)
                   .set("beyond_tolerance", std::move(variables))
                   .set("only_in_a", found.only_in_a)
                   .set("only_in_b", found.only_in_b)
                   .set("others", found.others));
    return found.same() ? ended_well : run_failed;
}

}  // namespace

Command compare_command() {
    auto options = std::make_shared<Options>();
    Command command{"compare", "Whether two recordings are the same, and where they first differ."};
    command.text = "Ends with exit code 3 if they differ by more than the tolerance.";
    std::vector<Option>& o = command.options;
    o.push_back(file_option("A", "A", "a recording", &options->a, true));
    o.push_back(file_option("B", "B", "another one", &options->b, true));
    o.push_back({"--tolerance", "SHARE",
                 "of the larger of 1 and a variable's largest value; 0, to the last bit, unless told",
                 &options->tolerance});
    command.examples = {{"sinew compare before.sinew after.sinew --tolerance 1e-9", ""}};
    command.run = [options](const Output& out) { return compare_them(*options, out); };
    return command;
}

}  // namespace sinew::cli
