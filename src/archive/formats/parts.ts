import { VisibleError } from '../../app/errors';
import type { Bundle } from '../bundle';
import { refusal } from '../notes';
import { readDatedRows } from './days';
import type { Entry, Format, LeftOut, Reader } from './format';
import { type SavedLink, toEntry } from './saved-link';
import { columnsOf } from './tables';

const LOOKED_AT = 100;
export const TRASHED = 'notes in the trash';
const NO_PART = /(^|\/)(\.|__MACOSX\/|(Thumbs\.db|desktop\.ini)$)/i;

type PartFormat = {
  name: string;
  takes: string;
  isPart(bundle: Bundle, path: string): Promise<boolean>;
  read(bundle: Bundle, path: string, reader: Reader): AsyncIterable<Entry>;
};

/** A zip or folder may have several such files, for example the parts of a long export. */
export const partFormat = ({ name, takes, isPart, read }: PartFormat): Format => ({
  name,
  takes,
  recognises: anyPart(isPart),
  async *entries(bundle, reader) {
    for (const path of visiblePaths(bundle))
      if (await isPart(bundle, path)) yield* read(bundle, path, reader);
      else yield { unreadable: path, reason: `it is no file of ${name}` };
  },
});

/**
 * The function returns false for a zip or folder with Markdown notes, because the other files there belong to
 * the notes.
 */
export const anyPart =
  (isPart: PartFormat['isPart']) =>
  async (bundle: Bundle): Promise<boolean> => {
    const paths = visiblePaths(bundle);
    if (bundle.kind !== 'file' && paths.some(isMarkdown)) return false;
    for (const path of paths.slice(0, LOOKED_AT)) if (await isPart(bundle, path)) return true;
    return false;
  };

type FileFormat = Pick<Format, 'name' | 'takes' | 'groups'> & {
  /** Matches the names of its files in a zip or folder. */
  ending: RegExp;
  isStart(start: string): boolean;
  read(bundle: Bundle, path: string, reader: Reader): AsyncIterable<Entry>;
};

/** Returns a format whose files are found by their beginnings. Other files of the zip or folder belong to them. */
export function fileFormat({ ending, isStart, read, ...format }: FileFormat): Format {
  const filesOf = async (bundle: Bundle): Promise<string[]> => {
    const found: string[] = [];
    for (const path of visiblePaths(bundle))
      if (bundle.kind === 'file' || ending.test(path))
        if (isStart(await bundle.start(path))) found.push(path);
    return found;
  };
  return {
    ...format,
    recognises: async (bundle) => (await filesOf(bundle)).length > 0,
    async *entries(bundle, reader) {
      for (const path of await filesOf(bundle)) yield* read(bundle, path, reader);
    },
  };
}

export const visiblePaths = ({ paths }: Bundle): string[] => paths.filter((path) => !NO_PART.test(path));

export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

export const placeIn = ({ paths }: Bundle, path: string, part: string): string =>
  paths.length > 1 ? `${path}, ${part}` : part;

export type Cell = (column: string) => string;

export const hasColumns =
  (...names: string[]) =>
  async (bundle: Bundle, path: string): Promise<boolean> => {
    const columns = await columnsOf(bundle, path);
    return names.every((name) => columns.includes(name));
  };

export const hasSigns =
  (...signs: RegExp[]) =>
  async (bundle: Bundle, path: string): Promise<boolean> => {
    const start = await bundle.start(path);
    return signs.every((sign) => sign.test(start));
  };

/** If the file is damaged, the last entry says why the rest of the file is missing. */
export const linkRowReader = (toLink: (cell: Cell) => SavedLink | LeftOut) =>
  async function* read(bundle: Bundle, path: string, { phone }: Reader): AsyncGenerator<Entry> {
    const leftOut = leftColumns();
    try {
      for await (const { number, cells, remark } of readDatedRows(bundle, path, phone)) {
        const asked = new Set<string>();
        const cell: Cell = (column) => {
          asked.add(column);
          return Object.hasOwn(cells, column) ? (cells[column] ?? '') : '';
        };
        const link = toLink(cell);
        yield 'leftOut' in link ? link : toEntry(link, placeIn(bundle, path, `row ${number}`));
        if (remark) yield { remark };
        if (!('leftOut' in link)) leftOut.add(cells, asked);
      }
    } catch (error) {
      if (!(error instanceof VisibleError)) throw error;
      const reason = error.message.replace(refusal(bundle.name, '').message, '');
      yield { unreadable: `the rest of ${path}`, reason };
    }
    yield* leftOut.entries();
  };

const NO_WORDS = /^(|id|uid|guid|uuid)$/;
const NOTHING = /^\s*(0|0\.0|false|none|null)?\s*$/i;

/** Counts the cells of columns that nobody has asked for. */
export function leftColumns() {
  const counts = new Map<string, number>();
  return {
    add(cells: Record<string, string>, asked: Set<string>) {
      for (const [column, text] of Object.entries(cells))
        if (!asked.has(column) && !NO_WORDS.test(column) && !NOTHING.test(text))
          counts.set(column, (counts.get(column) ?? 0) + 1);
    },
    entries: (): LeftOut[] =>
      [...counts].map(([column, count]) => ({ leftOut: `column "${column.slice(0, 60)}"`, count })),
  };
}
