// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds the page as one HTML file: scripts and styles go inside, so that it opens without a server.
import { defineConfig } from "vite";

const literally = (text) => () => text; // a replacement in which $ means nothing
const inScript = (code) => code.replace(/<\/script/g, "<\\/script").replace(/<!--/g, "<\\!--");

/** Takes the scripts and styles that the page refers to into it. */
function oneFile() {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      for (const [name, part] of Object.entries(bundle)) {
        if (name.endsWith(".js")) {
          const tag = new RegExp(`<script[^>]*src="[^"]*${name}"[^>]*></script>`);
          page.source = page.source.replace(tag, "");
          const script = `<script type="module">${inScript(part.code)}</script>\n</body>`;
          page.source = page.source.replace("</body>", literally(script));
        } else if (name.endsWith(".css")) {
          const tag = new RegExp(`<link[^>]*href="[^"]*${name}"[^>]*>`);
          page.source = page.source.replace(tag, literally(`<style>${part.source}</style>`));
        } else continue;
        delete bundle[name];
      }
    },
  };
}

export default defineConfig({
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 1e8, cssCodeSplit: false, modulePreload: false, reportCompressedSize: false },
  plugins: [oneFile()],
});
