// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A list of all series to choose from, found by any part of their names: "knee speed" finds what has both words.
import type { Series } from "./data";
import { button, el } from "./dom";

const most = 250;

export function pickSeries(series: Series[], chosen: Set<number>, changed: (chosen: Set<number>) => void): HTMLDialogElement {
  const dialog = el("dialog", { class: "picker", "aria-label": "Choose what to plot" });
  const search = el("input", { type: "search", placeholder: "Search, such as: knee speed", "aria-label": "Search" });
  const list = el("div", { class: "list" });
  const note = el("p", { class: "note" });

  const fill = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = series
      .map((s, i) => ({ s, i, text: `${s.group} ${s.name} ${s.unit}`.toLowerCase() }))
      .filter(({ text }) => words.every((word) => text.includes(word)));
    list.replaceChildren();
    let group = "";
    for (const { s, i } of found.slice(0, most)) {
      if (s.group !== group) list.append(el("h3", {}, (group = s.group)));
      const box = el("input", { type: "checkbox" });
      box.checked = chosen.has(i);
      box.addEventListener("change", () => {
        if (box.checked) chosen.add(i);
        else chosen.delete(i);
        changed(chosen);
      });
      list.append(el("label", {}, box, el("span", {}, s.name), el("em", {}, s.unit)));
    }
    note.textContent = found.length > most ? `${found.length - most} more: type more of the name.` : `${found.length} of ${series.length}`;
  };
  search.addEventListener("input", fill);
  dialog.append(el("header", {}, search, button("close", "Close (Esc)", () => dialog.close())), list, note);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  fill();
  dialog.showModal();
  search.focus();
  return dialog;
}
