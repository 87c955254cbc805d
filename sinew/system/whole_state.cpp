// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/compiled.h>
#include <sinew/system/merge_welds.h>

#include <algorithm>

namespace sinew {

namespace {

class WholeState {
public:
    WholeState(const MergedWelds& merged, const System& part, const State& from, const System& whole)
        : merged_(merged),
          here_(part.compiled()),
          there_(whole.compiled()),
          from_(from),
          to_(whole.default_state()) {
        check(from.layout().fingerprint == here_.layout->fingerprint);
        check(here_.model.joints.size() == merged.model.joints.size());
        check(there_.model.joints.size() == merged.moved.joint.size());
        check(there_.model.bodies.size() == merged.moved.body.size());
        check(here_.layout->variables.size() == there_.layout->variables.size());
    }

    State run() {
        to_.set_time(from_.time());
        copy_variables();  // before coordinates: they tell which are quaternions
        for (std::size_t j = 0; j < merged_.moved.joint.size(); ++j) {
            const AnyJointId there{{static_cast<int>(j)}}, here = merged_.moved.joint[j];
            if (here.index < 0 || there_.is_cut(there) || here_.is_cut(here)) continue;
            to_.set_q(there, from_.q(here));
            to_.set_u(there, from_.u(here));
        }
        check(from_.z().size() == to_.z().size());
        to_.set_z(from_.z());
        for (int i = 0; i < static_cast<int>(here_.layout->parameters.size()); ++i) copy_parameter(i);
        return std::move(to_);
    }

private:
    void check(bool fits) const {
        if (!fits)
            throw StateError(
                "whole_state: these systems and this state do not belong together. Give the Systems of "
                "the merged and of the whole Model, and a State of the former.");
    }

    /// f(node here, node there) for each body of the tree that has a joint in both.
    template <class F>
    void each_node(F&& f) const {
        for (std::size_t j = 0; j < merged_.moved.joint.size(); ++j) {
            const AnyJointId here = merged_.moved.joint[j];
            const int there = there_.node_of_joint[j];
            if (here.index >= 0 && there >= 0 && here_.node_of_joint[at(here.index)] >= 0)
                f(here_.node_of_joint[at(here.index)], there);
        }
    }

    std::vector<double> numbers_of(const Compiled& c, const State& state, int variable) const {
        const auto size = at(c.layout->variable(variable).size);
        const auto* first = reinterpret_cast<const double*>(state.variable_bytes(variable, size));
        return {first, first + size / sizeof(double)};
    }

    void copy_variables() {
        for (int i = 0; i < static_cast<int>(here_.layout->variables.size()); ++i) {
            const VariableSlot &here = here_.layout->variable(i), &there = there_.layout->variable(i);
            check(here.name == there.name && here.object_type == there.object_type);
            if (here.object_type) to_.set_object(i, *here.object_type, from_.object(i, *here.object_type));
            else if (i == here_.by_angles || i == here_.locks) copy_bytes_of_nodes(i);
            else if (i == here_.lock_values) copy_numbers(i, here_.tree.nq, there_.tree.nq, true);
            else if (is_discrete_forces(i)) copy_forces(i);
            else {
                check(here.size == there.size);
                to_.set_bytes(i, {from_.variable_bytes(i, at(here.size)), at(here.size)});
            }
        }
    }

    void copy_bytes_of_nodes(int variable) {
        const std::byte* here = from_.variable_bytes(variable, at(here_.tree.size()));
        const std::byte* old = to_.variable_bytes(variable, at(there_.tree.size()));
        std::vector<std::byte> there(old, old + there_.tree.size());
        each_node([&](int n, int m) { there[at(m)] = here[n]; });
        to_.set_bytes(variable, there);
    }

    /// Numbers of speeds from a place on; before them, numbers of coordinates.
    void copy_numbers(int variable, int u_here, int u_there, bool with_q) {
        const std::vector<double> here = numbers_of(here_, from_, variable);
        std::vector<double> there = numbers_of(there_, to_, variable);
        each_node([&](int n, int m) {
            const Node &a = here_.tree[n], &b = there_.tree[m];
            for (int i = 0; i < a.nq && with_q; ++i) there[at(b.q + i)] = here[at(a.q + i)];
            for (int i = 0; i < a.nu; ++i) there[at(u_there + b.u + i)] = here[at(u_here + a.u + i)];
        });
        to_.set_numbers(variable, 0, there);
    }

    bool is_discrete_forces(int variable) const {
        return std::any_of(here_.forces.begin(), here_.forces.end(), [&](const BoundForce& force) {
            return force.variable == variable && force.element.is<DiscreteForces>();
        });
    }

    void copy_forces(int variable) {
        copy_numbers(variable, 6 * here_.tree.size(), 6 * there_.tree.size(), false);
        const std::vector<double> here = numbers_of(here_, from_, variable);
        std::vector<double> there = numbers_of(there_, to_, variable);
        for (int b = 0; b < static_cast<int>(merged_.moved.body.size()); ++b)
            if (!merged_.gone[at(b)])
                std::copy_n(&here[at(6 * here_.node(merged_.moved(BodyId{b})))], 6,
                            &there[at(6 * there_.node(BodyId{b}))]);
        to_.set_numbers(variable, 0, there);
    }

    /// True if the path begins with one of those whose meaning has changed.
    bool has_changed(const std::string& path) const {
        for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
            if (std::binary_search(merged_.changed.begin(), merged_.changed.end(), path.substr(0, dot + 1)))
                return true;
        return false;
    }

    void copy_parameter(int index) {
        const ParameterSlot& slot = here_.layout->parameters[at(index)];
        const std::span<const double> value = from_.parameter(ParameterId{index});
        const double* usual = here_.layout->parameter_defaults.data() + slot.range.first;
        const ParameterId id = there_.layout->parameter(slot.path);
        const double* usual_there =
            there_.layout->parameter_defaults.data() + there_.layout->slot(id).range.first;
        // A single number that both Models have alike does not depend on the frame it is seen from.
        if (has_changed(slot.path) && !(value.size() == 1 && *usual == *usual_there)) {
            if (std::equal(value.begin(), value.end(), usual)) return;
            throw StateError(
                "whole_state: parameter " + quoted(slot.path) +
                " was set in the state of the merged model, where it means something else than in the "
                "whole: bodies have become one there. Set it in the whole Model and merge anew.");
        }
        to_.set_parameter(id, value);
    }

    const MergedWelds& merged_;
    const Compiled &here_, &there_;
    const State& from_;
    State to_;
};

}  // namespace

State whole_state(const MergedWelds& merged, const System& system, const State& state, const System& whole) {
    return WholeState(merged, system, state, whole).run();
}

}  // namespace sinew
