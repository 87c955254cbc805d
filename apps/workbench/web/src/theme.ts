// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Colours. Those that tell things apart are the palette of Okabe and Ito (2008), which people with any kind of colour vision can
// tell apart; on a dark ground the darkest are lifted.

export type Theme = "light" | "dark";

const okabeIto = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#8C8200", "#5B6770"];
const onDark = ["#4FA3DC", "#F0B429", "#2FC39A", "#F0803C", "#8CCBF2", "#E39BC4", "#E8DE5A", "#B4BDC6"];

export interface SceneColors {
  background: string;
  ground: string;
  grid: string;
  gridMain: string;
  shadow: string;
  neutral: string;
  arrows: { reaction: string; applied: string; constraint: string };
  line: string;
  touch: string;
  ellipsoid: string;
}

const scenes: Record<Theme, SceneColors> = {
  light: {
    background: "#f4f6f8", ground: "#f4f6f8", grid: "#e0e5ea", gridMain: "#ccd4dc", shadow: "#dde2e8", neutral: "#93a1b0",
    arrows: { reaction: "#D55E00", applied: "#009E73", constraint: "#CC79A7" }, line: "#55606c", touch: "#D55E00", ellipsoid: "#0072B2",
  },
  dark: {
    background: "#14181d", ground: "#14181d", grid: "#232a32", gridMain: "#323b46", shadow: "#0b0e11", neutral: "#8493a3",
    arrows: { reaction: "#F0803C", applied: "#2FC39A", constraint: "#E39BC4" }, line: "#9aa7b4", touch: "#F0803C", ellipsoid: "#8CCBF2",
  },
};

export class Themes {
  now: Theme;
  private listeners: (() => void)[] = [];

  constructor(wanted: string | null) {
    const kept = wanted ?? this.kept();
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    this.now = kept === "dark" || kept === "light" ? kept : system;
    document.documentElement.dataset.theme = this.now;
  }
  get scene(): SceneColors {
    return scenes[this.now];
  }
  color(i: number): string {
    const palette = this.now === "dark" ? onDark : okabeIto;
    return palette[i % palette.length];
  }
  css(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  toggle(): void {
    this.now = this.now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = this.now;
    try {
      localStorage.setItem("sinew-theme", this.now);
    } catch {
      // A page from a file may not be allowed to remember; then it does not.
    }
    for (const listener of this.listeners) listener();
  }
  private kept(): string | null {
    try {
      return localStorage.getItem("sinew-theme");
    } catch {
      return null;
    }
  }
}
