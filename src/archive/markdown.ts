import type { MediaFolder } from './media-folder';
import type { ArchivedFile, ArchivedMessage } from './schemas';

export const FENCE = '---\n';

export async function writeMarkdown(messages: Iterable<ArchivedMessage>, media: MediaFolder): Promise<void> {
  for await (const message of media.addFilesOf(messages)) {
    const name = `notes/${new Date(message.createdAt).toISOString().slice(0, 10)}-${message.id}.md`;
    await media.zip.add(name, [toMarkdown(message)]);
  }
}

function toMarkdown(message: ArchivedMessage): string {
  const { id, from, createdAt, editedAt, source, content, boards, media, guest } = message;
  const properties = {
    id,
    created: new Date(createdAt).toISOString(),
    ...(editedAt !== null && { edited: new Date(editedAt).toISOString() }),
    from,
    ...(guest && { guest }),
    source,
    tags: boards.map(({ tag }) => tag),
    ...(media.length > 0 && { media }),
  };
  // every JSON value is valid YAML
  const matter = Object.entries(properties).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `${FENCE}${matter.join('')}${FENCE}\n${content}\n${media.map(toLink).join('')}`;
}

export const toLink = ({ file, type, name }: ArchivedFile) =>
  `\n${type.startsWith('image/') ? '!' : ''}[${(name ?? '').replace(/[[\]\\]/g, '\\$&')}](../${file})\n`;
