// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// node page.mjs FOLDER [PICTURES]: opens the sample reports of FOLDER in Chromium as files, and compares what they show with the
// numbers of the recordings. Writes screenshots into the folder PICTURES, if one is named.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const [folder, pictures] = process.argv.slice(2).map((f) => resolve(f));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
let failed = 0;

/** Opens a report in a window of its own, does something with it, and fails if the console had a word to say. */
async function test(sentence, report, act, { width = 1200, height = 750, hash = "", colorScheme = "light", on = browser } = {}) {
  const page = await on.newPage({ viewport: { width, height }, colorScheme });
  page.setDefaultTimeout(90000); // of a machine that has much to do
  const said = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => /^(https?|wss?):/.test(request.url()) && said.push(`asks for ${request.url()}`));
  try {
    const begin = Date.now();
    await page.goto(`file://${join(folder, report)}.html${hash}`);
    await page.waitForFunction(() => window.sinew?.ready && window.sinew.draws() > 0);
    const expected = JSON.parse(readFileSync(join(folder, `${report}.json`), "utf8"));
    await act(page, expected);
    // Software rendering is slow, and says so; that is not the page's fault.
    assert.deepEqual(said.filter((text) => !/GPU stall|GL Driver|swiftshader/i.test(text)), [], "the console is quiet");
    console.log(`ok    ${sentence} (${Date.now() - begin} ms)`);
  } catch (error) {
    ++failed;
    console.log(`FAIL  ${sentence}\n${error.stack ?? error}`);
  }
  await page.close();
}
const sinew = (page, call, ...given) => page.evaluate(([c, g]) => window.sinew[c](...g), [call, given]);
const near = (a, b, tolerance, what) =>
  assert.ok(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${what}: ${a} is not ${b}`);
const picture = (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });

for (const report of ["humanoid", "pendulum"]) {
  await test(`${report}: at a frame's time, every body is drawn where the recording has it`, report, async (page, expected) => {
    assert.equal(await sinew(page, "frames"), expected.count);
    for (const frame of expected.frames) {
      await sinew(page, "seek", frame.t);
      for (const [body, pose] of Object.entries(frame.poses)) {
        const seen = await sinew(page, "pose", body);
        pose.p.forEach((x, k) => near(seen.p[k], x, 1e-6, `${body} at ${frame.t}`));
        const side = Math.sign(pose.q.reduce((sum, x, k) => sum + x * seen.q[k], 0));
        pose.q.forEach((x, k) => near(side * seen.q[k], x, 1e-6, `${body}'s turn at ${frame.t}`));
      }
    }
    await picture(page, `${report}-end`);
  });
}

await test("plots hold the recording's numbers, and the energy to the last bit", "pendulum", async (page, expected) => {
  const times = await sinew(page, "times");
  const energy = await sinew(page, "values", "total energy");
  const drawn = (await sinew(page, "plots")).find((plot) => plot.names.includes("total energy"));
  assert.deepEqual(drawn.values[drawn.names.indexOf("total energy")], energy);
  for (const frame of expected.frames) {
    const i = times.indexOf(frame.t);
    assert.ok(i >= 0, `frame at ${frame.t}`);
    assert.equal(energy[i], frame.energy);
    for (const [k, name] of expected.coordinates.entries()) near((await sinew(page, "values", name))[i], frame.q[k], 1e-6, name);
  }
});

await test("it plays at the speed that is set, stops, and then draws no more", "humanoid", async (page) => {
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.sinew.time() > 0.3);
  const passed = await page.evaluate(async () => {
    const [t, clock] = [window.sinew.time(), performance.now()];
    await new Promise((done) => setTimeout(done, 600));
    return (window.sinew.time() - t) / ((performance.now() - clock) / 1000);
  });
  // A frame that takes longer than a quarter of a second counts as that, so a busy machine plays slower, never faster.
  assert.ok(passed > 0 && passed < 1.5, `one second is ${passed} s of the motion`);
  await page.keyboard.press("Space");
  assert.equal(await sinew(page, "playing"), false);
  let draws = -1; // what was asked for before is still drawn, on a busy machine later
  for (let tries = 0; tries < 50 && draws !== (await sinew(page, "draws")); ++tries) {
    draws = await sinew(page, "draws");
    await page.waitForTimeout(300);
  }
  assert.equal(await sinew(page, "draws"), draws, "nothing is drawn while nothing moves");
});

await test("keys: steps, ends, tenths, speed, switches, follow, help", "pendulum", async (page) => {
  const times = await sinew(page, "times");
  await page.keyboard.press("ArrowRight");
  assert.equal(await sinew(page, "time"), times[1]);
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await sinew(page, "time"), times[11]);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await sinew(page, "time"), times[10]);
  await page.keyboard.press("End");
  assert.equal(await sinew(page, "time"), times.at(-1));
  await page.keyboard.press("Home");
  assert.equal(await sinew(page, "time"), times[0]);
  await page.keyboard.press("5");
  near(await sinew(page, "time"), (times[0] + times.at(-1)) / 2, 1e-12, "half of the time");
  await page.keyboard.press("ArrowUp");
  assert.equal(await sinew(page, "speed"), 2);
  for (const key of "xvin") await page.keyboard.press(key);
  assert.deepEqual(await sinew(page, "shown"), { bodies: true, frames: true, forces: true, contact: true, inertia: true, names: true });
  await picture(page, "pendulum-all");
  await page.keyboard.press("f");
  assert.equal(await sinew(page, "following"), 1);
  await page.keyboard.press("?");
  assert.ok(await page.isVisible("dialog.help"));
  await picture(page, "help");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
});

