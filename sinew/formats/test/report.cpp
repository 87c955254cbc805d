// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <sinew/formats/report.h>
#include <sinew/formats/report_blob.h>
#include <sinew/formats/report_look.h>
#include <sinew/formats/text_file.h>
#include <sinew/system/kinematics.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <limits>

using namespace sinew;
using Json = nlohmann::json;

namespace {

Model pendulum() {
    Model model{.name = "a </script> & b"};
    const BodyId bob = model.add(Body{"bob", {1, {0, -0.5, 0}, {0.1, 0.01, 0.1}}});
    model.add(Pin{}, {.name = "swing", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

/// What stands between two texts.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find(from) + from.size();
    return text.substr(begin, text.find(to, begin) - begin);
}

std::string report_of(const System& system, const History& history) {
    const std::string file = (std::filesystem::temp_directory_path() / "sinew_test_report.html").string();
    write_report(file, system, history, {.warnings = {"<b>"}});
    const std::string text = read_text_file(file);
    std::filesystem::remove(file);
    return text;
}

}  // namespace

TEST_CASE("base64 is that of RFC 4648") {
    CHECK(base64("") == "");
    CHECK(base64("f") == "Zg==");
    CHECK(base64("fo") == "Zm8=");
    CHECK(base64("foo") == "Zm9v");
    CHECK(base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("a column that never changes is one number, any other takes four or eight bytes per entry") {
    ReportBlob blob;
    CHECK(blob.add_column(std::vector{0.1, 0.1, 0.1}, false) == "0.1");
    CHECK(blob.size() == 0);
    CHECK(Json::parse(blob.add_column(std::vector{1.0, 2.0, 3.0}, false)) ==
          Json{{"at", 0}, {"n", 3}, {"t", "f32"}});
    CHECK(Json::parse(blob.add_column(std::vector{1.0, 2.0}, true)) ==
          Json{{"at", 12}, {"n", 2}, {"t", "f64"}});
    CHECK(blob.size() == 12 + 16);
    const double none = std::numeric_limits<double>::quiet_NaN();
    CHECK(Json::parse(blob.add_column(std::vector{none, none}, false))["n"] == 2);  // JSON has no word for it
}

TEST_CASE("a report holds bodies, series and warnings, and no name in it ends its script") {
    const System system(pendulum());
    State state = system.default_state();
    History history(10);
    for (const double t : {0.0, 0.1, 0.2}) {
        state.set_time(t);
        state.set_q(system.model().joint("swing"), std::array{t});
        history.push(state);
    }
    const std::string text = report_of(system, history);
    const Json head =
        Json::parse(between(text, "<script id=\"sinew-head\" type=\"application/json\">", "</script>"));
    CHECK(head["title"] == "a </script> & b");
    CHECK(head["frames"] == 3);
    CHECK(head["up"] == Json{0, 1, 0});
    CHECK(head["bodies"].size() == 2);
    CHECK(head["bodies"][0]["pose"] == Json{0, 0, 0, 1, 0, 0, 0});  // the world stays
    CHECK(head["bodies"][1]["pose"][6]["n"] == 3);                  // the bob turns about z
    CHECK(head["warnings"] == Json{"<b>"});
    CHECK(head["shapes"].size() >= 2);
    CHECK(between(text, "<title>", "</title>") == "a &lt;/script> &amp; b");
    std::vector<std::string> names;
    for (const Json& series : head["series"]) names.push_back(series["name"]);
    CHECK(std::count(names.begin(), names.end(), "total energy") == 1);
    CHECK(std::count(names.begin(), names.end(), "swing.angle") == 1);
    CHECK(std::count(names.begin(), names.end(), "swing.angle/speed") == 1);
}

TEST_CASE("an empty history is refused") {
    const System system(pendulum());
    CHECK_THROWS_WITH_AS(write_report("none.html", system, History(3)),
                         doctest::Contains("nothing to report"), FileError);
}

TEST_CASE("ground that surfaces touch is drawn where it is, unless the model draws its own") {
    Model model{.name = "ground"};
    const BodyId body = model.add(Body{.name = "ball", .mass = {.mass = 1, .inertia = {1, 1, 1}}});
    model.add(Free{}, {.name = "moves", .to = body});
    model.add(ContactSurface{.name = "floor", .X_BG = {.p = {0, 0, -0.3}}, .shape = shape::HalfSpace{}});
    const auto planes = [&] {
        const System system(model);
        std::vector<DrawnShape> found;
        for (const DrawnShape& shape : look_of(system, system.default_state()).shapes)
            if (shape.kind == "plane") found.push_back(shape);
        return found;
    };
    REQUIRE(planes().size() == 1);
    CHECK(planes()[0].body == 0);
    CHECK(planes()[0].X_BG.p.z == -0.3);
    model.visuals.push_back({.name = "own", .X_BG = {.p = {0, 0, -0.2}}, .shape = shape::HalfSpace{}});
    REQUIRE(planes().size() == 1);
    CHECK(planes()[0].X_BG.p.z == -0.2);
}

TEST_CASE("the ellipsoid of a ball's inertia is the ball; visuals take the place of the automatic look") {
    const double r = 0.3, I = 0.4 * 2 * r * r;
    const auto ellipsoid = inertia_ellipsoid({2, {}, {I, I, I}});
    REQUIRE(ellipsoid);
    CHECK(ellipsoid->radii.x == doctest::Approx(r));
    CHECK(ellipsoid->radii.z == doctest::Approx(r));
    CHECK_FALSE(inertia_ellipsoid({2, {}, {}}));

    Model model = pendulum();
    model.add(Visual{
        .name = "tip", .body = model.body("bob"), .shape = shape::Cone{0.1, 0.4}, .colour = {1, 0, 0, 1}});
    const System system(model);
    const Look look = look_of(system, system.default_state());
    REQUIRE(look.shapes.size() == 1);
    CHECK(look.shapes[0].kind == "cone");
    CHECK(look.shapes[0].X_BG.p.z == 0.2);  // a page has the middle of a cone at its origin
}
