// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Puts the page together.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { embedded, type Motion } from "./data";
import { button, el } from "./dom";
import { listenToKeys, showHelp, type Key } from "./keys";
import { Labels } from "./labels";
import { Live } from "./live";
import { Loop } from "./loop";
import { Player } from "./player";
import { Plots } from "./plots";
import { Scene } from "./scene";
import { summary } from "./summary";
import { testApi } from "./test_api";
import { Themes } from "./theme";
import { Tools } from "./tools";
import { Transport } from "./transport";

const at = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
/** Wishes in the address, as in report.html#time=1.5&theme=dark&picture */
const wishes = new URLSearchParams(location.hash.slice(1));

function build(motion: Motion, live: Live | null): void {
  const { head } = motion;
  const themes = new Themes(wishes.get("theme"));
  const player = new Player(motion);
  document.title = head.title;
  at("title").querySelector("h1")!.textContent = head.title;
  at("title").querySelector("p")!.textContent = `${head.bodies.length - 1} bodies · Sinew ${head.sinew}`;
  if (wishes.has("picture")) document.documentElement.classList.add("picture");

  const loop: Loop = new Loop((seconds) => step(seconds));
  const ask = () => loop.ask();
  const scene = new Scene(at<HTMLCanvasElement>("canvas"), motion, themes, ask);
  if (!scene.draws3d) sayThatNothingIsDrawn();
  const labels = new Labels(at("labels"), scene);
  const tools = new Tools(at("tools"), scene, themes, ask, () => showHelp(keys));
  const transport = new Transport(at("transport"), player);
  const plotPlace = el("div", { class: "plots" });
  const plots = new Plots(plotPlace, player, themes);
  const add = button("plus", "Add a plot (p)", () => plots.addAndChoose());
  add.classList.add("add");
  add.append("plot");
  at("panel").append(summary(player), plotPlace, add);

  let slow = 0;
  function step(seconds: number): boolean {
    player.tick(seconds);
    scene.pose(player.time);
    scene.draw();
    labels.update();
    slow = player.playing && loop.interval > 21 ? slow + seconds : 0; // for how long
    if (slow > 0.5) slow = scene.coarser() ? 0 : -1e6;
    return player.playing;
  }
  player.onChange(ask);

  const resize = () => {
    const { clientWidth, clientHeight } = at("stage");
    scene.resize(clientWidth, clientHeight);
    if (!moved) scene.resetCamera();
    ask();
  };
  let moved = false; // the view is the user's own
  scene.orbit.addEventListener("start", () => (moved = true));
  new ResizeObserver(resize).observe(at("stage"));
  scene.canvas.addEventListener("dblclick", (event) => tools.followBody(scene.bodyAt(event.offsetX, event.offsetY)));

  const seconds = (event: KeyboardEvent) => (event.shiftKey ? 10 : 1);
  const keys: Key[] = [
    { keys: [" ", "k"], shown: "space", does: "play or pause", act: () => player.play() },
    { keys: ["ArrowLeft"], shown: "←", does: "one frame back; with shift ten", act: (e) => player.stepFrames(-seconds(e)) },
    { keys: ["ArrowRight"], shown: "→", does: "one frame on; with shift ten", act: (e) => player.stepFrames(seconds(e)) },
    { keys: ["ArrowUp"], shown: "↑", does: "faster", act: () => player.faster(1) },
    { keys: ["ArrowDown"], shown: "↓", does: "slower", act: () => player.faster(-1) },
    { keys: ["Home"], shown: "home", does: "to the start", act: () => player.seek(motion.start) },
    { keys: ["End"], shown: "end", does: "to the end", act: () => (live ? player.follow() : player.seek(motion.end)) },
    { keys: "123456789".split(""), shown: "1 … 9", does: "to one tenth … nine tenths of the time",
      act: (e) => player.seek(motion.start + (Number(e.key) / 10) * (motion.end - motion.start)) },
    { keys: ["l"], shown: "l", does: "begin again at the end, or not", act: () => player.toggleLoop() },
    { keys: ["f"], shown: "f", does: "follow the next body", act: () => tools.followNext() },
    { keys: ["r"], shown: "r", does: "look at the whole motion", act: () => ((moved = false), tools.home()) },
    { keys: ["b"], shown: "b", does: "bodies", act: () => tools.toggle("bodies") },
    { keys: ["x"], shown: "x", does: "frames", act: () => tools.toggle("frames") },
    { keys: ["v"], shown: "v", does: "forces", act: () => tools.toggle("forces") },
    { keys: ["c"], shown: "c", does: "contact: where surfaces press on one another", act: () => tools.toggle("contact") },
    { keys: ["i"], shown: "i", does: "ellipsoids of inertia", act: () => tools.toggle("inertia") },
    { keys: ["n"], shown: "n", does: "names", act: () => tools.toggle("names") },
    { keys: ["p"], shown: "p", does: "add a plot", act: () => plots.addAndChoose() },
    { keys: ["t"], shown: "t", does: "light or dark", act: () => (themes.toggle(), ask()) },
    { keys: ["?", "h"], shown: "?", does: "this list", act: () => showHelp(keys) },
  ];
  listenToKeys(keys);
  for (const layer of ["frames", "forces", "inertia", "names"] as const) if (wishes.has(layer)) tools.toggle(layer);
  const wished = Number(wishes.get("time"));
  if (wishes.has("time") && Number.isFinite(wished)) player.seek(wished);
  if (live) watch(live, player, plots, transport, keys);
  resize();
  testApi({ motion, player, scene, plots, loop });
  const movie = wishes.get("movie")?.split(",").map(Number);
  if (movie) leaveFrames(scene, motion, movie);
}

