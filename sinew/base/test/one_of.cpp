// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/one_of.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sinew;

namespace {

using Thing = OneOf<int, std::string, std::vector<double>>;

std::string told(const Thing& thing) {
    return visit(
        []<class T>(const T& value) -> std::string {
            if constexpr (std::same_as<T, int>) return "number " + std::to_string(value);
            else if constexpr (std::same_as<T, std::string>) return "text " + value;
            else return "list of " + std::to_string(value.size());
        },
        thing);
}

}  // namespace

TEST_CASE("one of several types knows which") {
    const Thing number = 3, text = std::string("abc"), list = std::vector<double>{1, 2};
    CHECK(told(Thing()) == "number 0");
    CHECK(told(number) == "number 3");
    CHECK(told(text) == "text abc");
    CHECK(told(list) == "list of 2");
    CHECK(number.index() == 0);
    CHECK(list.index() == 2);
    CHECK(text.is<std::string>());
    CHECK_FALSE(text.is<int>());
    CHECK(text.if_a<int>() == nullptr);
    CHECK(*text.if_a<std::string>() == "abc");
    CHECK(list.as<std::vector<double>>().back() == 2);
    CHECK_THROWS_AS(list.as<int>(), std::bad_cast);
}

TEST_CASE("a copy of one of several types is its own; a move hands it over") {
    Thing first = std::vector<double>{1, 2};
    Thing copy = first;
    copy.as<std::vector<double>>().push_back(3);
    CHECK(told(first) == "list of 2");
    CHECK(told(copy) == "list of 3");
    visit([]<class T>(T& value) { value = T{}; }, copy);
    CHECK(told(copy) == "list of 0");
    Thing taken = std::move(first);
    CHECK(told(taken) == "list of 2");
    first = 7;
    CHECK(told(first) == "number 7");
    taken = first;
    CHECK(told(taken) == "number 7");
    std::vector<Thing> many(3, taken);
    many.insert(many.begin(), std::string("x"));
    CHECK(told(many.front()) == "text x");
    CHECK(told(many.back()) == "number 7");
}
