// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <fmt/core.h>

#include <exception>

int main(int count, char** words) {
    try {
        return bench::run(count, words);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", words[0], error.what());
        return 2;
    }
}
