const [EXTENSION, FRAME, END] = [0x21, 0x2c, 0x3b];
/** An extension block with the same label but another size is removed. */
const FRAME_TIMING = { label: 0xf9, length: 8 };
const LOOP_COUNT = { label: 0xff, length: 19, name: 'NETSCAPE2.0' };
/** A browser decodes each frame to the whole canvas, with four bytes a pixel, however small the file is. */
const CANVAS_PIXELS_MAX = 16_000_000;

/**
 * Returns an animated GIF (GIF89a specification) with only its frames, their timing and the loop count.
 * Comments, XMP and bytes after the GIF's end are left out.
 */
export function stripGifMetadata(gif: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const text = (from: number, to: number) => String.fromCharCode(...gif.subarray(from, to));
  if (text(0, 6) !== 'GIF89a') return null;
  let at = 13 + colorTableLength(gif[10]);
  const kept = [gif.subarray(0, at)];
  const uint16 = (from: number) => gif[from]! | (gif[from + 1]! << 8);
  let [width, height] = [uint16(6), uint16(8)];
  let frames = 0;
  while (at < gif.length && gif[at] !== END) {
    const start = at;
    const [kind, label] = [gif[at], gif[at + 1]];
    if (kind === FRAME) {
      frames++;
      width = Math.max(width, uint16(at + 1) + uint16(at + 5));
      height = Math.max(height, uint16(at + 3) + uint16(at + 7));
      at += 11 + colorTableLength(gif[at + 9]);
    } else if (kind === EXTENSION) at += 2;
    else return null;
    // each sub-block begins with its length; a length of 0 ends the list of sub-blocks
    while (gif[at]) at += gif[at]! + 1;
    at += 1;
    if (at > gif.length) return null;
    const length = at - start;
    const isTiming = label === FRAME_TIMING.label && length === FRAME_TIMING.length;
    const isLoop =
      label === LOOP_COUNT.label &&
      length === LOOP_COUNT.length &&
      text(start + 3, start + 14) === LOOP_COUNT.name;
    if (kind === FRAME || isTiming || isLoop) kept.push(gif.subarray(start, at));
  }
  return frames > 1 && width * height <= CANVAS_PIXELS_MAX
    ? new Uint8Array(Buffer.concat([...kept, Buffer.of(END)]))
    : null;
}

const colorTableLength = (packed = 0) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
