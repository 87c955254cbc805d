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
        const bool sized_at_run_time = J::nu < 0;
        node.nq = static_cast<unsigned char>(sized_at_run_time ? body.nq : J::nq);
        node.nu = static_cast<unsigned char>(sized_at_run_time ? body.nu : J::nu);
        node.turns = only_turns<J>();
        node.has_bias = body.reversed || !has_fixed_axes<J>();
        tree.nk += static_cast<int>(parameter_names_of<J>().size());
        tree.scratch += sized_at_run_time ? body.scratch : scratch_size_of<J>();
    });
    if (node.nu == 0) node.has_bias = false;
    tree.nq += node.nq;
    tree.nu += node.nu;
    tree.squares += node.nu * node.nu;
    tree.nodes.push_back(node);
    return tree.size() - 1;
}

}  // namespace sinew
