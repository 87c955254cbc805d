// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies' names over the scene.
import * as THREE from "three";
import { el } from "./dom";
import type { Scene } from "./scene";

export class Labels {
  private readonly labels: HTMLElement[];
  private readonly at = new THREE.Vector3();
  private visible = true;

  constructor(private readonly place: HTMLElement, private readonly scene: Scene) {
    this.labels = scene.motion.head.bodies.map((body, i) => {
      const label = el("span", {}, body.name);
      if (i > 0) place.append(label);
      return label;
    });
  }
  update(): void {
    const show = this.scene.shown.names;
    if (show !== this.visible) this.place.hidden = !(this.visible = show);
    if (!show) return;
    for (let i = 1; i < this.labels.length; ++i) {
      this.scene.project(i, this.at);
      const { x, y, z } = this.at;
      this.labels[i].style.transform = z < 1 ? `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)` : "translate(-999px, 0)";
    }
  }
}
