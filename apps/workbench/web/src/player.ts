// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the replay is, and how it goes on. Knows nothing of what is drawn.
import type { Motion } from "./data";

export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];

export class Player {
  time: number;
  playing = false;
  speed = 1;
  loop = true;
  /** Stays at the end of a live run as it grows. */
  atEnd = false;
  private listeners: (() => void)[] = [];

  constructor(readonly motion: Motion) {
    this.time = motion.start;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  seek(t: number): void {
    this.atEnd = false;
    this.time = Math.min(this.motion.end, Math.max(this.motion.start, t));
    this.changed();
  }
  play(on = !this.playing): void {
    this.playing = on && this.motion.frames > 1;
    if (this.playing && this.time >= this.motion.end && !this.motion.head.live) this.time = this.motion.start;
    this.changed();
  }
  follow(): void {
    this.atEnd = true;
    this.time = this.motion.end;
    this.changed();
  }
  setSpeed(speed: number): void {
    this.speed = speed;
    this.changed();
  }
  faster(steps: number): void {
    const now = speeds.reduce((best, s, i) => (Math.abs(s - this.speed) < Math.abs(speeds[best] - this.speed) ? i : best), 0);
    this.setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, now + steps))]);
  }
  toggleLoop(): void {
    this.loop = !this.loop;
    this.changed();
  }
  /** To the frame that is so many further on. */
  stepFrames(count: number): void {
    this.playing = false;
    const { motion } = this;
    const frame = motion.frameAt(this.time);
    const between = motion.time.at(frame) < this.time && count < 0 ? 1 : 0; // back to the frame just passed
    this.seek(motion.time.at(Math.min(motion.frames - 1, Math.max(0, frame + count + between))));
  }

  /** Time goes on by so many seconds of the clock. */
  tick(seconds: number): void {
    if (!this.playing || this.atEnd) return;
    const { start, end } = this.motion;
    let t = this.time + seconds * this.speed;
    if (t >= end) {
      if (this.motion.head.live) t = end;
      else if (this.loop && end > start) t = start + ((t - start) % (end - start));
      else {
        t = end;
        this.playing = false;
      }
    }
    this.time = t;
    this.changed();
  }
}
