// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include <sinew/math/function.h>

using namespace sinew;
using function::NaturalCubicSpline;
using function::PiecewiseLinear;
using function::SimmSpline;

namespace {

/// The translations of the right knee along x and y over its angle: joint knee_r of Models/Gait2354_Simbody/
/// gait2354_simbody.osim, lines 1057-1058 and 1068-1069, in github.com/opensim-org/opensim-models (CC BY 3.0).
const std::vector<double> knee_x_angle = {-2.0944,   -1.74533, -1.39626, -1.0472,  -0.698132, -0.349066,
                                          -0.174533, 0.197344, 0.337395, 0.490178, 1.52146,   2.0944};
const std::vector<double> knee_x = {-0.0032, 0.00179,   0.00411,   0.0041,    0.00212,   -0.001,
                                    -0.0031, -0.005227, -0.005435, -0.005574, -0.005435, -0.00525};
const std::vector<double> knee_y_angle = {-2.0944,   -1.22173, -0.523599, -0.349066,
                                          -0.174533, 0.159149, 2.0944};
const std::vector<double> knee_y = {-0.4226, -0.4082, -0.399, -0.3976, -0.3966, -0.395264, -0.396};

struct Expected {
    double x, value, d1, d2;
};

void check_against(const Function& f, const std::vector<Expected>& table) {
    for (const auto& e : table) {
        CAPTURE(e.x);
        const auto [value, d1, d2] = f.evaluate(e.x);
        CHECK(std::abs(value - e.value) < 1e-15);
        CHECK(std::abs(d1 - e.d1) < 1e-15);
        CHECK(std::abs(d2 - e.d2) < 1e-14);
    }
}

/// Knots 0.1 to 1.1 apart and values in -1 .. 1.
struct Points {
    std::vector<double> x, y;
};

Points random_points(int n, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> step(0.1, 1.1), height(-1.0, 1.0);
    Points p;
    for (double x = -2.0; n-- > 0; x += step(random)) {
        p.x.push_back(x);
        p.y.push_back(height(random));
    }
    return p;
}

template <class Polynomial>
Points points_of(Polynomial&& f, std::vector<double> x) {
    Points p{std::move(x), {}};
    for (const double xi : p.x) p.y.push_back(f(xi));
    return p;
}

const std::vector<double> uneven = {-1.0, -0.7, 0.1, 0.4, 1.5, 1.9, 3.0};

}  // namespace

// The numbers of the next two tests solve, over the rational numbers and rounded once at the end, the dense linear
// system of all 4 (n-1) coefficients c_ik of the pieces sum_k c_ik x^k: both ends of each piece on its points, equal
// first and second derivatives at inner knots, and the third derivative of the outer pieces that of the cubic through
// the four outer points (or their second derivative zero at the ends).
TEST_CASE("the knee of a real leg glides along the Simm spline that exact arithmetic gives") {
    check_against(SimmSpline{knee_x_angle, knee_x},
                  {{-2.5, -0.010689669209195547, 0.018465653868825302, 0},
                   {-2.0944, -0.0032000000000000002, 0.018465653868825302, -0.024825097586180438},
                   {-2.0, -0.0015663343227582029, 0.016157778306186192, -0.02407057111380078},
                   {-1.3, 0.0043332504204993431, 0.0014270561689126097, -0.01855153158369232},
                   {-0.6, 0.0013862810074832487, -0.007833273496804084, -0.0089779461177845014},
                   {-0.25, -0.0022190229055652987, -0.012347894177867885, 0.009768917621599045},
                   {0.0, -0.0044998565175360132, -0.0056468842095570354, 0.023767834422454972},
                   {0.3, -0.0053918668090567907, -0.0012295196969390773, 0.0049407301143910834},
                   {0.75, -0.0056818814110604415, -0.00014088970291152927, 0.0018806626965476292},
                   {1.8, -0.0053074202902795124, 0.00036587639320208624, -0.0009042214960801523},
                   {2.0944, -0.0052500000000000003, -1.3526141561142764e-05, -0.0016732413759526555},
                   {2.3, -0.0052527809747049715, -1.3526141561142764e-05, 0}});
    check_against(SimmSpline{knee_y_angle, knee_y},
                  {{-2.5, -0.4288276036353883, 0.015354052355493853, 0},
                   {-2.0944, -0.42259999999999998, 0.015354052355493853, 0.0064223650405315922},
                   {-2.0, -0.42112378991344862, 0.015902215799501775, 0.0051912672477718632},
                   {-1.3, -0.40946590546657596, 0.016340986779444896, -0.0039376358765058064},
                   {-0.6, -0.39974961308682894, 0.010330896484343597, -0.013255138836886121},
                   {-0.25, -0.39699494987449407, 0.0055475077851282802, -0.0096135921639185946},
                   {0.0, -0.39582069644835033, 0.0039606354797486094, -0.0057982258935112283},
                   {0.3, -0.39489298226008834, 0.0022461198685982849, -0.0053405765720448452},
                   {0.75, -0.3943683831060027, 0.00020671768541786833, -0.0037234331309792287},
                   {1.8, -0.39551052179940938, -0.0017218863868049415, 4.9901564840543325e-05},
                   {2.0944, -0.39600000000000002, -0.0015514620090578449, 0.0011078727405065814},
                   {2.3, -0.39631898058906229, -0.0015514620090578449, 0}});
}

