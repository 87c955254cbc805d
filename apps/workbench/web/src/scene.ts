// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The motion in three dimensions. Everything is made once; a frame only moves it.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Motion } from "./data";
import type { ShapeHead } from "./format";
import { extentOf, frameCamera, type Extent } from "./framing";
import { Ground } from "./ground";
import { Arrows, inertiaShell, Lines, triad } from "./marks";
import { geometryOf } from "./shapes";
import { Touches } from "./touches";
import type { Themes } from "./theme";

export type Layer = "bodies" | "frames" | "forces" | "contact" | "inertia" | "names";

/** What draws on a canvas; null where the browser has no WebGL. Without a graphics card every dot costs: then edges are not smoothed. */
function rendererFor(canvas: HTMLCanvasElement): THREE.WebGLRenderer | null {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return null;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const software = info !== null && /swiftshader|llvmpipe|softpipe|software/i.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: !software, powerPreference: "high-performance" });
  renderer.setPixelRatio(software ? Math.min(1, devicePixelRatio) : Math.min(2, devicePixelRatio));
  return renderer;
}

export class Scene {
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
  readonly orbit: OrbitControls;
  readonly bodies: THREE.Group[] = [];
  readonly shown: Record<Layer, boolean> = { bodies: true, frames: false, forces: false, contact: true, inertia: false, names: false };
  readonly up: THREE.Vector3;
  following = -1;
  draws = 0;

