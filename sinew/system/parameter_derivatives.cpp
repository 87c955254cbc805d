// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/newton_euler_pass.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/friction.h>
#include <sinew/system/parameter_columns.h>

#include <algorithm>

namespace sinew {

namespace {

using Kind = ParameterRole::Kind;

constexpr Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// The change of m (c·c 1 − c cᵀ) with c along d.
Sym3 moved_point(double m, const Vec3& c, const Vec3& d) {
    const double t = 2 * dot(c, d);
    return {m * (t - 2 * c.x * d.x),      m * (t - 2 * c.y * d.y),      m * (t - 2 * c.z * d.z),
            -m * (c.x * d.y + d.x * c.y), -m * (c.x * d.z + d.x * c.z), -m * (c.y * d.z + d.y * c.z)};
}

Sym3 unit_tensor(int number) {
    double e[6]{};
    e[number] = 1;
    return {e[0], e[1], e[2], e[3], e[4], e[5]};
}

RigidInertiaT<Dual> with(const RigidInertia& M, const RigidInertia& change) {
    const auto pair = [](double v, double d) { return Dual{v, d}; };
    return {pair(M.m, change.m),
            {pair(M.h.x, change.h.x), pair(M.h.y, change.h.y), pair(M.h.z, change.h.z)},
            {pair(M.I.xx, change.I.xx), pair(M.I.yy, change.I.yy), pair(M.I.zz, change.I.zz),
             pair(M.I.xy, change.I.xy), pair(M.I.xz, change.I.xz), pair(M.I.yz, change.I.yz)}};
}

}  // namespace

ParameterColumns::ParameterColumns(DynamicsDerivatives::Memory& memory, const State& state,
                                   const double* u_dot, const double* lambda, int columns)
    : memory_(memory),
      state_(state),
      u_dot_(u_dot),
      lambda_(lambda),
      out_(memory.by_parameters),
      directions_(memory, state) {
    const Compiled& c = memory.system.compiled();
    memory.gravity = uniform_gravity(c, state);
    for (std::size_t i = 0; i < memory.motion.u_dot.size(); ++i) memory.motion.u_dot[i] = u_dot[i];
    out_.columns = columns;
    out_.of_tau.assign(size(c.tree.nu) * size(columns), 0.0);
    out_.of_errors.assign(lambda ? size(c.constraints.a) * size(columns) : 0, 0.0);
    memory.friction.slip_by_p.assign(2 * size(memory.friction.count) * size(columns), 0.0);
    if (memory.roles.empty()) memory.roles = parameter_roles(c);
}

/// A body whose inertia is M + ε M' needs other forces, which its joint and those before it feel:
///     ∂τ_j = H_jᵀ (M' (A − g) + V ×* M' V)     j from the body to the base                                   (9.88)
void ParameterColumns::body_inertia(int B, const RigidInertia& change, int column) {
    const Tree& tree = memory_.system.compiled().tree;
    const PositionT<double> x = positions(memory_.system, state_);
    SpatialAcceleration A = memory_.A_WM[size(B)];
    A.v -= memory_.gravity;
    SpatialForce F =
        newton_euler::force_to_move(x.X_WB[B].R, change, velocities(memory_.system, state_).V_WB[B].w, A);
    for (int b = B; b > 0; b = tree[b].parent) {
        for (int i = tree[b].u; i < tree[b].u + tree[b].nu; ++i) tau(i, column) += dot(F, x.H_W[i]);
        F = shift_inward(F, x.p_PB_W[b]);
    }
    memory_.motion.body[size(B)].M_B = with(x.body[B].M_B, change);
    add_by_inertia(memory_, directions_, state_, column);
    memory_.motion.body[size(B)].M_B = with(x.body[B].M_B, {});
}

/// How mass properties seen from M change; linear in mass and inertia.                                     (9.89)
void ParameterColumns::mass_properties(const ParameterRole& role, int number, int column) {
    const Compiled& c = memory_.system.compiled();
    const Instance instance = instance_of(c, state_);
    const auto piece = [&](int B) {
        const BodyParameters& p = c.body_parameters[size(B)];
        const double *v = state_.parameter_block().values.data(), share = 1.0 / p.pieces;
        const Transform& X_MB = instance.X_MB[B];
        const Vec3 com = X_MB * Vec3{v[p.com], v[p.com + 1], v[p.com + 2]};
        RigidInertia change{};
        if (role.kind == Kind::mass) {
            change = {share, share * com, moved_point(0.5 * share, com, com)};
        } else if (role.kind == Kind::com) {
            const Vec3 d = X_MB.R * axes[number];
            const double m = share * v[p.mass];
            change = {0, m * d, moved_point(m, com, d)};
        } else {
            change = {0, {}, share * re_express(X_MB.R, unit_tensor(number))};
        }
        body_inertia(B, change, column);
    };
    piece(role.index);
    for (const Compiled::Half& half : c.halves)
        if (half.body == c.body_of_node[size(role.index)]) piece(half.node);
}

/// Among errors at velocity level, the first of a condition that slides with friction.
int ParameterColumns::slip_equation(int j) const {
    const BoundConstraints& all = memory_.system.compiled().constraints;
    const BoundOneWay& condition = all.one_way[size(memory_.friction.sliding[size(j)].condition)];
    const BoundConstraint& bound = all.all[size(condition.constraint)];
    return bound.v + bound.counts.holonomic;
}

DynamicsOn<Dual>& ParameterColumns::dual() {
    if (!memory_.on_dual) memory_.on_dual = std::make_unique<DynamicsOn<Dual>>(memory_.system);
    if (!dual_is_ready_) memory_.on_dual->take(state_, u_dot_, lambda_);
    dual_is_ready_ = true;
    return *memory_.on_dual;
}

void ParameterColumns::take_dual(int column, double factor) {
    const DynamicsOn<Dual>& on = *memory_.on_dual;
    for (std::size_t i = 0; i < on.tau.size(); ++i) tau(static_cast<int>(i), column) += factor * on.tau[i].d;
    for (std::size_t e = 0; lambda_ && e < on.errors.size(); ++e)
        error(static_cast<int>(e), column) += factor * on.errors[e].d;
    for (int j = 0; j < memory_.friction.count; ++j)
        for (int t = 0; t < 2; ++t)
            slip(j, t, column) += factor * on.velocity_errors[size(slip_equation(j) + t)].d;
}

/// A rotation follows numbers A as the one nearest to them: with A + ε e_r e_cᵀ it turns in its own axes by
///     w = ½ e_c × Rᵀ e_r                                                                                    (9.90)
template <class F>
void ParameterColumns::spread_turns(ParameterId parameter, int column, F&& f) {
    const Rotation R = nearest_rotation(rotation_of(state_.parameter(parameter)));
    for (int axis = 0; axis < 3; ++axis)
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) {
                const Vec3 row{R.x[r], R.y[r], R.z[r]};
                const double w = 0.5 * cross(axes[c], row)[axis];
                if (w != 0) f(axis, column + 3 * r + c, w);
            }
}

