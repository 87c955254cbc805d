// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/function_numbers.h>

#include <algorithm>

namespace sinew {

namespace {

using Numbers = std::span<double>;

/// Shows each(path, numbers, is_axis) all numbers of a joint in a fixed order, for reading or writing.
template <class Each>
class Walk {
public:
    explicit Walk(Each each) : each_(each) {}

    void through(FunctionBased& joint) {
        for (std::size_t i = 0; i < 3; ++i) through(joint.turns[i], "turns" + number(i));
        const bool shifts = std::any_of(joint.shifts.begin(), joint.shifts.end(), [](const auto& shift) {
            return shift.function.arguments() > 0 || shift.function(0.0) != 0;
        });
        for (std::size_t i = 0; shifts && i < 3; ++i) through(joint.shifts[i], "shifts" + number(i));
    }

private:
    static std::string number(std::size_t i) { return "[" + std::to_string(i) + "]"; }

    void through(FunctionBased::Drive& drive, const std::string& path) {
        each_(path + ".axis", Numbers(&drive.axis.x, 3), true);
        drive.function = through(drive.function, path + ".function");
    }
    /// A function never changes: this is another one, with the numbers that `each` leaves.
    Function through(const Function& f, const std::string& path) {
        return visit(
            [&](auto kind) -> Function {
                if constexpr (!requires { kind->arguments(); }) into(kind, path);
                return kind;
            },
            f.kind());
    }
    void one(double& value, const std::string& path) { each_(path, Numbers(&value, 1), false); }
    void all(std::vector<Function>& functions, const std::string& path) {
        for (std::size_t i = 0; i < functions.size(); ++i)
            functions[i] = through(functions[i], path + number(i));
    }

    void into(function::Constant& f, const std::string& path) { one(f.value, path + ".value"); }
    void into(function::Linear& f, const std::string& path) {
        each_(path + ".slopes", f.slopes, false);
        one(f.offset, path + ".offset");
    }
    void into(function::Polynomial& f, const std::string& path) {
        each_(path + ".coefficients", f.coefficients, false);
    }
    void into(function::Sinusoid& f, const std::string& path) {
        one(f.amplitude, path + ".amplitude");
        one(f.frequency, path + ".frequency");
        one(f.phase, path + ".phase");
    }
    void into(function::Step& f, const std::string& path) {
        one(f.from, path + ".from");
        one(f.to, path + ".to");
        one(f.start, path + ".start");
        one(f.end, path + ".end");
    }
    template <class Curve>
    requires requires(Curve f) {
        f.x;
        f.y;
    }
    void into(Curve& f, const std::string& path) {
        each_(path + ".x", f.x, false);
        each_(path + ".y", f.y, false);
    }
    void into(function::Argument&, const std::string&) {}
    void into(function::Scaled& f, const std::string& path) {
        one(f.scale, path + ".scale");
        f.function = through(f.function, path + ".function");
    }
    void into(function::Sum& f, const std::string& path) { all(f.terms, path + ".terms"); }
    void into(function::Product& f, const std::string& path) { all(f.factors, path + ".factors"); }
    void into(function::Composition& f, const std::string& path) {
        f.outer = through(f.outer, path + ".outer");
        all(f.inner, path + ".inner");
    }

    Each each_;
};

}  // namespace

std::vector<FunctionNumbers> numbers_of(const FunctionBased& joint) {
    std::vector<FunctionNumbers> found;
    FunctionBased copy = joint;
    Walk walk([&](const std::string& path, Numbers numbers, bool is_axis) {
        if (!numbers.empty()) found.push_back({path, {numbers.begin(), numbers.end()}, is_axis});
    });
    walk.through(copy);
    return found;
}

FunctionBased with_numbers(const FunctionBased& joint, const double* values) {
    FunctionBased changed = joint;
    Walk walk([&](const std::string&, Numbers numbers, bool) {
        std::copy_n(values, numbers.size(), numbers.begin());
        values += numbers.size();
    });
    walk.through(changed);
    return changed;
}

}  // namespace sinew
