// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Model files of our own: what is saved is what is read, for everything that a Model can hold.
#include <sinew/formats/json_model.h>
#include <sinew/formats/json_node.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

#include <bit>
#include <filesystem>
#include <fstream>

using namespace sinew;
using namespace sinew::testing;

namespace {

Model read(const std::string& text) { return read_json_model_text(text, "test.json").model; }

bool same_bits(std::span<const double> a, std::span<const double> b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
               return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
           });
}

/// Saved and read, a model is the same text, and the same System to the last bit.
void check_round_trip(const Model& model) {
    const std::string text = to_json_model(model);
    const Model again = read(text);
    CHECK(to_json_model(again) == text);
    const System one(model), other(again);
    CHECK(one.layout().fingerprint == other.layout().fingerprint);
    CHECK(one.layout().q_names == other.layout().q_names);
    CHECK(same_bits(one.layout().parameter_defaults, other.layout().parameter_defaults));
    CHECK(one.layout().variable_defaults == other.layout().variable_defaults);
    CHECK(one.explain() == other.explain());
    State a = random_state(one, 5, false), b = other.default_state();
    b.set_q(a.q());
    b.set_u(a.u());
    const std::span<const double> rates_a = forward_dynamics(one, a), rates_b = forward_dynamics(other, b);
    CHECK(same_bits(rates_a, rates_b));
}

/// Random, with every joint but the user's own.
Model savable(std::uint64_t seed) {
    Model model = random_model(seed);
    for (JointElement& joint : model.joints)
        if (joint.joint.is<CustomJoint>()) joint.joint = Pin{};
    return model;
}

std::string faults_of(const std::string& text) {
    try {
        read(text);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

const char* const pendulum = R"(// a comment
{
  "sinew": 1,
  "name": "pendulum",
  "parameters": {"length": 0.5, "half": "length/2"},
  "bodies": [
    {"name": "bob", "mass": 2, "com": [0, "-$length", 0], "inertia": [1, 1, "half"]}
  ],
  "joints": [
    {"type": "pin", "name": "swing", "from": "world", "to": "bob", "X_PF": {"turn": {"axis": "x", "angle": "90*deg"}}}
  ],
  "forces": [{"type": "gravity", "name": "gravity", "g": [0, -9.81, 0]}], /* and another
  comment */
  "postures": [{"name": "default", "q": {"swing.angle": 1}}]
}
)";

}  // namespace

TEST_CASE("random models of every joint are read as they were saved, to the last bit") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        check_round_trip(savable(seed));
    }
}

TEST_CASE("every kind of force is read as it was saved; the user's own is refused by name") {
    for_every_force([]<class E> {
        CAPTURE(E::kind);
        Random random(11);
        Model model = savable(3);
        model.add(random_force<E>(model, random));
        if constexpr (std::is_same_v<E, CustomForce>)
            CHECK_THROWS_WITH_AS(
                to_json_model(model),
                "force \"force\", a CustomForce, can not be saved: only its C++ program knows it. "
                "Remove it from the model that is saved.",
                ModelError);
        else check_round_trip(model);
    });
}

TEST_CASE("every kind of constraint is read as it was saved; the user's own is refused by name") {
    for (const KindOfConstraint& kind : every_constraint()) {
        CAPTURE(kind.kind);
        Random random(17);
        Model model = savable(4);
        model.add_constraint(kind.random(model, random));
        if (model.constraints[0].is<CustomConstraint>()) CHECK_THROWS_AS(to_json_model(model), ModelError);
        else check_round_trip(model);
    }
}

