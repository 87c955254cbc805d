// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/inside.h>
#include <sinew/batch/kernels.h>
#include <sinew/batch/worker.h>
#include <sinew/state/parameters.h>
#include <sinew/system/constrain.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/instance.h>

#include <algorithm>

namespace sinew {

namespace {

int lanes_for(const BatchOptions& options) {
    if (options.lanes == 0) return has_wide_registers() ? 8 : 4;
    if (options.lanes != 4 && options.lanes != 8)
        throw Error("BatchOptions::lanes is " + std::to_string(options.lanes) + ": it may be 4, 8 or 0.");
    if (options.lanes == 8 && SINEW_HAS_WIDE_KERNELS && !has_wide_registers())
        throw Error("BatchOptions::lanes is 8, but this processor has no AVX-512: say 4 or 0.");
    return options.lanes;
}

BatchPlan plan_of(const System& system, const State& like) {
    const Compiled& c = system.compiled();
    BatchPlan plan;
    plan.by_lane.resize(c.forces.size() + 1);
    const auto* disabled =
        reinterpret_cast<const std::uint8_t*>(like.variable_bytes(c.disabled_forces, c.forces.size()));
    plan.all_by_state = plan.any_by_lane = plan.on_bodies = !c.model.surfaces.empty();
    for (std::size_t i = 0; i < c.forces.size(); ++i) {
        const BoundForce& force = c.forces[i];
        if (disabled[i] || plan.all_by_state) continue;
        if (force.is_uniform) {
            plan.gravity.push_back(static_cast<int>(i));
            continue;
        }
        plan.on_bodies = plan.on_bodies || force.on_bodies;
        if (knows_packs(force.element)) plan.in_packs.push_back(static_cast<int>(i));
        else plan.by_lane[i] = plan.any_by_lane = true;
    }
    const Driven given = driven(system, like);
    plan.driven = given.bodies;
    for (const int B : given.nodes)
        plan.gives_variables |= given.level[B] > static_cast<std::uint8_t>(MotionLevel::acceleration);
    const Instance instance = instance_of(c, like);
    plan.tree = instance.tree;
    plan.by_angles = instance.passes.by_angles;
    plan.constrained = is_constrained(c, like);
    if (plan.constrained) plan.constraints = plan_constraints(c, like);
    return plan;
}

/// The same numbers in every lane of every block.
void fill(LaneArray& array, std::span<const double> numbers) {
    for (int state = 0; state < array.blocks() * array.lanes(); ++state) array.set(state, numbers);
}

template <int n>
Batch::Inside::Of<n> workers_memory(const Compiled& c, const State& like, const HoldPlan& plan, int threads) {
    Batch::Inside::Of<n> memory;
    for (int i = 0; i < threads; ++i) memory.push_back(std::make_unique<Worker<n>>(c, like, plan));
    return memory;
}

void check_state(const Batch::Inside& batch, int state) {
    if (state < 0 || state >= batch.count)
        throw StateError("a batch of " + std::to_string(batch.count) + " states has no state " +
                         std::to_string(state) + ".");
}

/// Gives every state parameters of its own, as they are now.
void part_parameters(Batch::Inside& batch) {
    std::vector<State> own(at(batch.count), batch.like);
    LaneArray values(batch.count, batch.values.numbers(), batch.lanes),
        derived(batch.count, batch.derived.numbers(), batch.lanes);
    for (int block = 0; block < batch.q.blocks(); ++block) {
        std::copy_n(batch.values.block(0), values.stride(), values.block(block));
        std::copy_n(batch.derived.block(0), derived.stride(), derived.block(block));
    }
    batch.own = std::move(own), batch.values = std::move(values), batch.derived = std::move(derived);
    batch.own_parameters = true;
}

}  // namespace

Batch::Inside::Inside(const System& of, const State& state, int states, const BatchOptions& options)
    : system(of),
      like(state),
      common(state),
      count(states),
      lanes(lanes_for(options)),
      workers(std::min(options.threads == 0 ? available_threads() : std::max(1, options.threads),
                       std::max(1, (states + lanes - 1) / lanes))) {
    check_fit(of.compiled(), like);
    if (states < 1) throw Error("a batch of " + std::to_string(states) + " states: it needs at least one.");
    const Compiled& c = compiled();
    const auto make = [&](int numbers) { return LaneArray(count, numbers, lanes); };
    q = make(c.tree.nq), u = make(c.tree.nu), z = make(c.layout->nz), time = make(1);
    u_dot = make(c.tree.nu), q_dot = make(c.tree.nq), z_dot = make(c.layout->nz);
    multipliers = make(c.constraints.a);
    const double now[] = {like.time()};
    fill(q, like.q()), fill(u, like.u()), fill(z, like.z()), fill(time, now);
    outcome.assign(at(count), answered);
    plan = plan_of(system, like);
    const ParameterBlock& block = like.parameter_block();
    values = {lanes, static_cast<int>(block.values.size()), lanes};
    derived = {lanes, static_cast<int>(block.derived.size()), lanes};
    fill(values, block.values), fill(derived, block.derived);
    if (lanes == 4) memory = workers_memory<4>(c, like, plan.constraints, workers.count());
    else memory = workers_memory<8>(c, like, plan.constraints, workers.count());
}

Batch::Inside::~Inside() = default;

bool Batch::Inside::has_functions_of(const State& state) const {
    const auto mine = like.parameter_block().values.begin(), other = state.parameter_block().values.begin();
    return std::ranges::all_of(compiled().function_parameters, [&](const FunctionParameters& p) {
        const int end = p.values.first + p.values.count;
        return std::equal(mine + p.values.first, mine + end, other + p.values.first);
    });
}

Batch::Batch(const System& system, const State& like, int count, const BatchOptions& options)
    : inside_(std::make_shared<Inside>(system, like, count, options)) {}
Batch::~Batch() = default;
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;

const System& Batch::system() const { return inside_->system; }
int Batch::size() const { return inside_->count; }
int Batch::lanes() const { return inside_->lanes; }
int Batch::threads() const { return inside_->workers.count(); }
bool Batch::side_by_side() const {
    const BatchPlan& plan = inside_->plan;
    return !plan.all_by_state && (!plan.constrained || plan.constraints.in_lanes);
}
LaneArray& Batch::q() { return inside_->q; }
LaneArray& Batch::u() { return inside_->u; }
LaneArray& Batch::z() { return inside_->z; }
LaneArray& Batch::time() { return inside_->time; }
const LaneArray& Batch::q() const { return inside_->q; }
const LaneArray& Batch::u() const { return inside_->u; }
const LaneArray& Batch::z() const { return inside_->z; }
const LaneArray& Batch::time() const { return inside_->time; }
const LaneArray& Batch::u_dot() const { return inside_->u_dot; }
const LaneArray& Batch::q_dot() const { return inside_->q_dot; }
const LaneArray& Batch::z_dot() const { return inside_->z_dot; }
const LaneArray& Batch::multipliers() const { return inside_->multipliers; }

void Batch::set(int state, const State& from) {
    Inside& in = *inside_;
    check_state(in, state);
    check_fit(in.compiled(), from);
    State& common = in.common = in.like;  // what a batch has in common must be as in `from`
    common.set_time(from.time());
    common.set_q(from.q());
    common.set_u(from.u());
    common.set_z(from.z());
    const ParameterBlock& block = from.parameter_block();
    const bool own = block.values != in.like.parameter_block().values;
    for (int i = 0; own && i < static_cast<int>(from.layout().parameters.size()); ++i)
        common.set_parameter(ParameterId{i}, from.parameter(ParameterId{i}));
    if (!(common == from))
        throw StateError(
            "a state of a batch may differ from the others in time, q, u, z and parameters alone; this one "
            "has "
            "other options or discrete variables. Make a batch of its own for those.");
    if (own || in.own_parameters) {
        if (!in.has_functions_of(from))
            throw StateError(
                "the functions of a joint are the same for all states of a batch; this one has changed their "
                "parameters. Make a batch of its own for it.");
        instance_of(in.compiled(), from);  // checks and derives
        if (!in.own_parameters) part_parameters(in);
        in.own[at(state)] = from;
        in.values.set(state, block.values);
        in.derived.set(state, block.derived);
    }
    in.q.set(state, from.q());
    in.u.set(state, from.u());
    in.z.set(state, from.z());
    in.time(state, 0) = from.time();
}

void Batch::get(int state, State& into) const {
    const Inside& in = *inside_;
    check_state(in, state);
    check_fit(in.compiled(), into);
    std::vector<double> numbers(at(std::max({in.q.numbers(), in.u.numbers(), in.z.numbers()})));
    const auto part = [&](const LaneArray& array) {
        const std::span<double> some(numbers.data(), at(array.numbers()));
        array.get(state, some);
        return some;
    };
    into = in.own_parameters ? in.own[at(state)] : in.like;
    into.set_time(in.time(state, 0));
    into.set_q(part(in.q));
    into.set_u(part(in.u));
    into.set_z(part(in.z));
}

State Batch::get(int state) const {
    State out = inside_->like;
    get(state, out);
    return out;
}

bool Batch::has_answer(int state) const {
    check_state(*inside_, state);
    return inside_->outcome[at(state)] == Inside::answered;
}

std::string Batch::complaint(int state) const {
    if (has_answer(state)) return "";
    if (inside_->outcome[at(state)] == Inside::left_off)
        return "it was left off at time " + shortest(inside_->time(state, 0)) + ".";
    try {
        const State by_itself = get(state);
        forward_dynamics(system(), by_itself);
        if (inside_->outcome[at(state)] == Inside::stuck)
            return "no step was short enough at time " + shortest(by_itself.time()) +
                   ": its error stayed above the accuracy, its rates have no value nearby, or its "
                   "constraints "
                   "cannot be met there.";
        return "its numbers are too large.";
    } catch (const std::exception& error) {
        return error.what();
    }
}

}  // namespace sinew