TEST_CASE("the natural spline through the same points is the one that exact arithmetic gives") {
    check_against(NaturalCubicSpline{knee_x_angle, knee_x},
                  {{-2.5, -0.009675033234213315, 0.015964085883168916, 0},
                   {-2.0944, -0.0032000000000000002, 0.015964085883168916, 0},
                   {-2.0, -0.0017045125230194668, 0.015597913307196162, -0.0077578935587447901},
                   {-0.25, -0.0022189549664648404, -0.012348469172668798, 0.0097530190208630196},
                   {0.0, -0.0044999379237151832, -0.0056468999596958631, 0.023772611975793757},
                   {0.75, -0.0056763248372871207, -0.00011041875740284213, 0.001908368929254849},
                   {1.8, -0.0053341974744501837, 0.00031247236075905159, -0.00026979114752374042},
                   {2.0944, -0.0052500000000000003, 0.00027275910384355704, 0},
                   {2.3, -0.0051939207282497646, 0.00027275910384355704, 0}});
    check_against(NaturalCubicSpline{knee_y_angle, knee_y},
                  {{-2.5, -0.42946947143052722, 0.016936566643311758, 0},
                   {-1.3, -0.40943226629767832, 0.015853957734228732, -0.002725601483089193},
                   {-0.6, -0.39975472601261658, 0.010421066754320663, -0.013762478880392177},
                   {0.3, -0.39488248919022928, 0.0023494944120323186, -0.0049692453390947269},
                   {1.8, -0.39539091312210822, -0.0019889026835014519, -0.00081528412161696747},
                   {2.3, -0.39643359241127546, -0.0021089125062034694, 0}});
}

TEST_CASE("curves pass through their points and splines are smooth to the second derivative at inner knots") {
    for (const int n : {2, 3, 4, 5, 6, 17, 200}) {
        CAPTURE(n);
        const Points p = random_points(n, 7);
        for (const bool spline : {false, true})
            for (const Function& f :
                 spline ? std::vector<Function>{NaturalCubicSpline{p.x, p.y}, SimmSpline{p.x, p.y}}
                        : std::vector<Function>{PiecewiseLinear{p.x, p.y}})
                for (std::size_t i = 0; i < p.x.size(); ++i) {
                    const bool inner = i > 0 && i + 1 < p.x.size();
                    const Sample at = f.evaluate(p.x[i]);
                    const Sample before = f.evaluate(std::nextafter(p.x[i], -100.0));
                    const Sample after = f.evaluate(std::nextafter(p.x[i], 100.0));
                    CHECK(std::abs(at.value - p.y[i]) < 1e-12);
                    CHECK(std::abs(before.value - after.value) < 1e-12);
                    if (spline || !inner) CHECK(std::abs(before.d1 - after.d1) < 1e-10);
                    if (spline && inner) CHECK(std::abs(before.d2 - after.d2) < 1e-9);
                }
    }
}

