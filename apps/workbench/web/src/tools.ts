// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What is shown in the scene, and from where: switches, the body to follow, the way back to the first view.
import { button, el } from "./dom";
import type { Layer, Scene } from "./scene";
import type { Themes } from "./theme";

const layers: { layer: Layer; title: string }[] = [
  { layer: "bodies", title: "Bodies (b)" },
  { layer: "frames", title: "Frames of the bodies (x)" },
  { layer: "forces", title: "Forces: reactions of joints, applied, of constraints (v)" },
  { layer: "contact", title: "Contact: ellipses, forces, pressure (c)" },
  { layer: "inertia", title: "Ellipsoids of inertia (i)" },
  { layer: "names", title: "Names (n)" },
];

export class Tools {
  private readonly switches = new Map<Layer, HTMLButtonElement>();
  private readonly follow = el("select", { title: "Follow a body (f)", "aria-label": "Follow a body" });

  constructor(place: HTMLElement, private readonly scene: Scene, themes: Themes, private readonly changed: () => void, help: () => void) {
    for (const { layer, title } of layers) {
      if (layer === "contact" && scene.motion.touches.length === 0) continue;
      const element = button(layer, title, () => this.toggle(layer));
      this.switches.set(layer, element);
      place.append(element);
    }
    this.follow.append(el("option", { value: "-1" }, "follow…"));
    scene.motion.head.bodies.forEach((body, i) => {
      if (i > 0) this.follow.append(el("option", { value: String(i) }, body.name));
    });
    this.follow.addEventListener("change", () => this.followBody(Number(this.follow.value)));
    place.append(this.follow, button("home", "The whole motion (r)", () => this.home()));
    place.append(button("theme", "Light or dark (t)", () => (themes.toggle(), changed())), button("help", "Keys (?)", help));
    this.update();
  }

  toggle(layer: Layer): void {
    this.scene.shown[layer] = !this.scene.shown[layer];
    this.update();
    this.changed();
  }
  followBody(body: number): void {
    this.scene.follow(body);
    this.update();
    this.changed();
  }
  followNext(): void {
    const count = this.scene.bodies.length;
    this.followBody(this.scene.following + 1 >= count ? -1 : Math.max(1, this.scene.following + 1));
  }
  home(): void {
    this.scene.resetCamera();
    this.update();
    this.changed();
  }
  private update(): void {
    for (const [layer, element] of this.switches) element.setAttribute("aria-pressed", String(this.scene.shown[layer]));
    this.follow.value = String(this.scene.following);
  }
}
