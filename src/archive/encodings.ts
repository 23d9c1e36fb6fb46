const MARKS: [mark: string, encoding: string][] = [
  ['\xEF\xBB\xBF', 'utf-8'],
  ['\xFF\xFE', 'utf-16le'],
  ['\xFE\xFF', 'utf-16be'],
];

export function decoderFor(start: Uint8Array): TextDecoder {
  const begins = Buffer.from(start.subarray(0, 3)).toString('latin1');
  const marked = MARKS.find(([mark]) => begins.startsWith(mark));
  if (marked) return new TextDecoder(marked[1]);
  return new TextDecoder(isUtf8(start) ? 'utf-8' : 'windows-1252');
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // with `stream`, the last character may be incomplete
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
