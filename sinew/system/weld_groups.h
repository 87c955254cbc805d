// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// Which bodies of a System go where if welds are merged: what may, and what must stay apart.
class WeldGroups {
public:
    explicit WeldGroups(const System& whole);

    BodyId host(BodyId body) const { return {host_[static_cast<std::size_t>(body.index)]}; }
    /// X_HB
    const Transform& place(BodyId body) const { return X_HB_[static_cast<std::size_t>(body.index)]; }
    /// True for a weld that has led to a body that is part of its host now.
    bool is_gone(AnyJointId joint) const { return gone_[static_cast<std::size_t>(joint.index)]; }
    const std::vector<std::string>& remarks() const { return remarks_; }

    /// Pairs of hosts whose surfaces must (or must never) touch one another, whatever joints are between them.
    const std::vector<std::pair<int, int>>& meet() const { return meet_; }
    const std::vector<std::pair<int, int>>& apart() const { return apart_; }

private:
    void find_welds();
    void keep_what_programs_name();
    void keep(int body, const std::string& why);
    void group();
    bool separate_ends();
    bool separate_surfaces();
    void keep_later(BodyId one, BodyId other, const std::string& who);

    const System& whole_;
    const Model& model_;
    struct OnWeld {
        int joint = -1, parent = 0;
        Transform X_PB{};
    };
    std::vector<OnWeld> weld_;        ///< by body: the weld it hangs on in the tree
    std::vector<int> order_;          ///< bodies as they stand in the tree
    std::vector<int> place_in_tree_;  ///< by body
    std::vector<bool> kept_, gone_;
    std::vector<int> host_;
    std::vector<Transform> X_HB_;
    std::vector<std::string> remarks_;
    std::vector<std::pair<int, int>> meet_, apart_;
};

}  // namespace sinew
