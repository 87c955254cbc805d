// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// node embed.mjs PAGE.html OUT.cpp: the page as text in C++.
import { readFileSync, writeFileSync } from "node:fs";

const [page, out] = process.argv.slice(2);
const bytes = readFileSync(page);
const lines = [];
for (let i = 0; i < bytes.length; i += 2000) {
  let text = "";
  for (const byte of bytes.subarray(i, i + 2000)) {
    const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92 && byte !== 63; // but " \ ?
    text += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  }
  lines.push(`"${text}"`);
}
writeFileSync(out, `namespace sinew {
extern const char* const built_report_page;
extern const unsigned long built_report_page_size;
const char* const built_report_page =
${lines.join("\n")};
const unsigned long built_report_page_size = ${bytes.length};
}
`);
