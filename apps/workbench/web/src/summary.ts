// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The account of the run, warnings, and its events.
import { el } from "./dom";
import type { Player } from "./player";

export function summary(player: Player): HTMLElement {
  const { head } = player.motion;
  const place = el("div", { class: "summary" });
  if (head.warnings.length > 0) {
    const list = el("ul", {}, ...head.warnings.map((text) => el("li", {}, text)));
    const title = head.warnings.length === 1 ? "One warning" : `${head.warnings.length} warnings`;
    place.append(el("details", { class: "warnings", open: "" }, el("summary", {}, title), list));
  }
  const lines = head.summary.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
  place.append(el("dl", {}, ...lines));
  if (head.events.length > 0) {
    const items = head.events.slice(0, 200).map((event) => {
      const jump = el("button", { type: "button" }, `${event.t.toFixed(3)} s`);
      jump.addEventListener("click", () => player.seek(event.t));
      return el("li", {}, jump, ` ${event.name}${event.text ? `: ${event.text}` : ""}`);
    });
    place.append(el("details", { class: "events" }, el("summary", {}, `Events (${head.events.length})`), el("ul", {}, ...items)));
  }
  return place;
}
