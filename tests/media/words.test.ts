import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '../../db/schema';
import type { App } from '../../src/app/app';
import { filePath } from '../../src/media/files';
import { storeUpload } from '../../src/media/media';
import { isReading } from '../../src/media/words/reader';
import { countUnreadPhotos, describe, photoWordsOf, readNextPhoto } from '../../src/media/words/words';
import { deleteWithUndo, restoreMessage } from '../../src/messages/deleted-messages';
import { requireMessage } from '../../src/messages/find';
import { create } from '../../src/messages/messages';
import { found, person, share } from '../search/searchers';
import { testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { gif, png } from '../support/pictures';

const ON = { PHOTO_WORDS: 'on' };
const OCR = join(import.meta.dir, 'ocr');

async function sendPhoto(app: App, sender: User, content: string, name: string) {
  const bytes = await Bun.file(join(OCR, `${name}.jpg`)).bytes();
  return sendBytes(app, sender, content, bytes, 'image/jpeg');
}

async function sendBytes(app: App, sender: User, content: string, bytes: Uint8Array, type = 'image/png') {
  const { id } = await storeUpload(app, sender, { bytes: new Uint8Array(bytes), type, name: null });
  return { photo: id, message: create(app, sender, { content, source: 'sms', mediaIds: [id] }) };
}

async function readAll(app: App) {
  for (let left = countUnreadPhotos(app) + 5; left > 0 && countUnreadPhotos(app) > 0; left--)
    await readNextPhoto(app, { upMs: 0 }); // the process of the tests may have been up for longer
}

const mediaOf = (app: App, user: User, message: number) => requireMessage(app, user, message).media[0]!;

test('the words in a photo are found by those who see its message, and by nobody else', async () => {
  await using app = testApp(ON);
  const [a, b, c] = [person(app, ann), person(app, bob), person(app, cho)];
  share(app, a, 'house', b);
  const { photo, message } = await sendPhoto(app, a, 'Boarding pass #house', 'screen-3');
  expect(await found(app, a, 'okonkwo')).toEqual([]);
  const version = () => app.db.$client.query('select version from users where id = ?').get(b.id);
  const before = version();
  await readAll(app);
  expect(version()).not.toEqual(before);
  expect(mediaOf(app, b, message)).toMatchObject({ alt: null, words: expect.stringContaining('OKONKWO') });
  for (const user of [a, b]) {
    expect(await found(app, user, 'okonkwo')).toHaveLength(1);
    expect(await found(app, user, 'munich manchester boarding pass')).toHaveLength(1);
    expect(await found(app, user, '"munich to manchester"')).toHaveLength(1);
    expect(await found(app, user, 'okonkwa')).toHaveLength(1); // a typo
  }
  expect(await found(app, c, 'okonkwo')).toEqual([]);
  expect(() => photoWordsOf(app, c, photo)).toThrow('Media not found');

  const { slant, lines } = photoWordsOf(app, b, photo);
  expect(slant).toBe(0);
  const munich = lines.flat().find(({ text }) => text === 'Munich')!;
  const manchester = lines.flat().find(({ text }) => text === 'Manchester')!;
  expect(munich.y).toBeCloseTo(manchester.y, 1);
  expect(munich.x + munich.width / 2).toBeLessThan(manchester.x - manchester.width / 2);

  deleteWithUndo(app, [message]);
  expect(await found(app, a, 'okonkwo')).toEqual([]);
  restoreMessage(app, a, message);
  expect(await found(app, a, 'okonkwo')).toHaveLength(1);
}, 240_000);

test('a photo that is slanted or upside down is read, and its words are marked where they are', async () => {
  await using app = testApp(ON);
  const a = person(app, ann);
  const slanted = await sendPhoto(app, a, 'A letter', 'turned-8');
  let upsideDown = await sendPhoto(app, a, 'A receipt', 'turned-180');
  await readAll(app);
  // on a busy machine, reading takes more processor time, so the time limit for a picture can end before the
  // picture is turned
  for (let n = 0; n < 5 && (await found(app, a, 'croissant')).length === 0; n++) {
    upsideDown = await sendPhoto(app, a, 'A receipt', 'turned-180');
    await readAll(app);
  }
  expect(await found(app, a, 'inspection of the smoke alarms')).toEqual(['A letter']);
  expect(await found(app, a, 'croissant')).toEqual(['A receipt']);

  const letter = photoWordsOf(app, a, slanted.photo);
  expect(Math.abs(letter.slant - 8)).toBeLessThan(1.5);
  const dear = letter.lines.flat().find(({ text }) => text === 'Dear')!;
  const office = letter.lines.flat().find(({ text }) => text === 'Office')!;
  expect([dear.x, dear.y]).toEqual([expect.closeTo(0.17, 1), expect.closeTo(0.17, 1)]);
  expect([office.x, office.y]).toEqual([expect.closeTo(0.69, 1), expect.closeTo(0.8, 1)]);

  const receipt = photoWordsOf(app, a, upsideDown.photo);
  expect(Math.abs(Math.abs(receipt.slant) - 180)).toBeLessThan(1.5);
  const [first, last] = [receipt.lines[0]![0]!, receipt.lines.at(-1)![0]!];
  expect(first.y).toBeGreaterThan(last.y); // the first line is at the bottom
}, 240_000);

test('the alternative text of the sender goes before the words, and is found too', async () => {
  await using app = testApp(ON);
  const [a, b, c] = [person(app, ann), person(app, bob), person(app, cho)];
  share(app, a, 'house', b);
  const { photo, message } = await sendBytes(app, a, 'Look #house', png(4, 3));
  const words = 'NO PARKING\nMonday';
  app.db.$client.run('update media set words = ?', [words]); // as if the photo had been read
  expect(describe(app, a, { id: photo, alt: '  Our zebra <b>mural</b> ' })).toMatchObject({
    alt: 'Our zebra <b>mural</b>',
    words,
  });
  expect(mediaOf(app, b, message).alt).toBe('Our zebra <b>mural</b>');
  expect(await found(app, b, 'zebra')).toHaveLength(1);
  expect(await found(app, b, 'parking')).toHaveLength(1);
  expect(() => describe(app, b, { id: photo, alt: 'Mine' })).toThrow('Only the sender');
  expect(() => describe(app, c, { id: photo, alt: 'Mine' })).toThrow('Media not found');
  describe(app, a, { id: photo, alt: '' });
  expect(mediaOf(app, b, message).alt).toBeNull();
  expect(await found(app, b, 'zebra')).toEqual([]);
});

test('pictures without words and pictures made to do harm are marked as read', async () => {
  await using app = testApp(ON);
  const a = person(app, ann);
  const send = (bytes: Uint8Array, type?: string) => sendBytes(app, a, 'Picture', bytes, type);
  const sent = [
    await send(png(1, 1)),
    await send(png(1, 10_000)),
    await send(png(4_000, 3_000)),
    await send(gif(3), 'image/gif'),
  ];
  const broken = await send(png(30, 30));
  const missing = await send(png(31, 31));
  const file = (photo: number) =>
    filePath(
      app,
      app.db.$client.query<{ file: string }, [number]>('select file from media where id = ?').get(photo)!
        .file,
    );
  writeFileSync(file(broken.photo), 'no picture');
  rmSync(file(missing.photo));
  const ended = await sendPhoto(app, a, 'Ended the process three times', 'dark-3');
  app.db.$client.run('update media set words_attempts = 3 where id = ?', [ended.photo]);
  await readAll(app);
  expect(countUnreadPhotos(app)).toBe(0);
  for (const { photo, message } of [...sent, broken, missing, ended]) {
    expect(photoWordsOf(app, a, photo)).toEqual({ slant: 0, lines: [] });
    expect(mediaOf(app, a, message).words).toBeNull();
  }
}, 240_000);

test('a photo whose reading was cut off by a stop or a kill is read again', async () => {
  await using app = testApp(ON);
  const a = person(app, ann);
  // reading this photo takes longer than noticing the stop
  const { photo } = await sendPhoto(app, a, 'Boarding pass', 'screen-3');
  const reading = readNextPhoto(app, { upMs: 0 });
  const attempts = app.db.$client.query('select words_attempts as n, words from media where id = ?');
  expect(attempts.get(photo)).toEqual({ n: 1, words: null });
  app.stopping = true; // simulates a server that stops
  await reading;
  expect(attempts.get(photo)).toEqual({ n: 0, words: null });
  expect(isReading(app)).toBe(false);
  app.stopping = false;
  app.db.$client.run('update media set words_attempts = 1'); // simulates a kill in the middle of an attempt
  await readAll(app);
  expect(attempts.get(photo)).toEqual({ n: 2, words: expect.stringContaining('OKONKWO') });
}, 240_000);

test('a photo that was given up is read once more when the server has run for a while', async () => {
  await using app = testApp(ON);
  const { photo } = await sendPhoto(app, person(app, ann), 'Boarding pass', 'screen-3');
  app.db.$client.run("update media set words = '', words_attempts = 3");
  const row = app.db.$client.query('select words_attempts as n, words from media where id = ?');
  await readNextPhoto(app, { upMs: 60_000 });
  expect(row.get(photo)).toEqual({ n: 3, words: '' });
  await readNextPhoto(app, { upMs: 3_600_000 });
  expect(row.get(photo)).toEqual({ n: 4, words: expect.stringContaining('OKONKWO') });
}, 240_000);

test('with PHOTO_WORDS=off no photo is read', async () => {
  await using app = testApp({ PHOTO_WORDS: 'off' });
  const a = person(app, ann);
  await sendPhoto(app, a, 'Pass', 'screen-3');
  await readNextPhoto(app);
  expect(countUnreadPhotos(app)).toBe(1);
  expect(isReading(app)).toBe(false);
});
