// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// <compiler> and <option>.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>

#include <algorithm>

namespace sinew::mjcf {

void Reader::read_compiler(const Element& e) {
    if (e.has("angle")) compiler_.degrees = e.attribute("angle").one_of({"degree", "radian"}) == "degree";
    if (e.has("autolimits")) compiler_.autolimits = e.attribute("autolimits").flag(true);
    if (e.has("balanceinertia")) compiler_.balance_inertia = e.attribute("balanceinertia").flag();
    if (e.has("discardvisual")) compiler_.discard_visual = e.attribute("discardvisual").flag();
    if (e.has("boundmass")) compiler_.bound_mass = e.attribute("boundmass").number();
    if (e.has("boundinertia")) compiler_.bound_inertia = e.attribute("boundinertia").number();
    if (e.has("settotalmass")) compiler_.total_mass = e.attribute("settotalmass").number();
    if (e.has("inertiafromgeom"))
        compiler_.inertia_from_geom =
            e.attribute("inertiafromgeom").one_of({"false", "true", "auto"}, "auto");
    if (e.has("inertiagrouprange")) {
        const std::vector<double> range = e.attribute("inertiagrouprange").numbers(2, 2);
        if (range.size() == 2)
            compiler_.first_group = static_cast<int>(std::clamp(range[0], -1e6, 1e6)),
            compiler_.last_group = static_cast<int>(std::clamp(range[1], -1e6, 1e6));
    }
    if (e.has("assetdir")) compiler_.mesh_folder = e.attribute("assetdir").word();
    if (e.has("meshdir")) compiler_.mesh_folder = e.attribute("meshdir").word();
    if (e.has("eulerseq")) {
        const xml::Value value = e.attribute("eulerseq");
        const std::string sequence = value.word();
        const bool fine = sequence.size() == 3 && sequence.find_first_not_of("xyzXYZ") == std::string::npos;
        if (fine) compiler_.euler_sequence = sequence;
        else value.fault("must be three letters of xyz or XYZ");
    }
    if (e.has("coordinate") && e.attribute("coordinate").one_of({"local", "global"}, "local") == "global")
        e.fault(
            "coordinate=\"global\" is not MJCF any more. Let an older MuJoCo save the file with local ones");
    if (e.has("fitaabb") && e.attribute("fitaabb").flag())
        note_once("fitaabb", e, "fitaabb is not used: primitives are not fitted to meshes");
    for (const char* renamed : {"strippath", "fusestatic"})
        if (e.has(renamed) && e.attribute(renamed).flag())
            note_once(renamed, e, std::string(renamed) + " is not used");
    known(e, "texturedir convexhull usethread alignfree saveinertial exactmeshinertia");
    for (const Element& child : children(e)) {
        child.read_all();
        note_once("compiler " + std::string(child.name()), child, "is not used");
    }
}

void Reader::read_option(const Element& e) {
    if (e.has("gravity")) option_.gravity = e.attribute("gravity").vec3(option_.gravity);
    if (e.has("actuatorgroupdisable"))
        for (const double group : e.attribute("actuatorgroupdisable").numbers(0, 100))
            if (group >= 0 && group < 1000) option_.disabled_groups.insert(static_cast<int>(group));
    for (const char* medium : {"density", "viscosity"})
        if (e.has(medium) && e.attribute(medium).number() != 0)
            note_once(
                "medium", e,
                "forces of air and water (density, viscosity, wind) are not read: bodies move in nothing");
    std::string run;
    for (const char* of_run : {"timestep", "integrator"})
        if (e.has(of_run)) run += (run.empty() ? "" : ", ") + (of_run + (" " + e.attribute(of_run).word()));
    if (!run.empty()) e.note("asks for " + run + ", which a run may be told by its options");
    known(
        e,
        "wind apirate impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance mpr_tolerance magnetic "
        "o_margin o_solref o_solimp o_friction collision cone jacobian solver iterations ls_iterations "
        "noslip_iterations ccd_iterations mpr_iterations sdf_iterations sdf_initpoints sleep_tolerance");
    for (const Element& child : children(e))
        if (child.name() == "flag") read_flags(child);
}

void Reader::read_flags(const Element& e) {
    e.read();
    const auto off = [&](const char* flag) {
        return e.has(flag) && e.attribute(flag).one_of({"enable", "disable"}, "enable") == "disable";
    };
    if (off("gravity")) option_.gravity = {};
    if (off("passive")) option_.springs = option_.dampers = false;
    if (off("spring")) option_.springs = false;
    if (off("damper")) option_.dampers = false;
    if (off("actuation")) option_.actuation = false;
    if (off("equality") || off("constraint")) option_.equality = false;
    if (off("clampctrl"))
        note_once("clampctrl", e, "clampctrl is not read: controls are kept in their ranges");
    known(
        e,
        "constraint equality frictionloss limit contact warmstart filterparent refsafe sensor midphase "
        "nativeccd island eulerdamp autoreset override energy fwdinv invdiscrete sensornoise multiccd sleep");
}

}  // namespace sinew::mjcf
