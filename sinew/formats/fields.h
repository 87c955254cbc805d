// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// The kinds of something, with the words that tell them apart in files.
template <class Any>
struct KindsOf {
    std::vector<std::string> types{};
    std::vector<Any> kinds{};
};
inline int kind_index(const JointElement& joint) { return joint.joint.index(); }
template <class... Ts>
int kind_index(const OneOf<Ts...>& one) {
    return one.index();
}
/// Things of several kinds look after what is usual themselves.
template <class T>
inline constexpr bool has_kinds = false;
template <>
inline constexpr bool has_kinds<JointElement> = true;
template <class... Ts>
inline constexpr bool has_kinds<OneOf<Ts...>> = true;

/// What describe(fields, thing) tells of a thing: its fields, each with a key, a value and a line about it. Reading,
/// writing and the schema of model files are three kinds of Fields, so that one description serves all (13.30). A key
/// of null is the next item of the list that is open.
class Fields {
public:
    using Numbers = std::vector<double>;
    using NamedNumbers = std::vector<std::pair<std::string, double>>;

    virtual ~Fields() = default;

    virtual void name(std::string& name) = 0;
    virtual void field(const char* key, bool& value, const char* about) = 0;
    virtual void field(const char* key, int& value, const char* about) = 0;
    virtual void field(const char* key, double& value, const char* about) = 0;
    virtual void field(const char* key, std::string& value, const char* about) = 0;
    virtual void field(const char* key, Vec3& value, const char* about) = 0;
    virtual void field(const char* key, Sym3& value, const char* about) = 0;
    virtual void field(const char* key, Transform& value, const char* about) = 0;
    virtual void field(const char* key, Colour& value, const char* about) = 0;
    virtual void field(const char* key, Numbers& value, const char* about) = 0;
    virtual void field(const char* key, NamedNumbers& value, const char* about) = 0;
    virtual void field(const char* key, BodyId& value, const char* about) = 0;
    virtual void field(const char* key, AnyJointId& value, const char* about) = 0;
    virtual void field(const char* key, CoordinateOf& value, const char* about) = 0;
    virtual void field(const char* key, Function& value, const char* about);
    /// One of several words, by its number.
    virtual void word(const char* key, int& value, std::span<const char* const> words, const char* about) = 0;

    /// Several of some words, a bit each.
    virtual void flags(const char* key, unsigned& value, std::span<const char* const> words,
                       const char* about) = 0;

    template <class E>
    requires std::is_enum_v<E>
    void field(const char* key, E& value, std::span<const char* const> words, const char* about) {
        int number = static_cast<int>(value);
        word(key, number, words, about);
        value = static_cast<E>(number);
    }

    /// A thing with fields of its own. (Things of many kinds are definitions in the schema; these give their name.)
    template <class T>
    void object(const char* key, T& value, const char* about, const char* definition = nullptr) {
        if (!open(key, about, definition)) return;
        if (reads()) value = T{};
        all_of(value);
        close();
    }

    template <class T>
    void list(const char* key, std::vector<T>& values, const char* about) {
        const int count = open_list(key, static_cast<int>(values.size()), -1, about);
        if (count < 0) return;
        if (reads()) values.clear();
        values.resize(static_cast<std::size_t>(count));
        for (T& value : values) item(value);
        close_list();
    }
    template <class T, std::size_t n>
    void list(const char* key, std::array<T, n>& values, const char* about) {
        if (open_list(key, static_cast<int>(n), static_cast<int>(n), about) < 0) return;
        for (T& value : values) item(value);
        close_list();
    }

    /// All fields of a thing within the object that is open.
    template <class T>
    void all_of(T& value) {
        if constexpr (has_kinds<T>) return describe(*this, value);
        else if (begin_defaults()) {
            T fresh{};
            describe(*this, fresh);
            end_defaults();
        }
        describe(*this, value);
        drop_defaults();
    }

