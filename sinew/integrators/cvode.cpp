// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/integrators/jacobian.h>
#include <sinew/integrators/methods.h>

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace sinew {

namespace {

static_assert(sizeof(realtype) == sizeof(double));

/// BDF of orders 1 to 5 with Newton's iteration, or Adams of orders 1 to 12 with plain iteration, of SUNDIALS (12.40).
class Cvode final : public Integrator {
public:
    explicit Cvode(bool stiff) : stiff_(stiff) {}
    ~Cvode() override { free_all(); }

    void start(Problem& problem, double t, std::span<const double> y,
               const IntegratorOptions& options) override;
    StepOutcome step(double t_most) override;
    void restart(double t, std::span<const double> y) override;
    void interpolate(double t, std::span<double> y) const override;
    int order() const override { return stiff_ ? 5 : 12; }
    bool is_one_step() const override { return false; }

    /// The size of an error, 1 being what is allowed.
    double size_of(N_Vector error) const {
        return problem_->measure(y_, numbers(error), options_.norm).largest() / (share * options_.accuracy);
    }

private:
    std::span<double> numbers(N_Vector v) const { return {N_VGetArrayPointer(v), y_.size()}; }
    void free_all();
    bool begin_here(double step, double left);
    Refusal keep_on_manifold();
    void count_new();
    Refusal meaning(int flag) const;

    static int rates(realtype t, N_Vector y, N_Vector y_dot, void* self);
    static int weights(N_Vector y, N_Vector w, void* self);
    static int jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix J, void* self, N_Vector, N_Vector,
                        N_Vector);
    static int project(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector error, void* self);
    static void be_silent(int, const char*, const char*, char*, void*) {}

    struct Counts {
        long errors = 0, iterations = 0, setups = 0;
    };

    static constexpr double share = 0.2;      ///< of the accuracy, to be as good as one-step methods
    static constexpr double most_away = 100;  ///< from the manifold, in units of the accuracy, with Adams
    bool stiff_;
    SUNContext context_ = nullptr;
    void* cvode_ = nullptr;
    N_Vector vector_ = nullptr, other_ = nullptr;
    SUNMatrix matrix_ = nullptr;
    SUNLinearSolver linear_ = nullptr;
    SUNNonlinearSolver iteration_ = nullptr;
    Differences differences_;
    std::vector<double> work_, J_;
    Counts counted_;
    double pull_ = 0;                        ///< of the manifold, per unit of time, with Adams
    long no_rates_ = 0, no_projection_ = 0;  ///< since the step began
    bool is_rehearsing_ = false;
    bool must_begin_ = true;    ///< history was lost, or is not to be used
    bool has_history_ = false;  ///< to interpolate with
};

// CVODE's vectors, but for their norm: that is the problem's own, so all methods agree on what an error is.

struct Content {
    _N_VectorContent_Serial serial;  // first, where the operations of serial vectors look for it
    const Cvode* owner;
};

Content* content_of(N_Vector v) { return static_cast<Content*>(v->content); }

N_Vector clone(N_Vector v);
void destroy(N_Vector v) {
    if (!v) return;
    delete[] content_of(v)->serial.data;
    delete content_of(v);
    v->content = nullptr;
    N_VFreeEmpty(v);
}
realtype norm(N_Vector x, N_Vector) { return content_of(x)->owner->size_of(x); }

N_Vector make_vector(const Cvode* owner, sunindextype n, SUNContext context) {
    auto data = std::make_unique<realtype[]>(static_cast<std::size_t>(n));
    auto content = std::make_unique<Content>(Content{{n, SUNTRUE, nullptr}, owner});
    N_Vector v = N_VNewEmpty(context), plain = N_VNewEmpty_Serial(n, context);
    const bool good = v && plain && N_VCopyOps(plain, v) == 0;
    if (plain) N_VDestroy(plain);
    if (!good) {
        if (v) N_VFreeEmpty(v);
        throw std::bad_alloc();
    }
    v->ops->nvclone = v->ops->nvcloneempty = clone;
    v->ops->nvdestroy = destroy;
    v->ops->nvwrmsnorm = norm;
    content->serial.data = data.release();
    v->content = content.release();
    return v;
}

N_Vector clone(N_Vector v) try {
    return make_vector(content_of(v)->owner, content_of(v)->serial.length, v->sunctx);
} catch (const std::bad_alloc&) {
    return nullptr;
}

void Cvode::free_all() {
    if (cvode_) CVodeFree(&cvode_);
    if (iteration_) SUNNonlinSolFree(iteration_);
    if (linear_) SUNLinSolFree(linear_);
    if (matrix_) SUNMatDestroy(matrix_);
    destroy(vector_);
    destroy(other_);
    if (context_) SUNContext_Free(&context_);
    cvode_ = nullptr;
    iteration_ = nullptr;
    linear_ = nullptr;
    matrix_ = nullptr;
    vector_ = other_ = nullptr;
    context_ = nullptr;
}

void Cvode::start(Problem& problem, double t, std::span<const double> y, const IntegratorOptions& options) {
    if (options.fixed_step > 0)
        throw Error(
            "bdf and adams choose their steps and orders together: fixed_step is for one-step methods. Use "
            "max_step.");
    begin(problem, t, y, options);
    free_all();
    must_begin_ = true;
    has_history_ = false;
    if (y.empty()) return;  // nothing moves but time

    const sunindextype n = static_cast<sunindextype>(y.size());
    const auto check = [](bool good) {
        if (!good) throw std::bad_alloc();  // all else that CVODE could refuse is as it wants it
    };
    check(SUNContext_Create(nullptr, &context_) == 0);
    vector_ = make_vector(this, n, context_);
    other_ = make_vector(this, n, context_);
    std::copy(y.begin(), y.end(), numbers(vector_).begin());
    check(cvode_ = CVodeCreate(stiff_ ? CV_BDF : CV_ADAMS, context_));
    bool good = CVodeSetErrHandlerFn(cvode_, be_silent, nullptr) == 0 &&
                CVodeInit(cvode_, rates, t, vector_) == 0 && CVodeSetUserData(cvode_, this) == 0 &&
                CVodeWFtolerances(cvode_, weights) == 0 && CVodeSetMaxNumSteps(cvode_, -1) == 0 &&
                CVodeSetMaxHnilWarns(cvode_, -1) == 0 && CVodeSetMaxErrTestFails(cvode_, 20) == 0 &&
                CVodeSetMaxConvFails(cvode_, 30) == 0;
    if (options.min_step > 0) good = good && CVodeSetMinStep(cvode_, options.min_step) == 0;
    if (std::isfinite(options.max_step)) good = good && CVodeSetMaxStep(cvode_, options.max_step) == 0;
    check(good);
    work_.assign(y.size(), 0.0);
    if (stiff_) {
        differences_ = Differences(problem);
        J_.assign(y.size() * y.size(), 0.0);
        check((matrix_ = SUNDenseMatrix(n, n, context_)) &&
              (linear_ = SUNLinSol_Dense(vector_, matrix_, context_)));
        check(CVodeSetLinearSolver(cvode_, linear_, matrix_) == 0 && CVodeSetJacFn(cvode_, jacobian) == 0 &&
              CVodeSetStabLimDet(cvode_, SUNTRUE) == 0 && CVodeSetProjFn(cvode_, project) == 0 &&
              CVodeSetMaxNumProjFails(cvode_, 30) == 0);
    } else {
        check((iteration_ = SUNNonlinSol_FixedPoint(vector_, 0, context_)) &&
              CVodeSetNonlinearSolver(cvode_, iteration_) == 0);
    }
    // CVODE takes its last memory in the first step; this one ends before it asks for rates.
    is_rehearsing_ = true;
    double unused = 0;
    CVodeSetInitStep(cvode_, 1);
    check(CVode(cvode_, t + std::fmax(1, std::abs(t)), vector_, &unused, CV_ONE_STEP) == CV_RHSFUNC_FAIL);
    is_rehearsing_ = false;
}

int Cvode::rates(realtype t, N_Vector y, N_Vector y_dot, void* self) {
    Cvode& me = *static_cast<Cvode*>(self);
    if (me.is_rehearsing_) return -1;
    const std::span<double> now = me.numbers(y);
    const std::span<double> f = me.numbers(y_dot);
    std::copy(now.begin(), now.end(), me.work_.begin());  // in which prescribed values may be put
    if (!me.stiff_ && !me.ask_project(t, me.work_, {})) return ++me.no_projection_, 1;
    if (!me.ask_rates(t, me.work_, f)) return ++me.no_rates_, 1;
    if (!me.stiff_ && me.pull_ > 0)
        for (std::size_t i = 0; i < f.size(); ++i) f[i] += me.pull_ * (me.work_[i] - now[i]);  // (12.41)
    return 0;
}

/// Only where CVODE looks for a first step of its own; all else goes by size_of.
int Cvode::weights(N_Vector, N_Vector w, void* self) {
    N_VConst(1 / (share * static_cast<Cvode*>(self)->options_.accuracy), w);
    return 0;
}

int Cvode::jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix J, void* self, N_Vector, N_Vector,
                    N_Vector) {
    Cvode& me = *static_cast<Cvode*>(self);
    const std::size_t n = me.y_.size();
    ++me.statistics_.jacobians;
    if (!me.differences_.jacobian(*me.problem_, t, me.numbers(y), me.numbers(f), false, me.J_,
                                  me.statistics_.evaluations))
        return ++me.no_rates_, 1;
    for (std::size_t j = 0; j < n; ++j) {
        realtype* column = SUNDenseMatrix_Column(J, static_cast<sunindextype>(j));
        for (std::size_t i = 0; i < n; ++i) column[i] = me.J_[i * n + j];
    }
    return 0;
}

