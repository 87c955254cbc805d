// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/numbers.h>
#include <sinew/formats/xml.h>

#include <doctest/doctest.h>

#include <functional>

using namespace sinew;

namespace {

/// What is said of a text when `ask` reads it.
std::string said(std::string_view text, const std::function<void(xml::Element)>& ask = {},
                 const xml::Limits& limits = {}) {
    try {
        Reading reading;
        const xml::Document document(text, "a.xml", reading, limits);
        if (ask) ask(document.root());
        reading.throw_if_failed();
    } catch (const FileError& error) {
        return error.what();
    }
    return "nothing";
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

void contains(const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("values of a file are read with their lines, and what nobody asked for is listed by kind") {
    Reading reading;
    const xml::Document document(
        "<?xml version='1.0'?>\n<robot name='r'>\n <a x='1 2 3' y='.5' z='7'>on</a>\n"
        " <b/><b/>\n <b><c q='1'/></b>\n</robot>",
        "a.xml", reading);
    const xml::Element root = document.root(), a = root.child("a");
    CHECK(root.attribute("name").word() == "r");
    CHECK(a.place() == SourcePlace{"a.xml", 3});
    CHECK(a.attribute("x").vec3().z == 3);
    CHECK(a.attribute("y").number() == 0.5);
    CHECK(a.text().word() == "on");
    CHECK(a.attribute("w").number(9) == 9);
    CHECK_FALSE(root.child("d"));
    CHECK(root.child("d").child("e").attribute("f").vec3({1, 2, 3}).y == 2);
    CHECK_FALSE(reading.failed());
    document.note_unread();
    REQUIRE(reading.notes.size() == 2);
    CHECK(reading.notes[0].text == "the attribute \"z\" of <a> is not understood and was left out.");
    CHECK(reading.notes[1].text == "<b> in <robot> is not understood and was left out (lines 4, 4, 5).");
    CHECK(to_text(reading.notes[1].where) == "a.xml:4");
}

TEST_CASE("faults of values name file, line, element, value and rule, all of them at once") {
    const std::string all = said(
        "<robot>\n<link name='shank'>\n<mass value='1,5'/><o xyz='0 0' rpy='0 0 nan'/>\n"
        "<t>maybe</t></link>\n</robot>",
        [](xml::Element root) {
            const xml::Element link = root.child("link"), o = link.child("o");
            link.child("mass").attribute("value").number();
            o.attribute("xyz").vec3();
            o.attribute("rpy").vec3();
            link.text_of("t").flag();
            link.required("colour");
            link.text_of("t").one_of({"maybee", "no"});
        });
    contains(all, "a.xml:3: link \"shank\": mass value=\"1,5\" is not a number: decimals come after a point");
    contains(all, "a.xml:3: link \"shank\": o xyz=\"0 0\" holds 2 numbers where 3 are expected.");
    contains(all, "o rpy=\"0 0 nan\" holds \"nan\", which is not a number.");
    contains(all, "a.xml:4: link \"shank\": t \"maybe\" is neither true nor false.");
    contains(all, "a.xml:2: link \"shank\": the attribute \"colour\" is missing.");
    contains(all, "Known: maybee, no. Did you mean \"maybee\"?");
}

TEST_CASE("numbers are decimal, whole, within the range of a double, and the same in every locale") {
    for (const char* bad : {"1,5", "0x10", "1e", "nan", "Infinity", "1.2.3", "--1", "+-1", "1 2", "", "1e400",
                            "-1e400", "1e-400", "١", "2x", "."}) {
        CAPTURE(bad);
        CHECK_FALSE(parse_number(bad).fault.empty());
    }
    CHECK(parse_number("+1.5").value == 1.5);
    CHECK(parse_number("-inf", true).value < -1e308);
    CHECK(parse_number("0." + std::string(400, '3')).value == 1.0 / 3);
    CHECK(parse_number("4.9406564584124654e-324").value > 0);
}

TEST_CASE("texts that are no XML of ours are refused with their line") {
    contains(said(""), "a.xml: the file is empty.");
    contains(said("<a>\n<b>\n</a>"), "a.xml:3: this is not well-formed XML");
    contains(said("<a/><b/>"), "a second element \"b\"");
    contains(said("hello"), "a.xml");
    contains(said("<a x='1' x='2'/>"), "the attribute \"x\" is there twice");
    contains(said("<!DOCTYPE a [<!ENTITY b 'cc'>]>\n<a>&b;</a>"), "document type declarations");
    contains(said("\n<!DOCTYPE a SYSTEM 'file:///etc/passwd'>\n<a/>"), "a.xml:2: document type");
    contains(said(std::string_view("<\0a\0/\0>\0", 8)), "UTF-16");
    contains(said("<?xml version='1.0' encoding='ISO-8859-1'?><a/>"), "\"iso-8859-1\"");
    contains(said("<a>\n\xe4</a>"), "a.xml:2: byte 0xe4 is not UTF-8");
    contains(said(std::string_view("<a>\0</a>", 8)), "NUL");
    CHECK(said("\xef\xbb\xbf<a/>") == "nothing");
    CHECK(said("<a\r\n\tx='1'\r\n/>") == "nothing");
}

TEST_CASE("size, depth and number of elements are bounded, and depth costs no stack") {
    const std::string deep = repeated("<a>", 100'000) + repeated("</a>", 100'000);
    contains(said(deep), "nested more than 1000 deep");
    CHECK(said(deep, {}, {.depth = 200'000}) == "nothing");
    contains(said("<a/>   ", {}, {.bytes = 6}), "7 bytes, and at most 6");
    contains(said("<a><b/><b/></a>", {}, {.elements = 2}), "more than 2 elements");
    contains(said("<a x='' y='' z=''/>", {}, {.attributes = 2}), "more than 2 attributes");
    CHECK(said("<a>" + repeated("<b c='1'/>", 200'000) + "</a>") == "nothing");
    CHECK(said("<a b='" + std::string(10'000'000, 'x') + "'/>") == "nothing");
}
