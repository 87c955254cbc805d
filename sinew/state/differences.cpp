// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/state/save.h>
#include <sinew/state/variables.h>

#include <cstring>

namespace sinew {

namespace {

std::string listed(std::span<const double> numbers) {
    return numbers.size() == 1 ? shortest(numbers[0]) : shortest(numbers);
}

}  // namespace

std::vector<std::string> differences(const State& a, const State& b) {
    const StateLayout& layout = a.layout();
    if (layout.fingerprint != b.layout().fingerprint)
        throw StateError("these states belong to different systems, " + quoted(layout.system_name) + " and " +
                         quoted(b.layout().system_name) + ".");
    std::vector<double> of_a;
    for_each_number(a, [&](const char*, const std::string&, std::span<const double> numbers) {
        for (const double x : numbers) of_a.push_back(x);
    });
    std::vector<std::string> lines;
    std::size_t i = 0;
    for_each_number(b, [&](const char* kind, const std::string& name, std::span<const double> numbers) {
        const auto other = std::span(of_a).subspan(i, numbers.size());
        i += numbers.size();
        if (std::memcmp(other.data(), numbers.data(), numbers.size_bytes()) != 0)
            lines.push_back(kind + (name.empty() ? "" : " " + escaped(name)) + ": " + listed(other) + " | " +
                            listed(numbers));
    });
    for (int v = 0; v < static_cast<int>(layout.variables.size()); ++v) {
        const VariableSlot& slot = layout.variable(v);
        const std::string name = "variable " + escaped(slot.name) + ": ";
        if (slot.object >= 0 && !slot.object_type->to_bytes) {
            if (!slot.object_type->equal(a.object(v, *slot.object_type).get(),
                                         b.object(v, *slot.object_type).get()))
                lines.push_back(name + "not equal");
        } else if (bytes_of(a, v) != bytes_of(b, v)) {
            lines.push_back(name + json_of(a, v) + " | " + json_of(b, v));
        }
    }
    return lines;
}

}  // namespace sinew
