import { createHash } from 'node:crypto';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VERSION } from '../app/version';
import { hashtagSlug, hashtagsIn } from '../contract/hashtags';
import { DEFAULT_TAG } from '../contract/limits';
import { publicName } from '../contract/people';
import { legalName, splitName } from './file-names';
import type { MediaFolder, Named } from './media-folder';
import { splitText } from './notes';
import type { ArchivedMessage } from './schemas';

// The Memos Export Format 1.0, which memos reads since 0.31:
// https://github.com/usememos/memos/blob/main/docs/design/memos-export-format.md

const UID = /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,34}[a-zA-Z0-9])?$/;
/** The limit of a memo where nobody has raised it. */
const CONTENT_BYTES_MAX = 8 * 1024;
/** With the line of tags, a part stays below the limit in every script. */
const PART_CHARACTERS = 1500;

const toTime = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;
const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
const toUid = (id: string) => (UID.test(id) ? id : hashed(id));

export class MemosFiles {
  private readonly facts = new Map<string, { size: number; sha256: string }>();

  readonly nameOf = ({ archived, message, position, sha256, bytes }: Named): string => {
    const file = `attachments/${hashed(`${message.id} file ${position}`)}/${toFileName(archived)}`;
    this.facts.set(file, { size: bytes, sha256 });
    return file;
  };

  toAttachments({ media, createdAt }: ArchivedMessage) {
    return media.map((archived) => {
      const { file, type, width, height } = archived;
      const attachment = {
        uid: file.split('/')[1],
        filename: archived.name?.trim() || toFileName(archived),
        type,
        ...this.facts.get(file),
        path: file,
        createTime: toTime(createdAt),
        ...(width && height && { mediaMetadata: { width, height } }),
      };
      this.facts.delete(file);
      return attachment;
    });
  }
}

function toFileName({ name, type }: Pick<Named['archived'], 'name' | 'type'>): string {
  const { stem, ending } = splitName(name, type);
  return `${legalName(stem)}${ending}`;
}

export async function writeMemos(
  app: App,
  person: User,
  messages: Iterable<ArchivedMessage>,
  media: MediaFolder,
  files: MemosFiles,
): Promise<void> {
  const name = publicName(person);
  const creator = hashtagSlug(name) || 'me';
  const manifest = {
    format: 'memos-export',
    formatVersion: '1.0',
    generator: { name: 'tagline', version: VERSION },
    exportTime: toTime(app.now()),
    scope: { kind: 'USER', user: { username: creator, displayName: name } },
  };
  await media.zip.add('manifest.json', [JSON.stringify(manifest)]);
  for await (const message of media.addFilesOf(messages)) {
    const first = toUid(message.id);
    for (const [part, content] of toContents(message).entries()) {
      const uid = part === 0 ? first : hashed(`${message.id} part ${part}`);
      const parent = part > 0 ? first : message.replyTo && toUid(message.replyTo);
      const record = {
        uid,
        creator,
        createTime: toTime(message.createdAt + part * 1000),
        updateTime: toTime((message.editedAt ?? message.createdAt) + part * 1000),
        state: 'NORMAL',
        visibility: 'PRIVATE',
        pinned: message.boards.some(({ pinned }) => pinned),
        contentPath: `memos/${uid}.md`,
        tags: message.boards.map(({ tag }) => tag),
        ...(parent && { parent }),
        ...(part === 0 && { attachments: files.toAttachments(message) }),
      };
      await media.zip.add(`memos/${uid}.json`, [JSON.stringify(record)]);
      await media.zip.add(record.contentPath, [content]);
    }
  }
}

/** memos takes tags from the text alone, and nothing of a text that is too long. */
function toContents({ content, boards }: ArchivedMessage): string[] {
  const there = hashtagsIn(content);
  const missing = boards.map(({ tag }) => tag).filter((tag) => tag !== DEFAULT_TAG && !there.includes(tag));
  const line = missing.length > 0 ? `\n\n${missing.map((tag) => `#${tag}`).join(' ')}` : '';
  if (Buffer.byteLength(content + line) <= CONTENT_BYTES_MAX) return [content + line];
  const [first = '', ...others] = splitText(content, PART_CHARACTERS);
  return [first + line, ...others];
}
