// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/diagnosis_text.h>
#include <sinew/system/compiled.h>
#include <sinew/system/constraints.h>

#include <fmt/format.h>

namespace sinew {

namespace {

class Words {
public:
    explicit Words(const System& system) : c_(system.compiled()), system_(system) {}

    std::string name(ConstraintId id) const {
        const auto i = static_cast<std::size_t>(id.index);
        const std::string own = sinew::quoted(name_of(c_.constraints.all[i].element));
        return i < c_.model.constraints.size() ? own : "joint " + own;  // one that closes a loop
    }
    std::string name(AnyJointId id) const {
        return sinew::quoted(c_.model.joints[static_cast<std::size_t>(id.index)].placement.name);
    }

    /// "C" (place along x, turn about z), or (equations 1, 3 of 6) where they have no words
    std::string equations(const std::vector<EquationShare>& all) const {
        std::string text;
        for (std::size_t i = 0; i < all.size();) {
            std::size_t end = i;
            std::string numbers, words;
            bool worded = true;
            for (; end < all.size() && all[end].constraint == all[i].constraint; ++end) {
                const std::string word = equation_name(system_, all[end].constraint, all[end].equation);
                worded = worded && !word.empty();
                words += (end > i ? ", " : "") + word;
                numbers += (end > i ? ", " : "") + std::to_string(all[end].equation + 1);
            }
            const int count = equations_of(system_, all[i].constraint).counts.all();
            text += fmt::format("{}{}", text.empty() ? "" : ", ", name(all[i].constraint));
            if (count > 1 && worded) text += " (" + words + ")";
            else if (count > 1)
                text += fmt::format(" (equation{} {} of {})", end - i > 1 ? "s" : "", numbers, count);
            i = end;
        }
        return text;
    }
    std::string speeds(const std::vector<SpeedShare>& all) const {
        std::string text;
        for (std::size_t i = 0; i < all.size() && i < most; ++i)
            text += fmt::format("{}{} {:+.3g}", i ? ", " : "",
                                escaped(c_.layout->u_names[static_cast<std::size_t>(all[i].speed)]),
                                all[i].share);
        if (all.size() > most) text += fmt::format(", and {} more", all.size() - most);
        return text;
    }
    std::string driven(const DependentSet& set) const {
        std::string text;
        for (const AnyJointId joint : set.driven)
            text += (text.empty() ? " with the given motion of " : ", ") + name(joint);
        return text;
    }

    static constexpr std::size_t most = 12;

private:
    const Compiled& c_;
    const System& system_;
};

std::string plural(int n, const char* one, const char* many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace

std::string text_of(const System& system, const Diagnosis& d) {
    const Words words(system);
    std::string text = fmt::format("{}: {} here. {}", escaped(system.model().name),
                                   plural(d.mobility, "degree of freedom", "degrees of freedom"),
                                   plural(d.speeds, "speed", "speeds"));
    if (d.driven) text += fmt::format(", {} of them given", d.driven);
    text +=
        fmt::format("; {}, {} of them independent.\n", plural(d.equations, "equation", "equations"), d.rank);
    if (d.position_error > 1e-6)
        text += fmt::format(
            "The constraints are not met (largest error {:.3g}); assemble first to be sure of the count.\n",
            d.position_error);
    for (const DependentSet& set : d.contradictory) {
        text += fmt::format("contradictory: {}{}", words.equations(set.equations), words.driven(set));
        text += set.equations.size() == 1 ? ": nothing that is free to move can meet it"
                                          : ": cannot be met together";
        if (set.residual > set.velocity_residual)
            text += fmt::format("; an error of {:.3g} stays.\n", set.residual);
        else text += fmt::format("; an error of {:.3g} in velocity stays.\n", set.velocity_residual);
    }
    for (const DependentSet& set : d.redundant)
        text +=
            fmt::format("redundant: {}{}{}.\n", words.equations(set.equations), words.driven(set),
                        set.equations.size() == 1 ? ": holds by itself" : ": each follows from the others");
    for (const ConstraintId id : d.ineffective)
        text += fmt::format("ineffective: {} holds nothing that is free to move.\n", words.name(id));
    for (const NearSingularity& near : d.near_singularities)
        text += fmt::format("nearly singular ({:.2g}): {} hardly see{} {}.\n", near.measure,
                            words.equations(near.equations), near.equations.size() == 1 ? "s" : "",
                            words.speeds(near.speeds));
    std::size_t told = 0;
    for (const FreeDirection& way : d.free_directions) {
        if (told++ == Words::most) {
            text += fmt::format("free: and {} more.\n", d.free_directions.size() - Words::most);
            break;
        }
        text += fmt::format("free: {}\n", words.speeds(way.speeds));
    }
    return text;
}

}  // namespace sinew
