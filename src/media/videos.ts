/** Boxes that hold others, and those in which phones say where and by whom a film was made (ISO 14496-12, QuickTime). */
const HOLDING = ['moov', 'trak', 'moof', 'traf'].map(codeOf);
const TELLING = ['udta', 'meta', 'uuid'].map(codeOf);
/** What readers leave out. */
const FREE = codeOf('free');
/** A track is in the film, and nothing that holds is in a track. */
const DEEPEST = 2;

/** Blanks what a film's boxes say of where it was made, in place: whatever points into the file still does. */
export function blankVideoMetadata(film: Uint8Array, from = 0, to = film.length, depth = 0): void {
  const view = new DataView(film.buffer, film.byteOffset);
  for (let at = from; at + 8 <= to; ) {
    const short = view.getUint32(at);
    const large = short === 1 && at + 16 <= to;
    const size = large ? Number(view.getBigUint64(at + 8)) : short || to - at; // without a size it goes on to the end
    const inner = at + (large ? 16 : 8);
    const end = Math.min(Math.max(at + size, inner), to);
    const type = view.getUint32(at + 4);
    if (HOLDING.includes(type) && depth < DEEPEST) blankVideoMetadata(film, inner, end, depth + 1);
    else if (HOLDING.includes(type) || TELLING.includes(type)) {
      view.setUint32(at + 4, FREE);
      film.fill(0, inner, end);
    }
    at = end;
  }
}

function codeOf(type: string): number {
  return Buffer.from(type).readUInt32BE();
}
