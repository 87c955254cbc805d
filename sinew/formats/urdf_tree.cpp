// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// How the links of a URDF file hang together: each has one parent, and one has none.

#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/urdf_reader.h>

namespace sinew::urdf {

void Reader::check_tree() {
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        const Joint& joint = joints_[j];
        if (joint.child < 0) continue;
        Link& child = links_[at(joint.child)];
        if (joint.child == joint.parent)
            joint.element.fault("it joins the link " + sinew::quoted(child.name) + " to itself.");
        else if (child.parent_joint >= 0)
            joint.element.fault(
                "its child " + sinew::quoted(child.name) + " already is the child of joint " +
                sinew::quoted(joints_[at(child.parent_joint)].name) + " in line " +
                std::to_string(joints_[at(child.parent_joint)].element.place().line) +
                ". A link of a URDF file has one parent; close loops with a constraint of the model.");
        else child.parent_joint = static_cast<int>(j);
    }
    if (reading_.failed()) return;
    std::string roots;
    int count = 0;
    for (const Link& link : links_) {
        if (link.parent_joint >= 0) continue;
        if (++count <= 10) roots += (count == 1 ? "" : ", ") + sinew::quoted(link.name);
    }
    if (count > 1)
        robot_.fault("there are " + std::to_string(count) + " links without a parent: " + roots +
                     (count > 10 ? ", ..." : "") + ". A URDF file has one root; join the others to it.");
    check_cycles();
}

/// Walks up from every link once; whoever meets the walk's own mark has gone round.
void Reader::check_cycles() {
    std::vector<int> mark(links_.size(), 0);
    for (std::size_t start = 0; start < links_.size(); ++start) {
        const int walk = static_cast<int>(start) + 1;
        int link = static_cast<int>(start);
        while (link >= 0 && mark[at(link)] == 0) {
            mark[at(link)] = walk;
            const int joint = links_[at(link)].parent_joint;
            link = joint < 0 ? -1 : joints_[at(joint)].parent;
        }
        if (link < 0 || mark[at(link)] != walk) continue;
        std::string cycle = sinew::quoted(links_[at(link)].name);
        int next = link, steps = 0;
        do {
            next = joints_[at(links_[at(next)].parent_joint)].parent;
            if (++steps < 20) cycle += " hangs from " + sinew::quoted(links_[at(next)].name);
        } while (next != link);
        links_[at(link)].element.fault("the links hang from each other in a ring: " + cycle +
                                       ". One of them must hang from another link or be the root.");
    }
}

}  // namespace sinew::urdf
