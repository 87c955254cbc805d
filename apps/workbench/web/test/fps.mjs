// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// node fps.mjs REPORT.html [WIDTH HEIGHT]: how many frames per second the scene is drawn with while the report plays, in Chromium
// without a graphics card. The best of some seconds counts: what else the machine does only takes frames away.
import { resolve } from "node:path";
import { chromium } from "playwright-core";

const [report, width = "640", height = "400"] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) } });
page.setDefaultTimeout(90000);
await page.goto(`file://${resolve(report)}`);
await page.waitForFunction(() => window.sinew?.ready && window.sinew.draws() > 0);
await page.evaluate(() => window.sinew.play(true));
const rates = [];
for (let second = 0; second < 15; ++second) {
  rates.push(await page.evaluate(async () => {
    const [draws, clock] = [window.sinew.draws(), performance.now()];
    await new Promise((done) => setTimeout(done, 1000));
    return (1000 * (window.sinew.draws() - draws)) / (performance.now() - clock);
  }));
}
const ratio = await page.evaluate(() => window.sinew.pixelRatio());
await browser.close();
console.log(`${width} x ${height}: ${Math.max(...rates).toFixed(0)} frames per second at best, dots per pixel ${ratio.toFixed(2)}`);
console.log(`second by second: ${rates.map((r) => r.toFixed(0)).join(" ")}`);