await test("the mouse: the line of time, events, a click in a plot, a choice from the list", "pendulum", async (page, expected) => {
  const times = await sinew(page, "times");
  const end = times.at(-1);
  const line = await page.locator(".line input").boundingBox();
  await page.mouse.click(line.x + line.width / 4, line.y + line.height / 2);
  near(await sinew(page, "time"), end / 4, 0.05, "a quarter");
  assert.equal(await page.locator(".event").count(), expected.events.length);
  await page.locator(".event").first().click();
  near(await sinew(page, "time"), expected.events[0], 1e-9, "the first event");
  const over = await page.locator(".u-over").first().boundingBox();
  await page.mouse.move(over.x + over.width * 0.8, over.y + 20);
  near(await sinew(page, "time"), 0.8 * end, 0.01, "over the plot");
  await page.mouse.move(over.x + over.width * 0.8, over.y - 300 > 0 ? over.y - 300 : 2);
  near(await sinew(page, "time"), expected.events[0], 1e-9, "left without a click");
  await page.mouse.click(over.x + over.width / 2, over.y + 20);
  await page.mouse.move(5, 5);
  near(await sinew(page, "time"), end / 2, 0.01, "clicked");
  await page.keyboard.press("p");
  await page.keyboard.type("elbow speed");
  assert.equal(await page.locator(".list label").count(), 1);
  await page.locator(".list label").first().click();
  await picture(page, "picker");
  await page.keyboard.press("Escape");
  const drawn = (await sinew(page, "plots")).at(-1);
  assert.deepEqual(drawn.names, ["elbow.angle/speed"]);
  assert.deepEqual(drawn.values[0], await sinew(page, "values", "elbow.angle/speed"));
});

await test("contact: ellipses, springs and forces are those of the recording, and can be switched off", "landing", async (page, expected) => {
  const times = await sinew(page, "times");
  const force = await sinew(page, "values", "floor: contact force");
  for (const frame of expected.frames) {
    await sinew(page, "seek", frame.t);
    await sinew(page, "pose", "egg");
    assert.deepEqual(await sinew(page, "touches"), frame.touches, `at ${frame.t}`);
    assert.equal(force[times.indexOf(frame.t)] > 0, frame.touches.places > 0, `force at ${frame.t}`);
  }
  assert.ok(expected.frames[2].touches.springs > 3 && expected.frames[2].touches.places > 1, "both landed");
  await picture(page, "landing");
  await page.keyboard.press("c");
  assert.equal((await sinew(page, "shown")).contact, false);
});

await test("a small window holds everything without a sideways scroll", "humanoid", async (page) => {
  const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }));
  assert.ok(wide <= seen, `${wide} pixels in a window of ${seen}`);
  assert.ok(await page.locator("#transport .main").isVisible());
  await picture(page, "small");
}, { width: 360, height: 640 });

await test("a large dark window; the address may ask for a time", "humanoid", async (page) => {
  near(await sinew(page, "time"), 1.5, 1e-12, "time");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await picture(page, "dark");
}, { width: 1600, height: 950, hash: "#time=1.5", colorScheme: "dark" });

// Chromium draws in software where there is no graphics card, unless it is told not to.
const flat = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-3d-apis"],
});
await test("without WebGL the page says so, and plots and plays as ever", "pendulum", async (page, expected) => {
  assert.ok(await page.evaluate(() => document.createElement("canvas").getContext("webgl2") === null), "there is none");
  assert.match(await page.locator("[role=alert]").textContent(), /no WebGL.*another browser/);
  assert.ok(await page.locator("[role=alert]").isVisible());
  assert.ok(!(await page.locator("#tools").isVisible()), "no switches of what is not drawn");
  const drawn = (await sinew(page, "plots")).find((plot) => plot.names.includes("total energy"));
  assert.equal(drawn.values[drawn.names.indexOf("total energy")].length, expected.count);
  await sinew(page, "seek", 0);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.sinew.time() > 0.2);
  await page.keyboard.press("Space");
  await picture(page, "flat");
}, { on: flat });
await flat.close();

await test("a picture is the scene alone", "pendulum", async (page) => {
  assert.ok(!(await page.locator("#panel").isVisible()));
  await picture(page, "scene");
}, { width: 800, height: 500, hash: "#picture&time=1&forces" });

if (existsSync(join(folder, "picture.png"))) {
  const png = readFileSync(join(folder, "picture.png"));
  assert.deepEqual([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ["PNG", 320, 200]);
  console.log("ok    the program made a picture of the size that was asked for");
}
await browser.close();
process.exit(failed > 0 ? 1 : 0);
