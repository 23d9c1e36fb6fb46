import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, openBundle } from '../../src/archive/bundle';
import type { Entry } from '../../src/archive/formats/format';
import { recognise } from '../../src/archive/formats/formats';
import type { tempFolder } from '../support/folder';
import { writeZip } from './write-zip';

const FOLDER = join(import.meta.dir, 'fixtures');

/**
 * We wrote them from the documentation and the source code of the programs, and from what people report about
 * real exports.
 */
export const FIXTURES: Record<string, string> = {
  'pocket/ril_export.html': 'Pocket',
  'pocket/part_000000.csv': 'Pocket',
  'pocket-zip': 'Pocket',
  'raindrop.csv': 'Raindrop.io',
  'pinboard.json': 'Pinboard',
  'instapaper.csv': 'Instapaper',
  'instapaper-2015.csv': 'Instapaper',
  'instapaper-2016.csv': 'Instapaper',
  'linkding.html': 'Bookmarks',
  'linkding.json': 'linkding',
  'karakeep.json': 'karakeep',
  'memos.json': 'memos',
  'memos-2023.json': 'memos',
  'memos-archive': 'memos',
  vault: 'Markdown',
  'whatsapp-iphone': 'WhatsApp',
  'whatsapp-android.txt': 'WhatsApp',
  telegram: 'Telegram',
  'telegram-all.json': 'Telegram',
  'sms.xml': 'SMS Backup & Restore',
  'apple-notes': 'Apple Notes',
  'apple-notes.html': 'Apple Notes',
  'apple-notes.txt': 'Apple Notes',
  'evernote.enex': 'Evernote',
  notion: 'Notion',
  'notion.html': 'Notion',
  bear: 'Bear',
  simplenote: 'Simplenote',
  'standard-notes.txt': 'Standard Notes',
  joplin: 'Joplin',
  'joplin-markdown': 'Markdown',
  'day-one': 'Day One',
  'google-voice': 'Google Voice',
  imessage: 'iMessage',
  'imessage.html': 'iMessage',
  signal: 'Signal',
  'signal-export': 'Signal',
  'wallabag.json': 'wallabag',
  'wallabag.csv': 'wallabag',
  'linkwarden.json': 'Linkwarden',
  omnivore: 'Omnivore',
  'omnivore.json': 'Omnivore',
  'readwise-reader.csv': 'Readwise Reader',
  'readwise.csv': 'Readwise',
  'matter.csv': 'Matter',
  mymind: 'mymind',
  'onetab.txt': 'OneTab',
  'addresses.txt': 'List of addresses',
  'chrome-bookmarks.json': 'Chrome',
  'firefox-bookmarks.json': 'Firefox',
  mastodon: 'Mastodon',
  'x-bookmarks.json': 'X',
  'x-bookmarks.csv': 'X',
  'kindle.txt': 'Kindle',
  'koreader.json': 'KOReader',
  'koreader-all.json': 'KOReader',
  'kobo.annot': 'Kobo',
  'google-tasks.json': 'Google Tasks',
  todoist: 'Todoist',
  'trello.json': 'Trello',
};

export const fixturePath = (name: string) => join(FOLDER, name);

export const openFixture = (name: string): Promise<Bundle> => openBundle(join(FOLDER, name));

export async function openZipped(
  name: string,
  files: ReturnType<typeof tempFolder>,
  folder = '',
): Promise<Bundle> {
  const { paths, kind } = await openFixture(name);
  const hidden =
    name === 'vault' ? ['.obsidian/README.md', '.obsidian/app.json', '.trash/Thrown away.md'] : [];
  const entries = [...paths, ...hidden].map((path) => [
    `${folder}${path}`,
    readFileSync(join(FOLDER, kind === 'file' ? name : `${name}/${path}`)),
  ]);
  const file = files.file(`${name} ${folder.replace('/', '')}.zip`);
  await writeZip(file, Object.fromEntries(entries));
  return openBundle(file);
}

export async function openText(
  text: string | Uint8Array,
  files: ReturnType<typeof tempFolder>,
  name = 'given',
) {
  await Bun.write(files.file(name), text);
  return openBundle(files.file(name));
}

export async function entriesOf(bundle: Bundle): Promise<Entry[]> {
  const format = await recognise(bundle);
  return Array.fromAsync(
    format.entries(bundle, { zone: 'Europe/Berlin', phone: '+12025550111', groups: null }),
  );
}

export async function readNotes(bundle: Bundle) {
  const notes: { text: string; at: string | null; tags: string[] }[] = [];
  const unreadable: string[] = [];
  const remarks: string[] = [];
  const leftOut: string[] = [];
  for (const entry of await entriesOf(bundle))
    if ('note' in entry) {
      const { text, createdAt, tags, files = [] } = entry.note;
      notes.push({ text, at: createdAt === null ? null : new Date(createdAt).toISOString(), tags });
      for (const file of files)
        if ('unreadable' in file) unreadable.push(`${file.unreadable}: ${file.reason}`);
    } else if ('unreadable' in entry) unreadable.push(`${entry.unreadable}: ${entry.reason}`);
    else if ('remark' in entry) remarks.push(entry.remark);
    else if ('leftOut' in entry) leftOut.push(`${entry.leftOut} (${entry.count ?? 1})`);
  return {
    notes,
    unreadable,
    ...(remarks.length > 0 && { remarks }),
    ...(leftOut.length > 0 && { leftOut }),
  };
}
