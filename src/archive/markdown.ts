import type { App } from '../app';
import type { ZipReader, ZipWriter } from '../zip';
import { MediaFolder } from './media-folder';
import { type ArchivedFile, type ArchivedMessage, readMessages, type Whose } from './messages';
import { parseForeignMessage, parseOwnMessage } from './text-formats';

/**
 * A zip with a Markdown file for each message, as Obsidian and others read it: what we know of it as front
 * matter, its tags among it, its text, and its media as images and links.
 */

const FENCE = '---\n';
/** In bytes; far beyond the longest message with its front matter. */
const LONGEST = 1_000_000;

export async function writeMarkdown(
  app: App,
  whose: Whose,
  zip: ZipWriter,
  counted: () => void,
): Promise<void> {
  const media = new MediaFolder(app);
  for (const note of readMessages(app, whose)) {
    counted();
    const name = `notes/${new Date(note.createdAt).toISOString().slice(0, 10)}-${note.id}.md`;
    await zip.add(name, [toMarkdown({ ...note, media: await media.take(note.media) })]);
  }
  await media.addTo(zip);
}

function toMarkdown({
  id,
  from,
  createdAt,
  editedAt,
  source,
  content,
  boards,
  media,
}: ArchivedMessage): string {
  const facts = {
    id,
    created: new Date(createdAt).toISOString(),
    ...(editedAt !== null && { edited: new Date(editedAt).toISOString() }),
    from,
    source,
    tags: boards.map(({ tag }) => tag),
    ...(media.length > 0 && { media }),
  };
  // JSON is YAML, and needs no second way of quoting
  const matter = Object.entries(facts).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `${FENCE}${matter.join('')}${FENCE}\n${content}\n${media.map(toLink).join('')}`;
}

const toLink = ({ file, type, name }: ArchivedFile) =>
  `\n${type.startsWith('image/') ? '!' : ''}[${(name ?? '').replace(/[[\]\\]/g, '\\$&')}](../${file})\n`;

/** The messages of such an archive, in the order of their files. Files of other programs are messages too. */
export async function* readMarkdown(zip: ZipReader): AsyncGenerator<ArchivedMessage> {
  for (const name of zip.names.filter((name) => name.endsWith('.md'))) {
    try {
      if (zip.size(name) > LONGEST) throw new Error('is too long');
      yield fromMarkdown(await zip.text(name));
    } catch (error) {
      throw zip.damaged(new Error(`${name}: ${(error as Error).message}`));
    }
  }
}

function fromMarkdown(text: string): ArchivedMessage {
  const end = text.indexOf(`\n${FENCE}`);
  if (!text.startsWith(FENCE) || end < 0) return parseForeignMessage({ content: text.trim(), tags: [] });
  const matter = text.slice(FENCE.length, end + 1);
  const body = text.slice(end + 1 + FENCE.length);
  const facts = ours(matter);
  if (!facts) {
    const { tags, created, date } = foreign(matter);
    return parseForeignMessage({
      content: body.trim(),
      tags,
      createdAt: Date.parse(String(created ?? date)),
    });
  }
  const media = (facts.media ?? []) as ArchivedFile[];
  const links = `\n${media.map(toLink).join('')}`;
  return parseOwnMessage({
    ...facts,
    content: body.slice(1, body.endsWith(links) ? -links.length : undefined),
    media,
  });
}

/** Our own front matter, or null when somebody else has written it. */
function ours(matter: string): Record<string, unknown> | null {
  try {
    const lines = matter
      .trimEnd()
      .split('\n')
      .map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
    const facts = Object.fromEntries(lines.map(([, key = '', value = '']) => [key, JSON.parse(value)]));
    return typeof facts.id === 'string' ? facts : null;
  } catch {
    return null;
  }
}

function foreign(matter: string): { tags: string[]; created?: unknown; date?: unknown } {
  let read: unknown = null;
  try {
    read = Bun.YAML.parse(matter);
  } catch {} // then it has no tags that we could read
  const { tags, ...rest } = (read ?? {}) as Record<string, unknown>;
  const list = Array.isArray(tags) ? tags : typeof tags === 'string' ? tags.split(/[\s,]+/) : [];
  return { ...rest, tags: list.map(String) };
}
