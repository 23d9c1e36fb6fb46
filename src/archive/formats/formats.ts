import type { Bundle } from '../bundle';
import { describeBundle } from '../describe';
import { refusal } from '../notes';
import { addresses, oneTab } from './address-lists';
import { appleNotes } from './apple-notes';
import { bear } from './bear';
import { bookmarks } from './bookmarks';
import { chromeBookmarks, firefoxBookmarks } from './browser-bookmarks';
import { csv } from './csv';
import { dayOne } from './day-one';
import { evernote } from './evernote';
import type { Format } from './format';
import { googleKeep } from './google-keep';
import { googleTasks } from './google-tasks';
import { googleVoice } from './google-voice';
import { iMessage } from './imessage';
import { instapaper } from './instapaper';
import { joplin } from './joplin';
import { karakeep } from './karakeep';
import { kindle } from './kindle';
import { kobo } from './kobo';
import { koreader } from './koreader';
import { linkding } from './linkding';
import { linkwarden } from './linkwarden';
import { markdown } from './markdown';
import { mastodon } from './mastodon';
import { matter } from './matter';
import { memos } from './memos';
import { mymind } from './mymind';
import { notion } from './notion';
import { omnivore } from './omnivore';
import { pinboard } from './pinboard';
import { pocket } from './pocket';
import { raindrop } from './raindrop';
import { readwise, readwiseReader } from './readwise';
import { signal } from './signal';
import { simplenote } from './simplenote';
import { smsBackup } from './sms-backup';
import { standardNotes } from './standard-notes';
import { taglineExport } from './tagline';
import { telegram } from './telegram';
import { todoist } from './todoist';
import { trello } from './trello';
import { wallabag } from './wallabag';
import { whatsapp } from './whatsapp';
import { xPosts } from './x-posts';

/** Of the formats that are not general, at most one recognises a file. */
export const FORMATS: readonly Format[] = [
  taglineExport,
  googleKeep,
  telegram,
  smsBackup,
  whatsapp,
  signal,
  iMessage,
  googleVoice,
  evernote,
  notion,
  bear,
  simplenote,
  standardNotes,
  joplin,
  dayOne,
  pocket,
  raindrop,
  pinboard,
  instapaper,
  linkding,
  karakeep,
  memos,
  wallabag,
  linkwarden,
  omnivore,
  readwiseReader,
  readwise,
  matter,
  mymind,
  oneTab,
  addresses,
  chromeBookmarks,
  firefoxBookmarks,
  mastodon,
  xPosts,
  kindle,
  koreader,
  kobo,
  googleTasks,
  todoist,
  trello,
  bookmarks,
  csv,
  markdown,
  appleNotes,
];

export async function recognise(bundle: Bundle): Promise<Format> {
  for (const general of [undefined, true] as const)
    for (const format of FORMATS)
      if (format.general === general && (await format.recognises(bundle))) return format;
  const taken = FORMATS.map(({ name, takes }) => `${name} (${takes})`).join(', ');
  throw refusal(bundle.name, `${await describeBundle(bundle)} Tagline takes ${taken}.`);
}
