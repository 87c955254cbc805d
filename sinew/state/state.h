// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>
#include <sinew/state/coordinates.h>
#include <sinew/state/layout.h>

#include <array>
#include <cstring>
#include <memory>
#include <span>

namespace sinew {

struct ParameterBlock;

/// Everything that varies: time, coordinates q, speeds u, auxiliary z, discrete variables, options and parameters; and,
/// behind them, a cache of what was computed from them. A value: copying it branches a history. It needs its System
/// neither to be copied nor to be compared or saved.
///
/// Writing a variable makes all that depends on it stale, and a stale value cannot be read: the System
/// computes it anew. The cache changes speed, never results. One thread at a time may use a State (reading
/// fills the cache).
class State {
public:
    explicit State(std::shared_ptr<const StateLayout> layout,
                   std::shared_ptr<const ParameterBlock> parameters);
    State(const State& other);
    /// A State that was moved from can be assigned to, copied, compared and destroyed; nothing else.
    State(State&&) noexcept = default;
    State& operator=(const State& other);
    State& operator=(State&& other);
    ~State() = default;

    /// Same variables to the last bit, of the same layout (−0.0 is not 0.0). The cache does not count; in structs
    /// of the user's own, padding does.
    friend bool operator==(const State& a, const State& b);

    const StateLayout& layout() const { return *layout_; }

    // Time.
    double time() const { return *time_slot(); }
    void set_time(double t);

    // Coordinates, speeds, auxiliary variables: all of them.
    std::span<const double> q() const& { return {values() + 1, size_of(layout_->nq)}; }
    std::span<const double> u() const& { return {values() + 1 + layout_->nq, size_of(layout_->nu)}; }
    std::span<const double> z() const& {
        return {values() + 1 + layout_->nq + layout_->nu, size_of(layout_->nz)};
    }
    void set_q(std::span<const double> q) { write(Part::q, {0, layout_->nq}, q); }
    void set_u(std::span<const double> u) { write(Part::u, {0, layout_->nu}, u); }
    void set_z(std::span<const double> z) { write(Part::z, {0, layout_->nz}, z); }

    // The same of one joint. With a typed id, one coordinate reads and writes like a number, several like an array:
    //     state.q(hinge) = 0.3;     state.q(shoulder) = {1, 0, 0, 0};
    std::span<const double> q(AnyJointId joint) const& { return part(q(), layout_->q_of_joint, joint.index); }
    std::span<const double> u(AnyJointId joint) const& { return part(u(), layout_->u_of_joint, joint.index); }
    void set_q(AnyJointId joint, std::span<const double> q) {
        write(Part::q, range(layout_->q_of_joint, joint.index), q);
    }
    void set_u(AnyJointId joint, std::span<const double> u) {
        write(Part::u, range(layout_->u_of_joint, joint.index), u);
    }
    template <class J>
    auto q(JointId<J> joint) const& {
        return read_coordinates<J::nq>(q(static_cast<AnyJointId>(joint)));
    }
    template <class J>
    auto u(JointId<J> joint) const& {
        return read_coordinates<J::nu>(u(static_cast<AnyJointId>(joint)));
    }
    template <class J>
    auto q(JointId<J> joint) & {
        return Coordinates<State, J::nq, true>{*this, joint};
    }
    template <class J>
    auto u(JointId<J> joint) & {
        return Coordinates<State, J::nu, false>{*this, joint};
    }

    // Auxiliary variables of one force.
    std::span<const double> z(ForceId force) const& { return part(z(), layout_->z_of_force, force.index); }
    void set_z(ForceId force, std::span<const double> z) {
        write(Part::z, range(layout_->z_of_force, force.index), z);
    }

    // Parameters, by path ("thigh.mass") or, in a loop, by id.
    std::span<const double> parameter(ParameterId id) const&;
    std::span<const double> parameter(std::string_view path) const& {
        return parameter(layout_->parameter(path));
    }
    void set_parameter(ParameterId id, std::span<const double> value);
    void set_parameter(ParameterId id, double value) { set_parameter(id, std::span(&value, 1)); }
    void set_parameter(std::string_view path, std::span<const double> value) {
        set_parameter(layout_->parameter(path), value);
    }
    void set_parameter(std::string_view path, double value) {
        set_parameter(layout_->parameter(path), value);
    }

    // Discrete variables. Plain ones come as values; objects (std::string, std::vector, types of your own with ==)
    // by reference, valid until the variable is set anew. Copies of a State share objects.
    template <class T>
    decltype(auto) get(VariableId<T> id) const& {
        if constexpr (std::is_trivially_copyable_v<T>) {
            T value;
            std::memcpy(&value, variable_bytes(id.index, sizeof(T)), sizeof(T));
            return value;
        } else {
            return *static_cast<const T*>(object(id.index, object_type<T>).get());
        }
    }
    template <class T>
    T get(VariableId<T> id) const&& {
        return get(id);  // *this has a name here, so it is not taken for a temporary
    }
    template <class T>
    void set(VariableId<T> id, const std::type_identity_t<T>& value) {
        if constexpr (std::is_trivially_copyable_v<T>) write_variable(id.index, &value, sizeof(T));
        else set_object(id.index, object_type<T>, std::make_shared<const T>(value));
    }

