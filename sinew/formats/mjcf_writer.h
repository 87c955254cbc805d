// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sinew::mjcf {

std::string numbers(std::initializer_list<double> values);
std::string numbers(const Vec3& v);
std::string pose_text(const Transform& X);

/// Whether a joint is made of hinges, slides and balls.
bool has_freedoms(const AnyJoint& joint);
/// The same model, with tendons and actuators in place of forces that are like them.
Model in_terms_of_mjcf(Model model);

/// Writes one model.
class Writer {
public:
    struct Freedom {
        const char* type;
        Vec3 axis;
        const char* suffix;  ///< of its name where a joint has several
    };
    Writer(const Model& model, std::vector<std::string>& losses);
    std::string write();

private:
    struct Passive {
        double stiffness = 0, rest = 0, damping = 0;
    };

    void write_body(int joint, int depth);
    void write_joint(int index, const Transform& X_BM, int depth);
    void write_contents(BodyId body, const Transform& X_BL, int depth);
    bool is_link(int body) const;

    // mjcf_write_forces.cpp
    void gather_passive();
    void write_tendons_and_actuators();
    std::string drive_text(const std::string& name, const Drive& drive);
    std::string couples_text(const std::vector<CoordinateOf>& couples,
                             const std::vector<double>& coefficients);
    std::string path_text(const std::string& name, std::size_t points) const;

    // mjcf_write_rest.cpp
    void gather_sites();
    void write_equalities();
    void write_keys();
    std::string geom_text(const Shape& shape) const;
    Transform start_of(const std::string& joint) const;
    void site(const std::string& name, const FrameOn& on);
    std::string site_text(const std::string& name) const;

    const Model& model_;
    std::vector<std::string>& losses_;
    std::vector<int> inboard_;
    std::vector<std::vector<int>> outboard_;
    std::vector<bool> written_, touched_;
    std::map<std::pair<int, int>, Passive> passive_{};
    std::map<std::pair<int, int>, std::string> names_{};
    std::vector<std::pair<std::string, FrameOn>> sites_{};
    std::map<std::string, std::size_t> site_of_{};     ///< in sites_, by name
    std::map<std::string, std::string> site_names_{};  ///< where a name was taken: what it is called
    std::vector<int> order_{};                         ///< of the joints as they were written
    std::string out_{};
};

}  // namespace sinew::mjcf
