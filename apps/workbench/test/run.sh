#!/bin/sh
# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# run.sh SAMPLES FOLDER: writes sample reports into FOLDER and looks at them in Chromium. Returns 77, "not run", if something is missing.
set -eu
web=$(cd "$(dirname "$0")/../web" && pwd)
for need in node chromium; do
    command -v $need >/dev/null || { echo "Not run: $need is missing. Call tools/setup page test."; exit 77; }
done
[ -d "$web/node_modules/playwright-core" ] || { echo "Not run: npm's parts are missing. Build the page first."; exit 77; }
"$1" "$2"
(cd "$web" && node node_modules/typescript/bin/tsc --noEmit)
node "$web/test/page.mjs" "$2"
exec node "$web/test/view.mjs" "$1"
