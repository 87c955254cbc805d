// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A run that is still going on: frames come over a WebSocket of the program that serves this page, commands go back.
import { Motion } from "./data";
import type { Head, SpringsSaid } from "./format";

export type Command = "run" | "pause" | "step";

export class Live {
  running = true;
  words = "running";
  onFrames: () => void = () => undefined;
  onState: (words: string) => void = () => undefined;
  private constructor(private readonly socket: WebSocket, readonly motion: Motion) {}

  /** Waits for the head. The token came in the page's own address; the socket asks for it again. */
  static open(): Promise<Live> {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    const socket = new WebSocket(`ws://${location.host}/live?token=${encodeURIComponent(token)}`);
    socket.binaryType = "arraybuffer";
    return new Promise((resolve, reject) => {
      let live: Live | null = null;
      socket.onmessage = (message) => {
        if (typeof message.data !== "string") {
          live?.take(message.data as ArrayBuffer);
          if (live) resolve(live); // the first frame says how large things are
          return;
        }
        const said = JSON.parse(message.data as string) as { head?: Head; state?: string; running?: boolean; springs?: SpringsSaid };
        if (said.head) live = new Live(socket, new Motion({ ...said.head, live: true }, new Uint8Array()));
        if (said.springs && live) {
          live.motion.setSprings(said.springs);
          live.onFrames();
        }
        if (said.state !== undefined && live) {
          live.running = said.running ?? false;
          live.onState((live.words = said.state));
        }
      };
      socket.onclose = () => {
        if (live) live.running = false;
        live?.onState("The program has ended.");
        reject(new Error("The program does not answer."));
      };
    });
  }
  private take(buffer: ArrayBuffer): void {
    const { poses, arrows, touches, series } = this.motion;
    const width = 1 + 7 * poses.length + 3 * arrows.length + 12 * touches.length + series.length;
    const numbers = new Float64Array(buffer);
    for (let k = 0; k + width <= numbers.length; k += width) this.motion.push(numbers.subarray(k, k + width));
    this.onFrames();
  }
  send(command: Command): void {
    this.socket.send(JSON.stringify({ command }));
  }
}
