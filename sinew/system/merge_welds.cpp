// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/system/each_place.h>
#include <sinew/system/merge_welds.h>
#include <sinew/system/weld_groups.h>

#include <algorithm>

namespace sinew {

namespace {

bool is_identity(const Transform& X) {
    return X.R.x == x_axis && X.R.y == y_axis && X.R.z == z_axis && X.p == Vec3{};
}

/// A law that names bodies and coordinates by its lists alone, with others in them.
class Renumbered final : public ConstraintLaw {
public:
    Renumbered(std::shared_ptr<const ConstraintLaw> law, const Moved& to) : law_(std::move(law)) {
        for (const BodyId body : law_->bodies()) bodies_.push_back(to(body));
        for (const CoordinateOf& coordinate : law_->coordinates()) coordinates_.push_back(to(coordinate));
    }
    EquationCounts counts() const override { return law_->counts(); }
    std::vector<BodyId> bodies() const override { return bodies_; }
    std::vector<CoordinateOf> coordinates() const override { return coordinates_; }
    std::vector<ForceParameter> parameters() const override { return law_->parameters(); }
    bool rows_follow_speeds() const override { return law_->rows_follow_speeds(); }
    void equations(const ConstraintInput<double>& in, Equations& out) const override {
        law_->equations(in, out);
    }
    const ConstraintOnDuals* on_duals() const override { return law_->on_duals(); }

private:
    std::shared_ptr<const ConstraintLaw> law_;
    std::vector<BodyId> bodies_;
    std::vector<CoordinateOf> coordinates_;
};

/// Takes what an element names to where it is now (9.101).
class Mover {
public:
    explicit Mover(const Moved& to) : to_(to) {}
    bool has_moved = false;  ///< some number of the element is another now

    void operator()(BodyId& body) { body = to_(body); }
    void operator()(AnyJointId& joint) { joint = to_(joint); }
    void operator()(CoordinateOf& coordinate) { coordinate = to_(coordinate); }
    void operator()(Station& station) {
        look_at(station.body);
        station = to_(station);
    }
    void operator()(FrameOn& frame) {
        look_at(frame.body);
        frame = to_(frame);
    }
    void frame(BodyId& body, Transform& X_BG) {
        X_BG = look_at(body) * X_BG;  // letters: B is H from here on
        (*this)(body);
    }
    void operator()(PlaneOn& plane) {
        const Transform& X_HB = look_at(plane.body);
        plane.normal = X_HB.R * plane.normal;
        plane.height += dot(plane.normal, X_HB.p) / norm(plane.normal);
        (*this)(plane.body);
    }
    void operator()(LineOn& line) {
        const Transform& X_HB = look_at(line.body);
        line.point = X_HB * line.point, line.direction = X_HB.R * line.direction;
        (*this)(line.body);
    }
    void operator()(DirectionOn& direction) {
        vector(direction.body, direction.direction);
        (*this)(direction.body);
    }
    void vector(BodyId body, Vec3& v_B) { v_B = look_at(body).R * v_B; }
    /// f(x_B) with x_B = Rᵀ (x_H − p)
    void function(BodyId body, Function& f) {
        const Transform& X_HB = look_at(body);
        if (is_identity(X_HB)) return;
        std::vector<Function> of_place;
        for (const Vec3& row : {X_HB.R.x, X_HB.R.y, X_HB.R.z})
            of_place.emplace_back(function::Linear{{row.x, row.y, row.z}, -dot(row, X_HB.p)});
        f = compose(f, of_place);
    }
    /// Where one of these does not know how, nothing has moved.
    void law(CustomForce& force) {
        if (auto moved = force.law->moved(to_)) force.law = moved;
    }
    void law(FastVariables& fast) {
        if (auto moved = fast.relaxer->moved(to_)) fast.relaxer = moved;
    }
    void law(CustomConstraint& constraint) {
        auto moved = constraint.law->moved(to_);
        constraint.law = moved ? moved : std::make_shared<Renumbered>(constraint.law, to_);
    }

private:
    const Transform& look_at(BodyId body) {
        const Transform& X_HB = to_.body[at(body.index)].X_BF;
        has_moved = has_moved || !is_identity(X_HB);
        return X_HB;
    }
    const Moved& to_;
};

class Merging {
public:
    Merging(const System& whole, MergedWelds& out)
        : whole_(whole), model_(whole.model()), groups_(whole), out_(out) {}

    void run() {
        out_.model = model_;
        out_.remarks = groups_.remarks();
        number();
        merge_bodies();
        move_joints();
        const auto move_each = [&](auto& elements) {
            for (auto& element : elements) move(element);
        };
        move_each(out_.model.forces), move_each(out_.model.constraints), move_each(out_.model.surfaces);
        move_each(out_.model.motions), move_each(out_.model.fast), move_each(out_.model.one_way);
        move_each(out_.model.bounded), move_each(out_.model.visuals), move_each(out_.model.markers);
        move_each(out_.model.limits), move_each(out_.model.postures);
        for (AnyForce& force : out_.model.forces)
            if (Gravity* gravity = force.if_a<Gravity>()) drop_repeated(gravity->except);
        move_contact();
        std::sort(out_.changed.begin(), out_.changed.end());
    }

private:
    void number() {
        std::vector<int> number(model_.bodies.size(), -1);
        int bodies = 0, joints = 0;
        for (int b = 0; b < static_cast<int>(number.size()); ++b)
            if (groups_.host(BodyId{b}) == BodyId{b}) number[at(b)] = bodies++;
        for (int b = 0; b < static_cast<int>(number.size()); ++b) {
            out_.moved.body.push_back(
                {BodyId{number[at(groups_.host(BodyId{b}).index)]}, groups_.place(BodyId{b})});
            out_.gone.push_back(groups_.host(BodyId{b}) != BodyId{b});
        }
        for (int j = 0; j < static_cast<int>(model_.joints.size()); ++j)
            out_.moved.joint.push_back({{groups_.is_gone({{j}}) ? -1 : joints++}});
    }

