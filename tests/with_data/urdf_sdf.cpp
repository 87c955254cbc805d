// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// The same robot as URDF and as SDF, and every file there is.

#include <sinew/formats/sdf.h>
#include <sinew/formats/urdf.h>
#include <tests/support/files.h>
#include <tests/with_data/urdf_file.h>

#include <doctest/doctest.h>

#include <filesystem>

using namespace sinew;

TEST_CASE("the same humanoid as URDF and as SDF moves alike") {
    const Model urdf =
        read_urdf(testing::urdf_file("pinocchio/models/simple_humanoid.urdf"), {.floating_base = true}).model;
    const Model sdf = read_sdf(testing::urdf_file("pinocchio/models/simple_humanoid.sdf")).model;
    testing::check_same_motion(urdf, sdf, 1e-9);
}

TEST_CASE("every URDF and SDF file is read, or refused with its name and a line") {
    int read = 0, refused = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::urdf_file(""))) {
        const std::string file = entry.path().string(), ending = entry.path().extension().string();
        if (ending != ".urdf" && ending != ".sdf") continue;
        CAPTURE(file);
        const std::string fault =
            testing::fault_of([&] { ending == ".urdf" ? read_urdf(file) : read_sdf(file); });
        fault == "nothing" ? ++read : ++refused;
        if (fault != "nothing") testing::contains(fault, file + ":");
    }
    CHECK(read >= 34);
    CHECK(refused <=
          10);  // files that Drake keeps to test its parser: several roots, unknown joints; Husky's xacro
}
