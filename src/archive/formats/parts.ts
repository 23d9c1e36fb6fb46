import { VisibleError } from '../../app/errors';
import type { Bundle } from '../bundle';
import { refusal } from '../notes';
import type { Entry, Format } from './format';
import { columnsOf, readRows } from './tables';

/** Maximum number of files of a zip or folder that a format looks at to recognise it. */
const LOOKED_AT = 100;
/**
 * Matches the paths of files that no person made: files that macOS or Windows add, and hidden files and
 * folders.
 */
const NO_PART = /(^|\/)(\.|__MACOSX\/|(Thumbs\.db|desktop\.ini)$)/i;

type PartFormat = {
  name: string;
  takes: string;
  /** Tells if a file is in this format. */
  isPart(bundle: Bundle, path: string): Promise<boolean>;
  /** Yields the entries of one file. */
  read(bundle: Bundle, path: string): AsyncIterable<Entry>;
};

/**
 * Returns a format in which each file is read separately. A zip or folder may have several such files, for
 * example the parts of a long export. Other files of the zip or folder are yielded as unreadable.
 */
export const partFormat = ({ name, takes, isPart, read }: PartFormat): Format => ({
  name,
  takes,
  recognises: anyPart(isPart),
  async *entries(bundle) {
    for (const path of visiblePaths(bundle))
      if (await isPart(bundle, path)) yield* read(bundle, path);
      else yield { unreadable: path, reason: `it is no file of ${name}` };
  },
});

/**
 * Returns a function that tells if a bundle has a file for which `isPart` returns true. The function returns
 * false for a zip or folder with Markdown notes, because the other files there belong to the notes.
 */
export const anyPart =
  (isPart: PartFormat['isPart']) =>
  async (bundle: Bundle): Promise<boolean> => {
    const paths = visiblePaths(bundle);
    if (bundle.kind !== 'file' && paths.some(isMarkdown)) return false;
    for (const path of paths.slice(0, LOOKED_AT)) if (await isPart(bundle, path)) return true;
    return false;
  };

/** Returns the paths of the files in a bundle that a person would see. */
export const visiblePaths = ({ paths }: Bundle): string[] => paths.filter((path) => !NO_PART.test(path));

export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

/**
 * Returns the name of a part of a file, such as `row 3`. If the bundle has several files, the name includes
 * the path of the file.
 */
export const placeIn = ({ paths }: Bundle, path: string, part: string): string =>
  paths.length > 1 ? `${path}, ${part}` : part;

/** Returns the cell of a row in the named column, or an empty string if there is none. */
export type Cell = (column: string) => string;

/** Returns a function that tells if a CSV file has all of these columns. */
export const hasColumns =
  (...names: string[]) =>
  async (bundle: Bundle, path: string): Promise<boolean> => {
    const columns = await columnsOf(bundle, path);
    return names.every((name) => columns.includes(name));
  };

/** Returns a function that tells if the start of a file matches all of these expressions. */
export const hasSigns =
  (...signs: RegExp[]) =>
  async (bundle: Bundle, path: string): Promise<boolean> => {
    const start = await bundle.start(path);
    return signs.every((sign) => sign.test(start));
  };

/**
 * Returns a function that yields an entry for each row of a CSV file. If the file is damaged, the last entry
 * says why the rest of the file is missing.
 */
export const rowReader = (toEntry: (cell: Cell, place: string) => Entry) =>
  async function* read(bundle: Bundle, path: string): AsyncGenerator<Entry> {
    try {
      for await (const { number, cells } of readRows(bundle, path))
        yield toEntry(
          (column) => (Object.hasOwn(cells, column) ? (cells[column] ?? '') : ''),
          placeIn(bundle, path, `row ${number}`),
        );
    } catch (error) {
      if (!(error instanceof VisibleError)) throw error;
      const reason = error.message.replace(refusal(bundle.name, '').message, '');
      yield { unreadable: `the rest of ${path}`, reason };
    }
  };
