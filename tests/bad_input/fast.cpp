// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Fast variables that nobody can find.
#include <tests/bad_input/refusal.h>

#include <array>
#include <stdexcept>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Finds nothing; or writes what is not its own; or throws.
class Relaxes : public Relaxer {
public:
    enum class How { well, other_variable, other_joint, throws };
    explicit Relaxes(How how = How::well) : how_(how) {}
    Settled relax(Relaxing& now) const override {
        if (how_ == How::other_variable) now.set(VariableId<double>{1}, 1);
        if (how_ == How::other_joint) now.set_q(now.system.model().joint("elbow"), std::array{1.0});
        if (how_ == How::throws) throw std::runtime_error("no luck");
        return {true, 0, 0};
    }

private:
    How how_;
};

const auto relaxer = std::make_shared<Relaxes>();

}  // namespace

TEST_CASE("fast variables that make no sense are refused by name") {
    check_all({
        {"no relaxer",
         [](Model& m) {
             m.add(FastVariables{.name = "gap", .variables = {m.add_variable("x", 1.0, Stage::force)}});
         },
         {"fast variables \"gap\" have no relaxer. Give them one that derives from Relaxer."}},
        {"nothing to find",
         [](Model& m) { m.add(FastVariables{.name = "gap", .relaxer = relaxer}); },
         {"fast variables \"gap\" are none. List variables or joints that the relaxer is to find."}},
        {"stages",
         [](Model& m) {
             m.add(FastVariables{.name = "gap",
                                 .variables = {m.add_variable("x", 1.0, Stage::position)},
                                 .relaxer = relaxer});
             m.add(FastVariables{.name = "late",
                                 .stage = Stage::report,
                                 .variables = {m.add_variable("y", 1.0, Stage::report)},
                                 .relaxer = relaxer});
             m.add(FastVariables{.name = "pull", .joints = {m.joint("elbow")}, .relaxer = relaxer});
         },
         {"fast variables \"gap\" settle at stage force, but variable \"x\" affects stage position. Give "
          "both the "
          "same stage.",
          "fast variables \"late\" settle at stage report. It must be time, position, velocity, force or "
          "acceleration.",
          "fast variables \"pull\" have joints at stage force. Coordinates settle at stage position, speeds "
          "at "
          "stage velocity."}},
        {"two find one",
         [](Model& m) {
             const auto x = m.add_variable("x", 1.0, Stage::force);
             m.add(FastVariables{.name = "one", .variables = {x, x}, .relaxer = relaxer});
             m.add(FastVariables{.name = "two", .variables = {x}, .relaxer = relaxer});
         },
         {"fast variables \"one\" have variable \"x\", which is listed twice.",
          "fast variables \"two\" have variable \"x\", which fast variables \"one\" have, too. One relaxer "
          "can find "
          "it."}},
        {"no such thing",
         [](Model& m) {
             m.add(FastVariables{.name = "lost",
                                 .stage = Stage::position,
                                 .variables = {VariableId<double>{7}},
                                 .joints = {AnyJointId{}},
                                 .relaxer = relaxer});
         },
         {"fast variables \"lost\" name a variable that is none of the model. Give the id that "
          "add_variable() "
          "returned.",
          "fast variables \"lost\" name a joint that is none of the model. Give the id that add() "
          "returned."}},
        {"driven",
         [](Model& m) {
             m.add(Motion{.name = "drive", .joint = m.joint("elbow"), .functions = {1.0}});
             m.add(FastVariables{
                 .name = "bent", .stage = Stage::position, .joints = {m.joint("elbow")}, .relaxer = relaxer});
         },
         {"fast variables \"bent\" have joint \"elbow\", which motion \"drive\" drives. Disable the motion, "
          "or leave "
          "the joint to it."}},
        {"carries another",
         [](Model& m) {
             m.add(FastVariables{.name = "bent",
                                 .stage = Stage::position,
                                 .joints = {m.joint("shoulder")},
                                 .relaxer = relaxer});
         },
         {"joint \"elbow\" is carried by joint \"shoulder\", whose variables are fast, but has none of its "
          "own that "
          "are. Make it fast, too."}},
    });
}

TEST_CASE("a relaxer that writes what is not its own, or throws, is told by the name of its variables") {
    const auto refused = [](Relaxes::How how, const char* words) {
        Model model = arm();
        const auto x = model.add_variable("x", 1.0, Stage::force);
        model.add_variable("y", 1.0, Stage::force);
        model.add(FastVariables{.name = "gap", .variables = {x}, .relaxer = std::make_shared<Relaxes>(how)});
        const System system(model);
        State state = system.default_state();
        CHECK_THROWS_WITH_AS(relax(system, state), words, StateError);
    };
    refused(Relaxes::How::other_variable,
            "relaxer of \"gap\" failed at time 0: it sets variable \"y\", which is not among its variables. "
            "List it in "
            "FastVariables::variables.");
    refused(Relaxes::How::other_joint,
            "relaxer of \"gap\" failed at time 0: it sets coordinates of joint \"elbow\", which are not its "
            "to find. List "
            "the joint in FastVariables::joints at stage position.");
    refused(Relaxes::How::throws, "relaxer of \"gap\" failed at time 0: no luck");
}
