// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Where surfaces touch: ellipses of contact with the longer axis marked, forces as arrows, and the pressure on meshes as dots.
import * as THREE from "three";
import type { Motion, Springs } from "./data";
import { ArrowShapes, typicalLength } from "./marks";
import type { SceneColors } from "./theme";

/** From little to much pressure: dark blue, green, yellow, as people with any kind of colour vision can tell apart. */
const scale = ["#31446B", "#1F7A8C", "#4DB380", "#F5D547"].map((c) => new THREE.Color(c));

export class Touches {
  readonly object = new THREE.Group();
  /** How many places are drawn now. */
  shown = 0;
  private readonly arrows: ArrowShapes;
  private readonly ellipses: THREE.InstancedMesh;
  private readonly axes: THREE.InstancedMesh;
  private dots: THREE.Points | null = null;
  private room = 0; // for so many dots
  private readonly perForce: number;
  private readonly v = [0, 1, 2, 3].map(() => new THREE.Vector3());
  private readonly n = new THREE.Vector3();
  private readonly matrix = new THREE.Matrix4();
  private readonly color4 = new THREE.Color();

  constructor(private readonly motion: Motion, size: number) {
    const count = Math.max(1, motion.touches.length);
    const glass = () => new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.75, depthTest: false, side: THREE.DoubleSide, fog: false });
    this.ellipses = new THREE.InstancedMesh(new THREE.CircleGeometry(1, 40), glass(), count);
    this.axes = new THREE.InstancedMesh(new THREE.PlaneGeometry(2, 0.08), glass(), count);
    this.arrows = new ArrowShapes(count, size);
    this.ellipses.renderOrder = 4;
    this.axes.renderOrder = 5;
    for (const mesh of [this.ellipses, this.axes]) mesh.frustumCulled = false;
    this.object.add(this.ellipses, this.axes, this.arrows.object);
    this.perForce = typicalLength(motion, motion.touches.map((columns) => columns.slice(3, 6)), 0.45 * size);
  }

  /** Dots with room for so many. */
  private makeDots(count: number): THREE.Points {
    this.room = 2 * count;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * this.room), 3));
    geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * this.room), 3));
    const material = new THREE.PointsMaterial({ vertexColors: true, depthTest: false, transparent: true, fog: false });
    const dots = new THREE.Points(geometry, material);
    dots.frustumCulled = false;
    dots.renderOrder = 4;
    if (this.dots) {
      this.object.remove(this.dots);
      this.dots.geometry.dispose();
    }
    this.object.add(dots);
    return dots;
  }

  color(colors: SceneColors): void {
    (this.ellipses.material as THREE.MeshBasicMaterial).color.set(colors.touch);
    (this.axes.material as THREE.MeshBasicMaterial).color.set(colors.background);
    this.arrows.color(colors.touch);
  }

  /** As in a frame: places of contact come and go, so there is nothing between two frames. */
  update(frame: number): void {
    const { motion, matrix, n, v } = this;
    this.shown = 0;
    motion.touches.forEach((columns, i) => {
      v.forEach((one, part) => one.set(columns[3 * part].at(frame), columns[3 * part + 1].at(frame), columns[3 * part + 2].at(frame)));
      const [p, f, a, b] = v;
      const pressed = f.lengthSq() > 0;
      if (pressed) ++this.shown;
      n.crossVectors(a, b).normalize();
      this.ellipses.setMatrixAt(i, n.lengthSq() > 0 ? matrix.makeBasis(a, b, n).setPosition(p) : matrix.makeScale(0, 0, 0));
      this.axes.setMatrixAt(i, n.lengthSq() > 0 ? matrix.makeBasis(a, b, n).setPosition(p) : matrix.makeScale(0, 0, 0));
      this.arrows.set(i, p, f, f.length() * this.perForce);
    });
    this.ellipses.instanceMatrix.needsUpdate = this.axes.instanceMatrix.needsUpdate = true;
    this.arrows.changed();
    this.updateDots(motion.springs(frame));
  }

  private updateDots({ points, pressures }: Springs): void {
    const count = pressures.length;
    if (count > this.room) this.dots = this.makeDots(count);
    if (!this.dots) return;
    const { geometry } = this.dots;
    (this.dots.material as THREE.PointsMaterial).size = 1.2 * this.motion.springSize;
    const positions = geometry.getAttribute("position") as THREE.BufferAttribute;
    const colors = geometry.getAttribute("color") as THREE.BufferAttribute;
    (positions.array as Float32Array).set(points);
    for (let i = 0; i < count; ++i) {
      const x = (scale.length - 1) * Math.min(1, pressures[i] / this.motion.hardest);
      const k = Math.min(scale.length - 2, Math.floor(x));
      this.color4.lerpColors(scale[k], scale[k + 1], x - k).toArray(colors.array, 3 * i);
    }
    positions.needsUpdate = colors.needsUpdate = true;
    geometry.setDrawRange(0, count);
  }

  /** Pressing springs that are drawn. */
  get dotsShown(): number {
    return this.dots ? this.dots.geometry.drawRange.count : 0;
  }
}
