// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The bar below the scene: play, step, speed, and the line of time with its events.
import { button, el, setIcon } from "./dom";
import { speeds, type Player } from "./player";

export class Transport {
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly bar = el("input", { type: "range", min: "0", max: "1", step: "any", value: "0", "aria-label": "Time" });
  private readonly clock = el("output", { class: "clock" });
  private readonly speed = el("select", { title: "Speed (↑ ↓)", "aria-label": "Speed" });
  private readonly marks = el("div", { class: "marks" });
  private wasPlaying = false;
  private shownClock = "";

  constructor(place: HTMLElement, private readonly player: Player) {
    this.playButton = button("play", "Play or pause (space)", () => player.play());
    this.playButton.classList.add("main");
    const back = button("back", "One frame back (←)", () => player.stepFrames(-1));
    const forward = button("forward", "One frame on (→)", () => player.stepFrames(1));
    this.loopButton = button("loop", "Begin again at the end (l)", () => player.toggleLoop());
    for (const s of speeds) this.speed.append(el("option", { value: String(s) }, `${s}×`));
    this.speed.addEventListener("change", () => player.setSpeed(Number(this.speed.value)));

    this.bar.addEventListener("pointerdown", () => {
      this.wasPlaying = player.playing;
      player.play(false);
    });
    this.bar.addEventListener("pointerup", () => player.play(this.wasPlaying));
    this.bar.addEventListener("input", () => {
      const { start, end } = player.motion;
      player.seek(start + Number(this.bar.value) * (end - start));
    });
    this.bar.addEventListener("keydown", (event) => event.preventDefault()); // the page's own keys act instead
    const line = el("div", { class: "line" }, this.bar, this.marks);
    place.append(back, this.playButton, forward, line, this.clock, this.speed, this.loopButton);
    this.showEvents();
    player.onChange(() => this.update());
    this.update();
  }

  showEvents(): void {
    const { start, end, head } = this.player.motion;
    this.marks.replaceChildren();
    const most = 400;
    for (const event of head.events.slice(0, most)) {
      const share = end > start ? (event.t - start) / (end - start) : 0;
      const title = `${event.name} at ${event.t.toFixed(4)} s${event.text ? `: ${event.text}` : ""}`;
      const mark = el("button", { type: "button", class: "event", title, "aria-label": title, tabindex: "-1" });
      mark.style.left = `${100 * share}%`;
      mark.addEventListener("click", () => this.player.seek(event.t));
      this.marks.append(mark);
    }
  }

  private update(): void {
    const { player } = this;
    const { start, end } = player.motion;
    if (this.playButton.dataset.playing !== String(player.playing)) {
      this.playButton.dataset.playing = String(player.playing);
      setIcon(this.playButton, player.playing ? "pause" : "play");
    }
    this.loopButton.setAttribute("aria-pressed", String(player.loop));
    const share = end > start ? (player.time - start) / (end - start) : 0;
    this.bar.value = String(share);
    this.bar.style.setProperty("--share", `${100 * share}%`);
    const clock = `${player.time.toFixed(2)} / ${end.toFixed(2)} s`;
    if (clock !== this.shownClock) {
      this.clock.textContent = this.shownClock = clock;
      this.bar.setAttribute("aria-valuetext", `${player.time.toFixed(2)} seconds`);
    }
    const speed = String(player.speed);
    if (this.speed.value !== speed) this.speed.value = speed;
  }
}