/** Plots, numbers and time need no WebGL; the scene does. */
function sayThatNothingIsDrawn(): void {
  const why = "This browser has no WebGL, so the motion can not be drawn. Plots and numbers are all there.";
  const how = "Switch hardware acceleration on in its settings, or open this page in another browser.";
  at("page").prepend(el("p", { class: "undrawn", role: "alert" }, `${why} ${how}`));
  document.documentElement.classList.add("flat");
}

/** Frames of a movie as pictures in the page's text, for the program that opened it to read. */
function leaveFrames(scene: Scene, motion: Motion, [from, step, count, width, height]: number[]): void {
  scene.resize(width, height); // whatever the window's size is
  scene.resetCamera();
  const place = el("div", { "data-end": String(motion.end), hidden: "" });
  for (let i = 0; i < count && from + i * step <= motion.end + 1e-9; ++i) {
    scene.pose(from + i * step);
    scene.draw();
    place.append(el("i", { "data-frame": scene.canvas.toDataURL("image/png") }));
  }
  document.body.append(place);
}

/** A run that goes on: the replay stays at its end until one looks elsewhere. */
function watch(live: Live, player: Player, plots: Plots, transport: Transport, keys: Key[]): void {
  const word = el("span", {}, "running");
  const pause = button("pause", "Pause or go on with the run (.)", () => live.send(live.running ? "pause" : "run"));
  const one = button("forward", "One step of the run (,)", () => live.send("step"));
  at("notice").append(word, pause, one);
  keys.push({ keys: ["."], shown: ".", does: "pause or go on with the run", act: () => pause.click() });
  keys.push({ keys: [","], shown: ",", does: "one step of the run", act: () => one.click() });
  let due = false;
  live.onState = (words) => (word.textContent = words);
  live.onState(live.words);
  player.follow();
  live.onFrames = () => {
    if (player.atEnd) player.follow();
    if (due) return;
    due = true; // plots a few times per second are enough
    setTimeout(() => ((due = false), plots.refresh(), transport.showEvents()), 200);
  };
}

async function begin(): Promise<void> {
  try {
    const motion = await embedded();
    if (motion) return build(motion, null);
    const live = await Live.open();
    build(live.motion, live);
  } catch (error) {
    at("notice").textContent = `This report can not be shown: ${error instanceof Error ? error.message : error}`;
    throw error;
  }
}
void begin();
