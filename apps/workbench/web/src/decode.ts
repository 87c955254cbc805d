// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays as the report packs them: the differences of neighbouring numbers, taken as integers of the same bits, first the lowest
// byte of all, then the next. Smooth columns so become runs of zeros, which deflate packs well; no bit is lost.
import type { ArrayRef } from "./format";

export type Numbers = Float32Array | Float64Array | Uint32Array;

export function decode(blob: Uint8Array, ref: Exclude<ArrayRef, number>): Numbers {
  const { at, n, t } = ref;
  if (t === "f64") return decode64(blob, at, n);
  const words = new Uint32Array(n);
  for (let i = 0, word = 0; i < n; ++i) {
    const k = at + i;
    word = (word + (blob[k] | (blob[k + n] << 8) | (blob[k + 2 * n] << 16) | (blob[k + 3 * n] << 24))) >>> 0;
    words[i] = word;
  }
  return t === "f32" ? new Float32Array(words.buffer) : words;
}

function decode64(blob: Uint8Array, at: number, n: number): Float64Array {
  const words = new Uint32Array(2 * n);
  for (let i = 0, low = 0, high = 0; i < n; ++i) {
    const byte = (plane: number) => blob[at + plane * n + i];
    low += (byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)) >>> 0;
    const carry = low > 0xffffffff ? 1 : 0;
    low = low >>> 0;
    high = (high + ((byte(4) | (byte(5) << 8) | (byte(6) << 16) | (byte(7) << 24)) >>> 0) + carry) >>> 0;
    words[2 * i] = low;
    words[2 * i + 1] = high;
  }
  return new Float64Array(words.buffer);
}

/** The blob from its text: base64 of what zlib made of it. */
export async function unpack(text: string): Promise<Uint8Array> {
  const binary = atob(text.trim());
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) packed[i] = binary.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
