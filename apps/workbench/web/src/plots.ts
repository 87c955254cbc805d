// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Plots over time, tied to the replay: their cursor is its time. Over a plot the pointer shows the motion at that time; a click
// or a drag stays there. The wheel zooms in time, in all plots alike; a double click shows all again.
import uPlot from "uplot";
import { button, el, short } from "./dom";
import { pickSeries } from "./picker";
import type { Player } from "./player";
import type { Themes } from "./theme";

const height = 150;

/** One plot and its legend. */
class Plot {
  readonly element = el("section", { class: "plot" });
  private readonly legend = el("ul", { class: "legend" });
  private readonly frame = el("div", { class: "frame" });
  private readonly cursor = el("div", { class: "cursor" });
  private values: HTMLElement[] = [];
  private u: uPlot | null = null;
  private written = 0; // when the legend's numbers were

  constructor(private readonly plots: Plots, public chosen: number[]) {
    const choose = button("list", "Choose what this plot shows", () => this.choose());
    const remove = button("close", "Remove this plot", () => plots.remove(this));
    this.element.append(el("header", {}, this.legend, el("span", { class: "buttons" }, choose, remove)), this.frame);
  }

  choose(): void {
    const { series } = this.plots.player.motion;
    pickSeries(series, new Set(this.chosen), (chosen) => {
      this.chosen = [...chosen];
      this.draw();
    });
  }

  /** Made anew: after a choice, a change of colours, or new numbers. */
  draw(): void {
    const { player, themes } = this.plots;
    const { motion } = player;
    this.u?.destroy();
    this.legend.replaceChildren();
    this.values = [];
    this.frame.replaceChildren();
    if (this.chosen.length === 0) {
      this.frame.append(el("p", { class: "note" }, "Nothing chosen yet."));
      this.u = null;
      return;
    }
    const series = this.chosen.map((i) => motion.series[i]);
    series.forEach((s, k) => {
      const value = el("b");
      const swatch = el("i");
      swatch.style.background = themes.color(k);
      this.values.push(value);
      this.legend.append(el("li", {}, swatch, el("span", {}, s.name), value, s.unit ? el("em", {}, s.unit) : ""));
    });
    const axis = { stroke: themes.css("--faint"), font: "11px system-ui, sans-serif", ticks: { show: false }, grid: { stroke: themes.css("--rule"), width: 1 } };
    this.u = new uPlot(
      {
        width: this.width(), height, legend: { show: false }, padding: [8, 10, 0, 0],
        scales: { x: { time: false, range: () => this.plots.range() } },
        axes: [
          { ...axis, size: 22, gap: 4, space: 60 },
          { ...axis, size: 52, gap: 4, space: 32, values: (_u, ticks) => ticks.map((v) => tick(v, ticks)) },
        ],
        hooks: { draw: [() => this.update()] },
        cursor: { y: false, x: false, points: { show: false }, drag: { x: false, y: false } },
        series: [{}, ...series.map((s, k) => ({ label: s.name, stroke: themes.color(k), width: 1.5, points: { show: false } }))],
      },
      this.data(), this.frame,
    );
    this.u.over.append(this.cursor);
    this.listen(this.u.over);
    this.update();
  }
  private data(): uPlot.AlignedData {
    const { motion } = this.plots.player;
    const columns = this.chosen.map((i) => motion.series[i].column.all(motion.frames));
    return [motion.time.all(motion.frames), ...columns] as unknown as uPlot.AlignedData;
  }
  private width(): number {
    return Math.max(120, this.frame.clientWidth);
  }

