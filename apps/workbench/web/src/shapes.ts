// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes as three.js draws them. Shapes of the same kind and size share a geometry.
import * as THREE from "three";
import type { Mesh } from "./data";
import type { ShapeHead } from "./format";

const cache = new Map<string, THREE.BufferGeometry>();

export function geometryOf(shape: ShapeHead, meshes: Mesh[]): THREE.BufferGeometry {
  const key = `${shape.kind} ${shape.kind === "mesh" ? `${shape.mesh} ` : ""}${shape.size.join(" ")}`;
  let geometry = cache.get(key);
  if (!geometry) cache.set(key, (geometry = make(shape, meshes)));
  return geometry;
}

/** three.js has round shapes along y, we along z. */
const alongZ = (geometry: THREE.BufferGeometry) => geometry.rotateX(Math.PI / 2);

function make({ kind, size, mesh }: ShapeHead, meshes: Mesh[]): THREE.BufferGeometry {
  const [a, b, c] = size;
  switch (kind) {
    case "box": return new THREE.BoxGeometry(a, b, c);
    case "sphere": return new THREE.SphereGeometry(a, 18, 12);
    case "ellipsoid": return new THREE.SphereGeometry(1, 20, 14).scale(a, b, c);
    case "cylinder": return alongZ(new THREE.CylinderGeometry(a, a, b, 20));
    case "capsule": return alongZ(new THREE.CapsuleGeometry(a, b, 4, 14));
    case "cone": return alongZ(new THREE.ConeGeometry(a, b, 20));
    case "torus": return new THREE.TorusGeometry(a, b, 12, 36);
    case "plane": return new THREE.PlaneGeometry(a, b);
    case "mesh": return meshGeometry(meshes[mesh ?? 0], size);
  }
}

function meshGeometry({ vertices, triangles }: Mesh, [sx = 1, sy = 1, sz = 1]: number[]): THREE.BufferGeometry {
  const shared = new THREE.BufferGeometry();
  shared.setAttribute("position", new THREE.BufferAttribute(vertices, 3));
  shared.setIndex(new THREE.BufferAttribute(triangles, 1));
  const geometry = shared.toNonIndexed(); // a normal per triangle: edges stay edges
  geometry.scale(sx, sy, sz);
  geometry.computeVertexNormals();
  return geometry;
}