void ParameterColumns::frame(ParameterId parameter, const ParameterRole& role, int count, int column) {
    const bool by_difference = any_of_users_own(memory_.system.compiled());
    if (role.kind == Kind::frame_p) {
        for (int i = 0; i < count; ++i) {
            if (by_difference) {
                by_differences(parameter, i, nullptr, column + i);
                continue;
            }
            DynamicsOn<Dual>& on = dual();
            auto& frames = on.frames[size(role.index)];
            Dual& p = (role.on_body ? frames.X_BM : frames.X_PF).p[i];
            p.d = 1, on.derive(role.index), on.evaluate();
            take_dual(column + i, 1);
            p.d = 0, on.derive(role.index);
        }
        return;
    }
    int turned = -1;
    spread_turns(parameter, column, [&](int axis, int at, double w) {
        if (by_difference) return by_differences(parameter, 0, &axes[axis], at, w);
        DynamicsOn<Dual>& on = dual();
        if (turned != axis) {
            auto& frames = on.frames[size(role.index)];
            RotationT<Dual>& R = (role.on_body ? frames.X_BM : frames.X_PF).R;
            const RotationT<Dual> before = R;
            const auto turn = [&](const Vec3& e) {  // R (w × e)
                const Vec3 d = cross(axes[axis], e);
                return before * Vec3T<Dual>{d.x, d.y, d.z};
            };
            const auto add = [](Vec3T<Dual>& to, const Vec3T<Dual>& d) {
                to.x.d = d.x.v, to.y.d = d.y.v, to.z.d = d.z.v;
            };
            add(R.x, turn(axes[0])), add(R.y, turn(axes[1])), add(R.z, turn(axes[2]));
            on.derive(role.index), on.evaluate();
            R = before, on.derive(role.index);
            turned = axis;
        }
        take_dual(at, w);
    });
}

void ParameterColumns::joint_number(const ParameterRole& role, int column) {
    DynamicsOn<Dual>& on = dual();
    Dual& k = on.k[size(memory_.system.compiled().tree[role.index].k + role.offset)];
    k.d = 1, on.evaluate();
    take_dual(column, 1);
    k.d = 0;
}