TEST_CASE("every kind of function is read as it was saved, also within others") {
    using namespace function;
    const std::vector<double> x{0, 1, 2, 3.5}, y{1, -1, 0.1, 1e-300};
    std::vector<Function> all{1.5,
                              -0.0,
                              Linear{{1, 2}, 3},
                              Polynomial{{1, 0, -2}},
                              Sinusoid{2, 3, 0.5},
                              Step{0, 1, 2, 3},
                              PiecewiseLinear{x, y},
                              NaturalCubicSpline{x, y},
                              SimmSpline{x, y},
                              Argument{1},
                              Scaled{3, Sinusoid{}},
                              Sum{{Sinusoid{}, 2.0}},
                              Product{{Sinusoid{}, Argument{2}}},
                              Composition{Sinusoid{}, {Sum{{Argument{0}, Argument{1}}}}}};
    Model model = savable(2);
    Motion motion{.name = "motion", .joint = {{0}}, .functions = all};
    model.add(motion);
    const std::string text = to_json_model(model);
    const Model again = read(text);
    CHECK(to_json_model(again) == text);
    REQUIRE(again.motions[0].functions.size() == all.size());
    const double at[] = {0.3, 0.7, -0.2};
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(again.motions[0].functions[i](at) == all[i](at));
}

TEST_CASE("visuals, markers, limits, postures, variables and the rest are read as they were saved") {
    Model model = savable(6);
    model.title = "A \"title\" with \\ and \u00e9";
    model.description = "line\nbreak";
    model.up = {0, 0, 1};
    Random random(3);
    TriangleMesh triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 1e-9}}, {{0, 1, 2}}};
    int i = 0;
    for (const Shape& shape :
         {Shape(shape::Box{{1, 2, 3}}), Shape(shape::Sphere{0.3}), Shape(shape::Ellipsoid{{1, 2, 0.5}}),
          Shape(shape::Cylinder{0.2, 2}), Shape(shape::Capsule{0.2, 1}), Shape(shape::Cone{1, 2}),
          Shape(shape::HalfSpace{}), Shape(shape::Torus{0.5, 0.1}),
          Shape(shape::ConvexHull{
              std::make_shared<std::vector<Vec3>>(std::vector<Vec3>{{}, x_axis, y_axis, {0.1, 0.2, 1}})}),
          Shape(
              shape::HeightMap{2, 3, std::make_shared<HeightGrid>(HeightGrid{3, 2, {0, 1, 2, 3, 4, 1e-9}})}),
          Shape(shape::Mesh{.triangles = std::make_shared<TriangleMesh>(triangle)})})
        model.add(Visual{.name = "v" + std::to_string(++i),
                         .body = BodyId{i % 5},
                         .X_BG = random.pose(1),
                         .shape = shape,
                         .colour = {0.2 * (i % 3), 1, 0.1, i % 2 ? 1 : 0.5}});
    model.add(Marker{.name = "tip", .on = {.body = BodyId{2}, .X_BF = random.pose(1)}});
    model.add(CoordinateLimits{.coordinate = random_coordinate(model, random), .low = -1});
    model.add(Posture{.name = "p", .q = {}, .u = {}});
    model.add_variable("gain", 0.1, Stage::force);
    model.add_variable("mode", 7, Stage::instance);
    model.add_variable("on", true, Stage::report);
    model.add_variable("word", std::string("hello"), Stage::report);
    model.add_variable("three", std::array<double, 3>{1, 2, 1e300}, Stage::position);
    model.add_cache_entry<double>(Stage::velocity);
    check_round_trip(model);
    const Model again = read(to_json_model(model));
    CHECK(again.title == model.title);
    CHECK(again.description == model.description);
    CHECK(again.cache_entries == model.cache_entries);
    CHECK(again.visuals[10].shape.as<shape::Mesh>().triangles->vertices[2].z == 1e-9);
    CHECK(again.visuals[1].colour == model.visuals[1].colour);
}

TEST_CASE("contact surfaces and settings are read as they were saved") {
    Model model = savable(4);
    Random random(5);
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .group = 2, .mask = 5});
    model.add(ContactSurface{.name = "pad",
                             .body = BodyId{2},
                             .X_BG = random.pose(1),
                             .shape = shape::Ellipsoid{{1, 2, 0.5}},
                             .material = {.young = 1e6, .poisson = 0.45, .thickness = 0.003},
                             .compliance = Compliance::springs});
    model.contact = {.kind = ContactKind::rigid,
                     .modulus = ModulusRule::textbook,
                     .friction = FrictionLaw::continuous,
                     .transition_speed = 1e-3,
                     .neighbours = true,
                     .excluded = {{world, BodyId{1}}, {BodyId{2}, BodyId{3}}}};
    check_round_trip(model);
    const Model again = read(to_json_model(model));
    CHECK(again.surfaces[1].material.poisson == 0.45);
    CHECK(again.surfaces[0].mask == 5);
    CHECK(again.contact.kind == ContactKind::rigid);
    CHECK(again.contact.excluded[1].second == BodyId{3});
}

