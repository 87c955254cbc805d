// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/vec3.h>

#include <cstdint>
#include <vector>

namespace sinew {

/// Forces of the last step by the names of their contacts: what the next step begins with. A table with open places;
/// grows when it is half full, else takes no memory.
class Remembered {
public:
    struct Entry {
        std::uint64_t id = 0;
        Vec3 force_W{};
        bool used = false;
    };
    /// Null if there is none.
    const Entry* find(std::uint64_t id) const;
    /// Sets an entry that is not there yet.
    void put(std::uint64_t id, const Vec3& force_W);
    void clear();
    int count() const { return count_; }

private:
    std::size_t place_of(std::uint64_t id) const;
    void grow();
    std::vector<Entry> table_ = std::vector<Entry>(64);
    int count_ = 0;
};

}  // namespace sinew
