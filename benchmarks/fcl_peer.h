// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/shapes.h>

#include <memory>

namespace bench {

/// A shape as the Flexible Collision Library has it.
class FclShape {
public:
    explicit FclShape(const sinew::Shape& shape);
    ~FclShape();
    FclShape(FclShape&&) noexcept;

    struct Inside;
    const Inside& inside() const { return *inside_; }

private:
    std::unique_ptr<Inside> inside_;
};

/// A pose in FCL's own type, so that making it is not timed.
struct FclPose {
    alignas(32) double numbers[16];
};
FclPose fcl_pose(const FclShape& shape, const sinew::Transform& X_WG);

/// FCL's signed distance; NaN where it throws.
double fcl_distance(const FclShape& A, const FclPose& X_WA, const FclShape& B, const FclPose& X_WB);

const char* fcl_version();

}  // namespace bench