  private readonly renderer: THREE.WebGLRenderer | null;
  private readonly scene = new THREE.Scene();
  private readonly fog = new THREE.Fog(0, 1, 10);
  private readonly sun = new THREE.DirectionalLight(0xffffff, 1.9);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0xb9c3cd, 1.7);
  private extent: Extent;
  private ground!: Ground;
  private floor: number | null = null;
  private arrows: Arrows;
  private lines: Lines;
  readonly touches: Touches;
  private readonly drawnShapes: { mesh: THREE.Mesh; color: [number, number, number, number] | number }[] = [];
  private readonly frames: THREE.Object3D[] = [];
  private readonly shells: THREE.Mesh[] = [];
  private readonly parts: { body: number; centre: THREE.Vector3; radius: number }[] = [];
  private readonly a = new THREE.Quaternion();
  private readonly b = new THREE.Quaternion();
  private readonly last = new THREE.Vector3();
  private readonly now = new THREE.Vector3();

  constructor(readonly canvas: HTMLCanvasElement, readonly motion: Motion, readonly themes: Themes, changed: () => void) {
    this.renderer = rendererFor(canvas);
    this.scene.matrixWorldAutoUpdate = false;
    this.scene.fog = this.fog;
    this.up = new THREE.Vector3(...motion.head.up).normalize();

    this.makeBodies();
    this.extent = extentOf(motion, this.parts);
    this.arrows = new Arrows(motion, this.bodies, this.extent.radius);
    this.lines = new Lines(motion, this.bodies, this.extent.radius);
    this.touches = new Touches(motion, this.extent.radius);
    this.makeMarks();
    this.makeGround();
    this.scene.add(this.sky, this.sun, this.sun.target, this.arrows.object, this.lines.object, this.touches.object);
    this.sky.position.copy(this.up);

    frameCamera(this.camera, this.now, this.extent, this.up);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.addEventListener("change", changed);
    themes.onChange(() => this.color());
    this.color();
    this.resetCamera();
  }

  private makeBodies(): void {
    this.motion.head.bodies.forEach(() => {
      const group = new THREE.Group();
      this.bodies.push(group);
      this.scene.add(group);
    });
    for (const shape of this.motion.head.shapes) {
      if (shape.kind === "plane" && this.isFloor(shape)) continue; // the grid shows it
      const color = shape.color;
      const opacity = typeof color === "number" ? 1 : color[3];
      const material = new THREE.MeshPhongMaterial({ shininess: 24, specular: 0x222222, fog: false, transparent: opacity < 1, opacity });
      if (shape.kind === "plane") material.side = THREE.DoubleSide;
      const mesh = new THREE.Mesh(geometryOf(shape, this.motion.meshes), material);
      mesh.position.fromArray(shape.p);
      mesh.quaternion.set(shape.q[1], shape.q[2], shape.q[3], shape.q[0]);
      this.bodies[shape.body].add(mesh);
      this.drawnShapes.push({ mesh, color });
      if (shape.kind === "plane") continue;
      mesh.geometry.computeBoundingSphere();
      const ball = mesh.geometry.boundingSphere ?? new THREE.Sphere();
      const centre = ball.center.clone().applyQuaternion(mesh.quaternion).add(mesh.position);
      this.parts.push({ body: shape.body, centre, radius: 0.75 * ball.radius });
    }
    this.motion.head.bodies.forEach((_, body) => {
      if (body > 0) this.parts.push({ body, centre: new THREE.Vector3(), radius: 0 });
    });
  }

  /** Whether a plane lies still across the up axis; its height is the floor's, then. */
  private isFloor({ body, p, q }: ShapeHead): boolean {
    const normal = new THREE.Vector3(0, 0, 1).applyQuaternion(this.a.set(q[1], q[2], q[3], q[0]));
    if (body !== 0 || normal.dot(this.up) < 0.9999) return false;
    this.floor = new THREE.Vector3().fromArray(p).dot(this.up);
    return true;
  }

  private makeMarks(): void {
    const ball = new THREE.SphereGeometry(1, 28, 18);
    this.motion.head.bodies.forEach((body, i) => {
      const axes = triad(0.1 * this.extent.radius * (i === 0 ? 1.6 : 1));
      this.bodies[i].add(axes);
      this.frames.push(axes);
      if (!body.ellipsoid) return;
      const shell = inertiaShell(ball, body.ellipsoid.q, body.ellipsoid.r, body.com);
      this.bodies[i].add(shell);
      this.shells.push(shell);
    });
  }

  /** Where the model has its floor; else at height zero, or below what is lower. */
  private makeGround(): void {
    const { box, centre, radius } = this.extent;
    const heights = [box.min, box.max].map((p) => p.dot(this.up));
    const lowest = Math.min(...heights);
    const height = this.floor ?? (lowest > -0.05 * radius ? 0 : lowest - 0.02 * radius);
    if (this.ground) this.scene.remove(this.ground.object);
    this.ground = new Ground(this.up, height, centre, radius);
    for (const { mesh } of this.drawnShapes) if (mesh.geometry.type !== "PlaneGeometry") this.ground.addShadow(mesh);
    for (const mesh of this.lines.drawn) this.ground.addShadow(mesh);
    this.scene.add(this.ground.object);
  }

  color(): void {
    const colors = this.themes.scene;
    this.renderer?.setClearColor(colors.background);
    this.fog.color.set(colors.background);
    this.ground.color(colors);
    this.arrows.color(colors);
    this.lines.color(colors);
    this.touches.color(colors);
    for (const shell of this.shells) (shell.material as THREE.MeshLambertMaterial).color.set(colors.ellipsoid);
    for (const { mesh, color } of this.drawnShapes) {
      const material = mesh.material as THREE.MeshPhongMaterial;
      if (typeof color !== "number") material.color.setRGB(color[0], color[1], color[2], THREE.SRGBColorSpace);
      else material.color.set(color < 0 ? colors.neutral : this.themes.color(color));
    }
  }

  /** Looks at the whole motion, as at first. */
  resetCamera(): void {
    this.following = -1;
    if (this.motion.head.live) this.extent = extentOf(this.motion, this.parts);
    frameCamera(this.camera, this.orbit.target, this.extent, this.up);
    this.orbit.update();
  }
  follow(body: number): void {
    this.following = body;
    if (body >= 0) this.centreOf(body, this.last);
  }
  private centreOf(body: number, out: THREE.Vector3): void {
    out.fromArray(this.motion.head.bodies[body].com).applyMatrix4(this.bodies[body].matrixWorld);
  }

  resize(width: number, height: number): void {
    this.renderer?.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }
  /** Fewer dots, where drawing is slow; if that does not do, a bare floor. False: there is no more to leave out. */
  coarser(): boolean {
    if (!this.renderer) return false;
    const ratio = this.renderer.getPixelRatio();
    if (ratio <= 0.5) return this.ground.simplify();
    this.renderer.setPixelRatio(Math.max(0.5, ratio * 0.75));
    return true;
  }
  get pixelRatio(): number {
    return this.renderer?.getPixelRatio() ?? 0;
  }

  /** Moves everything to where it is at a time. */
  pose(time: number): void {
    const { motion, a, b } = this;
    if (motion.frames === 0) return;
    const frame = motion.frameAt(time);
    const fraction = motion.fraction(frame, time);
    for (let i = 0; i < this.bodies.length; ++i) {
      const c = motion.poses[i];
      const group = this.bodies[i];
      a.set(c[4].at(frame), c[5].at(frame), c[6].at(frame), c[3].at(frame));
      if (fraction > 0) {
        const next = frame + 1;
        b.set(c[4].at(next), c[5].at(next), c[6].at(next), c[3].at(next));
        a.slerp(b, fraction);
        for (let k = 0; k < 3; ++k) {
          const x = c[k].at(frame);
          group.position.setComponent(k, x + fraction * (c[k].at(next) - x));
        }
      } else group.position.set(c[0].at(frame), c[1].at(frame), c[2].at(frame));
      group.quaternion.copy(a.normalize());
      group.updateMatrixWorld(true);
    }
    if (this.following >= 0) this.moveAlong();
    this.lines.update();
    if (this.shown.forces) this.arrows.update(frame, fraction);
    if (this.shown.contact) this.touches.update(fraction < 0.5 ? frame : frame + 1);
    this.ground.updateShadows();
  }
  private moveAlong(): void {
    const { now, last } = this;
    this.centreOf(this.following, now);
    this.camera.position.add(now).sub(last);
    this.orbit.target.add(now).sub(last);
    last.copy(now);
  }

  /** Whether anything can be drawn at all. */
  get draws3d(): boolean {
    return this.renderer !== null;
  }

  draw(): void {
    for (const { mesh } of this.drawnShapes) mesh.visible = this.shown.bodies;
    for (const axes of this.frames) axes.visible = this.shown.frames;
    for (const shell of this.shells) shell.visible = this.shown.inertia;
    this.arrows.object.visible = this.shown.forces && this.motion.arrows.length > 0;
    this.touches.object.visible = this.shown.contact && this.motion.touches.length > 0;
    const distance = this.camera.position.distanceTo(this.orbit.target);
    this.fog.near = 1.3 * distance;
    this.fog.far = 4.5 * distance;
    this.sun.position.copy(this.camera.position).addScaledVector(this.up, distance);
    this.sun.target.position.copy(this.orbit.target);
    this.scene.updateMatrixWorld();
    this.camera.updateMatrixWorld();
    this.renderer?.render(this.scene, this.camera);
    ++this.draws;
  }

  /** The body at a place of the canvas, in pixels; -1 if there is none. */
  bodyAt(x: number, y: number): number {
    const ray = new THREE.Raycaster();
    const { clientWidth: w, clientHeight: h } = this.canvas;
    ray.setFromCamera(new THREE.Vector2((2 * x) / w - 1, 1 - (2 * y) / h), this.camera);
    const hit = ray.intersectObjects(this.drawnShapes.map((s) => s.mesh))[0];
    return hit ? this.bodies.indexOf(hit.object.parent as THREE.Group) : -1;
  }
  /** A body's mass centre on the canvas, in pixels; behind the camera: z > 1. */
  project(body: number, out: THREE.Vector3): void {
    this.centreOf(body, out);
    out.project(this.camera);
    out.x = ((out.x + 1) / 2) * this.canvas.clientWidth;
    out.y = ((1 - out.y) / 2) * this.canvas.clientHeight;
  }
}