TEST_CASE("parameters take part in arithmetic, and others may be given") {
    const Model model = read(pendulum);
    CHECK(model.bodies[1].mass.com == Vec3{0, -0.5, 0});
    CHECK(model.bodies[1].mass.inertia.zz == 0.25);
    CHECK(model.joints[0].placement.X_PF.R.y.z == doctest::Approx(1));
    const Model longer = read_json_model_text(pendulum, "p.json", {.parameters = {{"length", 2}}}).model;
    CHECK(longer.bodies[1].mass.com.y == -2);
    CHECK(longer.bodies[1].mass.inertia.zz == 1);
    CHECK_THROWS_WITH(read_json_model_text(pendulum, "p.json", {.parameters = {{"lenght", 2}}}),
                      "p.json: there is no parameter \"lenght\" to set. Did you mean \"length\"?");
    const System system = compile(read_json_model_text(pendulum, "p.json"));
    const State start = start_state(system);
    CHECK(start.q()[0] == 1);
}

TEST_CASE("faults name file, line, element, value and rule, all at once") {
    CHECK(faults_of(R"({"sinew": 1,
 "bodies": [{"name": "bob", "mas": 1}],
 "joints": [{"type": "pinn", "name": "j", "to": "bob"},
            {"type": "pin", "name": "k", "to": "bobb"},
            {"type": "pin", "name": "l"}],
 "forces": [{"type": "mobility_spring", "name": "s", "coordinate": "k.angel", "stiffness": "2*$kk"},
            {"type": "gravity", "name": "g", "g": [0, 1]}]})") ==
          "test.json:2: body \"bob\": the key \"mas\" means nothing here. Did you mean \"mass\"?\n"
          "test.json:3: joint \"j\": type is the text \"pinn\", which is not known. Did you mean \"pin\"?\n"
          "test.json:4: joint \"k\": to: there is no body \"bobb\". Did you mean \"bob\"?\n"
          "test.json:5: joint \"l\": the key \"to\" is missing: the body it leads to.\n"
          "test.json:6: force \"s\": coordinate: there is no coordinate \"k.angel\". Did you mean "
          "\"k.angle\"?\n"
          "test.json:6: force \"s\": stiffness: \"2*$kk\": there is no parameter \"kk\". Give it under "
          "\"parameters\".\n"
          "test.json:7: force \"g\": g is a list of 2, but must be a list of 3 numbers.");
    CHECK(faults_of("{\"sinew\": 2}") ==
          "test.json:1: sinew is the number 2, but must be the version of the format, 1 to 1. A newer Sinew "
          "wrote "
          "this.");
    CHECK(faults_of("{}") ==
          "test.json:1: this is not a model of Sinew: it does not say \"sinew\": 1, the version "
          "of its format.");
    CHECK(faults_of("[1]") == "test.json:1: a model is an object { ... }, but this is a list of 1.");
    CHECK(faults_of("{\"sinew\": 1,\n\"bodies\": 1,\n\"bodies\": 2}") ==
          "test.json:3: the key \"bodies\" stands here and in line 2. An object has each key once.");
    CHECK(faults_of("{\"sinew\": 1, \"units\": {\"length\": \"mm\"}}") ==
          "test.json:1: units: length is the text \"mm\", but numbers of a model are in m. Convert them, or "
          "write "
          "them as \"12*0.001\".");
    CHECK(faults_of("{\"sinew\": 1,\n \"name\": \"x}").substr(0, 36) ==
          "test.json:2: this is not JSON: synta");
    CHECK(faults_of("{\"sinew\": 1, \"up\": [0, 1e400, 0]}").find("1e400") != std::string::npos);
    CHECK(faults_of(std::string("\xff\xfe{", 3)) ==
          "test.json:1: the text is UTF-16 or UTF-32. Save it as UTF-8.");
    CHECK(faults_of("{\"a\": \"\xe9\"}") ==
          "test.json:1: the text is not UTF-8 (Latin-1, perhaps). Save it as UTF-8.");
    CHECK(faults_of(std::string(100'000, '[')) ==
          "test.json:1: lists and objects are nested more than 200 deep. No model is.");
}

TEST_CASE("what the System refuses has its place in the file in front") {
    const ModelFile file = read_json_model_text(R"({"sinew": 1,
 "bodies": [{"name": "bob",
             "mass": -1}],
 "joints": [{"type": "pin", "name": "j", "to": "bob"}],
 "constraints": [
   {"type": "rod", "name": "r", "from": {"body": "bob"}, "to": {}, "length": 0}]})",
                                                "m.json");
    try {
        compile(file);
        FAIL("a negative mass was taken");
    } catch (const FileError& error) {
        REQUIRE(error.faults.size() == 2);
        CHECK(error.faults[0].substr(0, 25) == "m.json:2: body \"bob\": mas");
        CHECK(error.faults[1].substr(0, 25) == "m.json:6: rod \"r\": length");
    }
}

