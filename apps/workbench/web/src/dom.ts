// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

/** An element with attributes and contents; text is text, never HTML. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, string> = {}, ...contents: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...contents);
  return element;
}

/** A button with a sign on it; the title says what it does and by which key. */
export function button(icon: string, title: string, act: () => void): HTMLButtonElement {
  const element = el("button", { type: "button", title, "aria-label": title });
  element.append(svg(icon));
  element.addEventListener("click", act);
  return element;
}

export function setIcon(element: HTMLElement, icon: string): void {
  element.replaceChildren(svg(icon));
}

const icons: Record<string, string> = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  back: "M17 5v14l-9-7zM6 5h2v14H6z",
  forward: "M7 5v14l9-7zM16 5h2v14h-2z",
  loop: "M17 3l4 4-4 4V8H8a3 3 0 0 0-3 3v1H3v-1a5 5 0 0 1 5-5h9zM7 21l-4-4 4-4v3h9a3 3 0 0 0 3-3v-1h2v1a5 5 0 0 1-5 5H7z",
  bodies: "M12 2l9 5v10l-9 5-9-5V7zm0 2.3L6 7.6l6 3.3 6-3.3zM5 9.3v6.5l6 3.3v-6.5zm14 0l-6 3.3v6.5l6-3.3z",
  frames: "M11 3h2v10.3l7.4 4.3-1 1.7L12 15l-7.4 4.3-1-1.7 7.4-4.3z",
  forces: "M4 18.600L16.600 6H9V4h11v11h-2V7.400L5.400 20z",
  contact: "M12 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm0 2a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM3 18.500h18v2H3z",
  inertia: "M12 5c5.5 0 10 3.1 10 7s-4.5 7-10 7S2 15.900 2 12s4.500-7 10-7zm0 2c-4.400 0-8 2.200-8 5s3.600 5 8 5 8-2.200 8-5-3.600-5-8-5z",
  names: "M3 5h9l9 7-9 7H3zm2 2v10h6.300l6.400-5-6.400-5zm3 3.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3z",
  home: "M12 3l9 8h-3v9h-5v-6h-2v6H6v-9H3z",
  theme: "M12 3a9 9 0 1 0 0 18zM12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",
  help: "M11 17h2v2h-2zm1-13a5 5 0 0 0-5 5h2a3 3 0 1 1 4.500 2.600C12.200 12.400 11 13.300 11 15h2c0-.8.700-1.300 1.600-1.900A5 5 0 0 0 12 4z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  close: "M6.400 5L5 6.400 10.600 12 5 17.600 6.400 19 12 13.400 17.600 19 19 17.600 13.400 12 19 6.400 17.600 5 12 10.600z",
  list: "M4 6h2v2H4zm4 0h12v2H8zM4 11h2v2H4zm4 0h12v2H8zM4 16h2v2H4zm4 0h12v2H8z",
};

function svg(icon: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", icons[icon]);
  path.setAttribute("fill-rule", "evenodd");
  picture.append(path);
  return picture;
}

/** A number to a few digits, as people write it. */
export function short(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size < 1e-3 || size >= 1e5 ? value.toExponential(digits - 1) : value.toPrecision(digits);
  return text.replace("-", "−").replace("e+", "e");
}
