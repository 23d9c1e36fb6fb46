import { splitMatter } from '../../archive/formats/markdown-matter';
import { slug } from '../../contract/hashtags';
import type { Message } from '../../contract/messages';

/** What a file says; null is what it says nothing about. */
export type NoteFile = {
  id: number | null;
  tags: string[] | null;
  files: string[] | null;
  content: string;
  /** Properties that somebody or another program has added. */
  others: Record<string, unknown>;
};

const OWN = ['id', 'date', 'from', 'tags', 'files'];

export function parseNote(written: string): NoteFile {
  const { matter, body } = splitMatter(written);
  const properties = matter === null ? null : parseProperties(matter);
  if (!properties)
    return { id: null, tags: null, files: null, content: written.replace(/\r?\n$/, ''), others: {} };
  const { id, tags, files } = properties;
  return {
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    tags: toList(tags)?.map(slug).filter(Boolean) ?? null,
    files: toList(files),
    content: body.replace(/^\r?\n/, '').replace(/\r?\n$/, ''),
    others: Object.fromEntries(Object.entries(properties).filter(([key]) => !OWN.includes(key))),
  };
}

/** Null if it is no front matter: a note may begin with a line of hyphens. */
function parseProperties(matter: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = Bun.YAML.parse(matter);
    if (parsed === null) return {};
    return typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const toList = (value: unknown): string[] | null => {
  if (typeof value === 'string') return value.split(/[,\s]+/).filter(Boolean);
  if (!Array.isArray(value)) return value === null ? [] : null;
  return value.filter((item) => item !== null && typeof item !== 'object').map(String);
};

export function formatNote(
  { id, timestamp, senderDisplayName, tags, content }: Message,
  { files, others, own }: { files: string[]; others: Record<string, unknown>; own: boolean },
): string {
  const properties = {
    id,
    date: timestamp,
    ...(!own && { from: senderDisplayName }),
    tags,
    ...(files.length > 0 && { files }),
    ...others,
  };
  return withProperties(properties, content);
}

/** Every JSON value is valid YAML. */
function withProperties(properties: Record<string, unknown>, content: string): string {
  const lines = Object.entries(properties).map(
    ([key, value]) => `${propertyName(key)}: ${JSON.stringify(value)}\n`,
  );
  return `---\n${lines.join('')}---\n\n${content}\n`;
}

const propertyName = (key: string) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** Without an id, it becomes a note of its own. */
export function formatDraft({ tags, files, content, others }: NoteFile): string {
  return withProperties({ ...(tags && { tags }), ...(files && { files }), ...others }, content);
}
