import { VisibleError } from '../../errors';
import type { Bundle } from '../bundle';
import { FENCE, toLink } from '../markdown';
import type { ArchivedFile } from '../messages';
import { NOTE_CHARACTERS_MAX, parseOwnMessage, refusal, splitTags } from '../notes';
import { parseTime } from '../written-times';
import { toImported } from './archived-files';
import type { Entry, Format } from './format';

const notesOf = (bundle: Bundle) => bundle.paths.filter((path) => /\.(md|markdown)$/i.test(path));

/**
 * Markdown files that Tagline or another program has written. An invalid file of an export throws a
 * VisibleError that names it.
 */
export const markdown: Format = {
  name: 'Markdown',
  takes: 'a zip or a folder of Markdown files',
  recognises: (bundle) => notesOf(bundle).length > 0,
  async *entries(bundle) {
    for (const path of notesOf(bundle)) yield await readNote(bundle, path);
  },
};

async function readNote(bundle: Bundle, path: string): Promise<Entry> {
  try {
    return toEntry(bundle, path, await bundle.text(path, NOTE_CHARACTERS_MAX));
  } catch (error) {
    if (error instanceof VisibleError) throw error;
    return { unreadable: path, reason: (error as Error).message };
  }
}

function toEntry(bundle: Bundle, path: string, written: string): Entry {
  const text = written.replaceAll('\r\n', '\n');
  const end = text.indexOf(`\n${FENCE}`);
  if (!text.startsWith(FENCE) || end < 0) return { note: { text: text.trim(), tags: [], createdAt: null } };
  const matter = text.slice(FENCE.length, end + 1);
  const properties = parseOwnMatter(matter);
  if (properties) return { message: parseExported(bundle, path, properties, written) };
  const { tags, time } = parseForeignMatter(matter);
  const body = text.slice(end + 1 + FENCE.length);
  return { note: { text: body.trim(), tags, createdAt: parseTime(time) } };
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

/** Parses front matter that Tagline has written. Returns null if another program has written it. */
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

/**
 * Returns the tags and the time in another program's front matter. Tags that are no list or string, and a
 * time that is no string or number, count as missing.
 */
function parseForeignMatter(matter: string): { tags: string[]; time: string } {
  let parsed: unknown = null;
  try {
    parsed = Bun.YAML.parse(matter);
  } catch {} // a message with invalid YAML is imported without tags and time
  const { tags, created, timestamp, date } = (parsed ?? {}) as Record<string, unknown>;
  const time = created ?? timestamp ?? date;
  return {
    tags: Array.isArray(tags) ? tags.map(String) : typeof tags === 'string' ? splitTags(tags) : [],
    time: typeof time === 'string' || typeof time === 'number' ? String(time) : '',
  };
}