void ParameterColumns::add(ParameterId parameter, int column) {
    const Compiled& c = memory_.system.compiled();
    const ParameterSlot& slot = c.layout->parameters[size(parameter.index)];
    const ParameterRole& role = memory_.roles[size(parameter.index)];
    const int count = slot.range.count;
    if (role.kind == Kind::frame_p || role.kind == Kind::frame_R)
        return frame(parameter, role, count, column);
    if (role.kind == Kind::other && slot.rule == Rule::rotation)
        return spread_turns(parameter, column, [&](int axis, int at, double w) {
            by_differences(parameter, 0, &axes[axis], at, w);
        });
    for (int i = 0; i < count; ++i) switch (role.kind) {
            case Kind::mass:
            case Kind::com:
            case Kind::inertia: mass_properties(role, i, column + i); break;
            case Kind::joint_number:
                if (any_of_users_own(c)) by_differences(parameter, i, nullptr, column + i);
                else joint_number({role.kind, role.index, role.offset + i}, column + i);
                break;
            case Kind::armature:
                for (int j = c.tree[role.index].u; j < c.tree[role.index].u + c.tree[role.index].nu; ++j)
                    tau(j, column + i) += u_dot_[j];
                break;
            case Kind::force:
                add_by_force_number(memory_, directions_, state_, role.index, role.offset + i, column + i);
                break;
            case Kind::constraint:
                if (lambda_)
                    add_by_constraint_number(memory_, directions_, state_, lambda_, role.index,
                                             role.offset + i, column + i);
                break;
            case Kind::none:
            case Kind::share:
            case Kind::friction:
            case Kind::limit: break;  // λ tells; forward dynamics has more to say
            default: by_differences(parameter, i, nullptr, column + i);
        }
}

namespace {

/// How many numbers these parameters have; throws StateError where there is no such.
int count_of(const Compiled& c, std::span<const ParameterId> parameters) {
    int count = 0;
    for (const ParameterId id : parameters) {
        if (id.index < 0 || size(id.index) >= c.layout->parameters.size())
            throw StateError("there is no parameter number " + std::to_string(id.index) +
                             ". Find them by path: system.layout().parameter(\"thigh.mass\").");
        count += c.layout->parameters[size(id.index)].range.count;
    }
    return count;
}

void fill(DynamicsDerivatives::Memory& memory, const State& state, std::span<const ParameterId> parameters,
          const double* u_dot, const double* lambda) {
    const Compiled& c = memory.system.compiled();
    accelerations(c.tree, positions(memory.system, state), velocities(memory.system, state).c_W, u_dot,
                  memory.A_WM.data());
    ParameterColumns columns(memory, state, u_dot, lambda, count_of(c, parameters));
    int column = 0;
    for (const ParameterId id : parameters) {
        columns.add(id, column);
        column += c.layout->parameters[size(id.index)].range.count;
    }
}

}  // namespace

const ParameterDerivatives& DynamicsDerivatives::inverse_by_parameters(
    const State& state, std::span<const ParameterId> parameters, std::span<const double> u_dot,
    std::span<const double> lambda) {
    const Compiled& c = fitting(memory_->system, state);
    check_size("u_dot", u_dot.size(), c.tree.nu);
    if (!lambda.empty()) check_size("lambda", lambda.size(), c.constraints.a);
    memory_->friction.count = 0;
    fill(*memory_, state, parameters, u_dot.data(), lambda.empty() ? nullptr : lambda.data());
    memory_->by_parameters.of_u_dot.clear(), memory_->by_parameters.of_lambda.clear();
    return memory_->by_parameters;
}

