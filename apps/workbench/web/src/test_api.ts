// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What tests, and curious people at the console, may ask: window.sinew
import type { Motion } from "./data";
import type { Loop } from "./loop";
import type { Player } from "./player";
import type { Plots } from "./plots";
import type { Scene } from "./scene";

interface Parts {
  motion: Motion;
  player: Player;
  scene: Scene;
  plots: Plots;
  loop: Loop;
}

export function testApi({ motion, player, scene, plots, loop }: Parts): void {
  const api = {
    ready: true,
    frames: () => motion.frames,
    bodies: () => motion.head.bodies.map((b) => b.name),
    series: () => motion.series.map((s) => s.name),
    time: () => player.time,
    times: () => Array.from(motion.time.all(motion.frames)),
    playing: () => player.playing,
    speed: () => player.speed,
    seek: (t: number) => player.seek(t),
    play: (on: boolean) => player.play(on),
    /** Where a body is drawn: position, and quaternion with its scalar first. */
    pose: (name: string) => {
      scene.pose(player.time);
      const body = scene.bodies[motion.head.bodies.findIndex((b) => b.name === name)];
      const { x, y, z, w } = body.quaternion;
      return { p: body.position.toArray(), q: [w, x, y, z] };
    },
    values: (name: string) => Array.from(motion.series.find((s) => s.name === name)?.column.all(motion.frames) ?? []),
    plots: () => plots.drawn(),
    shown: () => ({ ...scene.shown }),
    following: () => scene.following,
    /** Places of contact and pressing springs that are drawn. */
    touches: () => ({ places: scene.touches.shown, springs: scene.touches.dotsShown }),
    draws: () => scene.draws,
    interval: () => loop.interval,
    pixelRatio: () => scene.pixelRatio,
    /** The scene as a PNG picture at a time, as a data address: for movies. */
    picture: (t: number) => {
      player.seek(t);
      scene.pose(player.time);
      scene.draw();
      return scene.canvas.toDataURL("image/png");
    },
  };
  (window as unknown as { sinew: typeof api }).sinew = api;
}
