// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases about model files: what readers make of them, and whether writers give it back.

#include <sinew/formats/json_model.h>
#include <sinew/formats/mjcf.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/text_file.h>
#include <sinew/formats/urdf.h>
#include <sinew/system/postures.h>
#include <tests/references/conformance.h>
#include <tests/support/files.h>

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <locale>

namespace sinew::testing {

namespace {

/// What a file gives, at the state that the case names. Coordinates in the order of some joints.
struct FromFile {
    ModelFile file;
    System system;
    State state;
    std::vector<AnyJointId> order{};

    FromFile(const Case& c, ModelFile read, std::initializer_list<const char*> joints)
        : file(std::move(read)), system(compile(file)), state(system.default_state()) {
        for (const auto& [joint, value] : c.q_of) state.set_q(file.model.joint(joint), std::span(&value, 1));
        for (const auto& [joint, value] : c.u_of) state.set_u(file.model.joint(joint), std::span(&value, 1));
        for (const char* joint : joints) order.push_back(file.model.joint(joint));
    }
    std::size_t place(std::size_t i) const {
        return static_cast<std::size_t>(
            system.layout().u_of_joint[static_cast<std::size_t>(order[i].index)].first);
    }
    std::vector<double> in_order(std::span<const double> by_speed) const {
        std::vector<double> out;
        for (std::size_t i = 0; i < order.size(); ++i) out.push_back(by_speed[place(i)]);
        return out;
    }
    std::vector<double> M() const {
        const auto n = static_cast<std::size_t>(system.nu());
        std::vector<double> all(n * n), out;
        mass_matrix(system, state, all);
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t k = 0; k < order.size(); ++k) out.push_back(all[place(i) * n + place(k)]);
        return out;
    }
    std::vector<double> forces_for_no_acceleration() const {
        std::vector<double> f(state.u().size());
        inverse_dynamics(system, state, std::vector<double>(f.size()), f);
        return in_order(f);
    }
};

struct Format {
    const char* name;
    std::string (*write)(const Model&, std::vector<std::string>& losses);
    ModelFile (*read)(std::string_view, const std::string&, const ReadOptions&);
};
constexpr Format formats[]{
    {"json", [](const Model& m, std::vector<std::string>&) { return to_json_model(m); },
     read_json_model_text},
    {"urdf", to_urdf, read_urdf_text},
    {"sdf", to_sdf, read_sdf_text},
    {"mjcf", to_mjcf, read_mjcf_text},
};

/// The files of the format cases, and every example that comes along.
std::vector<Model> all_models() {
    std::vector<Model> out;
    const Case &urdf = conformance_case("fmt-urdf"), &mjcf = conformance_case("fmt-mjcf");
    out.push_back(read_urdf_text(urdf.file_text, urdf.file_name).model);
    out.push_back(read_mjcf_text(mjcf.file_text, mjcf.file_name).model);
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(SINEW_REFERENCES "/../../models"))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) out.push_back(read_json_model(file.string()).model);
    return out;
}

/// The largest difference of mass matrix, bias and energy, as a share of the largest number among them.
double difference_of_operators(const Model& a, const Model& b) {
    const System one(a), other(b);
    REQUIRE(one.nu() == other.nu());
    State s = start_state(one), t = start_state(other);
    const auto n = static_cast<std::size_t>(one.nu());
    const auto place = set_alike(a, b, s, t, [](std::size_t j, auto& q, auto& u) {
        for (std::size_t i = 0; i < q.size(); ++i) q[i] += 0.1 * std::sin(static_cast<double>(j + i + 1));
        for (std::size_t i = 0; i < u.size(); ++i) u[i] = std::cos(static_cast<double>(j + i + 1));
    });
    std::vector<double> M(n * n), N(n * n), f(n), g(n);
    mass_matrix(one, s, M), mass_matrix(other, t, N);
    inverse_dynamics(one, s, std::vector<double>(n), f);
    inverse_dynamics(other, t, std::vector<double>(n), g);
    double worst_M = 0, worst_f = 0, size_M = 0, size_f = 0;
    for (std::size_t i = 0; i < n; ++i) {
        worst_f = std::max(worst_f, std::abs(f[i] - g[place[i]])), size_f = std::max(size_f, std::abs(f[i]));
        for (std::size_t k = 0; k < n; ++k) {
            worst_M = std::max(worst_M, std::abs(M[i * n + k] - N[place[i] * n + place[k]]));
            size_M = std::max(size_M, std::abs(M[i * n + k]));
        }
    }
    const double energy = kinetic_energy(one, s) + std::abs(potential_energy(one, s));
    const double off = std::abs(kinetic_energy(one, s) - kinetic_energy(other, t)) +
                       std::abs(potential_energy(one, s) - potential_energy(other, t));
    const auto share = [](double error, double size) { return size > 0 ? error / size : error; };
    return std::max({share(worst_M, size_M), share(worst_f, size_f), share(off, energy)});
}