    void merge_bodies() {
        std::vector<Body> bodies(model_.bodies.size());
        std::vector<int> parts(model_.bodies.size());
        for (const bool of_host : {true, false})
            for (int b = 0; b < static_cast<int>(model_.bodies.size()); ++b) {
                const BodyId host = groups_.host(BodyId{b});
                if ((host == BodyId{b}) != of_host) continue;
                const BodyId there = out_.moved.body[at(b)].body;
                Body& body = bodies[at(there.index)];
                if (of_host) body = model_.bodies[at(b)];
                else if (host != world)  // which never moves: its mass does not matter
                    body.mass = body.mass + re_express(groups_.place(BodyId{b}), model_.bodies[at(b)].mass);
                ++parts[at(there.index)];
            }
        const auto count = std::count_if(parts.begin(), parts.end(), [](int n) { return n > 0; });
        bodies.resize(static_cast<std::size_t>(count));
        for (std::size_t b = 1; b < bodies.size(); ++b)
            if (parts[b] > 1) out_.changed.push_back(bodies[b].name + ".");
        out_.model.bodies = std::move(bodies);
    }

    void move_joints() {
        std::vector<JointElement> joints;
        for (const Loop& loop : whole_.loops())
            out_.model.joints[at(loop.joint.index)].placement.loop = loop.how;
        for (std::size_t j = 0; j < model_.joints.size(); ++j) {
            if (out_.moved.joint[j].index < 0) continue;
            JointElement& joint = joints.emplace_back(std::move(out_.model.joints[j]));
            for (const bool from : {true, false}) {
                JointPlacement& p = joint.placement;
                Mover mover(out_.moved);
                mover.frame(from ? p.from : p.to, from ? p.X_PF : p.X_BM);
                if (mover.has_moved) out_.changed.push_back(p.name + (from ? ".X_PF." : ".X_BM."));
            }
        }
        out_.model.joints = std::move(joints);
    }

    template <class E>
    void move(E& element) {
        Mover mover(out_.moved);
        each_place(element, mover);
        if constexpr (requires { element.name; })
            if (mover.has_moved) out_.changed.push_back(element.name + ".");
    }
    template <class First, class... Others>
    void move(OneOf<First, Others...>& any) {
        visit([&](auto& element) { move(element); }, any);
    }

    /// Bodies by name, once each; not the world.
    static void drop_repeated(std::vector<BodyId>& bodies) {
        std::vector<BodyId> once;
        for (const BodyId body : bodies)
            if (body != world && std::find(once.begin(), once.end(), body) == once.end())
                once.push_back(body);
        bodies = std::move(once);
    }

    /// The same surfaces may touch as before, and no others (9.102).
    void move_contact() {
        ContactSettings& contact = out_.model.contact;
        std::vector<std::pair<int, int>> joined, apart;
        for (const JointElement& joint : out_.model.joints) {
            const BodyId a = joint.placement.from, b = joint.placement.to;
            if (a != world && b != world) joined.emplace_back(std::minmax(a.index, b.index));
        }
        std::sort(joined.begin(), joined.end());
        const auto is_joined = [&](const std::pair<int, int>& pair) {
            return std::binary_search(joined.begin(), joined.end(), pair);
        };
        const auto here = [&](const std::pair<int, int>& hosts) -> std::pair<int, int> {
            return std::minmax(out_.moved.body[at(hosts.first)].body.index,
                               out_.moved.body[at(hosts.second)].body.index);
        };
        std::vector<std::pair<int, int>> meet;
        for (const auto& pair : groups_.meet()) meet.push_back(here(pair));
        std::sort(meet.begin(), meet.end());
        for (const BodyPair& pair : model_.contact.excluded) {
            const int a = out_.moved(pair.first).index, b = out_.moved(pair.second).index;
            const std::pair<int, int> both = std::minmax(a, b);
            if (a != b && !std::binary_search(meet.begin(), meet.end(), both)) apart.push_back(both);
        }
        if (!contact.neighbours && std::any_of(meet.begin(), meet.end(), is_joined)) {
            // Neighbours that touch: all others are told one by one.
            contact.neighbours = true;
            for (const auto& pair : joined)
                if (!std::binary_search(meet.begin(), meet.end(), pair)) apart.push_back(pair);
        }
        for (const auto& pair : groups_.apart())
            if (contact.neighbours || !is_joined(here(pair))) apart.push_back(here(pair));
        contact.excluded.clear();
        std::sort(apart.begin(), apart.end());
        apart.erase(std::unique(apart.begin(), apart.end()), apart.end());
        for (const auto& [a, b] : apart) contact.excluded.push_back({BodyId{a}, BodyId{b}});
    }

    const System& whole_;
    const Model& model_;
    const WeldGroups groups_;
    MergedWelds& out_;
};

}  // namespace

MergedWelds merge_welds(const Model& model) {
    MergedWelds merged;
    Merging(System(model), merged).run();
    return merged;
}

}  // namespace sinew
