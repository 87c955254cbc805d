// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/demos.h>
#include <apps/cli/help.h>

#include <memory>

namespace sinew::cli {

namespace {

std::string words_of(const Command& command) {
    std::string words;
    for (const Option& option : command.options)
        if (!is_argument(option))
            for (const std::string& name : names_of(option)) words += (words.empty() ? "" : " ") + name;
    return words + (words.empty() ? "" : " ") + "--json --quiet --help";
}

std::string commands_of(const std::vector<Command>& commands) {
    std::string words = "help";
    for (const Command& command : commands) words += " " + command.name;
    return words;
}

/// Values of options that have a choice, as "option) words".
std::string choices_of(const std::vector<Command>& commands) {
    std::string text;
    for (const Command& command : commands)
        for (const Option& option : command.options) {
            if (option.choices.empty()) continue;
            std::string names, words;
            for (const std::string& name : names_of(option)) names += (names.empty() ? "" : "|") + name;
            for (const std::string& choice : option.choices) words += (words.empty() ? "" : " ") + choice;
            if (text.find("        " + names + ")") == std::string::npos)
                text += "        " + names + ") COMPREPLY=($(compgen -W \"" + words +
                        "\" -- \"$word\")); return ;;\n";
        }
    return text;
}

std::string bash(const std::vector<Command>& commands) {
    std::string text =
        "# Completion of sinew for bash: eval \"$(sinew completion bash)\"\n"
        "_sinew() {\n"
        "    local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" options=\"\"\n"
        "    if [ \"$COMP_CWORD\" = 1 ]; then COMPREPLY=($(compgen -W \"" +
        commands_of(commands) +
        "\" -- \"$word\")); return; fi\n"
        "    case \"$before\" in\n" +
        choices_of(commands) +
        "    esac\n"
        "    case \"${COMP_WORDS[1]}\" in\n";
    for (const Command& command : commands)
        text += "        " + command.name + ") options=\"" + words_of(command) + "\" ;;\n";
    text += "        help) COMPREPLY=($(compgen -W \"" + commands_of(commands) +
            "\" -- \"$word\")); return ;;\n"
            "    esac\n"
            "    case \"$word\" in\n"
            "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
            "        *) COMPREPLY=($(compgen -f -- \"$word\") $(compgen -W \"$(sinew completion demos "
            "2>/dev/null)\" -- \"$word\")) ;;\n"
            "    esac\n"
            "}\n"
            "complete -o filenames -F _sinew sinew\n";
    return text;
}

std::string zsh(const std::vector<Command>& commands) {
    return "#compdef sinew\n# Completion of sinew for zsh, by what bash has: eval \"$(sinew completion "
           "zsh)\"\n"
           "autoload -U +X bashcompinit && bashcompinit\n" +
           bash(commands);
}

std::string escaped_for_fish(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    return out;
}

std::string fish(const std::vector<Command>& commands) {
    std::string text =
        "# Completion of sinew for fish: sinew completion fish | source\n"
        "complete -c sinew -n __fish_use_subcommand -f -a help -d 'What a command does'\n";
    for (const Command& command : commands) {
        text += "complete -c sinew -n __fish_use_subcommand -f -a " + command.name + " -d '" +
                escaped_for_fish(command.summary) + "'\n";
        const std::string when = "complete -c sinew -n '__fish_seen_subcommand_from " + command.name + "'";
        bool takes_model = false;
        for (const Option& option : command.options) {
            takes_model = takes_model || (is_argument(option) && option.complete == Complete::model);
            if (is_argument(option)) continue;
            std::string line = when;
            for (const std::string& name : names_of(option))
                line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (!option.value.empty()) line += " -r";
            if (!option.choices.empty()) {
                line += " -f -a '";
                for (const std::string& choice : option.choices) line += choice + " ";
                line += "'";
            }
            text += line + " -d '" + escaped_for_fish(option.text) + "'\n";
        }
        if (takes_model) text += when + " -a '(sinew completion demos 2>/dev/null)'\n";
    }
    return text;
}

}  // namespace

Command completion_command() {
    auto shell = std::make_shared<std::string>();
    Command command{"completion", "A script that completes commands, options and demos in a shell."};
    command.options.push_back({"SHELL",
                               "SHELL",
                               "which one (demos: only their names)",
                               shell.get(),
                               true,
                               {"bash", "zsh", "fish", "demos"}});
    command.examples = {{"echo 'eval \"$(sinew completion bash)\"' >> ~/.bashrc", ""},
                        {"sinew completion fish > ~/.config/fish/completions/sinew.fish", ""}};
    command.run = [shell](const Output& out) {
        std::string script;
        if (*shell == "demos")
            for (const std::string& name : demo_names()) script += name + "\n";
        else
            script = *shell == "bash"  ? bash(all_commands())
                     : *shell == "zsh" ? zsh(all_commands())
                                       : fish(all_commands());
        out.text(script);
        out.result(Json::object().set("script", script));
        return ended_well;
    };
    return command;
}

}  // namespace sinew::cli
