import { VisibleError } from '../../errors';
import type { Bundle } from '../bundle';
import { refusal } from '../notes';
import type { Entry, Format } from './format';
import { columnsOf, readRows } from './tables';

/** Number of files at which a format looks before it says that a zip or folder is not its own. */
const LOOKED_AT = 100;
/** Matches the paths of files that no person made: files that macOS or Windows add, and hidden files and folders. */
const NO_PART = /(^|\/)(\.|__MACOSX\/|(Thumbs\.db|desktop\.ini)$)/i;

type PartFormat = {
  name: string;
  takes: string;
  /** Tells if a file is in this format. */
  isPart(bundle: Bundle, path: string): Promise<boolean>;
  /** Yields what one file has. */
  read(bundle: Bundle, path: string): AsyncIterable<Entry>;
};

/**
 * Returns a format of single files, of which there may also be several in a zip or folder, such as the parts of
 * a long export.
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
 * Returns a test for bundles that have a file in a format. In a folder with notes in Markdown the other files
 * only belong to the notes, so such a folder never passes.
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

/** Returns the name of a part of a file, such as `row 3`. Names the file, too, if the bundle has several. */
export const placeIn = ({ paths }: Bundle, path: string, part: string): string =>
  paths.length > 1 ? `${path}, ${part}` : part;

/** The cells of a row by the names of their columns. A missing cell is an empty string. */
export type Cell = (column: string) => string;

/** Returns a test for CSV files that have all of these columns. */
export const hasColumns =
  (...names: string[]) =>
  async (bundle: Bundle, path: string): Promise<boolean> => {
    const columns = await columnsOf(bundle, path);
    return names.every((name) => columns.includes(name));
  };

/** Returns a test for files whose starts match all of these expressions. */
export const hasSigns =
  (...signs: RegExp[]) =>
  async (bundle: Bundle, path: string): Promise<boolean> => {
    const start = await bundle.start(path);
    return signs.every((sign) => sign.test(start));
  };

/** Returns a reader that makes an entry of each row of a CSV file. */
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
