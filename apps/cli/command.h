// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/json_text.h>
#include <sinew/base/error.h>

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace sinew::cli {

/// A command line that makes no sense.
struct UsageError : Error {
    using Error::Error;
};

/// What went wrong while the program did what it was asked for.
struct RunError : Error {
    using Error::Error;
};

// How a command ends, beside 128 plus the number of a signal.
inline constexpr int ended_well = 0, bad_input = 2, run_failed = 3;

/// Where a command writes: results to standard output, all else to standard error.
struct Output {
    bool json = false, quiet = false;

    /// A result for people, in place of which --json writes the other.
    void text(const std::string& lines) const;
    void result(const Json& value) const;
    /// What is good to know; not with --quiet.
    void note(const std::string& line) const;
};

/// What may stand for a value, for the completion of shells.
enum class Complete : unsigned char { nothing, file, model };

/// One option of a command; an argument if its name does not begin with "-".
struct Option {
    std::string names;  ///< "-o,--out"
    std::string value;  ///< what stands for its value in the help; empty for a flag
    std::string text;
    std::variant<bool*, double*, long*, std::string*, std::vector<std::string>*> into;
    bool required = false;
    std::vector<std::string> choices{};
    Complete complete = Complete::nothing;
};

/// An option whose value is the name of a file.
inline Option file_option(std::string names, std::string value, std::string text, std::string* into,
                          bool required = false, Complete complete = Complete::file) {
    return {std::move(names), std::move(value), std::move(text), into, required, {}, complete};
}

struct Example {
    std::string line, text;
};

/// One subcommand: what it is called, what it takes, what it does.
struct Command {
    std::string name{}, summary{}, text{};
    std::vector<Option> options{};
    std::vector<Example> examples{};
    std::function<int(const Output&)> run{};
};

/// All of them, in the order of the help.
std::vector<Command> all_commands();

// One file each.
Command assemble_command();
Command bench_command();
Command check_command();
Command compare_command();
Command completion_command();
Command convert_command();
Command demo_command();
Command equilibrium_command();
Command eval_command();
Command export_command();
Command id_command();
Command ik_command();
Command info_command();
Command modes_command();
Command plot_command();
Command report_command();
Command resume_command();
Command simulate_command();
Command sweep_command();
Command view_command();

}  // namespace sinew::cli
