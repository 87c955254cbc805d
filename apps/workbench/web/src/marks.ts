// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What can be shown on top of the bodies: their frames, forces as arrows, ellipsoids of inertia, springs and rods.
import * as THREE from "three";
import type { Column, Motion } from "./data";
import type { SceneColors } from "./theme";

/** Three axes in a body's frame: x, y, z in the order of vermillion, green, blue. */
export function triad(length: number): THREE.LineSegments {
  const geometry = new THREE.BufferGeometry();
  const l = length;
  geometry.setAttribute("position", new THREE.Float32BufferAttribute([0, 0, 0, l, 0, 0, 0, 0, 0, 0, l, 0, 0, 0, 0, 0, 0, l], 3));
  const colors = ["#D55E00", "#009E73", "#2F8FD6"].flatMap((c) => [...new THREE.Color(c).toArray(), ...new THREE.Color(c).toArray()]);
  geometry.setAttribute("color", new THREE.Float32BufferAttribute(colors, 3));
  const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ vertexColors: true, depthTest: false, fog: false }));
  lines.renderOrder = 5;
  return lines;
}

/** The radii of a ball of the body's inertia, shown as a glassy shell. */
export function inertiaShell(geometry: THREE.SphereGeometry, q: number[], r: number[], com: number[]): THREE.Mesh {
  const material = new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.28, depthWrite: false });
  const shell = new THREE.Mesh(geometry, material);
  shell.quaternion.set(q[1], q[2], q[3], q[0]);
  shell.position.fromArray(com);
  shell.scale.fromArray(r);
  shell.renderOrder = 3;
  return shell;
}

const zAxis = new THREE.Vector3(0, 0, 1);

/** Arrows: two drawings, however many there are. */
export class ArrowShapes {
  readonly object = new THREE.Group();
  private readonly shafts: THREE.InstancedMesh;
  private readonly heads: THREE.InstancedMesh;
  private readonly at = new THREE.Vector3();
  private readonly along = new THREE.Vector3();
  private readonly q = new THREE.Quaternion();
  private readonly s = new THREE.Vector3();
  private readonly matrix = new THREE.Matrix4();
  private readonly one = new THREE.Color();

  constructor(private readonly count: number, private readonly size: number) {
    const shaft = new THREE.CylinderGeometry(1, 1, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const head = new THREE.ConeGeometry(1, 1, 14).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    this.shafts = new THREE.InstancedMesh(shaft, new THREE.MeshLambertMaterial(), count);
    this.heads = new THREE.InstancedMesh(head, new THREE.MeshLambertMaterial(), count);
    this.shafts.frustumCulled = this.heads.frustumCulled = false;
    this.object.add(this.shafts, this.heads);
  }
  color(color: string, only?: number): void {
    for (let i = only ?? 0; i < (only === undefined ? this.count : only + 1); ++i)
      for (const mesh of [this.shafts, this.heads]) mesh.setColorAt(i, this.one.set(color));
    for (const mesh of [this.shafts, this.heads]) if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }
  /** From a point along a direction; none if it is very short. */
  set(i: number, from: THREE.Vector3, direction: THREE.Vector3, length: number): void {
    const { at, along, q, s, matrix, size } = this;
    const thick = 0.008 * size;
    const drawn = Math.min(2 * size, length);
    if (!(drawn > 0.004 * size)) {
      matrix.makeScale(0, 0, 0);
      this.shafts.setMatrixAt(i, matrix);
      this.heads.setMatrixAt(i, matrix);
      return;
    }
    q.setFromUnitVectors(zAxis, along.copy(direction).normalize());
    const tip = Math.min(0.45 * drawn, 6 * thick);
    this.shafts.setMatrixAt(i, matrix.compose(at.copy(from), q, s.set(thick, thick, drawn - tip)));
    at.addScaledVector(along, drawn - tip);
    this.heads.setMatrixAt(i, matrix.compose(at, q, s.set(2.4 * thick, 2.4 * thick, tip)));
  }
  changed(): void {
    this.shafts.instanceMatrix.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
  }
}

/** Forces at points of bodies. */
export class Arrows {
  private readonly shapes: ArrowShapes;
  private readonly perForce: number;
  private readonly at = new THREE.Vector3();
  private readonly f = new THREE.Vector3();

