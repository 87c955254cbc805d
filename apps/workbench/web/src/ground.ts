// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The floor: a grid across the model's up axis, and flat shadows on it, which tell how high things are and cost almost nothing.
import * as THREE from "three";
import type { SceneColors } from "./theme";

export class Ground {
  readonly object = new THREE.Group();
  private readonly fine: THREE.LineSegments;
  private readonly main: THREE.LineSegments;
  private readonly material = new THREE.MeshBasicMaterial({ fog: false });
  private readonly pairs: { of: THREE.Mesh; shadow: THREE.Mesh }[] = [];
  private readonly flatten = new THREE.Matrix4();

  /** up: a unit vector; height: of the floor along it; size: how large what stands on it is. */
  constructor(up: THREE.Vector3, private readonly height: number, centre: THREE.Vector3, size: number) {
    const spacing = niceSpacing(size / 3);
    const { u, v } = across(up);
    const snap = (axis: THREE.Vector3) => Math.round(centre.dot(axis) / spacing) * spacing;
    const corner = up.clone().multiplyScalar(height).addScaledVector(u, snap(u)).addScaledVector(v, snap(v));
    const reach = Math.min(60, Math.ceil((12 * size) / spacing));
    const piece = 10; // software drops lines that begin far behind the camera, so they come in pieces
    const lines = (main: boolean) => {
      const points: number[] = [];
      for (let i = -reach; i <= reach; ++i) {
        if ((i % 5 === 0) !== main) continue;
        for (const [along, other] of [[u, v], [v, u]]) {
          const at = (k: number) => corner.clone().addScaledVector(other, i * spacing).addScaledVector(along, k * spacing).toArray();
          for (let k = -reach; k < reach; k += piece) points.push(...at(k), ...at(Math.min(reach, k + piece)));
        }
      }
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
      const segments = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial());
      segments.renderOrder = -1;
      segments.frustumCulled = false;
      return segments;
    };
    this.fine = lines(false);
    this.main = lines(true);
    this.object.add(this.fine, this.main);

    // Points go along the light's direction d until they meet the floor: p − d (p·up − h)/(d·up).
    const d = up.clone().multiplyScalar(-1).addScaledVector(u, 0.28).addScaledVector(v, 0.16);
    const k = 1 / d.dot(up);
    const h = height + 1e-3 * size;
    const row = (i: 0 | 1 | 2) => {
      const e = [0, 0, 0];
      e[i] = 1;
      const c = d.getComponent(i) * k;
      return [e[0] - c * up.x, e[1] - c * up.y, e[2] - c * up.z, c * h];
    };
    const [r0, r1, r2] = [row(0), row(1), row(2)];
    this.flatten.set(r0[0], r0[1], r0[2], r0[3], r1[0], r1[1], r1[2], r1[3], r2[0], r2[1], r2[2], r2[3], 0, 0, 0, 1);
    this.material.depthWrite = false;
  }

  addShadow(of: THREE.Mesh): void {
    const shadow = new THREE.Mesh(of.geometry, this.material);
    shadow.matrixAutoUpdate = false;
    shadow.matrixWorldAutoUpdate = false;
    shadow.renderOrder = -2;
    shadow.frustumCulled = false;
    this.object.add(shadow);
    this.pairs.push({ of, shadow });
  }
  /** After the poses of what throws them are known. */
  updateShadows(): void {
    for (const { of, shadow } of this.pairs) {
      shadow.visible = of.visible;
      shadow.matrixWorld.multiplyMatrices(this.flatten, of.matrixWorld);
    }
  }
  /** Without shadows and the fine lines; false if it is so already. */
  simplify(): boolean {
    if (!this.fine.visible) return false;
    this.fine.visible = false;
    for (const { shadow } of this.pairs.splice(0)) this.object.remove(shadow);
    return true;
  }
  color(colors: SceneColors): void {
    (this.fine.material as THREE.LineBasicMaterial).color.set(colors.grid);
    (this.main.material as THREE.LineBasicMaterial).color.set(colors.gridMain);
    this.material.color.set(colors.shadow);
  }
  get floor(): number {
    return this.height;
  }
}

/** 1, 2 or 5 times a power of ten, not above what is wanted. */
export function niceSpacing(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return (wanted / power >= 5 ? 5 : wanted / power >= 2 ? 2 : 1) * power;
}

/** Two directions that with up make a right-handed frame. */
export function across(up: THREE.Vector3): { u: THREE.Vector3; v: THREE.Vector3 } {
  const least = Math.abs(up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
  const u = least.addScaledVector(up, -least.dot(up)).normalize();
  return { u, v: new THREE.Vector3().crossVectors(up, u) };
}
