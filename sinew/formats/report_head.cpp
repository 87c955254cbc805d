// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/report_blob.h>
#include <sinew/formats/report_frames.h>
#include <sinew/formats/report_look.h>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

Json list(const Vec3& v) { return {v.x, v.y, v.z}; }
Json list(const Rotation& R) {
    const Quaternion e = quaternion_of(R);
    return {e.w, e.x, e.y, e.z};
}
Json at(const Station& s) { return {{"body", s.body.index}, {"p", list(s.p)}}; }

Json bodies_of(const Model& model, const std::vector<std::string>& columns) {
    Json bodies = Json::array();
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        const auto& [name, mass] = model.bodies[b];
        Json body{{"name", name}, {"mass", mass.mass}, {"com", list(mass.com)}};
        for (std::size_t k = 0; k < 7; ++k) body["pose"].push_back(Json::parse(columns[1 + 7 * b + k]));
        if (const auto ellipsoid = inertia_ellipsoid(mass))
            body["ellipsoid"] = {{"q", list(ellipsoid->R)}, {"r", list(ellipsoid->radii)}};
        bodies.push_back(std::move(body));
    }
    return bodies;
}

/// Triangles once, however many shapes have them.
class Meshes {
public:
    explicit Meshes(ReportBlob& blob) : blob_(blob) {}
    std::size_t number_of(const std::shared_ptr<const TriangleMesh>& mesh) {
        const auto at = std::find(known_.begin(), known_.end(), mesh);
        if (at != known_.end()) return static_cast<std::size_t>(at - known_.begin());
        std::vector<float> vertices;
        for (const Vec3& v : mesh->vertices)
            for (int k = 0; k < 3; ++k) vertices.push_back(static_cast<float>(v[k]));
        std::vector<std::uint32_t> triangles;
        for (const auto& face : mesh->faces)
            for (const int corner : face) triangles.push_back(static_cast<std::uint32_t>(corner));
        list_.push_back({{"vertices", Json::parse(blob_.add(vertices))},
                         {"triangles", Json::parse(blob_.add(triangles))}});
        known_.push_back(mesh);
        return known_.size() - 1;
    }
    Json list() && { return std::move(list_); }

private:
    ReportBlob& blob_;
    std::vector<std::shared_ptr<const TriangleMesh>> known_;
    Json list_ = Json::array();
};

Json shape_of(const DrawnShape& shape, Meshes& meshes) {
    Json out{{"body", shape.body},
             {"kind", shape.kind},
             {"size", shape.size},
             {"p", list(shape.X_BG.p)},
             {"q", list(shape.X_BG.R)}};
    if (shape.color) out["color"] = *shape.color;
    else out["color"] = shape.tone;
    if (shape.triangles) out["mesh"] = meshes.number_of(shape.triangles);
    return out;
}

}  // namespace

const std::string& report_title(const Model& model, const ReportOptions& options) {
    return !options.title.empty() ? options.title : !model.title.empty() ? model.title : model.name;
}

std::string report_head(const ReportFrames& frames, const State& first, const ReportOptions& options,
                        const std::vector<SummaryLine>& summary, const std::vector<RecordedEvent>& events,
                        const std::vector<std::string>& columns, long count, const PressureMap& pressure,
                        ReportBlob& blob) {
    const System& system = frames.system();
    const Model& model = system.model();
    const Look look = look_of(system, first);
    Json head{{"format", "sinew-report"}, {"version", 1}, {"title", report_title(model, options)}};
    head["system"] = model.name;
    head["sinew"] = SINEW_VERSION;
    head["created"] = fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
    head["up"] = list(norm(options.up) > 0 ? options.up / norm(options.up) : up_of(model));
    head["frames"] = count;
    head["time"] = Json::parse(columns[0]);
    head["bodies"] = bodies_of(model, columns);
    head["shapes"] = Json::array();
    Meshes meshes(blob);
    for (const DrawnShape& shape : look.shapes) head["shapes"].push_back(shape_of(shape, meshes));
    head["meshes"] = std::move(meshes).list();
    head["arrows"] = Json::array();
    for (std::size_t a = 0; a < frames.arrows().size(); ++a) {
        const auto& [name, kind, body, p_B] = frames.arrows()[a];
        const std::size_t k = frames.first_arrow() + 3 * a;
        if (columns[k] == "0" && columns[k + 1] == "0" && columns[k + 2] == "0" && count > 0)
            continue;  // never acts
        const Json f{Json::parse(columns[k]), Json::parse(columns[k + 1]), Json::parse(columns[k + 2])};
        head["arrows"].push_back(
            {{"name", name}, {"kind", kind}, {"body", body.index}, {"p", list(p_B)}, {"f", f}});
    }
    head["touches"] = Json::array();
    for (std::size_t i = 0; i < frames.touches(); ++i) {
        Json touch = Json::object();
        for (std::size_t part = 0; part < 4; ++part)
            for (std::size_t k = 0; k < 3; ++k)
                touch[std::string(1, "pfab"[part])].push_back(
                    Json::parse(columns[frames.first_touch() + 12 * i + 3 * part + k]));
        head["touches"].push_back(std::move(touch));
    }
    if (!pressure.pressures.empty())
        head["pressure"] = {{"begins", Json::parse(blob.add(pressure.begins))},
                            {"points", Json::parse(blob.add(pressure.points))},
                            {"pressures", Json::parse(blob.add(pressure.pressures))},
                            {"size", pressure.size}};
    head["lines"] = Json::array();
    for (const auto& [name, kind, from, to] : look.lines)
        head["lines"].push_back({{"name", name}, {"kind", kind}, {"from", at(from)}, {"to", at(to)}});
    head["series"] = Json::array();
    for (std::size_t s = 0; s < frames.series().size(); ++s) {
        const auto& [name, unit, group, exact] = frames.series()[s];
        const Json values = Json::parse(columns[frames.first_series() + s]);
        head["series"].push_back({{"name", name}, {"unit", unit}, {"group", group}, {"values", values}});
    }
    head["plots"] = frames.plots();
    head["summary"] = summary;
    head["warnings"] = options.warnings;
    for (const auto* more : {&system.warnings(), &frames.warnings()})
        for (const std::string& warning : *more) head["warnings"].push_back(warning);
    head["events"] = Json::array();
    for (const RecordedEvent& event : events)
        head["events"].push_back({{"t", event.time}, {"name", event.name}, {"text", event.text}});
    head["bytes"] = blob.size();
    return head.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sinew