TEST_CASE("beyond its ends every curve goes on straight with the end's slope") {
    const Points p = random_points(9, 3);
    const double first = p.x.front(), last = p.x.back();
    for (const Function& f : {Function(PiecewiseLinear{p.x, p.y}), Function(NaturalCubicSpline{p.x, p.y}),
                              Function(SimmSpline{p.x, p.y})}) {
        CHECK(f(first - 5.0) == doctest::Approx(p.y.front() - 5.0 * f.evaluate(first).d1).epsilon(1e-13));
        CHECK(f(last + 5.0) == doctest::Approx(p.y.back() + 5.0 * f.evaluate(last).d1).epsilon(1e-13));
        CHECK(f.evaluate(first - 5.0).d2 == 0.0);
        CHECK(f.evaluate(last + 5.0).d2 == 0.0);
        CHECK(std::isnan(f(std::nan(""))));
        CHECK(!std::isfinite(f(HUGE_VAL)));
    }
}

TEST_CASE("at the end points themselves a Simm spline still bends, as OpenSim's does") {
    const Function f = SimmSpline{knee_x_angle, knee_x};
    CHECK(std::abs(f.evaluate(-2.0944).d2) > 0.02);
    CHECK(std::abs(f.evaluate(2.0944).d2) > 0.001);
}

TEST_CASE("both splines reproduce a straight line, the Simm spline a parabola and a cubic too") {
    const auto line = [](double x) { return 2.0 - 3.0 * x; };
    const auto parabola = [](double x) { return 1.0 + x * (0.5 - 2.0 * x); };
    const auto cubic = [](double x) { return 1.0 + x * (0.5 + x * (-2.0 + 0.7 * x)); };
    for (std::size_t n = 2; n <= uneven.size(); ++n) {
        CAPTURE(n);
        const std::vector<double> x(uneven.begin(), uneven.begin() + static_cast<std::ptrdiff_t>(n));
        const Points l = points_of(line, x), p = points_of(parabola, x), c = points_of(cubic, x);
        const Function natural = NaturalCubicSpline{l.x, l.y}, simm = SimmSpline{l.x, l.y};
        for (double at = -3.0; at < 5.0; at += 0.17) {
            CHECK(std::abs(natural(at) - line(at)) < 1e-13);
            CHECK(std::abs(simm(at) - line(at)) < 1e-13);
        }
        const Function simm2 = SimmSpline{p.x, p.y}, simm3 = SimmSpline{c.x, c.y};
        for (double at = x.front(); at < x.back(); at += 0.1) {
            if (n >= 3) CHECK(std::abs(simm2(at) - parabola(at)) < 1e-13);
            if (n >= 4) CHECK(std::abs(simm3(at) - cubic(at)) < 1e-13);
        }
    }
}

TEST_CASE("a natural spline bends less in all than any other curve of its family through the points") {
    // ∫ f''² by Simpson's rule on each interval, exact for the square of a linear function.
    const auto bending = [](const Function& f, const std::vector<double>& x) {
        double sum = 0.0;
        for (std::size_t i = 0; i + 1 < x.size(); ++i) {
            const double a = x[i], b = std::nextafter(x[i + 1], -100.0);
            const double fa = f.evaluate(a).d2, fm = f.evaluate(0.5 * (a + b)).d2, fb = f.evaluate(b).d2;
            sum += (b - a) / 6.0 * (fa * fa + 4.0 * fm * fm + fb * fb);
        }
        return sum;
    };
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Points p = random_points(8, seed);
        CHECK(bending(NaturalCubicSpline{p.x, p.y}, p.x) < bending(SimmSpline{p.x, p.y}, p.x));
    }
}

TEST_CASE("the piece is found for any number of knots") {
    for (int n = 2; n < 70; ++n) {
        std::vector<double> x, y;
        for (int i = 0; i < n; ++i) {
            x.push_back(i);
            y.push_back(i * i);
        }
        const Function f = PiecewiseLinear{x, y};
        for (int i = 0; i + 1 < n; ++i) {
            CHECK(f(i + 0.5) == i * i + 0.5 * (2 * i + 1));
            CHECK(f.evaluate(i).d1 == 2 * i + 1);  // at a knot, the slope to the right
        }
        CHECK(f.evaluate(n - 1).d1 == 2 * n - 3);
        CHECK(f(-1.0) == -1.0);
        CHECK(f(n) == (n - 1) * (n - 1) + 2 * n - 3);
    }
}
