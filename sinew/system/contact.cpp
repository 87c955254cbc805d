// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/system/compliant.h>
#include <sinew/system/contacts.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

/// All surfaces of a System at one instant, in the State's work space.
class SurfacesNow {
public:
    SurfacesNow(const Compiled& c, const State& state, const Kinematics& kin) : c_(c), contact_(*c.contact) {
        const int n = static_cast<int>(contact_.surfaces.size());
        Cursor memory{static_cast<std::byte*>(state.cache(contact_.work))};
        now_ = memory.take<SurfaceNow>(n);
        centre_ = memory.take<Vec3>(n);
        order_ = memory.take<int>(n);
        const double* values = state.parameter_block().values.data();
        const Surface* const* changed = instance_of(c, state).own_surfaces;
        for (int i = 0; i < n; ++i) {
            const BoundSurface& bound = c.surfaces[at(i)];
            const auto* own = reinterpret_cast<const SurfaceValues*>(values + bound.parameters.first);
            SurfaceNow& now = now_[i];
            now.surface = changed && changed[i] ? changed[i] : &contact_.surfaces[at(i)];
            now.material = &own->material;
            now.X_WG = kin.X_WB(bound.body) * own->X_BG.X();
            now.o_W = kin.x.X_WB[bound.body].p;
            now.V = kin.v.V_WB ? kin.v.V_WB[bound.body] : SpatialVelocity{};
            centre_[i] = now.X_WG * now.surface->ball().centre_G;
        }
        rules_ = contact_.rules;
        rules_.slip.transition_speed = values[c.contact_parameters.first];
        rules_.slip.stribeck_range = values[c.contact_parameters.first + 1];
    }

    /// f(first, second, effect) for each pair that touches.
    template <class F>
    void for_each(F f, std::vector<ContactPatch>* patches = nullptr) {
        for (const CompliantContact::Pair& pair : contact_.pairs)
            one(pair.first, pair.second, pair.model, f, patches);
        if (!contact_.swept.empty()) sweep(f, patches);
    }

private:
    bool may_reach(int first, int second) const {
        const Surface &a = *now_[first].surface, &b = *now_[second].surface;
        if (a.kind() == SurfaceKind::half_space) return above(second, now_[first]) < b.ball().radius;
        if (b.kind() == SurfaceKind::half_space) return above(first, now_[second]) < a.ball().radius;
        const Vec3 d = centre_[first] - centre_[second];
        const double reach = a.ball().radius + b.ball().radius;
        return dot(d, d) < reach * reach;
    }
    double above(int surface, const SurfaceNow& half_space) const {
        return dot(half_space.X_WG.R.z, centre_[surface] - half_space.X_WG.p);
    }
    template <class F>
    void one(int first, int second, PairModel model, F& f, std::vector<ContactPatch>* patches) {
        if (!may_reach(first, second)) return;
        PairEffect effect;
        const std::size_t before = patches ? patches->size() : 0;
        press(now_[first], now_[second], model, rules_, effect, patches);
        if (patches)
            for (std::size_t i = before; i < patches->size(); ++i)
                (*patches)[i].first = {first}, (*patches)[i].second = {second};
        if (effect.touching) f(first, second, effect);
    }
    /// Pairs of bounded surfaces whose intervals along x overlap, in the order of where these begin.
    template <class F>
    void sweep(F& f, std::vector<ContactPatch>* patches) {
        const auto low = [&](int i) { return centre_[i].x - now_[i].surface->ball().radius; };
        const std::size_t n = contact_.swept.size();
        std::copy(contact_.swept.begin(), contact_.swept.end(), order_);
        std::sort(order_, order_ + n, [&](int a, int b) {
            const double la = low(a), lb = low(b);
            return la < lb || (la == lb && a < b);
        });
        for (std::size_t k = 0; k < n; ++k) {
            const int i = order_[k];
            const double end = centre_[i].x + now_[i].surface->ball().radius;
            for (std::size_t l = k + 1; l < n && low(order_[l]) < end; ++l) {
                const int j = order_[l], first = std::min(i, j), second = std::max(i, j);
                if (!may_reach(first, second) || !contact_.may_touch(c_.model, first, second)) continue;
                const bool a = now_[first].surface->triangles(), b = now_[second].surface->triangles();
                one(first, second,
                    a && b ? PairModel::beds
                    : a    ? PairModel::first_bed
                    : b    ? PairModel::second_bed
                           : PairModel::hertz,
                    f, patches);
            }
        }
    }

    const Compiled& c_;
    const CompliantContact& contact_;
    SurfaceNow* now_;
    Vec3* centre_;
    int* order_;
    ContactRules rules_;
};

void keep(const Compiled& c, const State& state, const ContactTotals& totals) {
    std::memcpy(state.cache(c.contact->totals), &totals, sizeof totals);
    state.mark_current(c.contact->totals);
}

}  // namespace

void apply_contact(const Compiled& c, const State& state, const Kinematics& kin, Applied& out) {
    ContactTotals totals;
    const auto add = [&](int surface, const Vec3& f, const Vec3& m) {
        const int B = c.surfaces[at(surface)].body;
        out.F_W[B] += {m - cross(out.X_WM[B].p, f), f};
    };
    SurfacesNow(c, state, kin).for_each([&](int first, int second, const PairEffect& effect) {
        add(first, effect.force_W, effect.moment_W);
        add(second, -effect.force_W, -effect.moment_W);
        totals.heat_rate += effect.heat_rate;
    });
    keep(c, state, totals);
}

double contact_energy(const Compiled& c, const State& state, const Kinematics& kin) {
    if (!c.contact) return 0;
    double energy = 0;
    SurfacesNow(c, state, kin).for_each([&](int, int, const PairEffect& effect) { energy += effect.energy; });
    return energy;
}

double contact_heat_rate(const Compiled& c, const State& state, const Kinematics& kin) {
    ContactTotals totals;
    if (state.is_current(c.contact->totals)) {
        std::memcpy(&totals, state.cache(c.contact->totals), sizeof totals);
        return totals.heat_rate;
    }
    SurfacesNow(c, state, kin).for_each([&](int, int, const PairEffect& effect) {
        totals.heat_rate += effect.heat_rate;
    });
    keep(c, state, totals);
    return totals.heat_rate;
}

std::vector<ContactPatch> contacts(const System& system, const State& state) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    std::vector<ContactPatch> patches;
    if (c.contact)
        SurfacesNow(c, state, kinematics_of(system, state))
            .for_each([](int, int, const PairEffect&) {}, &patches);
    return patches;
}

void touching(const System& system, const State& state, std::vector<SurfaceTouch>& out) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    out.clear();
    if (!c.contact) return;
    SurfacesNow(c, state, kinematics_of(system, state))
        .for_each([&](int first, int second, const PairEffect& effect) {
            out.push_back({{first}, {second}, effect.least_slip});
        });
    std::sort(out.begin(), out.end(), [](const SurfaceTouch& a, const SurfaceTouch& b) {
        return std::pair(a.first.index, a.second.index) < std::pair(b.first.index, b.second.index);
    });
}

double contact_energy(const System& system, const State& state) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    return contact_energy(c, state, kinematics_of(system, state));
}

double contact_heat(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    return c.contact ? state.z()[at(c.contact->heat)] : 0;
}

}  // namespace sinew