    // Cache, for the System and for cache entries of the user's own.
    bool is_current(CacheId entry) const { return stamps()[entry.index] == version_[stage_of(entry)]; }
    void mark_current(CacheId entry) const { stamps()[entry.index] = version_[stage_of(entry)]; }
    void* cache(CacheId entry) const {
        return memory_.get() + cache_start_ + layout_->cache[size_of(entry.index)].offset;
    }
    /// The entry's value, computed by the given function if it is not current.
    template <class T, class Compute>
    const T& cached(CacheEntry<T> entry, Compute&& compute) const& {
        check_entry(entry, sizeof(T));
        T& value = *static_cast<T*>(cache(entry));
        if (!is_current(entry)) {
            const Computing computing(*this);
            value = compute();
            mark_current(entry);
        }
        return value;
    }

    // Views of a State that is gone at the end of the line would show nothing, so a temporary gives none: keep it
    // under a name. One coordinate is a number and may be read.
    template <class... Of>
    void q(Of...) const&& = delete;
    template <class... Of>
    void u(Of...) const&& = delete;
    template <class... Of>
    void z(Of...) const&& = delete;
    template <class J>
    requires(J::nq == 1) double q(JointId<J> joint) const&& { return q(joint); }
    template <class J>
    requires(J::nu == 1) double u(JointId<J> joint) const&& { return u(joint); }
    template <class Of>
    void parameter(Of) const&& = delete;
    template <class... Of>
    void cached(Of&&...) const&& = delete;

    /// While one of these lives, writing to the State is refused: what is asked in the middle of a computation
    /// (a force of the user's own) must not change what it is computed from.
    class Computing {
    public:
        explicit Computing(const State& state) : state_(state) {
            if (state_.computing_ == deepest) state_.throw_endless();
            ++state_.computing_;
        }
        ~Computing() { --state_.computing_; }
        Computing(const Computing&) = delete;
        Computing& operator=(const Computing&) = delete;

    private:
        static constexpr int deepest = 100;
        const State& state_;
    };

    // For those who know variables by number: the System, and what saves and compares States.

    /// One byte of a discrete variable made of bytes (a flag of many).
    void set_byte(int variable, int offset, bool value);
    /// All bytes of a discrete variable, as they were saved.
    void set_bytes(int variable, std::span<const std::byte> bytes) {
        write_variable(variable, bytes.data(), bytes.size());
    }
    /// Some of the numbers of a discrete variable made of many.
    void set_numbers(int variable, int first, std::span<const double> values);
    const std::shared_ptr<const void>& object(int variable, const ObjectType& type) const;
    void set_object(int variable, const ObjectType& type, std::shared_ptr<const void> value);
    const ParameterBlock& parameter_block() const { return *parameters_; }
    const std::byte* variable_bytes(int index, std::size_t size) const;
    /// Makes a stage and all above it stale, as writing one of its variables does.
    void invalidate(Stage stage);

private:
    enum class Part : unsigned char { q, u, z };
    struct Free {
        void operator()(std::byte* memory) const;
    };

    static std::size_t size_of(int n) { return static_cast<std::size_t>(n); }
    std::size_t stage_of(CacheId entry) const {
        return static_cast<std::size_t>(layout_->cache[size_of(entry.index)].depends_on);
    }
    const double* time_slot() const { return values(); }
    double* values() { return reinterpret_cast<double*>(memory_.get()); }
    const double* values() const { return reinterpret_cast<const double*>(memory_.get()); }
    std::uint64_t* stamps() const { return reinterpret_cast<std::uint64_t*>(memory_.get() + stamps_start_); }
    Range range(const std::vector<Range>& ranges, int owner) const;
    std::span<const double> part(std::span<const double> all, const std::vector<Range>& ranges,
                                 int owner) const {
        const Range r = range(ranges, owner);
        return all.subspan(size_of(r.first), size_of(r.count));
    }
    void write(Part part, Range range, std::span<const double> values);
    void check_quaternions(Range range, std::span<const double> values) const;
    void check_writable() const;
    [[noreturn]] void throw_endless() const;
    void check_entry(CacheId entry, std::size_t size) const;
    void write_variable(int index, const void* value, std::size_t size);
    void allocate();

    // One block of memory: [t q u z | discrete variables | stamps of the cache entries | cache].
    std::shared_ptr<const StateLayout> layout_;
    std::shared_ptr<const ParameterBlock> parameters_;
    std::unique_ptr<std::byte[], Free> memory_;
    std::size_t variables_start_ = 0, stamps_start_ = 0, cache_start_ = 0;
    std::array<std::uint64_t, stage_count> version_{};
    std::vector<std::shared_ptr<const void>> objects_;
    mutable int computing_ = 0;
};

}  // namespace sinew
