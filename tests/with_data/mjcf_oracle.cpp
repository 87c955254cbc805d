// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Models in MJCF against what MuJoCo 3.14.0 computes of them: files mjcf/oracle/**/*.json, four states each. Compared
// are poses, M, qfrc_bias, qacc_smooth (the accelerations under all forces but those of contacts, limits and
// equalities), and the forces that these accelerations take. MuJoCo's free joint has speeds (velocity in W, angular
// velocity in B), its ball joint angular velocity in B; ours have angular velocity first, in F.

#include <sinew/formats/mjcf.h>
#include <sinew/formats/xml.h>
#include <sinew/sinew.h>
#include <tests/support/data.h>
#include <tests/support/law.h>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>

using namespace sinew;
using nlohmann::json;

namespace {

/// Why a quantity of a file is not that of MuJoCo. What it is not said of must agree.
struct Exception {
    const char* file;
    const char* quantities;  ///< of "M", "bias", "acceleration", "all" (which also leaves out bodies' places)
    const char* reason;
};
constexpr Exception exceptions[]{
    {"core_smooth/ten_armature_0", "M bias acceleration inverse", "inertia of tendons is not read"},
    {"core_smooth/ten_armature_1", "M bias acceleration inverse", "inertia of tendons is not read"},
    {"core_smooth/ten_armature_2", "M bias acceleration inverse", "inertia of tendons is not read"},
    {"core_smooth/ten_armature_3", "M bias acceleration inverse", "inertia of tendons is not read"},
    {"core_smooth/ten_armature_4", "M bias acceleration inverse", "inertia of tendons is not read"},
    {"core_smooth/ten_armature_offtree", "M bias acceleration inverse", "inertia of tendons is not read"},
    {"core_smooth/ten_J2", "acceleration", "springs of ball joints are not read"},
    {"menagerie/bitcraze_crazyflie_2", "acceleration", "forces of air are not read"},
    {"actuation/actearly", "acceleration", "forces of water are not read"},
    {"actuation/activation", "acceleration", "forces of water and muscles are not read"},
    {"actuation/sites", "acceleration", "forces of water are not read"},
    {"derivative/tumbling_thin_object", "acceleration", "forces of air are not read"},
    {"derivative/tumbling_thin_object_ellipsoid", "acceleration", "forces of air are not read"},
    {"adhesion/active_adhesion", "acceleration", "forces of air are not read"},
    {"actuation/orientation", "acceleration", "actuators on ball joints are not read"},
    {"actuation/refsite", "acceleration", "actuators between sites and forces of air are not read"},
    {"actuation/refsite_free", "acceleration", "actuators between sites are not read"},
    {"derivative/dcmotor", "acceleration", "DC motors are not read"},
    {"slider_crank/slider_crank", "acceleration", "slider-cranks are not read"},
    {"actuation/tendon_force_clamp", "acceleration", "bounds on the sum of several actuators are not read"},
    {"tendon_arm/arm26", "acceleration", "muscles are not read"},
};

std::string excepted(const std::string& name, const std::string& quantity) {
    for (const Exception& one : exceptions)
        if (name.ends_with(one.file) &&
            (" " + std::string(one.quantities) + " ").find(" " + quantity + " ") != std::string::npos)
            return one.reason;
    return "";
}

/// A model's joints in MuJoCo's order, and how its speeds are made of ours: u = S u_mujoco, forces fᵐ = Sᵀ f.
class AsMujoco {
public:
    AsMujoco(const System& system, const json& sample) : system_(system), state_(system.default_state()) {
        const std::vector<double> qpos = sample["qpos"], qvel = sample["qvel"];
        const std::size_t n = static_cast<std::size_t>(system.nu());
        S_.assign(n * n, 0);
        std::size_t q = 0, u = 0;
        for (std::size_t j = 0; j < system.model().joints.size(); ++j) {
            const AnyJoint& joint = system.model().joints[j].joint;
            if (joint.is<Weld>()) continue;
            const AnyJointId id{{static_cast<int>(j)}};
            const std::size_t at = static_cast<std::size_t>(system.layout().u_of_joint[j].first);
            if (joint.is<Free>() || joint.is<Ball>()) {
                const bool is_free = joint.is<Free>();
                const std::size_t turn = q + (is_free ? 3 : 0), spin = u + (is_free ? 3 : 0);
                std::vector<double> own(qpos.begin() + static_cast<long>(turn),
                                        qpos.begin() + static_cast<long>(turn) + 4);
                const Rotation R = rotation_of(Quaternion{own[0], own[1], own[2], own[3]});
                for (std::size_t i = 0; i < 3; ++i) {
                    if (is_free) own.push_back(qpos[q + i]), S_[(at + 3 + i) * n + u + i] = 1;
                    const Vec3 row{R.x[static_cast<int>(i)], R.y[static_cast<int>(i)],
                                   R.z[static_cast<int>(i)]};
                    for (std::size_t k = 0; k < 3; ++k)
                        S_[(at + i) * n + spin + k] = row[static_cast<int>(k)];
                }
                state_.set_q(id, own);
                q += is_free ? 7 : 4, u += is_free ? 6 : 3;
            } else {
                state_.set_q(id, std::vector<double>{qpos[q++]});
                S_[at * n + u++] = 1;
            }
        }
        REQUIRE(q == qpos.size());
        REQUIRE(u == qvel.size());
        state_.set_u(ours(qvel));
    }
    State& state() { return state_; }
    std::vector<double> ours(const std::vector<double>& speeds) const { return product(speeds, false); }
    std::vector<double> forces(const std::vector<double>& f) const { return product(f, true); }
    /// Accelerations: S is a rotation where it is not one, and ω × ω is zero, so S u̇ is all.
    std::vector<double> accelerations(const std::vector<double>& u_dot) const { return product(u_dot, true); }
    std::vector<double> mass_matrix_of_mujoco() const {
        const std::size_t n = static_cast<std::size_t>(system_.nu());
        std::vector<double> M(n * n), half(n * n), out(n * n);
        mass_matrix(system_, state_, M);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k)
                for (std::size_t l = 0; l < n; ++l) half[i * n + k] += M[i * n + l] * S_[l * n + k];
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k)
                for (std::size_t l = 0; l < n; ++l) out[i * n + k] += S_[l * n + i] * half[l * n + k];
        return out;
    }

