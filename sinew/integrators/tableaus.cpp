// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/tableau.h>

namespace sinew {

// One namespace of numbers per method; the last line of a is the last stage. A test holds all of them against the
// conditions of their order.

namespace {

namespace euler {
constexpr double b[] = {1};
constexpr double error[] = {1.0 / 2, -1.0 / 2};
}  // namespace euler

namespace trapezoid {
constexpr double c[] = {1};
constexpr double a[] = {1};
constexpr double b[] = {1.0 / 2, 1.0 / 2};
constexpr double error[] = {-1.0 / 2, 1.0 / 2};
}  // namespace trapezoid

// [Bogacki, Shampine 1989]
namespace runge_kutta_3 {
constexpr double c[] = {1.0 / 2, 3.0 / 4};
constexpr double a[] = {1.0 / 2,  //
                        0, 3.0 / 4};
constexpr double b[] = {2.0 / 9, 1.0 / 3, 4.0 / 9};
constexpr double error[] = {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8};
}  // namespace runge_kutta_3

// [Merson 1957; Hairer, Norsett, Wanner 1993, II.4]
namespace merson {
constexpr double c[] = {1.0 / 3, 1.0 / 3, 1.0 / 2, 1};
constexpr double a[] = {1.0 / 3,                    //
                        1.0 / 6, 1.0 / 6,           //
                        1.0 / 8, 0,       3.0 / 8,  //
                        1.0 / 2, 0,       -3.0 / 2, 2};
constexpr double b[] = {1.0 / 6, 0, 0, 2.0 / 3, 1.0 / 6};
constexpr double error[] = {1.0 / 15, 0, -3.0 / 10, 4.0 / 15, -1.0 / 30};
// The cubic gives y and so y' at a quarter of the step well enough for a polynomial of degree 4.
constexpr double dense_c[] = {1.0 / 4};
constexpr double dense_a[] = {1.0 / 6, 0, 0, 5.0 / 48, 5.0 / 192, -3.0 / 64};
constexpr double dense[] = {-2, 0, 0, -4, -1, 5.0 / 3, 16.0 / 3};
}  // namespace merson

// [Dormand, Prince 1980; dense output: Hairer, Norsett, Wanner 1993, II.6]
namespace dormand_prince {
constexpr double c[] = {1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1};
constexpr double a[] = {1.0 / 5,                                                        //
                        3.0 / 40,       9.0 / 40,                                       //
                        44.0 / 45,      -56.0 / 15,      32.0 / 9,                      //
                        19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729,  //
                        9017.0 / 3168,  -355.0 / 33,     46732.0 / 5247, 49.0 / 176,   -5103.0 / 18656};
constexpr double b[] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
constexpr double error[] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                            -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
constexpr double dense[] = {-12715105075.0 / 11282082432,  0,
                            87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                            701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                            69997945.0 / 29380423};
}  // namespace dormand_prince

}  // namespace

extern const Tableau dormand_prince_8_tableau;

std::span<const Tableau> tableaus() {
    static const Tableau all[] = {
        {.method = Method::explicit_euler,
         .name = "explicit Euler",
         .order = 1,
         .error_order = 1,
         .stages = 1,
         .c = {},
         .a = {},
         .b = euler::b,
         .error = euler::error},
        {.method = Method::trapezoid,
         .name = "explicit trapezoid",
         .order = 2,
         .error_order = 1,
         .stages = 2,
         .c = trapezoid::c,
         .a = trapezoid::a,
         .b = trapezoid::b,
         .error = trapezoid::error},
        {.method = Method::runge_kutta_3,
         .name = "Bogacki-Shampine 3(2)",
         .order = 3,
         .error_order = 2,
         .stages = 3,
         .c = runge_kutta_3::c,
         .a = runge_kutta_3::a,
         .b = runge_kutta_3::b,
         .error = runge_kutta_3::error},
        {.method = Method::merson,
         .name = "Merson 4(3)",
         .order = 4,
         .error_order = 3,
         .stages = 5,
         .c = merson::c,
         .a = merson::a,
         .b = merson::b,
         .error = merson::error,
         .dense_c = merson::dense_c,
         .dense_a = merson::dense_a,
         .dense_rows = 1,
         .dense = merson::dense,
         .dense_order = 4},
        {.method = Method::dormand_prince,
         .name = "Dormand-Prince 5(4)",
         .order = 5,
         .error_order = 4,
         .stages = 6,
         .c = dormand_prince::c,
         .a = dormand_prince::a,
         .b = dormand_prince::b,
         .error = dormand_prince::error,
         .dense_rows = 1,
         .dense = dormand_prince::dense,
         .dense_order = 4},
        dormand_prince_8_tableau,
    };
    return all;
}

}  // namespace sinew
