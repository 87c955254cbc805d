// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/tree/tree.h>

namespace sinew {

int append(Tree& tree, const NodeDescription& body) {
    Node node;
    node.parent = body.parent;
    node.kind = body.kind;
    node.reversed = body.reversed;
    node.data = body.data;
    node.q = tree.nq;
    node.u = tree.nu;
    node.k = tree.nk;
    node.scratch = tree.scratch;
    node.square = tree.squares;
    with_joint(body.kind, false, [&]<class J> {
        node.nq = static_cast<unsigned char>(nq_of<J>(body.data));
        node.nu = static_cast<unsigned char>(nu_of<J>(body.data));
        node.turns = only_turns_of<J>(body.data);
        node.has_bias = node.nu > 0 && (body.reversed || !has_fixed_hinge<J>(body.data));
        tree.nk += parameter_count_of<J>(body.data);
        tree.scratch += scratch_size_of<J>(body.data);
    });
    tree.nq += node.nq;
    tree.nu += node.nu;
    tree.squares += node.nu * node.nu;
    tree.nodes.push_back(node);
    if (tree.runs.empty()) tree.runs.push_back({1, 1});
    tree.runs.back().end = tree.size();
    return tree.size() - 1;
}

}  // namespace sinew
