// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The motion in memory: columns of numbers over the frames. Those of a live run grow.
import { decode, unpack, type Numbers } from "./decode";
import type { ArrayRef, Head, SpringsSaid } from "./format";

/** Numbers over the frames, or one number for all of them. */
export class Column {
  private values: Float32Array | Float64Array;
  private length: number;

  constructor(values: Float32Array | Float64Array, length = values.length, readonly constant = false) {
    this.values = values;
    this.length = length;
  }
  static of(blob: Uint8Array, ref: ArrayRef): Column {
    if (typeof ref === "number") return new Column(new Float64Array([ref]), 1, true);
    return new Column(decode(blob, ref) as Float32Array | Float64Array);
  }
  static growing(exact = false): Column {
    return new Column(exact ? new Float64Array(256) : new Float32Array(256), 0);
  }
  at(i: number): number {
    return this.values[this.constant ? 0 : i];
  }
  push(value: number): void {
    if (this.length === this.values.length) {
      const Kind = this.values.constructor as Float64ArrayConstructor;
      const larger = new Kind(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
  truncate(length: number): void {
    if (!this.constant) this.length = Math.min(this.length, length);
  }
  /** All of them, as many as there are frames. */
  all(frames: number): Float32Array | Float64Array {
    if (this.constant) return new Float64Array(frames).fill(this.values[0]);
    return this.values.subarray(0, Math.min(frames, this.length));
  }
}

export interface Series {
  name: string;
  unit: string;
  group: string;
  column: Column;
}

export interface Mesh {
  vertices: Float32Array;
  triangles: Uint32Array;
}

/** Springs of meshes that press: points in the world, three numbers each, and pressures. */
export interface Springs {
  points: Float32Array;
  pressures: Float32Array;
}
const noSprings: Springs = { points: new Float32Array(), pressures: new Float32Array() };

export class Motion {
  time: Column;
  poses: Column[][];
  arrows: Column[][];
  /** Point, force and two semi-axes, three columns each. */
  touches: Column[][];
  private readonly pressure: { begins: Uint32Array; points: Float32Array; pressures: Float32Array } | null;
  /** Of a run that is watched: by time, the last of them. */
  private readonly watched = new Map<number, Springs>();
  /** Of a triangle with a spring, and the most that one of them presses. */
  springSize = 0;
  hardest = 0;
  series: Series[];
  meshes: Mesh[];
  frames: number;

  constructor(readonly head: Head, blob: Uint8Array) {
    const column = (ref: ArrayRef, exact = false) =>
      head.live ? Column.growing(exact) : Column.of(blob, ref);
    this.frames = head.live ? 0 : head.frames;
    this.time = column(head.time, true);
    this.poses = head.bodies.map((body) => body.pose.map((ref) => column(ref)));
    this.arrows = head.arrows.map((arrow) => arrow.f.map((ref) => column(ref)));
    this.touches = head.touches.map(({ p, f, a, b }) => [...p, ...f, ...a, ...b].map((ref) => column(ref)));
    this.series = head.series.map(({ name, unit, group, values }) => ({ name, unit, group, column: column(values, true) }));
    const numbers = (ref: ArrayRef): Numbers => (typeof ref === "number" ? new Uint32Array() : decode(blob, ref));
    this.pressure = head.pressure
      ? {
          begins: numbers(head.pressure.begins) as Uint32Array,
          points: numbers(head.pressure.points) as Float32Array,
          pressures: numbers(head.pressure.pressures) as Float32Array,
        }
      : null;
    this.springSize = head.pressure?.size ?? 0;
    for (const pressure of this.pressure?.pressures ?? []) this.hardest = Math.max(this.hardest, pressure);
    this.meshes = head.meshes.map((mesh) => ({
      vertices: numbers(mesh.vertices) as Float32Array,
      triangles: numbers(mesh.triangles) as Uint32Array,
    }));
  }

  get start(): number {
    return this.frames > 0 ? this.time.at(0) : 0;
  }
  get end(): number {
    return this.frames > 0 ? this.time.at(this.frames - 1) : 0;
  }
  /** The last frame that is not after t. */
  frameAt(t: number): number {
    let low = 0;
    let high = this.frames - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time.at(middle) <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  /** How far t is on the way from that frame to the next, from 0 to 1. */
  fraction(frame: number, t: number): number {
    if (frame + 1 >= this.frames) return 0;
    const from = this.time.at(frame);
    const step = this.time.at(frame + 1) - from;
    return step > 0 ? Math.min(1, Math.max(0, (t - from) / step)) : 0;
  }
  value(column: Column, t: number): number {
    const frame = this.frameAt(t);
    const a = column.at(frame);
    const f = this.fraction(frame, t);
    return f === 0 ? a : a + f * (column.at(frame + 1) - a);
  }

  /** Springs that press in a frame. */
  springs(frame: number): Springs {
    if (!this.pressure) return this.watched.get(this.time.at(frame)) ?? noSprings;
    const { begins, points, pressures } = this.pressure;
    const [first, last] = [begins[frame], begins[frame + 1]];
    return { points: points.subarray(3 * first, 3 * last), pressures: pressures.subarray(first, last) };
  }
  /** Those of a time of a live run. Of the last thousand frames, no more: they are many. */
  setSprings({ t, size, springs }: SpringsSaid): void {
    const count = springs.length / 4;
    const said = { points: new Float32Array(3 * count), pressures: new Float32Array(count) };
    for (let i = 0; i < count; ++i) {
      said.points.set(springs.slice(4 * i, 4 * i + 3), 3 * i);
      said.pressures[i] = springs[4 * i + 3];
      this.hardest = Math.max(this.hardest, said.pressures[i]);
    }
    this.springSize = Math.max(this.springSize, size);
    this.watched.set(t, said);
    if (this.watched.size > 1000) this.watched.delete(this.watched.keys().next().value as number);
  }

  /** A frame of a live run: time, poses, arrows, places of contact, series, as 64-bit numbers. What is not before it is forgotten. */
  push(numbers: Float64Array): void {
    while (this.frames > 0 && this.end >= numbers[0]) this.truncate(this.frames - 1);
    let k = 0;
    this.time.push(numbers[k++]);
    for (const body of this.poses) for (const column of body) column.push(numbers[k++]);
    for (const arrow of this.arrows) for (const column of arrow) column.push(numbers[k++]);
    for (const touch of this.touches) for (const column of touch) column.push(numbers[k++]);
    for (const { column } of this.series) column.push(numbers[k++]);
    ++this.frames;
  }
  private truncate(frames: number): void {
    this.frames = frames;
    this.time.truncate(frames);
    for (const columns of [...this.poses, ...this.arrows, ...this.touches]) for (const column of columns) column.truncate(frames);
    for (const { column } of this.series) column.truncate(frames);
  }
}

/** The motion that was written into this page; null if there is none. */
export async function embedded(): Promise<Motion | null> {
  const head = document.getElementById("sinew-head")?.textContent;
  const data = document.getElementById("sinew-data")?.textContent;
  if (!head || !data) return null;
  return new Motion(JSON.parse(head) as Head, await unpack(data));
}
