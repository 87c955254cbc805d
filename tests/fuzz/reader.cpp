// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// libFuzzer's way into one reader, which SINEW_READER names: see CMakeLists.txt beside this.

#include <tests/support/readers.h>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sinew::testing::SINEW_READER({reinterpret_cast<const char*>(data), size});
    return 0;
}