namespace {

/// How load is shared among redundant constraints jumps with their rank; none of it shows in accelerations.
void check_shares(DynamicsDerivatives::Memory& memory, const State& state,
                  std::span<const ParameterId> parameters) {
    const Compiled& c = memory.system.compiled();
    for (const ParameterId id : parameters) {
        if (memory.roles[size(id.index)].kind != Kind::share) continue;
        const std::uint8_t *sliding = sliding_constraints(c, state),
                           *disabled = disabled_constraints(c, state);
        int held = 0;
        for (std::size_t i = 0; i < c.constraints.all.size(); ++i)
            if (!disabled[i])
                held += sliding && sliding[i] ? c.constraints.all[i].counts.holonomic
                                              : c.constraints.all[i].counts.all();
        if (constraint_rank(memory.system, state) < held)
            throw StateError(
                "derivatives by " + quoted(c.layout->parameters[size(id.index)].path) +
                " are not known where constraints are redundant, and zero elsewhere. Take differences of "
                "multipliers.");
    }
}

/// What conditions that slide and give way do as their numbers change: shares of friction, and (9.95) for limits.
void add_by_friction(DynamicsDerivatives::Memory& memory, const State& state,
                     std::span<const ParameterId> parameters, const double* lambda,
                     std::vector<double>& tau) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    FrictionDerivatives& friction = memory.friction;
    ParameterDerivatives& out = memory.by_parameters;
    const std::uint8_t *sliding = sliding_constraints(c, state), *disabled = disabled_constraints(c, state);
    const int width = out.columns;
    friction.share_by_p.assign(2 * size(friction.count) * size(width), 0.0);
    for (int j = 0; j < friction.count; ++j)
        for (int k = 0; k < width; ++k)
            for (int t = 0; t < 2; ++t)
                friction.share_by_p[size((2 * j + t) * width + k)] =
                    friction.share_change(j, t, friction.slip_by_p[size(2 * j * width + k)],
                                          friction.slip_by_p[size((2 * j + 1) * width + k)]);
    int column = 0;
    for (const ParameterId id : parameters) {
        const ParameterRole& role = memory.roles[size(id.index)];
        for (int j = 0; role.kind == Kind::friction && j < friction.count; ++j)
            for (int t = 0; friction.sliding[size(j)].condition == role.index && t < 2; ++t)
                friction.share_by_p[size((2 * j + t) * width + column)] +=
                    friction.share_by_number[size(4 * j + 2 * t + role.offset)];
        if (role.kind == Kind::limit) {
            const int constraint = c.constraints.one_way[size(role.index)].constraint;
            const std::size_t row = size(c.constraints.all[size(constraint)].a);
            if (sliding[constraint] && !disabled[constraint]) {
                const double way = touch_memory(c, state, role.index).towards[0];
                std::vector<double> unit(size(c.constraints.a)), f(size(c.tree.nu));
                unit[row] = way;
                multiply_by_G_transpose(system, state, unit, f);
                for (std::size_t i = 0; i < f.size(); ++i) tau[i * size(width) + size(column)] += f[i];
                out.of_lambda[row * size(width) + size(column)] = way;
            }
        }
        column += c.layout->parameters[size(id.index)].range.count;
    }
    add_shares(friction, lambda, friction.share_by_p, c.tree.nu, width, tau);
}

}  // namespace

/// ∂u̇ and ∂λ by (9.83) to (9.85), with ∂τ and ∂a by parameters.                                           (9.91)
const ParameterDerivatives& DynamicsDerivatives::forward_by_parameters(
    const State& state, std::span<const ParameterId> parameters) {
    Memory& memory = *memory_;
    const System& system = memory.system;
    const Compiled& c = fitting(system, state);
    check_that_nothing_is_fast(system);
    const AccelerationView a = accelerations(system, state);
    const bool constrained = is_constrained(c, state);
    const double* lambda = constrained ? multipliers_of(system, state) : nullptr;
    find_friction(memory, state, true);
    count_of(c, parameters);
    if (memory.roles.empty()) memory.roles = parameter_roles(c);
    if (constrained) check_shares(memory, state, parameters);
    fill(memory, state, parameters, a.u_dot, lambda);
    if (!solves_by_passes(c)) find_inverse_mass(memory, state);
    ParameterDerivatives& out = memory.by_parameters;
    const std::size_t n = size(c.tree.nu), width = size(out.columns);
    out.of_u_dot.assign(n * width, 0.0);
    out.of_lambda.assign(size(c.constraints.a) * width, 0.0);
    const std::vector<double>* residual = &out.of_tau;
    std::vector<double> tau;
    if (constrained && !c.constraints.one_way.empty()) {
        tau = out.of_tau;
        add_by_friction(memory, state, parameters, lambda, tau);
        residual = &tau;
    }
    solve_for_accelerations(memory, state, residual->data(), out.columns, out.of_u_dot.data());
    if (!constrained) return out;
    find_constraint_rows(memory, state);
    respond_to_friction(memory, state);
    obey_constraints(memory, state, out.columns, &out.of_errors, out.of_u_dot, out.of_lambda,
                     &memory.friction.share_by_p, lambda);
    return out;
}

ParameterDerivatives parameter_derivatives(const System& system, const State& state,
                                           std::span<const std::string_view> paths) {
    std::vector<ParameterId> parameters;
    for (const std::string_view path : paths) parameters.push_back(system.layout().parameter(path));
    return DynamicsDerivatives(system).forward_by_parameters(state, parameters);
}

ParameterDerivatives parameter_derivatives(const System& system, const State& state,
                                           std::initializer_list<std::string_view> paths) {
    return parameter_derivatives(system, state, std::span(paths.begin(), paths.size()));
}

}  // namespace sinew