/// A decimal comma and points between thousands, for what is written through streams.
struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

/// A language of the C library, made in a folder of its own if the machine does not have it.
bool speaks(const char* name, const std::filesystem::path& folder) {
    unsetenv("LOCPATH");  // the C library remembers what it has not found where
    if (std::setlocale(LC_ALL, name)) return true;
    const std::string base = std::string(name).substr(0, 5);
    const std::string make =
        "localedef -c -i " + base + " -f UTF-8 '" + (folder / name).string() + "' >/dev/null 2>&1";
    static_cast<void>(std::system(make.c_str()) == 0);  // warnings count as failures there
    setenv("LOCPATH", folder.c_str(), 1);
    return std::setlocale(LC_ALL, name) != nullptr;
}

}  // namespace

void file_of_urdf(const Case& c, Account& account) {
    FromFile r(c, read_urdf_text(c.file_text, c.file_name), {"j1", "j2", "j3"});
    account.compare(c.check("mass matrix"), r.M());
    account.compare(c.check("udot"), r.in_order(forward_dynamics(r.system, r.state)));
    const Transform X = pose(r.system, r.state, r.file.model.body("tool"));
    account.compare(c.check("tool origin"), X.p);
    account.compare(c.check("tool rotation"), std::array{X.R.x.x, X.R.y.x, X.R.z.x, X.R.x.y, X.R.y.y, X.R.z.y,
                                                         X.R.x.z, X.R.y.z, X.R.z.z});
    r.state.set_u(std::vector<double>(r.state.u().size()));
    account.compare(c.check("gravity"), r.forces_for_no_acceleration());
}

void file_of_mjcf(const Case& c, Account& account) {
    const FromFile r(c, read_mjcf_text(c.file_text, c.file_name), {"h1", "s1", "h2"});
    const BodyId b2 = r.file.model.body("b2");
    const MassProperties& capsule = r.file.model.bodies[static_cast<std::size_t>(b2.index)].mass;
    account.compare(c.check("mass matrix"), r.M());
    account.compare(c.check("bias force"), r.forces_for_no_acceleration());
    account.compare(c.check("capsule mass"), capsule.mass);
    account.compare(c.check("capsule central inertia"), std::array{capsule.inertia.xx, capsule.inertia.zz});
    account.compare(c.check("point"), position(r.system, r.state, Station{b2, {0, 0, 0.4}}));
    account.compare(c.check("udot"), r.in_order(forward_dynamics(r.system, r.state)));
}

void files_there_and_back(const Case& c, Account& account) {
    const double bound = c.check("max relative difference").value.at(0);
    int compared[std::size(formats)] = {};
    for (const Model& model : all_models())
        for (std::size_t f = 0; f < std::size(formats); ++f) {
            const Format& format = formats[f];
            CAPTURE(model.name);
            CAPTURE(format.name);
            std::vector<std::string> losses, again;
            const std::string text = format.write(model, losses);
            if (!losses.empty()) continue;  // not the same model, and said so
            const Model back = format.read(text, "back", {}).model;
            CHECK(format.write(back, again) == text);
            CHECK(again.empty());
            account.at_most(difference_of_operators(model, back), bound);
            ++compared[f];
        }
    CHECK(compared[0] >= 24);
    for (std::size_t f = 1; f < std::size(formats); ++f) CHECK(compared[f] >= 1);
}

void files_in_other_languages(const Case&, Account& account) {
    const std::string c_before = std::setlocale(LC_ALL, nullptr);
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "sinew_languages";
    std::filesystem::create_directories(folder);
    const auto everything = [] {
        std::string text;
        std::vector<std::string> losses;
        for (const Model& model : all_models())
            for (const Format& format : formats) text += format.write(model, losses);
        return text;
    };
    std::setlocale(LC_ALL, "C");
    const std::string expected = everything();
    const auto compare = [&] {
        const std::string found = everything();
        account.at_most(found == expected ? 0 : 1, 0);
    };
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Commas));
    compare();
    std::locale::global(before);
    for (const char* name : {"de_DE.UTF-8", "tr_TR.UTF-8"}) {
        if (speaks(name, folder)) compare();
        else MESSAGE("this machine has no " << std::string(name) << ", and no localedef to make it");
    }
    unsetenv("LOCPATH");
    std::setlocale(LC_ALL, c_before.c_str());
    std::filesystem::remove_all(folder);
}

}  // namespace sinew::testing
