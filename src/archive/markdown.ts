import type { User } from '../../db/schema';
import type { App } from '../app';
import type { ZipReader, ZipWriter } from '../zip';
import { MediaFolder } from './media-folder';
import { type ArchivedFile, type ArchivedMessage, readMessages } from './messages';
import { MESSAGE_CHARACTERS_MAX, parseForeignMessage, parseOwnMessage, splitTags } from './text-formats';
import { parseTime } from './written-times';

const FENCE = '---\n';

/**
 * Writes a Markdown file for each message, in the form that Obsidian and other programs read: front matter
 * with the tags, the content, and media as images and links. `onMessage` is called for each message.
 */
export async function writeMarkdown(
  app: App,
  person: User | null,
  zip: ZipWriter,
  onMessage: () => void,
): Promise<void> {
  const media = new MediaFolder(app);
  for (const message of readMessages(app, person)) {
    onMessage();
    const name = `notes/${new Date(message.createdAt).toISOString().slice(0, 10)}-${message.id}.md`;
    await zip.add(name, [toMarkdown({ ...message, media: await media.add(message.media) })]);
  }
  await media.writeTo(zip);
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
  const properties = {
    id,
    created: new Date(createdAt).toISOString(),
    ...(editedAt !== null && { edited: new Date(editedAt).toISOString() }),
    from,
    source,
    tags: boards.map(({ tag }) => tag),
    ...(media.length > 0 && { media }),
  };
  // every JSON value is valid YAML
  const matter = Object.entries(properties).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `${FENCE}${matter.join('')}${FENCE}\n${content}\n${media.map(toLink).join('')}`;
}

const toLink = ({ file, type, name }: ArchivedFile) =>
  `\n${type.startsWith('image/') ? '!' : ''}[${(name ?? '').replace(/[[\]\\]/g, '\\$&')}](../${file})\n`;

/**
 * Yields the messages of all Markdown files in an archive, which Tagline or another program has written.
 * Throws a VisibleError that names an invalid file.
 */
export async function* readMarkdown(zip: ZipReader): AsyncGenerator<ArchivedMessage> {
  for (const name of zip.names.filter((name) => name.endsWith('.md'))) {
    try {
      yield fromMarkdown(await zip.text(name, MESSAGE_CHARACTERS_MAX));
    } catch (error) {
      throw zip.damaged(new Error(`${name}: ${(error as Error).message}`));
    }
  }
}

function fromMarkdown(text: string): ArchivedMessage {
  const end = text.indexOf(`\n${FENCE}`);
  if (!text.startsWith(FENCE) || end < 0)
    return parseForeignMessage({ content: text.trim(), tags: [], createdAt: null });
  const matter = text.slice(FENCE.length, end + 1);
  const body = text.slice(end + 1 + FENCE.length);
  const properties = parseOwnMatter(matter);
  if (!properties) {
    const { tags, time } = parseForeignMatter(matter);
    return parseForeignMessage({ content: body.trim(), tags, createdAt: parseTime(time) });
  }
  const media = (properties.media ?? []) as ArchivedFile[];
  const links = `\n${media.map(toLink).join('')}`;
  return parseOwnMessage({
    ...properties,
    content: body.slice(1, body.endsWith(links) ? -links.length : undefined),
    media,
  });
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
