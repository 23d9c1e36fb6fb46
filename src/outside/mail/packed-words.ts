// Words and files in forms that are older than MIME, or lie around it.

type Packed = { words: string; files: { name: string | null; bytes: Uint8Array }[] };

const UU_BEGIN = /^begin [0-7]{3,4} (\S.{0,200})$/;
const UU_ROW = /^[ -`]{1,64}\s*$/;

/** Files that were written into the words by uuencode, as by programs of the eighties and mailx. */
export function unpackUuencoded(text: string): Packed {
  const files: Packed['files'] = [];
  if (!/^begin [0-7]{3}/m.test(text)) return { words: text, files };
  const lines = text.split(/\r?\n/);
  const kept: string[] = [];
  for (let n = 0; n < lines.length; n++) {
    const name = UU_BEGIN.exec(lines[n]!)?.[1];
    let end = n + 1;
    while (name && end < lines.length && UU_ROW.test(lines[end]!)) end++;
    if (!name || lines[end]?.trim() !== 'end') kept.push(lines[n]!);
    else {
      const bytes = Buffer.concat(lines.slice(n + 1, end).map(decodeRow));
      files.push({ name: name.trim(), bytes: new Uint8Array(bytes) });
      n = end;
    }
  }
  return { words: kept.join('\n'), files };
}

/** The first character is the number of bytes; each of the others has six bits. */
function decodeRow(row: string): Uint8Array {
  const six = (at: number) => ((row.charCodeAt(at) || 32) - 32) & 63;
  const length = six(0);
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3);
  for (let group = 0; group * 3 < length; group++) {
    const at = 1 + group * 4;
    bytes.writeUIntBE((six(at) << 18) | (six(at + 1) << 12) | (six(at + 2) << 6) | six(at + 3), group * 3, 3);
  }
  return bytes.subarray(0, length);
}

const [PGP_BEGIN, PGP_SIGNATURE, PGP_END] = [
  'BEGIN PGP SIGNED MESSAGE',
  'BEGIN PGP SIGNATURE',
  'END PGP SIGNATURE',
].map((mark) => `-----${mark}-----`) as [string, string, string];

/** RFC 9580: a signed line that begins with a dash has another one before it. */
export function withoutPgp(text: string): string {
  const begin = text.indexOf(PGP_BEGIN);
  const signature = text.indexOf(PGP_SIGNATURE, begin);
  const end = text.indexOf(PGP_END, signature);
  if (begin < 0 || signature < 0 || end < 0) return text;
  const [, signed = ''] =
    /^.*\r?\n(?:[\w-]+: .*\r?\n)*\r?\n([\s\S]*)$/.exec(text.slice(begin, signature)) ?? [];
  return text.slice(0, begin) + signed.replace(/^- /gm, '') + text.slice(end + PGP_END.length);
}

/** The content of a CMS message that is signed and not encrypted (RFC 8551); null of any other. */
export function unpackSigned(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  try {
    // ContentInfo: id, [0] { SignedData: version, digests, { id, [0] { content } } }
    const [id, wrapped] = children(bytes, 0)[0]!.parts();
    if (!id || Buffer.from(id.value).toString('hex') !== SIGNED_DATA) return null;
    const [, , inner] = wrapped!.parts()[0]!.parts();
    const [, content] = inner!.parts();
    return content ? new Uint8Array(Buffer.concat(content.parts().map((part) => part.octets()))) : null;
  } catch {
    return null;
  }
}

const SIGNED_DATA = '2a864886f70d010702';

type Der = { value: Uint8Array; parts(): Der[]; octets(): Uint8Array };

/** X.690, also with lengths that are told only by an end. */
function children(bytes: Uint8Array, depth: number): Der[] {
  if (depth > 20) throw new Error('nested too deeply');
  const found: Der[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const { isEnd, end, value, isConstructed } = element(bytes, at, depth);
    if (isEnd) break;
    const parts = () => children(value, depth + 1);
    const octets = (): Uint8Array =>
      isConstructed ? Buffer.concat(parts().map((part) => part.octets())) : value;
    found.push({ value, parts, octets });
    at = end;
  }
  return found;
}

function element(bytes: Uint8Array, at: number, depth: number) {
  const isEnd = bytes[at] === 0 && bytes[at + 1] === 0;
  const isConstructed = (bytes[at]! & 0x20) !== 0;
  let length = bytes[at + 1]!;
  let from = at + 2;
  if (length === 0x80) {
    if (depth > 20) throw new Error('nested too deeply');
    let end = from;
    for (;;) {
      const inner = element(bytes, end, depth + 1);
      end = inner.end;
      if (inner.isEnd) return { isEnd, isConstructed, end, value: bytes.subarray(from, end - 2) };
    }
  }
  if (length > 0x80) {
    const count = length & 0x7f;
    length = 0;
    for (let n = 0; n < count; n++) length = length * 256 + bytes[from++]!;
  }
  // also if the length itself is cut off and so no number, else an end would be looked for without one
  if (!(from + length <= bytes.length)) throw new Error('cut off');
  return { isEnd, isConstructed, end: from + length, value: bytes.subarray(from, from + length) };
}
