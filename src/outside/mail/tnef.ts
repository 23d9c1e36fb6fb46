// winmail.dat, in which Outlook packs files (Microsoft, MS-OXTNEF).

const SIGNATURE = 0x223e9f78;
const HEADER_BYTES = 6;
const [RENDERING, TITLE, DATA, PROPERTIES] = [0x9002, 0x8010, 0x800f, 0x9005];
const LONG_NAME = 0x3707;
const FILES_MAX = 30;

type TnefFile = { name: string | null; bytes: Uint8Array };

export function readTnef(bytes: Uint8Array): TnefFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < HEADER_BYTES || view.getUint32(0, true) !== SIGNATURE) return [];
  const files: TnefFile[] = [];
  // level, id, type, length, data and a checksum
  for (let at = HEADER_BYTES; at + 11 <= view.byteLength; ) {
    const id = view.getUint16(at + 1, true);
    const length = view.getUint32(at + 5, true);
    const data = bytes.subarray(at + 9, at + 9 + length);
    if (data.length < length) break;
    at += 9 + length + 2;
    if (id === RENDERING && files.push({ name: null, bytes: new Uint8Array() }) > FILES_MAX) break;
    const file = files.at(-1);
    if (!file) continue;
    if (id === TITLE)
      file.name ??= new TextDecoder('windows-1252').decode(data).replace(/\0.*$/s, '') || null;
    if (id === DATA) file.bytes = data;
    if (id === PROPERTIES) file.name = longNameIn(data) ?? file.name;
  }
  return files.filter((file) => file.bytes.length > 0);
}

/** Properties stand one after the other, so only one with a known type can be passed over. */
function longNameIn(data: Uint8Array): string | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const sizes: Record<number, number> = {
    2: 4,
    3: 4,
    4: 4,
    5: 8,
    6: 8,
    7: 8,
    10: 4,
    11: 4,
    20: 8,
    64: 8,
    72: 16,
  };
  try {
    let at = 4;
    for (let left = Math.min(view.getUint32(0, true), 200); left > 0; left--) {
      const [type, id] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
      at += 4;
      if (id >= 0x8000) return null; // a named property
      if (sizes[type]) at += sizes[type];
      else {
        const length = view.getUint32(at + 4, true);
        const value = data.subarray(at + 8, at + 8 + length);
        const isWide = type === 0x1f;
        if (id === LONG_NAME && (isWide || type === 0x1e))
          return (
            new TextDecoder(isWide ? 'utf-16le' : 'windows-1252').decode(value).replace(/\0.*$/s, '') || null
          );
        at += 8 + Math.ceil(length / 4) * 4;
      }
    }
  } catch {
    // shorter than it says
  }
  return null;
}
