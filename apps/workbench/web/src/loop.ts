// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// When to draw: once per frame of the screen while something moves, not at all while nothing does.

export class Loop {
  private asked = false;
  private last = 0;
  /** Milliseconds from frame to frame while it plays, averaged over some ten of them. */
  interval = 0;

  /** step: what happens in a frame, given seconds since the one before; true: go on. */
  constructor(private readonly step: (seconds: number) => boolean) {}

  ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => this.run(now));
  }
  private run(now: number): void {
    this.asked = false;
    const passed = this.last > 0 ? now - this.last : 0;
    this.last = now;
    if (passed > 0 && passed < 1000) this.interval = this.interval === 0 ? passed : this.interval + 0.1 * (passed - this.interval);
    if (this.step(Math.min(passed, 250) / 1000)) this.ask();
    else this.last = 0;
  }
}
