// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// node view.mjs SAMPLES: watches a run that is going on, in Chromium, and knocks at the doors that must stay shut.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { request } from "node:http";
import { chromium } from "playwright-core";

const program = spawn(process.argv[2], ["--view"], { stdio: ["pipe", "pipe", "inherit"] });
const address = await new Promise((resolve, reject) => {
  program.stdout.once("data", (data) => resolve(String(data).trim()));
  program.once("exit", (code) => reject(new Error(`the program ended with ${code}`)));
});
const { port, searchParams } = new URL(address);
const token = searchParams.get("token");

/** The status of an answer. */
const ask = (path, headers = {}, method = "GET") => new Promise((resolve, reject) => {
  const asked = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => (answer.resume(), resolve(answer.statusCode)));
  asked.on("upgrade", (answer, socket) => (socket.destroy(), resolve(answer.statusCode)));
  asked.on("error", reject);
  asked.end();
});
const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==" };
const own = `http://127.0.0.1:${port}`;

/** Asks until it is true. (The page's rules do not let Playwright's own way of waiting in.) */
async function until(page, question, given) {
  for (let tries = 0; tries < 900; ++tries) {
    if (await page.evaluate(question, given)) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`never came true: ${question}`);
}

let failed = 0;
try {
  assert.match(token, /^[0-9a-f]{32}$/);
  assert.equal(await ask("/"), 403, "without a token");
  assert.equal(await ask(`/?token=${"0".repeat(32)}`), 403, "with another token");
  assert.equal(await ask(`/?token=${token}`, { Host: "evil.example" }), 403, "for another host");
  assert.equal(await ask(`/?token=${token}`, { Origin: "http://evil.example" }), 403, "from another page");
  assert.equal(await ask(`/?token=${token}`, {}, "POST"), 405);
  assert.equal(await ask(`/other?token=${token}`), 404);
  assert.equal(await ask(`/live?token=${token}`, upgrade), 403, "frames without an origin");
  assert.equal(await ask(`/live?token=${token}`, { ...upgrade, Origin: "http://evil.example" }), 403, "frames for another page");
  assert.equal(await ask("/live", { ...upgrade, Origin: own }), 403, "frames without a token");
  assert.equal(await ask(`/live?token=${token}`, { ...upgrade, Origin: own }), 101, "frames for its own page");
  assert.equal(await ask(`/?token=${token}`), 200);
  console.log("ok    only its own page with the token gets in");

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  page.setDefaultTimeout(90000); // of a machine that has much to do
  const said = [];
  page.on("console", (message) => message.type() === "error" && said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  await page.goto(address);
  await until(page, () => window.sinew?.ready && window.sinew.frames() > 30);
  const frames = () => page.evaluate(() => window.sinew.frames());
  assert.equal(await page.evaluate(() => window.sinew.time() === window.sinew.times().at(-1)), true, "it stays at the end");
  await page.keyboard.press(".");
  await until(page, () => document.getElementById("notice").textContent.includes("paused"));
  let paused = -1; // frames that were sent before may still be on their way
  for (let tries = 0; tries < 50 && paused !== (await frames()); ++tries) {
    paused = await frames();
    await page.waitForTimeout(300);
  }
  assert.equal(await frames(), paused, "a pause is a pause");
  await page.keyboard.press(",");
  await until(page, (n) => window.sinew.frames() === n + 1, paused);
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => window.sinew.time()), 0, "one may look back");
  const energy = await page.evaluate(() => window.sinew.values("total energy"));
  assert.ok(Math.max(...energy) - Math.min(...energy) < 1e-2 * Math.abs(energy[0]), "the numbers are those of the run");
  if (process.argv[3]) await page.screenshot({ path: process.argv[3] });
  await page.keyboard.press(".");
  await until(page, (n) => window.sinew.frames() > n + 10, paused);
  assert.deepEqual(said, [], "the console is quiet");
  console.log("ok    a run is watched, paused, stepped and looked back at");

  // Surfaces that touch while one watches: places, forces and the pressure on a mesh.
  const contact = spawn(process.argv[2], ["--view", "contact"], { stdio: ["pipe", "pipe", "inherit"] });
  const there = await new Promise((resolve) => contact.stdout.once("data", (data) => resolve(String(data).trim())));
  await page.goto(there);
  // It trembles a little where it lies: over half a second its weight presses, and springs of its mesh are seen.
  await until(page, () => {
    if (!window.sinew?.ready || window.sinew.frames() < 30) return false;
    const { places, springs } = window.sinew.touches();
    const forces = window.sinew.values("crate: contact force").slice(-30);
    const weight = forces.reduce((sum, f) => sum + f, 0) / forces.length;
    return Math.abs(weight - 2 * 9.81) < 3 && places >= 2 && springs > 3;
  });
  const height = await page.evaluate(() => window.sinew.pose("crate").p[2]);
  assert.ok(Math.abs(height - 0.2) < 0.01, `the crate lies on the floor, not at ${height}`);
  contact.stdin.end();
  assert.deepEqual(said.filter((words) => !words.includes("WebSocket")), [], "the console is quiet");
  await browser.close();
  console.log("ok    contact and pressure are seen while a run goes on");
} catch (error) {
  failed = 1;
  console.log(`FAIL  ${error.stack ?? error}`);
}
program.stdin.end();
const code = await new Promise((resolve) => (program.exitCode === null ? program.once("exit", resolve) : resolve(program.exitCode)));
process.exit(failed || code ? 1 : 0);