int Cvode::project(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector error, void* self) {
    Cvode& me = *static_cast<Cvode*>(self);
    const std::span<double> now = me.numbers(y), change = me.numbers(correction);
    std::copy(now.begin(), now.end(), me.work_.begin());
    if (!me.ask_project(t, me.work_, error ? me.numbers(error) : std::span<double>()))
        return ++me.no_projection_, 1;
    for (std::size_t i = 0; i < now.size(); ++i) change[i] = me.work_[i] - now[i];
    return 0;
}

/// Begins anew at t_ and y_, with no memory of what was before.
bool Cvode::begin_here(double step, double left) {
    std::copy(y_.begin(), y_.end(), numbers(vector_).begin());
    // CVODE finds no first step in a very short interval, so that is told to it.
    const double first = step > 0                                    ? std::fmin(step, left)
                         : left < 1e-10 * std::fmax(1, std::abs(t_)) ? left
                                                                     : 0;
    counted_ = {};
    return CVodeReInit(cvode_, t_, vector_) == 0 && CVodeSetInitStep(cvode_, first) == 0;
}

/// The problem's own word, if it had no answer, before that of CVODE, which may only say that h became too small.
Refusal Cvode::meaning(int flag) const {
    if (no_rates_ > 0) return Refusal::rates;
    if (no_projection_ > 0) return Refusal::projection;
    switch (flag) {
        case CV_RHSFUNC_FAIL:
        case CV_FIRST_RHSFUNC_ERR:
        case CV_REPTD_RHSFUNC_ERR:
        case CV_UNREC_RHSFUNC_ERR: return Refusal::rates;
        case CV_PROJFUNC_FAIL:
        case CV_REPTD_PROJFUNC_ERR: return Refusal::projection;
        case CV_CONV_FAILURE:
        case CV_LSETUP_FAIL:
        case CV_LSOLVE_FAIL:
        case CV_NLS_FAIL:
        case CV_NLS_SETUP_FAIL: return Refusal::iteration;
        default: return Refusal::error;
    }
}

