// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The keyboard, and the list of its keys.
import { button, el } from "./dom";

export interface Key {
  keys: string[];
  shown: string;
  does: string;
  act: (event: KeyboardEvent) => void;
}

/** Keys act wherever the focus is, but for fields that one types into and menus. */
export function listenToKeys(keys: Key[]): void {
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const typing = target.matches?.("input:not([type=range]):not([type=checkbox]), select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === " " && target.matches?.("button, summary")) target.blur();
    const key = keys.find((k) => k.keys.includes(event.key));
    if (!key) return;
    event.preventDefault();
    key.act(event);
  });
}

export function showHelp(keys: Key[]): void {
  const dialog = el("dialog", { class: "help", "aria-label": "Keys" });
  const rows = keys.map(({ shown, does }) =>
    el("tr", {}, el("td", {}, ...shown.split(" ").map((k) => el("kbd", {}, k))), el("td", {}, does)));
  const mouse = [["drag", "turn the view"], ["right drag", "shift it"], ["wheel", "come closer; over a plot: zoom in time"],
    ["double click", "follow a body; over a plot: all of the time"], ["click a plot", "go to that time"]];
  const more = mouse.map(([what, does]) => el("tr", {}, el("td", {}, what), el("td", {}, does)));
  dialog.append(
    el("header", {}, el("h2", {}, "Keys and mouse"), button("close", "Close (Esc)", () => dialog.close())),
    el("table", {}, el("tbody", {}, ...rows, ...more)));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