private:
    std::vector<double> product(const std::vector<double>& v, bool transposed) const {
        const std::size_t n = v.size();
        std::vector<double> out(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k) out[i] += (transposed ? S_[k * n + i] : S_[i * n + k]) * v[k];
        return out;
    }
    const System& system_;
    State state_;
    std::vector<double> S_;
};

/// The largest difference, as a share of the largest entry (or of one).
double share(const std::vector<double>& a, const std::vector<double>& b,
             const std::vector<double>& beside = {}) {
    REQUIRE(a.size() == b.size());
    double most = 1, off = 0;
    for (const double x : beside) most = std::max(most, std::abs(x));
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(b[i])), off = std::max(off, std::abs(a[i] - b[i]));
    return off / most;
}

/// The bodies that the file names or does not name, without the links between several joints of one body.
std::vector<BodyId> own_bodies(const Model& model) {
    std::vector<BodyId> out;
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        if (model.bodies[i].name.find("_link") == std::string::npos || model.bodies[i].mass.mass > 0)
            out.push_back({static_cast<int>(i)});
    return out;
}

bool has_parameter(const System& system, const std::string& path) {
    for (const ParameterSlot& slot : system.layout().parameters)
        if (slot.path == path) return true;
    return false;
}

struct Account {
    int files = 0, read = 0, whole = 0;
};

std::string file_of(const std::filesystem::path& oracle, const json& answer) {
    std::string file = answer["file"];
    if (file == "a1_nomesh.xml") file = "a1.xml";
    const std::filesystem::path beside = oracle.parent_path();
    const std::string folder = beside.filename() == "menagerie" ? "menagerie/" + oracle.stem().string() : "";
    const std::filesystem::path data = std::filesystem::path(std::getenv("SINEW_DATA")) / "mjcf";
    if (!folder.empty()) return (data / folder / file).string();
    return (data / std::filesystem::relative(beside, data / "oracle") / file).string();
}

/// The paths of the controls in the file's order.
std::vector<std::string> controls_in(const std::string& file) {
    Reading reading;
    const xml::Document document = xml::Document::read(file, reading);
    std::vector<std::string> out;
    for (const xml::Element& section : document.root().children("actuator"))
        for (const xml::Element& one : section.children())
            out.push_back(one.attribute("name").word("actuator" + std::to_string(out.size())) + ".control");
    return out;
}