/// Adds to the statistics what CVODE has counted since the last time.
void Cvode::count_new() {
    Counts now;
    CVodeGetNumErrTestFails(cvode_, &now.errors);
    CVodeGetNumStepSolveFails(cvode_, &now.iterations);
    CVodeGetNumLinSolvSetups(cvode_, &now.setups);
    const long unsolved = now.iterations - counted_.iterations;
    statistics_.rejected_by_error += now.errors - counted_.errors;
    statistics_.rejected_by_rates += no_rates_;
    statistics_.rejected_by_projection += no_projection_;
    statistics_.rejected_by_iteration += std::max(0L, unsolved - no_rates_ - no_projection_);
    statistics_.factorizations += now.setups - counted_.setups;
    counted_ = now;
}

/// CVODE's own projection is for BDF alone. With Adams the result is projected, and history is given up once the way
/// back is as long as an error may be.
Refusal Cvode::keep_on_manifold() {
    if (stiff_) return Refusal::none;
    if (!ask_project(t_, y_, {})) return Refusal::projection;
    const std::span<double> before = numbers(vector_), moved = numbers(other_);
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = y_[i] - before[i];
    must_begin_ = !(size_of(other_) <= most_away);
    return Refusal::none;
}

StepOutcome Cvode::step(double t_most) {
    if (!(t_most > t_)) return StepOutcome::advanced;
    failure_.cause = Refusal::none;
    if (y_.empty()) return t_before_ = t_, t_ = t_most, ++statistics_.steps, StepOutcome::advanced;

    for (int tries = 0;; ++tries) {
        no_rates_ = no_projection_ = 0;
        double t = t_;
        int flag = CV_ERR_FAILURE;
        if (!must_begin_ || begin_here(next_step_, t_most - t_)) {
            pull_ = next_step_ > 0 ? 1 / (20 * next_step_) : 0;
            CVodeSetStopTime(cvode_, t_most);
            flag = CVode(cvode_, t_most, vector_, &t, CV_ONE_STEP);
        }
        count_new();
        if (flag < 0 || !(t > t_)) {  // a step of no length is a failure, too
            CVodeGetEstLocalErrors(cvode_, other_);
            const ErrorSize size = problem_->measure(y_, numbers(other_), options_.norm);
            double h = 0;
            CVodeGetCurrentStep(cvode_, &h);
            const bool knows_trend = has_history_ && CVodeGetDky(cvode_, t_, 1, other_) == 0;
            must_begin_ = true;
            return give_up(meaning(flag), h, size.worst, size.largest(),
                           knows_trend ? numbers(other_) : std::span<const double>());
        }
        y_before_.swap(y_);
        std::copy_n(numbers(vector_).begin(), y_.size(), y_.begin());
        t_before_ = t_;
        t_ = flag == CV_TSTOP_RETURN ? t_most : t;
        must_begin_ = false;
        if (keep_on_manifold() == Refusal::none) break;
        const double h = t_ - t_before_;
        count(Refusal::projection);
        t_ = t_before_;
        y_ = y_before_;
        must_begin_ = true;
        has_history_ = false;
        if (tries == 20) return give_up(Refusal::projection, h, -1, 0, {});
        next_step_ = 0.25 * h;
    }
    has_history_ = true;
    CVodeGetCurrentStep(cvode_, &next_step_);
    CVodeGetEstLocalErrors(cvode_, other_);
    count_step(t_ - t_before_, problem_->measure(y_, numbers(other_), options_.norm).worst);
    return StepOutcome::advanced;
}

void Cvode::restart(double t, std::span<const double> y) {
    t_ = t_before_ = t;
    std::copy(y.begin(), y.end(), y_.begin());
    y_before_ = y_;
    must_begin_ = true;
    has_history_ = false;
}

void Cvode::interpolate(double t, std::span<double> y) const {
    if (t <= t_before_) return void(std::copy(y_before_.begin(), y_before_.end(), y.begin()));
    if (t >= t_) return void(std::copy(y_.begin(), y_.end(), y.begin()));
    if (has_history_ && CVodeGetDky(cvode_, t, 0, other_) == 0)
        return void(std::copy_n(numbers(other_).begin(), y.size(), y.begin()));
    const double s = (t - t_before_) / (t_ - t_before_);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = y_before_[i] + s * (y_[i] - y_before_[i]);
}

}  // namespace

std::unique_ptr<Integrator> make_cvode(Method method) {
    if (method == Method::bdf) return std::make_unique<Cvode>(true);
    if (method == Method::adams) return std::make_unique<Cvode>(false);
    return nullptr;
}

}  // namespace sinew
