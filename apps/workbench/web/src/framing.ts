// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Where to look from, so that the whole motion is in view: along the thin side of what moves in a plane, else from one corner.
import * as THREE from "three";
import type { Motion } from "./data";
import { across } from "./ground";

export interface Extent {
  box: THREE.Box3;
  centre: THREE.Vector3;
  /** Of a ball around all of it; never zero. */
  radius: number;
}

interface Part {
  body: number;
  centre: THREE.Vector3;
  radius: number;
}

/** What the shapes' balls sweep over some two hundred frames. */
export function extentOf(motion: Motion, parts: Part[]): Extent {
  const box = new THREE.Box3();
  const p = new THREE.Vector3();
  const q = new THREE.Quaternion();
  const step = Math.max(1, Math.floor(motion.frames / 200));
  for (let frame = 0; frame < Math.max(1, motion.frames); frame += step) {
    for (const { body, centre, radius } of parts) {
      const pose = motion.poses[body];
      if (motion.frames > 0) q.set(pose[4].at(frame), pose[5].at(frame), pose[6].at(frame), pose[3].at(frame));
      p.copy(centre).applyQuaternion(q);
      if (motion.frames > 0) p.x += pose[0].at(frame), p.y += pose[1].at(frame), p.z += pose[2].at(frame);
      if (!Number.isFinite(p.x + p.y + p.z)) continue;
      box.expandByPoint(p.addScalar(radius));
      box.expandByPoint(p.addScalar(-2 * radius));
    }
  }
  if (box.isEmpty()) box.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
  const centre = box.getCenter(new THREE.Vector3());
  return { box, centre, radius: Math.max(1e-6, box.getSize(p).length() / 2) };
}

export function frameCamera(camera: THREE.PerspectiveCamera, target: THREE.Vector3, extent: Extent, up: THREE.Vector3): void {
  const { u, v } = across(up);
  const size = extent.box.getSize(new THREE.Vector3());
  const span = (axis: THREE.Vector3) => Math.abs(axis.x) * size.x + Math.abs(axis.y) * size.y + Math.abs(axis.z) * size.z;
  const [alongU, alongV] = [span(u), span(v)];
  const [thin, wide, ratio] = alongU < alongV ? [u, v, alongU / alongV] : [v, u, alongV / alongU];
  const side = new THREE.Vector3();
  if (ratio < 0.45) side.copy(thin).addScaledVector(wide, 0.22);
  else side.copy(u).multiplyScalar(0.75).addScaledVector(v, alongU < alongV ? -1 : 1);
  // Seen from where x points to the right, if there is a choice.
  if (side.clone().cross(up).dot(new THREE.Vector3(1, 0.1, 0)) > 0) side.negate();
  const direction = side.normalize().addScaledVector(up, ratio < 0.45 ? 0.16 : 0.32).normalize();

  // As near as its corners allow.
  const right = new THREE.Vector3().crossVectors(up, direction).normalize();
  const above = new THREE.Vector3().crossVectors(direction, right);
  const tanV = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2));
  const tanH = tanV * camera.aspect;
  let distance = 0;
  const corner = new THREE.Vector3();
  for (let i = 0; i < 8; ++i) {
    corner.set(i & 1 ? size.x / 2 : -size.x / 2, i & 2 ? size.y / 2 : -size.y / 2, i & 4 ? size.z / 2 : -size.z / 2);
    const near = corner.dot(direction);
    distance = Math.max(distance, near + Math.abs(corner.dot(right)) / tanH, near + Math.abs(corner.dot(above)) / tanV);
  }
  distance = Math.max(distance * 1.18, 0.2 * extent.radius);
  target.copy(extent.centre);
  camera.position.copy(extent.centre).addScaledVector(direction, distance);
  camera.up.copy(up);
  camera.near = distance / 200;
  camera.far = distance * 60;
  camera.updateProjectionMatrix();
  camera.lookAt(target);
}
