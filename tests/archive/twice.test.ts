import { expect, test } from 'bun:test';
import { recognise } from '../../src/archive/formats/formats';
import { importFile, lookAtFile } from '../../src/archive/import';
import { readMessages } from '../../src/archive/reading';
import { createTally } from '../../src/archive/tally';
import { allMessages } from '../../src/messages/lists';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { ensureUser } from '../support/people';
import { FIXTURES, fixturePath, openFixture } from './fixtures';

/** Read by the same readers as others, so reading them twice is enough, without a process and a database. */
const ALIKE =
  /^(instapaper-2016|wallabag|linkwarden|omnivore\.json|readwise|matter|onetab|addresses|chrome|firefox|x-|koreader|kobo|google-t|trello)/;

test('each message has an id of its own, which a second reading gives it again', async () => {
  for (const name of Object.keys(FIXTURES)) {
    const read = async (): Promise<string[]> => {
      const bundle = await openFixture(name);
      const format = await recognise(bundle);
      const entries = format.entries(bundle, { zone: 'UTC', phone: ann.phone, groups: null });
      const options = { tally: createTally(), groups: null, now: Date.now(), only: null };
      const batches = await Array.fromAsync(readMessages(format, entries, options));
      return batches.flat().map(({ id }) => id);
    };
    const ids = await read();
    expect([name, ids.length > 0, new Set(ids).size]).toEqual([name, true, ids.length]);
    expect([name, ...(await read())]).toEqual([name, ...ids]);
  }
});

for (const name of Object.keys(FIXTURES).filter((name) => !ALIKE.test(name)))
  test(`${name} can be stored, and a second import of it adds and changes nothing`, async () => {
    await using app = testApp();
    const as = ensureUser(app, ann);
    const list = () =>
      allMessages(app, as).map(({ content, tags, timestamp }) => ({ content, tags, timestamp }));
    const isOfChats = /whatsapp|telegram|sms|voice|imessage|signal/.test(name);
    const groups = isOfChats ? (await lookAtFile(app, fixturePath(name), { as })).groups : [];
    const options = { as, names: groups.map(({ id }) => id) };
    const first = await importFile(app, fixturePath(name), options);
    expect([first.messages > 0, first.known]).toEqual([true, 0]);
    const stored = list();
    const second = await importFile(app, fixturePath(name), options);
    expect([second.messages, second.known]).toEqual([0, first.messages]);
    expect(list()).toEqual(stored);
    expect(app.db.$client.query('select 1 from outbox').get()).toBeNull();
  });

test('the export of a service in two formats does not bring a link twice', async () => {
  await using app = testApp();
  const as = ensureUser(app, ann);
  await importFile(app, fixturePath('pocket/part_000000.csv'), { as });
  await importFile(app, fixturePath('pocket-zip'), { as });
  const before = allMessages(app, as).length;
  expect(await importFile(app, fixturePath('pocket-zip/part_000001.csv'), { as })).toMatchObject({
    messages: 0,
    known: 1,
  });
  expect(allMessages(app, as)).toHaveLength(before);
});