    /// One of several kinds, told by "type": fields(value) describes the one that it is.
    template <class Any, class Describe>
    void choice(Any& any, const KindsOf<Any>& of, Describe fields) {
        int current = -1;
        for (std::size_t i = 0; i < of.kinds.size(); ++i)
            if (kind_index(of.kinds[i]) == kind_index(any)) current = static_cast<int>(i);
        for (int i = first_choice(of.types, current); i >= 0; i = next_choice()) {
            const Any& fresh = of.kinds[static_cast<std::size_t>(i)];
            if (i != current) any = fresh;
            if (begin_defaults()) {
                Any unchanged = fresh;
                fields(unchanged);
                end_defaults();
            }
            fields(any);
            drop_defaults();
        }
    }

    /// A thing that only its C++ program knows: no file can hold it.
    virtual void users_own(const std::string& what) = 0;
    virtual void fault(const std::string& text) = 0;
    /// True where values come from a file, false where they go to one.
    virtual bool reads() const = 0;
    /// The bodies, or the joints, of a model are all there: what follows may name them.
    virtual void bodies_are_there(Model&) {}
    virtual void joints_are_there(Model&) {}

    virtual bool open(const char* key, const char* about, const char* definition) = 0;
    virtual void close() = 0;
    /// How many items there are, or −1 to leave the list alone; fixed is the number there must be, or −1.
    virtual int open_list(const char* key, int size, int fixed, const char* about) = 0;
    virtual void close_list() = 0;
    virtual int first_choice(std::span<const std::string> types, int current) = 0;
    virtual int next_choice() = 0;
    /// A number in place of an object: true if that is all there is.
    virtual bool number_instead(const char* key, double& value, bool is_number, const char* about) = 0;
    /// What lies between these is how fields look that nobody changed.
    virtual bool begin_defaults() { return false; }
    virtual void end_defaults() {}
    virtual void drop_defaults() {}

private:
    template <class T>
    void item(T& value) {
        if constexpr (requires { field(nullptr, value, ""); }) field(nullptr, value, "");
        else object(nullptr, value, "");
    }
};

const KindsOf<JointElement>& joint_kinds();
const KindsOf<AnyForce>& force_kinds();
const KindsOf<AnyConstraint>& constraint_kinds();
const KindsOf<Shape>& shape_kinds();
const KindsOf<function::Kind>& function_kinds();

/// "TwoPointSpring" → "two_point_spring"
std::string snake_case(std::string_view camel_case);

// Each kind of thing that a Model holds. Joints, forces, constraints, surfaces, shapes and functions: describe_*.cpp.
void describe(Fields& f, Model& model);
void describe(Fields& f, Body& body);
void describe(Fields& f, JointElement& joint);
void describe(Fields& f, AnyForce& force);
void describe(Fields& f, AnyConstraint& constraint);
void describe(Fields& f, OneWay& condition);
void describe(Fields& f, Bounded& condition);
void describe(Fields& f, Impacts& impacts);
void describe(Fields& f, Motion& motion);
void describe(Fields& f, ContactSurface& surface);
void describe(Fields& f, Material& material);
void describe(Fields& f, ContactSettings& settings);
void describe(Fields& f, BodyPair& pair);
void describe(Fields& f, Visual& visual);
void describe(Fields& f, Shape& shape);
void describe(Fields& f, Marker& marker);
void describe(Fields& f, CoordinateLimits& limits);
void describe(Fields& f, Posture& posture);
void describe(Fields& f, DeclaredVariable& variable);
void describe(Fields& f, Station& station);
void describe(Fields& f, FrameOn& frame);
void describe(Fields& f, DirectionOn& direction);
void describe(Fields& f, PlaneOn& plane);
void describe(Fields& f, LineOn& line);
void describe(Fields& f, FunctionBased::Drive& drive);
void describe(Fields& f, Drive& drive);

}  // namespace sinew
