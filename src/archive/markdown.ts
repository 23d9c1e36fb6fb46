import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { ZipWriter } from '../app/zip';
import { MediaFolder } from './media-folder';
import { readMessages } from './messages';
import type { ArchivedFile, ArchivedMessage } from './schemas';

export const FENCE = '---\n';

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

export const toLink = ({ file, type, name }: ArchivedFile) =>
  `\n${type.startsWith('image/') ? '!' : ''}[${(name ?? '').replace(/[[\]\\]/g, '\\$&')}](../${file})\n`;
