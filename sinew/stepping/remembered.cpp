// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/remembered.h>

#include <utility>

namespace sinew {

/// Where an id is, or would be put.
std::size_t Remembered::place_of(std::uint64_t id) const {
    // Multiplied by 2⁶⁴ over the golden ratio, neighbours are spread out [Knuth 1998, 6.4].
    std::size_t at = static_cast<std::size_t>(id * 0x9e3779b97f4a7c15u >> 20) & (table_.size() - 1);
    while (table_[at].used && table_[at].id != id) at = (at + 1) & (table_.size() - 1);
    return at;
}

const Remembered::Entry* Remembered::find(std::uint64_t id) const {
    const Entry& entry = table_[place_of(id)];
    return entry.used ? &entry : nullptr;
}

void Remembered::put(std::uint64_t id, const Vec3& force_W) {
    if (2 * static_cast<std::size_t>(count_ + 1) > table_.size()) grow();
    Entry& entry = table_[place_of(id)];
    if (!entry.used) ++count_;
    entry = {id, force_W, true};
}

void Remembered::clear() {
    if (count_ > 0)
        for (Entry& entry : table_) entry.used = false;
    count_ = 0;
}

void Remembered::grow() {
    std::vector<Entry> old(2 * table_.size());
    std::swap(old, table_);
    for (const Entry& entry : old)
        if (entry.used) table_[place_of(entry.id)] = entry;
}

}  // namespace sinew