void compare(const std::string& name, const ModelFile& read, const json& answer,
             const std::vector<std::string>& controls, Account& account) {
    Model model = read.model;
    model.constraints.clear();
    Model heavy = model;
    std::erase_if(heavy.forces, [](const AnyForce& force) { return !force.is<Gravity>(); });
    const System system(model), under_gravity(heavy);
    CHECK(system.nu() == answer["sizes"]["nv"]);
    const std::vector<BodyId> bodies = own_bodies(model);
    double M_off = 0, bias_off = 0, smooth_off = 0, inverse_off = 0, place_off = 0;
    for (const json& sample : answer["cases"]) {
        AsMujoco now(system, sample);
        AsMujoco bare(under_gravity, sample);
        const std::vector<double> ctrl = sample["ctrl"];
        REQUIRE(
            (controls.empty() || controls.size() == ctrl.size() || !excepted(name, "acceleration").empty()));
        for (std::size_t i = 0; i < controls.size() && i < ctrl.size(); ++i)
            if (has_parameter(system, controls[i])) now.state().set_parameter(controls[i], ctrl[i]);
        const std::size_t n = static_cast<std::size_t>(system.nu());
        if (n == 0) continue;
        std::vector<double> bias(n), zero(n), f(n), u_dot(n);
        if (sample.contains("M"))  // not kept of large models
            M_off = std::max(M_off, share(now.mass_matrix_of_mujoco(), sample["M"]));
        inverse_dynamics(under_gravity, bare.state(), zero, bias);
        bias_off = std::max(bias_off, share(bare.forces(bias), sample["qfrc_bias"]));
        applied_mobility_force(system, now.state(), f);
        // S is orthogonal, so forces on MuJoCo's speeds become forces on ours as speeds do.
        const std::vector<double> applied = now.ours(sample["qfrc_applied"]);
        for (std::size_t i = 0; i < n; ++i) f[i] += applied[i];
        forward_dynamics(system, now.state(), Loads{f, {}}, u_dot);
        smooth_off = std::max(smooth_off, share(now.accelerations(u_dot), sample["qacc_smooth"]));
        // Whatever acts, M u̇ + bias is its sum: here also where we do not read what MuJoCo lets act.
        std::vector<double> acting = sample["qfrc_applied"];
        for (const char* part : {"qfrc_passive", "qfrc_actuator"})
            for (std::size_t i = 0; i < n; ++i) acting[i] += sample[part][i].get<double>();
        const std::vector<double> wanted = bare.ours(sample["qacc_smooth"]);
        inverse_dynamics(under_gravity, bare.state(), wanted, f);
        inverse_off = std::max(inverse_off, share(bare.forces(f), acting, sample["qfrc_bias"]));
        const std::vector<double> xpos = sample["xpos"];
        REQUIRE(3 * bodies.size() == xpos.size());
        for (std::size_t b = 0; b < bodies.size(); ++b)
            place_off = std::max(place_off, norm(pose(system, now.state(), bodies[b]).p -
                                                 Vec3{xpos[3 * b], xpos[3 * b + 1], xpos[3 * b + 2]}));
    }
    bool whole = true;
    const auto agree = [&](const char* quantity, double off) {
        const std::string reason = excepted(name, quantity);
        if (!reason.empty()) {
            whole = false;
            CAPTURE(reason);
            CHECK_MESSAGE(off > 1e-9,
                          name << ": " << std::string(quantity) << " agrees, though it is said not to");
            return;
        }
        whole = whole && off < 1e-9;
        CHECK_MESSAGE(off < 1e-9, name << ": " << std::string(quantity) << " is off by " << off);
    };
    agree("places", place_off);
    agree("M", M_off);
    agree("bias", bias_off);
    agree("acceleration", smooth_off);
    agree("inverse", inverse_off);
    account.whole += whole;
}

}  // namespace

TEST_CASE("models in MJCF have MuJoCo's mass matrices, bias forces, accelerations and inverse dynamics") {
    const std::filesystem::path folder = std::filesystem::path(std::getenv("SINEW_DATA")) / "mjcf/oracle";
    Account account;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) {
        const json answer = json::parse(sinew::testing::reference_data(
            "mjcf/oracle/" + std::filesystem::relative(file, folder).string()));
        const std::string name = std::filesystem::relative(file, folder).replace_extension().string();
        ++account.files;
        try {
            const ModelFile read = read_mjcf(file_of(file, answer));
            ++account.read;
            if (std::getenv("SINEW_VERBOSE"))
                for (const ReadNote& note : read.notes)
                    std::printf("%s: %s\n", to_text(note.where).c_str(), note.text.c_str());
            compare(name, read, answer, controls_in(file_of(file, answer)), account);
        } catch (const Error& error) {
            FAIL_CHECK(name << ": " << error.what());
        }
    }
    MESSAGE("files " << account.files << ", read " << account.read << ", agree in all that is compared "
                     << account.whole);
}
