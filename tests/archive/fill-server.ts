import { readFileSync } from 'node:fs';
import type { User } from '../../db/schema';
import { exportFile } from '../../src/archive/export';
import type { Format } from '../../src/archive/export-formats';
import { findBoard } from '../../src/boards/boards';
import { removeMember } from '../../src/boards/leaving';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { storeUpload } from '../../src/media/media';
import { squarePicture } from '../../src/media/square';
import { edit } from '../../src/messages/editing';
import { create } from '../../src/messages/messages';
import { setStopped } from '../../src/outbox/outbox';
import { setPhoto } from '../../src/people/photo';
import type { TestApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { MINUTE } from '../support/clock';
import { ensureUser } from '../support/people';
import { colorPng } from '../support/pictures';

export const TRICKY_CONTENTS = [
  '=HYPERLINK("http://evil.example","x") #calc',
  "'quoted' and +1 and -1 and @me",
  'two\nlines\r\nand "quotes", commas\tand tabs',
  '---\nid: "x"\n---\n\n![](../media/x.jpg)\n',
  '<script>alert(1)</script> & <DT><A HREF="x"> https://a.example/?q=<b>&c="d"',
  'https://b.example/ほん\u2028 日本語 #本 👩‍👩‍👧',
  '  spaces around https://c.example  \n\n',
  'https://d.example/?x=1&lt;y', // must be escaped in bookmarks
  '#only #hashtags',
];

export const WITH_LINK = TRICKY_CONTENTS.filter((content) => content.includes('http')).length;

export async function fillServer(app: TestApp) {
  const [a, b, c] = [ann, bob, cho].map((person) => ensureUser(app, person)) as [User, User, User];
  const post = (sender: User, content: string, more = {}) => {
    app.clock.advance(MINUTE);
    return create(app, sender, { content, source: 'sms', ...more });
  };
  for (const content of TRICKY_CONTENTS) post(a, content);
  createSharedBoard(app, b, 'house');
  app.clock.advance(MINUTE);
  createSharedBoard(app, b, 'empty');
  post(c, 'Private house of mine #house');
  for (const { phone } of [ann, cho]) invite(app, b, 'house', phone);
  const bytes = colorPng(1, 1);
  setPhoto(app, b, (await squarePicture(bytes, 192))!);
  const photo = await storeUpload(app, a, { bytes, type: 'image/png', name: null });
  const file = await storeUpload(app, a, {
    bytes: Buffer.from('A letter'),
    type: 'text/plain',
    name: 'a [b].txt',
  });
  post(a, 'New lamp #house #diary', { mediaIds: [photo.id, file.id] });
  const paint = post(b, 'Paint #house https://paint.example');
  const own = post(a, 'Which colour?', { replyTo: paint });
  post(a, 'Green', { replyTo: own });
  post(c, 'Rose #house-2');
  const edited = post(a, 'Before #draft');
  edit(app, a, edited, { content: 'After', tags: ['done', 'house'] });
  const house = findBoard(app, b, 'house')?.id ?? 0;
  removeMember(app, c, house, c.id);
  setStopped(app, '+12025550199', true);
  return { a, b, c, house };
}

export const exportTo = async (app: TestApp, person: User | null, to: string, format: Format = 'json') =>
  readFileSync((await exportFile(app, person, { format, to, progress: () => {} })).file);
