// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/help.h>
#include <apps/cli/program.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/version.h>

#include <CLI/CLI.hpp>

#include <csignal>
#include <filesystem>
#include <new>

namespace sinew::cli {

namespace {

std::vector<std::string> names_of_all(const std::vector<Command>& commands) {
    std::vector<std::string> names;
    for (const Command& command : commands) names.push_back(command.name);
    return names;
}

void take(const Option& option, const std::vector<std::string>& words) {
    const std::string name = names_of(option).back();
    if (const auto* flag = std::get_if<bool*>(&option.into)) {
        **flag = true;
        return;
    }
    if (const auto* list = std::get_if<std::vector<std::string>*>(&option.into)) {
        **list = words;
        return;
    }
    if (words.size() > 1)
        throw UsageError(name + " is given twice: " + sinew::quoted(words[0]) + " and " +
                         sinew::quoted(words[1]) + ".");
    if (!option.choices.empty()) place_of(words[0], option.choices, ("values of " + name).c_str());
    if (const auto* number = std::get_if<double*>(&option.into)) **number = number_of(words[0], name);
    if (const auto* count = std::get_if<long*>(&option.into)) {
        const double value = number_of(words[0], name);
        if (value != std::floor(value) || std::abs(value) > 1e15)
            throw UsageError(name + ": " + sinew::quoted(words[0]) + " is not a whole number.");
        **count = static_cast<long>(value);
    }
    if (const auto* text = std::get_if<std::string*>(&option.into)) **text = words[0];
}

void refuse_extras(const Command& command, const std::vector<std::string>& extras) {
    const std::string& word = extras[0];
    if (word.size() > 1 && word[0] == '-') {
        std::vector<std::string> names;
        for (const Option& option : command.options)
            if (!is_argument(option))
                for (const std::string& name : names_of(option)) names.push_back(name);
        const std::string near = nearest_name(word.substr(0, word.find('=')), names);
        std::string text = "there is no option " + sinew::quoted(word) + ".";
        if (!near.empty()) text += " Did you mean " + near + "?";
        std::error_code error;
        if (std::filesystem::exists(word, error)) text += " A file of that name is written ./" + word;
        throw UsageError(text);
    }
    throw UsageError("the word " + sinew::quoted(word) + " is one too many.");
}

/// Reads the words after the command's name into its options; false if only help was asked for.
bool parse(Command& command, int count, char** words) {
    CLI::App app;
    app.set_help_flag();
    app.allow_extras();
    bool help = false;
    app.add_flag("-h,--help", help);
    std::vector<const CLI::Option*> made;
    for (const Option& option : command.options) {
        if (std::holds_alternative<bool*>(option.into)) {
            made.push_back(app.add_flag(option.names, **std::get_if<bool*>(&option.into)));
            continue;
        }
        CLI::Option* added =
            app.add_option(option.names, CLI::callback_t([&option](const CLI::results_t& results) {
                               take(option, results);
                               return true;
                           }));
        const bool list = std::holds_alternative<std::vector<std::string>*>(option.into);
        added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        if (list && is_argument(option)) added->expected(-1);
        else added->expected(1)->allow_extra_args(false);
        made.push_back(added);
    }
    try {
        app.parse(count, words);
    } catch (const CLI::ArgumentMismatch& e) {
        const std::string what = e.what();
        throw UsageError(what.substr(0, what.find(':')) + " needs a value.");
    } catch (const CLI::ParseError& e) {
        throw UsageError(e.what());
    }
    if (help) return false;
    const std::vector<std::string> extras = app.remaining();
    if (!extras.empty()) refuse_extras(command, extras);
    for (std::size_t i = 0; i < made.size(); ++i)
        if (command.options[i].required && made[i]->count() == 0)
            throw UsageError(command.options[i].names + " is missing: " + command.options[i].text);
    return true;
}

/// Tells what went wrong, to people and, with --json, to programs.
int tell(const Output& out, const std::string& who, const std::string& what, int code,
         const std::string& more = {}) {
    std::fprintf(stderr, "%s: %s\n%s", who.c_str(), what.c_str(), more.c_str());
    try {
        out.result(Json::object().set("error", what).set("exit_code", code));
    } catch (const Error&) {  // standard output is what went wrong
    }
    return code;
}

int run_command(Command& command, int count, char** words) {
    Output out;
    for (int i = 0; i < count; ++i)
        if (std::string_view(words[i]) == "--json")
            out.json = true;  // also for what goes wrong before it is read
    const std::string who = "sinew " + command.name;
    const std::string usage = "Usage: " + usage_of(command) + "\n" + who + " --help tells more.\n";
    command.options.push_back({"--json", "", "results as JSON, numbers to the last bit", &out.json});
    command.options.push_back({"-q,--quiet", "", "nothing but results and what goes wrong", &out.quiet});
    try {
        if (!parse(command, count, words)) {
            out.json = false;
            out.text(help_of(command));
            return ended_well;
        }
        return command.run(out);
    } catch (const UsageError& e) {
        return tell(out, who, e.what(), bad_input, usage);
    } catch (const RunError& e) {
        return tell(out, who, e.what(), run_failed);
    } catch (const Error& e) {
        return tell(out, who, e.what(), bad_input);
    } catch (const std::bad_alloc&) {
        return tell(out, who, "there is not enough memory for this.", run_failed);
    } catch (const std::exception& e) {
        return tell(out, who, e.what(), run_failed);
    }
}

int help(const std::vector<Command>& commands, const std::vector<std::string>& words) {
    Output out;
    const bool markdown = !words.empty() && words.back() == "--markdown";
    if (words.empty()) return out.text(help_of_all(commands)), ended_well;
    for (Command command : commands)
        if (command.name == words[0]) {
            command.options.push_back({"--json", "", "results as JSON, numbers to the last bit", &out.json});
            command.options.push_back(
                {"-q,--quiet", "", "nothing but results and what goes wrong", &out.quiet});
            return out.text(markdown ? page_of(command) : help_of(command)), ended_well;
        }
    std::fprintf(stderr, "sinew help: there is no command %s.%s\n", sinew::quoted(words[0]).c_str(),
                 suggestion(words[0], names_of_all(commands), "commands").c_str());
    return bad_input;
}

}  // namespace

std::vector<Command> all_commands() {
    return {check_command(),       info_command(),     eval_command(),  simulate_command(),
            resume_command(),      assemble_command(), ik_command(),    id_command(),
            equilibrium_command(), modes_command(),    sweep_command(), convert_command(),
            plot_command(),        report_command(),   view_command(),  export_command(),
            compare_command(),     demo_command(),     bench_command(), completion_command()};
}

int run_program(int count, char** words) {
    std::signal(SIGPIPE, SIG_IGN);  // a pipe that is closed is an error of writing, told like others
    try {
        std::vector<Command> commands = all_commands();
        const std::vector<std::string> rest(words + std::min(count, 2), words + count);
        const std::string first = count > 1 ? words[1] : "help";
        if (first == "help" || first == "--help" || first == "-h") return help(commands, rest);
        if (first == "--version" || first == "version")
            return Output().text(std::string("sinew ") + version()), 0;
        for (Command& command : commands)
            if (command.name == first) return run_command(command, count - 1, words + 1);
        std::error_code error;
        std::string text = suggestion(first, names_of_all(commands), "commands");
        if (std::filesystem::is_regular_file(first, error)) text = " To look at a file: sinew check " + first;
        std::fprintf(stderr, "sinew: there is no command %s.%s\nsinew --help tells more.\n",
                     sinew::quoted(first).c_str(), text.c_str());
        return bad_input;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "sinew: %s\n", e.what());
        return run_failed;
    }
}

}  // namespace sinew::cli
