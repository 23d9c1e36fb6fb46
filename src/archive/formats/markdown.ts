import { VisibleError } from '../../app/errors';
import type { Bundle } from '../bundle';
import { FENCE, toLink } from '../markdown';
import { NOTE_CHARACTERS_MAX, parseOwnMessage, refusal } from '../notes';
import type { ArchivedFile } from '../schemas';
import { toImported } from './archived-files';
import type { Entry, Format } from './format';
import { splitMatter } from './markdown-matter';
import { openVault, toNote, unusedFiles, type Vault } from './markdown-note';
import { isMarkdown, TRASHED, visiblePaths } from './parts';

/** For an invalid file of a Tagline export, `entries` throws a VisibleError that names the file. */
export const markdown: Format = {
  general: true,
  name: 'Markdown',
  takes: 'zip or folder of Obsidian or any other program',
  recognises: async (bundle) => notesOf(bundle).length > 0 || (await hasMatter(bundle)),
  async *entries(bundle) {
    const vault = openVault(bundle);
    let isOwn = false;
    for (const path of bundle.kind === 'file' ? bundle.paths : notesOf(bundle)) {
      const entry = await readNote(vault, path);
      isOwn ||= 'message' in entry;
      yield entry;
    }
    if (!isOwn) yield* unusedFiles(vault);
    const trashed = bundle.paths.filter((path) => TRASH.test(path) && isMarkdown(path));
    if (trashed.length > 0) yield { leftOut: TRASHED, count: trashed.length };
  },
};

/** Obsidian's own trash. */
const TRASH = /(^|\/)\.trash\//;

const notesOf = (bundle: Bundle) => visiblePaths(bundle).filter(isMarkdown);

const hasMatter = async (bundle: Bundle): Promise<boolean> =>
  bundle.kind === 'file' && splitMatter(await bundle.start(bundle.paths[0] ?? '')).matter !== null;

async function readNote(vault: Vault, path: string): Promise<Entry> {
  const { bundle } = vault;
  try {
    const written = await bundle.text(path, NOTE_CHARACTERS_MAX);
    const properties = parseOwnMatter(splitMatter(written).matter ?? '');
    if (properties) return { message: parseExported(bundle, path, properties, written) };
    return { note: toNote(vault, path, written) };
  } catch (error) {
    if (error instanceof VisibleError) throw error;
    return { unreadable: path, reason: (error as Error).message };
  }
}

function parseExported(bundle: Bundle, path: string, properties: Record<string, unknown>, written: string) {
  const body = written.slice(written.indexOf(`\n${FENCE}`) + 1 + FENCE.length);
  const media = (properties.media ?? []) as ArchivedFile[];
  const links = `\n${media.map(toLink).join('')}`;
  const content = body.slice(1, body.endsWith(links) ? -links.length : undefined);
  try {
    return toImported(bundle, parseOwnMessage({ ...properties, content, media }));
  } catch (error) {
    throw error instanceof VisibleError
      ? error
      : refusal(bundle.name, `${path}: ${(error as Error).message}.`);
  }
}

function parseOwnMatter(matter: string): Record<string, unknown> | null {
  try {
    const lines = matter
      .trimEnd()
      .split('\n')
      .map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
    const properties = Object.fromEntries(lines.map(([, key = '', value = '']) => [key, JSON.parse(value)]));
    return typeof properties.id === 'string' ? properties : null;
  } catch {
    return null;
  }
}
