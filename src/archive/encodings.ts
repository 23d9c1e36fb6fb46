const MARKS: [mark: string, encoding: string][] = [
  ['\xEF\xBB\xBF', 'utf-8'],
  ['\xFF\xFE', 'utf-16le'],
  ['\xFE\xFF', 'utf-16be'],
];

/** Maximum number of bytes of an incomplete UTF-8 character at the end of a chunk. */
const CUT_OFF_MAX = 3;

export function decoderFor(start: Uint8Array): TextDecoder {
  const begins = Buffer.from(start.subarray(0, 3)).toString('latin1');
  const marked = MARKS.find(([mark]) => begins.startsWith(mark));
  if (marked) return new TextDecoder(marked[1]);
  return new TextDecoder(isUtf8(start) ? 'utf-8' : 'windows-1252');
}

function isUtf8(bytes: Uint8Array): boolean {
  for (let cut = 0; cut <= CUT_OFF_MAX; cut++)
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
      return true;
    } catch {}
  return false;
}
