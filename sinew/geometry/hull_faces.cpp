// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/geometry/hull_faces.h>

namespace sinew {

HullFaces::HullFaces(const TriangleTree& hull) : start_{0} {
    constexpr double same_plane = 1 - 1e-10;  // of the cosine: 1e-5 rad
    std::vector<int> owner(hull.faces().size(), -1);
    for (std::size_t f = 0; f < owner.size(); ++f) {
        if (owner[f] >= 0 || !(hull.areas()[f] > 0)) continue;
        const int mine = count();
        std::vector<int> part{static_cast<int>(f)};
        owner[f] = mine;
        for (std::size_t i = 0; i < part.size(); ++i)
            for (const int next : hull.neighbours()[at(part[i])])
                if (next >= 0 && owner[at(next)] < 0 &&
                    dot(hull.normals()[at(next)], hull.normals()[f]) > same_plane) {
                    owner[at(next)] = mine;
                    part.push_back(next);
                }
        // Round the rim: from each corner along the side that no triangle of this part shares.
        std::vector<std::pair<int, int>> rim;
        for (const int t : part)
            for (std::size_t k = 0; k < 3; ++k) {
                const int across = hull.neighbours()[at(t)][k];
                if (across < 0 || owner[at(across)] != mine)
                    rim.emplace_back(hull.faces()[at(t)][k], hull.faces()[at(t)][(k + 1) % 3]);
            }
        normals_.push_back(hull.normals()[f]);
        int corner = rim.front().first;
        for (std::size_t steps = 0; steps < rim.size(); ++steps) {
            corners_.push_back(corner);
            for (const auto& [from, to] : rim)
                if (from == corner) {
                    corner = to;
                    break;
                }
        }
        start_.push_back(static_cast<int>(corners_.size()));
    }
}

int HullFaces::towards(const Vec3& d) const {
    int best = 0;
    for (int i = 1; i < count(); ++i)
        if (dot(normals_[at(i)], d) > dot(normals_[at(best)], d)) best = i;
    return best;
}

}  // namespace sinew