  constructor(private readonly motion: Motion, private readonly bodies: THREE.Object3D[], size: number) {
    this.shapes = new ArrowShapes(Math.max(1, motion.arrows.length), size);
    this.perForce = typicalLength(motion, motion.arrows, 0.45 * size);
  }
  get object(): THREE.Object3D {
    return this.shapes.object;
  }
  color(colors: SceneColors): void {
    this.motion.head.arrows.forEach((arrow, i) => this.shapes.color(colors.arrows[arrow.kind], i));
  }
  update(frame: number, fraction: number): void {
    const { at, f } = this;
    this.motion.arrows.forEach((columns, i) => {
      const head = this.motion.head.arrows[i];
      for (let k = 0; k < 3; ++k) {
        const a = columns[k].at(frame);
        f.setComponent(k, fraction > 0 ? a + fraction * (columns[k].at(frame + 1) - a) : a);
      }
      at.set(head.p[0], head.p[1], head.p[2]).applyMatrix4(this.bodies[head.body].matrixWorld);
      this.shapes.set(i, at, f, f.length() * this.perForce);
    });
    this.shapes.changed();
  }
}

/** Length per force, so that a large force, but not the largest of an impact, is as long as that: nine tenths of all are shorter. */
export function typicalLength(motion: Motion, forces: Column[][], length: number): number {
  const all: number[] = [];
  const step = Math.max(1, Math.floor(motion.frames / 100));
  for (const [x, y, z] of forces)
    for (let i = 0; i < motion.frames; i += step) all.push(Math.hypot(x.at(i), y.at(i), z.at(i)));
  const acting = all.filter((f) => f > 0).sort((a, b) => a - b);
  return length / ((acting.length > 0 && acting[Math.floor(0.9 * (acting.length - 1))]) || 1);
}

/** Springs, dampers and rods, between points of two bodies. */
export class Lines {
  readonly object = new THREE.Group();
  private readonly material = new THREE.MeshLambertMaterial();
  private readonly meshes: THREE.Mesh[];
  private readonly a = new THREE.Vector3();
  private readonly b = new THREE.Vector3();

  constructor(private readonly motion: Motion, private readonly bodies: THREE.Object3D[], private readonly size: number) {
    const thick = 0.006 * size;
    this.meshes = motion.head.lines.map(({ kind }) => {
      const geometry = kind === "spring" ? coil(3.5 * thick, 0.8 * thick) : kind === "damper" ? tube(2.5 * thick) : tube(thick);
      const mesh = new THREE.Mesh(geometry, this.material);
      mesh.frustumCulled = false;
      this.object.add(mesh);
      return mesh;
    });
  }
  get drawn(): THREE.Mesh[] {
    return this.meshes;
  }
  color(colors: SceneColors): void {
    this.material.color.set(colors.line);
  }
  update(): void {
    const { a, b } = this;
    this.motion.head.lines.forEach(({ from, to }, i) => {
      const mesh = this.meshes[i];
      a.set(from.p[0], from.p[1], from.p[2]).applyMatrix4(this.bodies[from.body].matrixWorld);
      b.set(to.p[0], to.p[1], to.p[2]).applyMatrix4(this.bodies[to.body].matrixWorld).sub(a);
      const length = Math.max(1e-6 * this.size, b.length());
      mesh.position.copy(a);
      mesh.quaternion.setFromUnitVectors(zAxis, b.divideScalar(length));
      mesh.scale.set(1, 1, length);
      mesh.updateMatrixWorld();
    });
  }
}

const tube = (radius: number) => new THREE.CylinderGeometry(radius, radius, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5);

/** A coil spring of length one along z. */
function coil(radius: number, wire: number): THREE.BufferGeometry {
  const points: THREE.Vector3[] = [];
  for (let i = 0; i <= 200; ++i) {
    const s = i / 200;
    const inside = Math.min(1, Math.max(0, (s - 0.1) / 0.8));
    const r = inside > 0 && inside < 1 ? radius : 0;
    const angle = 2 * Math.PI * 9 * inside;
    points.push(new THREE.Vector3(r * Math.cos(angle), r * Math.sin(angle), s));
  }
  return new THREE.TubeGeometry(new THREE.CatmullRomCurve3(points), 260, wire, 6);
}