  private listen(over: HTMLElement): void {
    const { plots } = this;
    const { player } = plots;
    const timeAt = (event: PointerEvent | WheelEvent) =>
      (this.u as uPlot).posToVal(event.clientX - over.getBoundingClientRect().left, "x");
    let before: number | null = null; // where the replay was before the pointer came
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      player.play(false);
      before = null;
      player.seek(timeAt(event));
    });
    over.addEventListener("pointermove", (event) => {
      const held = (event.buttons & 1) !== 0;
      if (player.playing || (event.pointerType !== "mouse" && !held)) return;
      if (held) before = null;
      else before ??= player.time;
      player.seek(timeAt(event));
    });
    over.addEventListener("pointerup", () => (before = player.time));
    over.addEventListener("pointerleave", () => {
      if (before !== null && !player.playing) player.seek(before);
      before = null;
    });
    over.addEventListener("wheel", (event) => {
      event.preventDefault();
      plots.zoom(timeAt(event), event.deltaY > 0 ? 1.25 : 0.8);
    }, { passive: false });
    over.addEventListener("dblclick", () => plots.zoomOut());
  }

  resize(): void {
    if (this.u && this.u.width !== this.width()) this.u.setSize({ width: this.width(), height });
    this.update();
  }
  refresh(): void {
    this.u?.setData(this.data());
    this.update();
  }
  update(): void {
    const { u } = this;
    if (!u || this.values.length !== this.chosen.length) return;
    const { player } = this.plots;
    const x = u.valToPos(player.time, "x");
    const inside = x >= -0.5 && x <= u.over.clientWidth + 0.5;
    this.cursor.style.transform = `translateX(${inside ? x.toFixed(1) : -99}px)`;
    const clock = performance.now();
    if (player.playing && clock - this.written < 120) return; // numbers that change faster can not be read
    this.written = clock;
    this.chosen.forEach((i, k) => {
      const text = short(player.motion.value(player.motion.series[i].column, player.time));
      if (this.values[k].textContent !== text) this.values[k].textContent = text;
    });
  }
  /** What is drawn, for tests. */
  drawn(): { names: string[]; values: number[][] } {
    const [, ...columns] = this.u ? this.u.data : [[]];
    const { series } = this.plots.player.motion;
    return { names: this.chosen.map((i) => series[i].name), values: columns.map((c) => Array.from(c as ArrayLike<number>)) };
  }
  destroy(): void {
    this.u?.destroy();
    this.element.remove();
  }
}

/** As few digits as tell neighbouring ticks apart. */
function tick(value: number, ticks: number[]): string {
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : Math.abs(value);
  const size = Math.max(...ticks.map(Math.abs));
  if (size >= 1e5 || (size > 0 && size < 1e-3)) return value === 0 ? "0" : value.toExponential(1).replace("e+", "e").replace("-", "−");
  return value.toFixed(Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)))).replace("-", "−");
}

export class Plots {
  private plots: Plot[] = [];
  private zoomed: [number, number] | null = null;

  constructor(private readonly place: HTMLElement, readonly player: Player, readonly themes: Themes) {
    const names = new Map(player.motion.series.map((s, i) => [s.name, i]));
    for (const plot of player.motion.head.plots) this.add(plot.map((name) => names.get(name) ?? -1).filter((i) => i >= 0));
    themes.onChange(() => this.plots.forEach((plot) => plot.draw()));
    player.onChange(() => this.update());
    new ResizeObserver(() => this.plots.forEach((plot) => plot.resize())).observe(place);
  }
  range(): [number, number] {
    const { start, end } = this.player.motion;
    return this.zoomed ?? [start, end > start ? end : start + 1];
  }
  zoom(at: number, factor: number): void {
    const [from, to] = this.range();
    const { start, end } = this.player.motion;
    const wide = (to - from) * factor >= end - start;
    this.zoomed = wide ? null : [Math.max(start, at - (at - from) * factor), Math.min(end, at + (to - at) * factor)];
    this.refresh();
  }
  zoomOut(): void {
    this.zoomed = null;
    this.refresh();
  }
  add(chosen: number[]): Plot {
    const plot = new Plot(this, chosen);
    this.plots.push(plot);
    this.place.append(plot.element);
    plot.draw();
    return plot;
  }
  addAndChoose(): void {
    const plot = this.add([]);
    plot.element.scrollIntoView({ block: "nearest" });
    plot.choose();
  }
  remove(plot: Plot): void {
    this.plots = this.plots.filter((p) => p !== plot);
    plot.destroy();
  }
  refresh(): void {
    for (const plot of this.plots) plot.refresh();
  }
  private update(): void {
    for (const plot of this.plots) plot.update();
  }
  drawn(): { names: string[]; values: number[][] }[] {
    return this.plots.map((plot) => plot.drawn());
  }
}
