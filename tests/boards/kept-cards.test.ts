import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { boards, media, messages, type User } from '../../db/schema';
import { VisibleError } from '../../src/app/errors';
import { deleteSharedBoard, removeMember } from '../../src/boards/leaving';
import { markAllSeen, markSeen, pinBoard } from '../../src/boards/marks';
import { renamePrivate } from '../../src/boards/naming';
import { convertAndInvite, invite } from '../../src/boards/sharing';
import { deleteAccount } from '../../src/messages/delete-account';
import { restoreMessage, restoreTag } from '../../src/messages/deleted-messages';
import { edit } from '../../src/messages/editing';
import { create } from '../../src/messages/messages';
import { removeOwnMessage, removeTag, takeOffBoard } from '../../src/messages/removal';
import { type TestApp, testApp } from '../support/app';
import { wronglyKept } from '../support/board-cards';
import { ann, bob, cho } from '../support/cast';
import { ensureUser } from '../support/people';

const PEOPLE = [ann, bob, cho];
const TAGS = ['a', 'b', 'house'];
const CONTENTS = ['x', 'نص من اليمين #b', '🌲'.repeat(300), 'long #house '.repeat(40), '"\\\n#x'];

function addFile(app: TestApp, user: User, n: number, messageId: number | null): number {
  const [type, file] = [n % 3 ? 'image/png' : 'text/plain', n % 4 ? `file-${n}` : null];
  const row = {
    userId: user.id,
    messageId,
    position: n,
    type,
    file,
    words: n % 2 ? '' : 'STOP',
    createdAt: 0,
  };
  return app.db.insert(media).values(row).returning({ id: media.id }).get().id;
}

const ACTS: Record<string, (app: TestApp, by: User, n: number, m: number) => unknown> = {
  post: (app, by, n, m) =>
    create(app, by, {
      content: CONTENTS[m % CONTENTS.length]!,
      tags: [TAGS[n % TAGS.length]!, TAGS[m % TAGS.length]!],
      source: n % 2 ? 'sms' : 'ui',
      mediaIds: n % 5 === 0 ? [addFile(app, by, m, null)] : [],
      at: app.now() - (m % 7) * 1000, // some messages are older than the newest
    }),
  edit: (app, by, n, m) =>
    edit(app, by, messageOf(app, n), {
      content: CONTENTS[m % CONTENTS.length],
      ...(m % 2 && { tags: [TAGS[m % 3]!] }),
    }),
  remove: (app, by, n) => removeOwnMessage(app, by, messageOf(app, n)),
  removeTag: (app, by, n) => removeTag(app, by, TAGS[n % TAGS.length]!),
  restore: (app, by, n) => restoreMessage(app, by, n),
  restoreTag: (app, by, n) => restoreTag(app, by, TAGS[n % TAGS.length]!),
  takeOff: (app, by, n, m) => takeOffBoard(app, by, sharedOf(app, m), messageOf(app, n)),
  share: (app, by, n, m) => convertAndInvite(app, by, TAGS[n % TAGS.length]!, PEOPLE[m % 3]!.phone),
  invite: (app, by, n, m) => invite(app, by, TAGS[n % TAGS.length]!, PEOPLE[m % 3]!.phone),
  leave: (app, by, n) => removeMember(app, by, sharedOf(app, n), by.id),
  deleteShared: (app, by, n) => deleteSharedBoard(app, by, sharedOf(app, n)),
  rename: (app, by, n, m) => renamePrivate(app, by, TAGS[n % TAGS.length]!, TAGS[m % TAGS.length]!),
  see: (app, by, n, m) => markSeen(app, by, TAGS[n % TAGS.length]!, m),
  seeAll: (app, _, n) => markAllSeen(app, [messageOf(app, n)]),
  pin: (app, by, n, m) => pinBoard(app, by, TAGS[n % TAGS.length]!, m % 2 === 0),
  addFile: (app, by, n, m) => addFile(app, by, m, messageOf(app, n) || null),
  download: (app, _, n) =>
    changeFile(app, n, { file: `download-${n}`, type: 'image/jpeg', width: n, height: 9 }),
  describe: (app, _, n, m) => changeFile(app, n, { alt: `"${m}"`, words: 'EXIT', placeholder: 'abc' }),
  deleteFile: (app, _, n) => app.db.delete(media).where(eq(media.id, n)).run(),
  deleteAccount: (app, by) => deleteAccount(app, by),
};

const messageOf = (app: TestApp, n: number) =>
  nthId(app.db.select({ id: messages.id }).from(messages).all(), n);
const sharedOf = (app: TestApp, n: number) =>
  nthId(app.db.select({ id: boards.id }).from(boards).where(eq(boards.shared, true)).all(), n);
const nthId = (rows: { id: number }[], n: number) => rows[n % rows.length]?.id ?? 0;

const changeFile = (app: TestApp, id: number, columns: Partial<typeof media.$inferInsert>) =>
  app.db.update(media).set(columns).where(eq(media.id, id)).run();

const act = fc.record({
  name: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('post', 'share', 'invite', 'removeTag', 'restoreTag') },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(ACTS)) },
  ),
  by: fc.nat(2),
  n: fc.nat(40),
  m: fc.nat(40),
});

test('after any acts, the stored cards of boards agree with messages and files', async () => {
  await using app = testApp();
  const done = new Set<string>();
  const play = (acts: { name: string; by: number; n: number; m: number }[]) => {
    const sqlite = app.db.$client;
    sqlite.run('begin');
    try {
      for (const { name, by, n, m } of acts) {
        app.clock.advance(500);
        for (const person of PEOPLE) ensureUser(app, person); // their accounts may have been deleted
        sqlite.run('savepoint act');
        try {
          ACTS[name]!(app, ensureUser(app, PEOPLE[by]!), n, m);
          done.add(name);
        } catch (error) {
          if (!(error instanceof VisibleError)) throw error;
          sqlite.run('rollback to act');
        }
        sqlite.run('release act');
        expect(wronglyKept(app)).toEqual([]);
      }
    } finally {
      sqlite.run('rollback');
    }
  };
  fc.assert(fc.property(fc.array(act, { minLength: 30, maxLength: 60 }), play), {
    numRuns: 100,
    seed: 1,
    endOnFailure: true,
  });
  expect([...done].sort()).toEqual(Object.keys(ACTS).sort());
});
