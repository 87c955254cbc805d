// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A program outside the project. Every compiler and build type must make it print the same.
#include <sinew/version.h>

#include <cstdio>

int main() { std::printf("sinew %s\n", sinew::version()); }
