// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/fields.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace sinew {

namespace {

constexpr const char* stages[] = {"topology", "model", "instance",     "time",  "position",
                                  "velocity", "force", "acceleration", "report"};
constexpr const char* types[] = {"boolean", "integer", "real", "text"};
enum class Type { boolean, integer, real, text };

template <class T>
void from_number(double number, std::byte* to) {
    const T value = static_cast<T>(number);
    std::memcpy(to, &value, sizeof value);
}
template <class T>
double to_number(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return static_cast<double>(value);
}

/// f.operator()<T>() for the plain type that a variable is made of; false for one that has no numbers.
template <class F>
bool with_type(const PlainType& type, F f) {
    const bool real = type.type == ValueType::real, sign = type.is_signed;
    switch (type.element) {
        case 1:
            sign ? f.template operator()<std::int8_t>() : f.template operator()<std::uint8_t>();
            return !real;
        case 2:
            sign ? f.template operator()<std::int16_t>() : f.template operator()<std::uint16_t>();
            return !real;
        case 4:
            real   ? f.template operator()<float>()
            : sign ? f.template operator()<std::int32_t>()
                   : f.template operator()<std::uint32_t>();
            return true;
        case 8:
            real   ? f.template operator()<double>()
            : sign ? f.template operator()<std::int64_t>()
                   : f.template operator()<std::uint64_t>();
            return true;
        default: return false;
    }
}

std::vector<double> numbers_of(const DeclaredVariable& v) {
    std::vector<double> numbers;
    const auto step = static_cast<std::size_t>(v.type.element);
    for (std::size_t i = 0; step > 0 && i + step <= v.initial.size(); i += step)
        with_type(v.type, [&]<class T> { numbers.push_back(to_number<T>(v.initial.data() + i)); });
    return numbers;
}

void set_numbers(Fields& f, DeclaredVariable& v, const std::vector<double>& numbers) {
    const auto step = static_cast<std::size_t>(v.type.element);
    v.initial.assign(numbers.size() * step, std::byte{});
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool possible = with_type(v.type, [&]<class T> {
            using Limits = std::numeric_limits<T>;
            const double x = numbers[i];
            if (Limits::is_integer &&
                !(x == std::floor(x) && x >= static_cast<double>(Limits::lowest()) &&
                  x <= static_cast<double>(Limits::max()) && std::abs(x) <= 9007199254740992.0))
                f.fault(shortest(x) + " is no integer of " + std::to_string(step) + " bytes.");
            else from_number<T>(x, v.initial.data() + i * step);
        });
        if (!possible)
            return f.fault("bytes: there are no such numbers of " + std::to_string(step) + " bytes.");
    }
}

struct CacheEntryOf {
    Stage stage = Stage::position;
    int bytes = 0;
};
void describe(Fields& f, CacheEntryOf& entry) {
    f.field("stage", entry.stage, stages, "what it depends on");
    f.field("bytes", entry.bytes, "its size");
}

}  // namespace

void describe(Fields& f, DeclaredVariable& v) {
    f.name(v.name);
    const bool text = v.object_type == &object_type<std::string>;
    const bool plain = !v.object_type && v.type.type <= ValueType::real;
    if (!f.reads() && !text && !plain && !v.name.empty())
        return f.users_own("variable " + sinew::quoted(v.name) + ", of a type of its program");
    Type type = text ? Type::text : plain ? static_cast<Type>(v.type.type) : Type::real;
    std::string words = text && v.object ? *static_cast<const std::string*>(v.object.get()) : "";
    std::vector<double> numbers = plain ? numbers_of(v) : std::vector<double>();
    int bytes = plain ? v.type.element : 8, alignment = static_cast<int>(v.alignment);
    bool is_signed = plain ? v.type.is_signed : true;
    f.field("stage", v.stage, stages, "what becomes stale when it changes");
    f.field("holds", type, types, "what it is made of");
    f.field("bytes", bytes, "of one number");
    f.field("signed", is_signed, "whether its numbers have a sign");
    f.field("alignment", alignment, "of its memory, in bytes");
    f.field("numbers", numbers, "what a new State begins with");
    f.field("text", words, "the same, for texts");
    if (!f.reads()) return;
    if (type == Type::text) {
        v.object = std::make_shared<const std::string>(words);
        v.object_type = &object_type<std::string>;
        return;
    }
    if (alignment < 1 || alignment > 64 || (alignment & (alignment - 1)) != 0)
        return f.fault("alignment: " + std::to_string(alignment) +
                       " is none. It is 1, 2, 4, 8, 16, 32 or 64.");
    v.alignment = static_cast<std::size_t>(alignment);
    v.type = {static_cast<ValueType>(type), bytes, is_signed};
    set_numbers(f, v, numbers);
}

void describe(Fields& f, Model& m) {
    f.name(m.name);
    f.field("title", m.title, "a few words");
    f.field("description", m.description, "a line about it");
    f.field("up", m.up, "which way is up; against gravity if it is not given");
    std::vector<Body> bodies;
    if (m.bodies.empty()) m.bodies.push_back({.name = "world"});
    bodies.assign(m.bodies.begin() + 1, m.bodies.end());
    f.object("world", m.bodies.front(), "the body that never moves, if it has another name or a mass");
    f.list("bodies", bodies, "rigid bodies");
    if (f.reads()) {
        m.bodies.resize(1);
        m.bodies.insert(m.bodies.end(), bodies.begin(), bodies.end());
    }
    f.bodies_are_there(m);
    f.list("joints", m.joints, "what joins them");
    f.joints_are_there(m);
    f.list("forces", m.forces, "what acts on them");
    f.list("constraints", m.constraints, "what holds them besides joints");
    f.list("surfaces", m.surfaces, "shapes on bodies that touch one another");
    f.object("contact", m.contact, "what holds for all that touch");

    f.list("one_way", m.one_way, "which constraints act one way only: contacts, stops, ropes");
    f.list("bounded", m.bounded,
           "which constraints of speeds give way: dry friction, drives of limited torque");
    f.object("impacts", m.impacts, "how the impulses of collisions are found");
    f.list("motions", m.motions, "joints driven in a given way");
    f.list("variables", m.variables, "discrete variables");
    std::vector<CacheEntryOf> entries;
    for (const auto& [stage, bytes] : m.cache_entries) entries.push_back({stage, static_cast<int>(bytes)});
    f.list("cache_entries", entries, "memory that a program keeps in States");
    if (f.reads()) {
        m.cache_entries.clear();
        for (const CacheEntryOf& entry : entries)
            if (entry.bytes > 0 && entry.bytes <= 1'000'000)
                m.cache_entries.emplace_back(entry.stage, static_cast<std::size_t>(entry.bytes));
            else
                f.fault("cache_entries: an entry of " + std::to_string(entry.bytes) +
                        " bytes. It has 1 to 1000000.");
    }
    for (const FastVariables& fast : m.fast)
        f.users_own("set of fast variables " + sinew::quoted(fast.name) + ", which its program settles");
    f.list("visuals", m.visuals, "what they look like");
    f.list("markers", m.markers, "frames with a name on them");
    f.list("limits", m.limits, "how far coordinates go; no force keeps them there");
    f.list("postures", m.postures, "configurations with a name; runs start at \"default\"");
}

}  // namespace sinew
