import { readRange } from './ranges';

const BLOCK = 512;
/** A longer name or list of attributes is no name of a file. */
const ATTRIBUTES_MAX = 64 * 1024;
const FILES = ['0', '\0', '7'];
/** Types of headers that only tell of the next file: the long names of GNU, and the attributes of POSIX. */
const LONG_NAME = 'L';
const ATTRIBUTES = 'x';

export type TarFile = { path: string; start: number; bytes: number; modified: number | null };

export const isTar = (start: Uint8Array): boolean =>
  start.length >= BLOCK && Buffer.from(start.subarray(257, 262)).toString('latin1') === 'ustar';

/** Throws an Error with one sentence if the archive is damaged. Leaves out links, because they may lead anywhere. */
export async function listTar(file: number, total: number, filesMax: number): Promise<TarFile[]> {
  const files = new Map<string, TarFile>();
  let next: { path?: string; size?: number } = {};
  let headers = 0;
  for (let at = 0; at + BLOCK <= total; ) {
    const block = Buffer.concat(await Array.fromAsync(readRange(file, at, BLOCK)));
    if (block.every((byte) => byte === 0)) break;
    const header = parseHeader(block);
    if (!header) throw new Error(`it is damaged after ${files.size} files`);
    if (++headers > filesMax) throw new Error(`it has more than ${filesMax} files`);
    const { type } = header;
    const start = at + BLOCK;
    const isAbout = type === LONG_NAME || type === ATTRIBUTES;
    const bytes = isAbout ? header.size : (next.size ?? header.size);
    if (start + bytes > total) throw new Error(`it ends in the middle of ${next.path ?? header.path}`);
    if (isAbout && bytes <= ATTRIBUTES_MAX) {
      const text = Buffer.concat(await Array.fromAsync(readRange(file, start, bytes)));
      next = { ...next, ...(type === LONG_NAME ? { path: untilZero(text) } : parseAttributes(text)) };
    } else if (!isAbout) {
      const path = toPath(next.path ?? header.path);
      if (FILES.includes(type) && path !== '')
        files.set(path, { path, start, bytes, modified: header.modified });
      next = {};
    }
    at = start + Math.ceil(bytes / BLOCK) * BLOCK;
  }
  return [...files.values()];
}

function parseHeader(block: Buffer) {
  const sum = block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
  const size = parseNumber(block.subarray(124, 136));
  if (!isTar(block) || sum !== parseNumber(block.subarray(148, 156)) || !Number.isSafeInteger(size))
    return null;
  // GNU has other fields where POSIX has the prefix
  const prefix = block[262] === 0x20 ? '' : untilZero(block.subarray(345, 500));
  const name = untilZero(block.subarray(0, 100));
  const seconds = parseNumber(block.subarray(136, 148));
  return {
    path: prefix ? `${prefix}/${name}` : name,
    size,
    modified: seconds > 0 && Number.isSafeInteger(seconds) ? seconds * 1000 : null,
    type: String.fromCharCode(block[156] ?? 0),
  };
}

/** In octal digits, or if the first bit is set, as a number of many bytes. */
function parseNumber(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(untilZero(field).trim() || '0', 8);
  return field.subarray(1).reduce((number, byte) => number * 256 + byte, (field[0] ?? 0) & 0x7f);
}

const untilZero = (field: Buffer): string => {
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? field.length : end).toString('utf8');
};

/** Each is `LENGTH KEY=VALUE\n`, and its length counts itself. */
function parseAttributes(text: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < text.length; ) {
    const [written, length, key = ''] =
      /^(\d{1,6}) ([^=]{1,100})=/.exec(text.toString('utf8', at, at + 120)) ?? [];
    const end = at + Number(length);
    if (!written || end <= at) break;
    const value = text.toString('utf8', at + Buffer.byteLength(written), end - 1);
    if (key === 'path') found.path = value;
    if (key === 'size' && Number.isSafeInteger(Number(value))) found.size = Number(value);
    at = end;
  }
  return found;
}

const toPath = (path: string): string => path.replaceAll('\\', '/').replace(/^(\.?\/)+/, '');
