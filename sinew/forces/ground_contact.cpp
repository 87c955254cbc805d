// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/forces/ground_contact_apply.h>

namespace sinew {

PointContactMode PointContact::mode(const Values<double>& k, const ForceInput<double>& in) const {
    using namespace on_plane;
    const OverPlane<double> now(k.on.X(), k.at, in);
    if (!(now.p_F.z < 0)) return PointContactMode::free;
    const double normal = normal_push(k, now);
    if (normal < 0) return PointContactMode::negative;
    if (in.variable[0] == sticks) {
        const auto [x, y] = hold(k, now, in.variable);
        return length(x, y) > k.static_friction * normal ? PointContactMode::to_slide
                                                         : PointContactMode::stick;
    }
    return length(now.v_F.x, now.v_F.y) < k.zero_speed ? PointContactMode::to_stick : PointContactMode::slide;
}

std::array<double, 3> PointContact::committed(const Values<double>& k, const ForceInput<double>& in) const {
    using namespace on_plane;
    switch (mode(k, in)) {
        case PointContactMode::free: return {static_cast<double>(PointContactMode::free), 0, 0};
        case PointContactMode::stick: return {sticks, in.variable[1], in.variable[2]};
        case PointContactMode::to_stick: {
            const OverPlane<double> now(k.on.X(), k.at, in);
            return {sticks, now.p_F.x, now.p_F.y};
        }
        default: return {static_cast<double>(PointContactMode::slide), 0, 0};
    }
}

#define SINEW_FOR(T)                                                                                     \
    template void SmoothContact::apply(const Values<T>&, const ForceInput<T>&, AppliedT<T>&) const;      \
    template void ExponentialContact::apply(const Values<T>&, const ForceInput<T>&, AppliedT<T>&) const; \
    template void PointContact::apply(const Values<T>&, const ForceInput<T>&, AppliedT<T>&) const;       \
    template void ExponentialContact::z_dot(const ForceInput<T>&, std::span<T>) const;
SINEW_FOR(double)
SINEW_FOR(Dual)
SINEW_FOR(DualT<Dual>)
#undef SINEW_FOR

}  // namespace sinew
