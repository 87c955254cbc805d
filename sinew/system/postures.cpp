// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/sizes.h>
#include <sinew/system/model.h>
#include <sinew/system/postures.h>

#include <algorithm>

namespace sinew {

namespace {

using Named = std::vector<std::pair<std::string, double>>;

/// All values, those that are named replaced. Names of joints that close loops have no place.
std::vector<double> with(std::span<const double> values, const std::vector<std::string>& names,
                         const Named& named) {
    std::vector<double> changed(values.begin(), values.end());
    std::vector<std::pair<std::string_view, std::size_t>> places;
    for (std::size_t i = 0; i < names.size(); ++i) places.emplace_back(names[i], i);
    std::sort(places.begin(), places.end());
    for (const auto& [name, value] : named) {
        const std::pair<std::string_view, std::size_t> key(name, 0);
        const auto found = std::lower_bound(places.begin(), places.end(), key);
        if (found != places.end() && found->first == name) changed[found->second] = value;
    }
    return changed;
}

State in_posture(const System& system, const Posture& posture) {
    State state = system.default_state();
    state.set_q(with(state.q(), system.layout().q_names, posture.q));
    state.set_u(with(state.u(), system.layout().u_names, posture.u));
    return state;
}

}  // namespace

std::vector<std::string> coordinate_names(const Model& model, AnyJointId joint) {
    const JointElement& element = model.joints[static_cast<std::size_t>(joint.index)];
    return visit(
        [&]<class J>(const J& definition) {
            const auto data = data_of(definition);
            std::vector<std::string> names;
            for (int i = 0; i < nq_of<J>(data.get()); ++i)
                names.push_back(element.placement.name + "." + coordinate_name_of<J>(data.get(), i));
            return names;
        },
        element.joint);
}

std::vector<std::string> speed_names(const Model& model, AnyJointId joint) {
    const JointElement& element = model.joints[static_cast<std::size_t>(joint.index)];
    return visit(
        [&]<class J>(const J& definition) {
            const auto data = data_of(definition);
            const bool own_names = RatesOf<J>::Type::q_part == 0;
            std::vector<std::string> names;
            for (int i = 0; i < nu_of<J>(data.get()); ++i)
                names.push_back(element.placement.name + "." +
                                (own_names ? coordinate_name_of<J>(data.get(), i) : "u" + std::to_string(i)));
            return names;
        },
        element.joint);
}

State posture(const System& system, std::string_view name) {
    return in_posture(system, system.model().posture(name));
}

State start_state(const System& system) {
    for (const Posture& own : system.model().postures)
        if (own.name == "default") return in_posture(system, own);
    return system.default_state();
}

}  // namespace sinew
