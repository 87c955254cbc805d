// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/own_factors.h>
#include <sinew/math/symmetric_eigen.h>
#include <sinew/system/check.h>
#include <sinew/system/views.h>

#include <algorithm>
#include <cmath>
#include <new>

// Who is to blame for a singular mass matrix. Only errors come here, so nothing is fast, but all is O(n).

namespace sinew {

namespace {

const std::string& joint_name(const Compiled& c, int node) {
    return c.model.joints[at(c.joint_of_node[at(node)])].placement.name;
}

const std::string& body_name(const Compiled& c, int node) {
    return c.model.bodies[at(c.body_of_node[at(node)])].name;
}

/// The speeds of one joint that move the least inertia: D v = λ v with the lowest λ; λ as a share of what it could be.
struct Least {
    double share = 1;
    double v[max_nu] = {};
};

Least least_moved(const Node& node, const ArticulatedInertia& Y, const SpatialVelocity* H,
                  const double* armature) {
    const int n = node.nu;
    double D[max_nu * max_nu], values[max_nu], vectors[max_nu * max_nu];
    const double turning = Y.J.xx + Y.J.yy + Y.J.zz, sliding = Y.M.xx + Y.M.yy + Y.M.zz;
    double most = 0;
    for (int i = 0; i < n; ++i) {
        most = std::max(most, turning * dot(H[i].w, H[i].w) + sliding * dot(H[i].v, H[i].v));
        const SpatialForce U = Y * SpatialAcceleration{H[i].w, H[i].v};
        for (int j = 0; j < n; ++j) D[i * n + j] = dot(U, H[j]);
        if (armature) D[i * n + i] += armature[i], most = std::max(most, armature[i]);
    }
    symmetric_eigen(n, D, values, vectors);
    Least least;
    least.share = most > 0 ? values[0] / most : 0;
    for (int i = 0; i < n; ++i) least.v[i] = vectors[i * n];
    return least;
}

/// The bodies whose joints take part in a motion that moves no mass: the joint of `node` with speeds v, and the joints
/// beyond it as they give way, u = −Gᵀ V⁺.
std::vector<int> giving_way(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                            const std::uint8_t* prescribed, int node, const double* v) {
    std::vector<SpatialVelocity> V(at(tree.size()));
    std::vector<bool> beyond(at(tree.size()));
    std::vector<int> found{node};
    for (int i = 0; i < tree[node].nu; ++i) V[at(node)] += v[i] * x.H_W[tree[node].u + i];
    beyond[at(node)] = true;
    for (int B = node + 1; B < tree.size() && beyond[at(tree[B].parent)]; ++B) {
        beyond[at(B)] = true;
        const SpatialVelocity carried = shift_outward(V[at(tree[B].parent)], x.p_PB_W[B]);
        V[at(B)] = carried;
        if (prescribed && prescribed[B]) continue;
        double fastest = 0;
        for (int i = 0; i < tree[B].nu; ++i) {
            const double u = -dot(y.G_W[tree[B].u + i], carried);
            fastest = std::max(fastest, std::abs(u));
            V[at(B)] += u * x.H_W[tree[B].u + i];
        }
        if (fastest > 1e-6) found.push_back(B);
    }
    return found;
}

std::string listed(const Compiled& c, const std::vector<int>& nodes) {
    constexpr std::size_t most = 10;
    std::string joints;
    for (std::size_t i = 0; i < nodes.size() && i < most; ++i)
        joints += (i == 0 ? "" : ", ") + quoted(joint_name(c, nodes[i]));
    return nodes.size() > most ? joints + " and " + std::to_string(nodes.size() - most) + " more" : joints;
}

/// "knee.angle = 0.3, ..." of some joints.
std::string coordinates_of(const Compiled& c, const State& state, const std::vector<int>& nodes) {
    constexpr std::size_t most = 12;
    std::string text;
    std::size_t told = 0;
    for (const int node : nodes)
        for (int i = c.tree[node].q; i < c.tree[node].q + c.tree[node].nq; ++i)
            if (told++ < most)
                text += ", " + escaped(c.layout->q_names[at(i)]) + " = " + shortest(state.q()[at(i)]);
    return told > most ? text + ", ..." : text;
}

}  // namespace

void throw_singular(const System& system, const State& state, const std::uint8_t* prescribed) {
    const Compiled& c = system.compiled();
    const PositionT<double> x = positions(system, state);
    check_poses(c, state, x);
    std::vector<ArticulatedInertia> Y(at(c.tree.size()));
    OwnFactors factors(c.tree);
    PendingMemory pending(c.pending);
    const ArticulatedT<double> y = factors.view(Y.data());
    const int found = articulated_inertias(c.tree, x, prescribed, pending, y);
    // The outermost joint that moves nothing spoils what comes after it; found is the innermost.
    const auto least_of = [&](int B) {
        const int u = c.tree[B].u;
        return least_moved(c.tree[B], y.Y_B_W[B], x.H_W + u, x.armature ? x.armature + u : nullptr);
    };
    int node = c.tree.size() - 1;
    while (node > found &&
           ((prescribed && prescribed[node]) || c.tree[node].nu == 0 || least_of(node).share > 1e-13))
        --node;

    const std::vector<int> nodes = giving_way(c.tree, x, y, prescribed, node, least_of(node).v);
    const std::string where = " at time " + shortest(state.time()) + coordinates_of(c, state, nodes);
    std::vector<AnyJointId> joints;
    for (const int B : nodes) joints.push_back({{c.joint_of_node[at(B)]}});
    if (nodes.size() == 1)
        throw SingularError("joint " + listed(c, nodes) + " has no inertia along one of its axes" + where +
                                ": its acceleration is not determined. Give mass or inertia to body " +
                                quoted(body_name(c, node)) +
                                " or to what it carries, or take the freedom away.",
                            std::move(joints));
    throw SingularError(
        "joints " + listed(c, nodes) + " depend on each other" + where +
            ": together they can move without moving any mass, so their accelerations are not determined. "
            "Give inertia to body " +
            quoted(body_name(c, nodes.back())) + ", leave this configuration, or take a freedom away.",
        std::move(joints));
}

void check_inertia(const System& system, Faults& faults) {
    const Compiled& c = system.compiled();
    // Only where some bodies lack inertia about an axis can M be singular.
    std::vector<bool> has_mass(at(c.tree.size()));
    bool all_solid = true;
    for (int node = c.tree.size() - 1; node > 0; --node) {
        const MassProperties& mass = c.model.bodies[at(c.body_of_node[at(node)])].mass;
        const Vec3 moments = principal_moments(mass.inertia);
        if (!(moments.x > 1e-9 * moments.z)) all_solid = false;
        if (mass.mass > 0) has_mass[at(node)] = true;
        if (has_mass[at(node)]) has_mass[at(c.tree[node].parent)] = true;
        else if (c.tree[node].nu > 0 && c.body_parameters[at(node)].joint.armature < 0)
            faults.add(
                "body " + quoted(body_name(c, node)) + " has no mass and carries none, but joint " +
                quoted(joint_name(c, node)) +
                " lets it move: there is no inertia along this axis. Give it mass, weld it, or remove it.");
    }
    if (all_solid || !faults.empty()) return;
    // A configuration without symmetry tells: if the mass matrix is singular there, it is so everywhere.
    State state = system.default_state();
    std::vector<double> q(state.q().begin(), state.q().end());
    for (std::size_t i = 0; i < q.size(); ++i)
        q[i] += 0.1 + 0.7 * std::fmod(0.6180339887498949 * static_cast<double>(i + 1), 1.0);
    state.set_q(q);
    try {
        factors(system, state);
    } catch (const SingularError& error) {
        std::vector<int> nodes;
        for (const AnyJointId joint : error.joints) nodes.push_back(c.node(joint));
        faults.add((nodes.size() == 1 ? "joint " : "joints ") + listed(c, nodes) +
                   " can move without moving any mass, in every configuration: there is no inertia along "
                   "this axis. Give "
                   "inertia to body " +
                   quoted(body_name(c, nodes.back())) + ", or take a freedom away.");
    } catch (const std::bad_alloc&) {
        throw;
    } catch (...) {
        // A joint of the user's own does not like this q. Forward dynamics tells where it matters.
    }
}

}  // namespace sinew
