/** Types of boxes that contain other boxes (ISO 14496-12). */
const CONTAINERS = ['moov', 'trak', 'moof', 'traf'].map(boxType);
/** Types of boxes in which phones write where a video was made and by whom (ISO 14496-12, QuickTime). */
const METADATA = ['udta', 'meta', 'uuid'].map(boxType);
/** Type of a box whose contents players skip. */
const FREE = boxType('free');
/** Containers below this depth are blanked. */
const DEPTH_MAX = 2;

/** Removes no bytes, so that offsets in the file stay right. */
export function blankVideoMetadata(video: Uint8Array, start = 0, end = video.length, depth = 0): void {
  const view = new DataView(video.buffer, video.byteOffset);
  for (let at = start; at + 8 <= end; ) {
    const shortSize = view.getUint32(at); // 1: a 64-bit size follows; 0: the box ends with the file
    const hasLongSize = shortSize === 1 && at + 16 <= end;
    const size = hasLongSize ? Number(view.getBigUint64(at + 8)) : shortSize || end - at;
    const contents = at + (hasLongSize ? 16 : 8);
    const next = Math.min(Math.max(at + size, contents), end);
    const type = view.getUint32(at + 4);
    if (CONTAINERS.includes(type) && depth < DEPTH_MAX) blankVideoMetadata(video, contents, next, depth + 1);
    else if (CONTAINERS.includes(type) || METADATA.includes(type)) {
      view.setUint32(at + 4, FREE);
      video.fill(0, contents, next);
    }
    at = next;
  }
}

function boxType(name: string): number {
  return Buffer.from(name).readUInt32BE();
}
