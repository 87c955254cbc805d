// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// The main() of every test program, compiled once.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

int main(int argc, char** argv) {
    const char* data = std::getenv("SINEW_DATA");
    if (std::getenv("SINEW_TEST_NEEDS_DATA") && !(data && *data)) {
        std::puts("Not run: SINEW_DATA does not name the folder with the reference data.");
        return 77;  // which CTest shows as "not run"
    }
    return doctest::Context(argc, argv).run();
}