TEST_CASE(
    "a file may include others, with a prefix and parameters of its own, but no ring and nothing outside") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / "sinew_include_test";
    fs::create_directories(folder / "parts");
    const auto write = [&](const char* name, const char* text) { std::ofstream(folder / name) << text; };
    write("parts/leg.json", R"({"sinew": 1, "parameters": {"side": 1},
        "bodies": [{"name": "thigh", "mass": 3, "com": [0, "side", 0], "inertia": [1, 1, 1]}],
        "joints": [{"type": "pin", "name": "hip", "to": "thigh"}],
        "postures": [{"name": "default", "q": {"hip.angle": "side/4"}}]})");
    write("both.json", R"({"sinew": 1, "name": "both", "include": [
        {"file": "parts/leg.json", "prefix": "left_"},
        {"file": "parts/leg.json", "prefix": "right_", "parameters": {"side": -1}}],
        "forces": [{"type": "two_point_spring", "name": "s", "from": {"body": "left_thigh"},
                    "to": {"body": "right_thigh"}, "stiffness": 1}],
        "postures": [{"name": "default", "q": {"right_hip.angle": 0.5}}]})");
    write("ring.json", R"({"sinew": 1, "include": "ring.json"})");
    write("out.json", R"({"sinew": 1, "include": ["../elsewhere.json", "none.json"]})");
    const System system = compile(read_json_model((folder / "both.json").string()));
    const State start = start_state(system);
    CHECK(system.model().bodies[2].mass.com.y == -1);
    CHECK(system.model().forces[0].as<TwoPointSpring>().to.body.index == 2);
    CHECK(start.q()[0] == 0.25);
    CHECK(start.q()[1] == 0.5);
    const auto why = [&](const char* name) {
        try {
            read_json_model((folder / name).string());
            return std::string();
        } catch (const FileError& error) {
            return std::string(error.what());
        }
    };
    CHECK(why("ring.json").find("files include one another in a ring") != std::string::npos);
    CHECK(why("out.json").find("lies outside the model's folder") != std::string::npos);
    CHECK(why("out.json").find("there is no file") != std::string::npos);
    fs::remove_all(folder);
}

TEST_CASE("the published schema is that of the code; tools/schema writes it anew") {
    const std::string file = SINEW_SOURCE "/docs/sinew-model.schema.json", schema = model_schema();
    if (std::getenv("SINEW_WRITE_SCHEMA")) std::ofstream(file, std::ios::binary) << schema;
    std::ifstream in(file, std::ios::binary);
    const std::string published((std::istreambuf_iterator<char>(in)), {});
    CHECK((published == schema));
}
