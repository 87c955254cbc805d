// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/page.h>
#include <sinew/base/names.h>
#include <sinew/formats/report.h>

namespace sinew::cli {

void write_page(const std::string& page, const System& system, const std::string& file, const Output& out,
                const std::string& title) {
    const Recording recording(file);
    ReportOptions options;
    options.title =
        title.empty() ? (system.model().title.empty() ? system.model().name : system.model().title) : title;
    write_report(page, system, recording, options);
    if (!report_page_is_built())
        out.note(
            "note: this program was built without the page that replays (it takes node and npm where it is "
            "built); " +
            page + " holds the data only.");
}

OpenRecording open_recording(const std::string& file, const std::string& model) {
    Recording recording(file);
    if (model.empty() && recording.about().model.empty())
        throw UsageError(sinew::quoted(file) +
                         " does not hold the model it is of: name it with --model FILE.");
    ModelChoice choice;
    choice.model = model.empty() ? file : model;
    System system = compile(read_chosen(choice));
    recording.check(system);
    return {std::move(system), std::move(recording)};
}

}  // namespace sinew::cli
