// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/help.h>
#include <sinew/version.h>

#include <fmt/format.h>

#include <algorithm>

namespace sinew::cli {

namespace {

constexpr std::size_t width = 100;

bool is_list(const Option& option) { return std::holds_alternative<std::vector<std::string>*>(option.into); }

std::string shown(const Option& option) {
    if (is_argument(option)) return option.names + (is_list(option) ? "..." : "");
    std::string text;
    for (const std::string& name : names_of(option)) text += (text.empty() ? "" : ", ") + name;
    return option.value.empty() ? text : text + " " + option.value;
}

/// Words in lines that begin with `indent` spaces, the first one at `column`.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t column) {
    std::string lines;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const std::string word = text.substr(at, end - at);
        if (column > indent && column + 1 + word.size() > width) {
            lines += "\n" + std::string(indent, ' ');
            column = indent;
        }
        if (column > indent) lines += ' ', ++column;
        lines += word;
        column += word.size();
        if (end < text.size() && text[end] == '\n') {
            lines += "\n" + std::string(indent, ' ');
            column = indent;
        }
        at = end + 1;
    }
    return lines;
}

std::string described(const Option& option) {
    std::string text = option.text;
    for (std::size_t i = 0; i < option.choices.size(); ++i) text += (i ? ", " : ": ") + option.choices[i];
    return text;
}

std::string options_text(const Command& command, bool arguments) {
    std::string text;
    for (const Option& option : command.options) {
        if (is_argument(option) != arguments) continue;
        const std::string name = "  " + shown(option);
        text += name;
        const std::size_t column = 26;
        if (name.size() + 2 > column) text += "\n" + std::string(column, ' ');
        else text += std::string(column - name.size(), ' ');
        text += wrapped(described(option), column, column) + "\n";
    }
    return text;
}

}  // namespace

std::vector<std::string> names_of(const Option& option) {
    std::vector<std::string> names;
    std::size_t at = 0;
    while (at <= option.names.size()) {
        const std::size_t end = std::min(option.names.find(',', at), option.names.size());
        names.push_back(option.names.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

bool is_argument(const Option& option) { return option.names[0] != '-'; }

std::string usage_of(const Command& command) {
    std::string text = "sinew " + command.name;
    for (const Option& option : command.options)
        if (is_argument(option)) text += option.required ? " " + shown(option) : " [" + shown(option) + "]";
    return text + " [OPTIONS]";
}

std::string help_of(const Command& command) {
    std::string text = "Usage: " + usage_of(command) + "\n\n" + wrapped(command.summary, 0, 0) + "\n";
    if (!command.text.empty()) text += "\n" + wrapped(command.text, 0, 0) + "\n";
    const std::string arguments = options_text(command, true);
    if (!arguments.empty()) text += "\nArguments:\n" + arguments;
    text += "\nOptions:\n" + options_text(command, false);
    if (!command.examples.empty()) text += "\nExamples:\n";
    for (const Example& example : command.examples)
        text += "  " + example.line + "\n" + (example.text.empty() ? "" : "      " + example.text + "\n");
    return text;
}

std::string page_of(const Command& command) {
    const std::string help = help_of(command);
    std::string page =
        "# sinew " + command.name + "\n\n" + command.summary + "\n\n```text\n" + help + "```\n";
    page += "\nThe same as `sinew " + command.name +
            " --help` says. Exit codes: 0 done, 2 input that can not be used, 3 what was asked for failed.\n"
            "[All commands](README.md)\n";
    return page;
}

std::string help_of_all(const std::vector<Command>& commands) {
    std::string text = fmt::format(
        "Sinew {}: multibody mechanics.\n\nUsage: sinew COMMAND ... (sinew COMMAND --help tells more)\n\n",
        version());
    for (const Command& command : commands)
        text += fmt::format("  {:<12} {}\n", command.name, command.summary);
    text +=
        "\nA model is a file (JSON, URDF, SDF, MJCF) or the name of a demo. First steps:\n"
        "  sinew demo                    what comes along\n"
        "  sinew simulate pendulum       a run, its recording and its report\n"
        "  sinew check my_robot.urdf     what was understood of a file of yours\n"
        "\nResults go to standard output, all else to standard error. Every command knows --json and "
        "--quiet.\n"
        "Exit codes: 0 done, 2 input that can not be used, 3 what was asked for failed.\n";
    return text;
}

}  // namespace sinew::cli
