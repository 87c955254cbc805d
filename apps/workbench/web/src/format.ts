// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What a report holds: a head in JSON, and a blob of arrays that it points into.

/** An array in the blob: where it begins, how many numbers, of which type. A bare number stands for all of a constant column. */
export type ArrayRef = number | { at: number; n: number; t: "f32" | "f64" | "u32" };

export type Vec3 = [number, number, number];
/** Scalar first. */
export type Quat = [number, number, number, number];

export interface Pose {
  p: Vec3;
  q: Quat;
}

export interface BodyHead {
  name: string;
  /** x, y, z, then the quaternion w, x, y, z, each over the frames. */
  pose: ArrayRef[];
  com: Vec3;
  mass: number;
  /** Of a solid with the body's inertia: principal axes and radii. */
  ellipsoid?: { q: Quat; r: Vec3 };
}

/** Round shapes stand along z. Sizes: box full edges; sphere r; ellipsoid three radii; cylinder, capsule (straight part), cone r, h;
    torus radius of the ring, of the tube; plane two edges; mesh scale in three directions. */
export interface ShapeHead extends Pose {
  body: number;
  kind: "box" | "sphere" | "ellipsoid" | "cylinder" | "capsule" | "cone" | "torus" | "plane" | "mesh";
  size: number[];
  /** Red, green, blue, opacity from 0 to 1; or the number of a colour of the palette, -1 for none in particular. */
  color: [number, number, number, number] | number;
  mesh?: number;
}

export type ArrowKind = "reaction" | "applied" | "constraint";

/** A force at a point of a body, in the world's directions. */
export interface ArrowHead {
  name: string;
  kind: ArrowKind;
  body: number;
  p: Vec3;
  f: ArrayRef[];
}

/** A place where two surfaces press on one another, in the world's directions: where the force acts (of a bed of springs the
    centre of pressure), the force on the first of them, the semi-axes of the ellipse of contact. All zero where there is none. */
export interface TouchHead {
  p: ArrayRef[];
  f: ArrayRef[];
  a: ArrayRef[];
  b: ArrayRef[];
}

/** Springs of beds that press at a time of a run that is watched: x, y, z in the world and the pressure in Pa, one after the other. */
export interface SpringsSaid {
  t: number;
  size: number;
  springs: number[];
}

/** Springs of beds that press: those of frame i begin at begins[i]. Points in the world, pressures in Pa. */
export interface PressureHead {
  begins: ArrayRef;
  points: ArrayRef;
  pressures: ArrayRef;
  size: number;
}

/** Something straight between points of two bodies. */
export interface LineHead {
  name: string;
  kind: "spring" | "damper" | "rod";
  from: { body: number; p: Vec3 };
  to: { body: number; p: Vec3 };
}

export interface SeriesHead {
  name: string;
  unit: string;
  group: string;
  values: ArrayRef;
}

export interface EventHead {
  t: number;
  name: string;
  text: string;
}

export interface Head {
  format: "sinew-report";
  version: number;
  title: string;
  system: string;
  sinew: string;
  created: string;
  live?: boolean;
  up: Vec3;
  frames: number;
  bytes: number;
  time: ArrayRef;
  bodies: BodyHead[];
  shapes: ShapeHead[];
  meshes: { vertices: ArrayRef; triangles: ArrayRef }[];
  arrows: ArrowHead[];
  touches: TouchHead[];
  pressure?: PressureHead;
  lines: LineHead[];
  series: SeriesHead[];
  plots: string[][];
  summary: [string, string][];
  warnings: string[];
  events: EventHead[];
}
