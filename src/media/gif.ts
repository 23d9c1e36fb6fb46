const [EXTENSION, FRAME, END] = [0x21, 0x2c, 0x3b];
/** What a frame needs, and how often all of them are shown, as browsers write and read it; each in its one size. */
const TIMING = { label: 0xf9, length: 8 };
const LOOP = { label: 0xff, length: 19, name: 'NETSCAPE2.0' };

/**
 * A GIF that moves, of its frames and their timing alone: no comment, no XMP, nothing after its end (GIF89a). Null
 * when it is none, stands still or is broken.
 */
export function stripGifMetadata(gif: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const text = (from: number, to: number) => String.fromCharCode(...gif.subarray(from, to));
  if (text(0, 6) !== 'GIF89a') return null;
  let at = 13 + tableLength(gif[10]);
  const kept = [gif.subarray(0, at)];
  let frames = 0;
  while (at < gif.length && gif[at] !== END) {
    const start = at;
    const [kind, label] = [gif[at], gif[at + 1]];
    if (kind === FRAME) {
      frames++;
      at += 11 + tableLength(gif[at + 9]);
    } else if (kind === EXTENSION) at += 2;
    else return null;
    while (gif[at]) at += gif[at]! + 1;
    at += 1;
    if (at > gif.length) return null;
    const length = at - start;
    const timing = label === TIMING.label && length === TIMING.length;
    const loop = label === LOOP.label && length === LOOP.length && text(start + 3, start + 14) === LOOP.name;
    if (kind === FRAME || timing || loop) kept.push(gif.subarray(start, at));
  }
  return frames > 1 ? new Uint8Array(Buffer.concat([...kept, Buffer.of(END)])) : null;
}

/** How many bytes of colours follow, by the packed field that announces them. */
const tableLength = (packed = 0) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
