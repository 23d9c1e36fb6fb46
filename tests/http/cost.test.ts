import { expect, test } from 'bun:test';
import { boardInvites, type User } from '../../db/schema';
import { createCaller } from '../../src/app/trpc';
import { convertAndInvite, createSharedBoard, invite } from '../../src/boards/sharing';
import { procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { addMessage, create } from '../../src/messages/messages';
import { receiveText } from '../../src/texting/inbound';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { ensureUser } from '../support/people';
import { watchStatements } from '../support/statements';
import { ACCESS } from './access';
import { build, contextOf, sendersOf } from './world';

/** Such calls are rare and may scan whole tables. */
const isRare = (name: string) =>
  name.startsWith('simulator.') ||
  ACCESS[name]?.every(({ answers }) => 'others' in answers && answers.others === 403);

/** Statements that may scan a table in any call. Each key says why the scan is cheap. */
const MAY_SCAN: Record<string, RegExp> = {
  'the table has a row or two': /from (embedding_models\s+where removed = 0|restores|lines)$/,
  'the first row tells if there are webhooks, once': /^select 1 from hooks limit 1$/,
  'the first row tells if messages wait to be indexed': /^select 1 from search_queue limit 1$/,
  'the first messages that wait to be indexed': /from search_queue order by message_id limit \+\$limit$/,
};

test('calls scan no table but the listed ones', async () => {
  using statements = watchStatements();
  await using world = await build();
  statements.plans.clear();
  for (const call of procedureCalls(appRouter).filter(({ name }) => !isRare(name)))
    for (const one of ACCESS[call.name] ?? [])
      for (const caller of ['sender', 'owner'] as const)
        await sendersOf(world, call).trpc(caller, one.input?.(world, caller) ?? {});
  expect(statements.listScans(MAY_SCAN)).toEqual([]);
  expect(statements.plans.size).toBeGreaterThan(50);
});

function fill(app: TestApp, size: number): User {
  const user = ensureUser(app, ann);
  ensureUser(app, bob);
  const house = createSharedBoard(app, user, 'house').id;
  for (let n = 0; n < size; n++) {
    const phone = `+1202555${String(1000 + n)}`;
    ensureUser(app, { firstName: 'Member', lastName: `${n}`, phone });
    invite(app, user, 'house', phone);
    const times = { expiresAt: app.now() + 1e6, createdAt: n };
    const pending = { boardId: house, phone: `${phone}0`, inviterId: user.id, ...times };
    app.db.insert(boardInvites).values(pending).run();
    create(app, user, { content: `Message ${n} #house #food #tag-${n}`, source: 'ui' });
  }
  convertAndInvite(app, user, 'tag-0', bob.phone);
  return user;
}

test('a list takes the same few statements for any number of rows', async () => {
  using statements = watchStatements();
  const counts: Record<string, number>[] = [];
  for (const size of [3, 30]) {
    await using app = testApp();
    const user = fill(app, size);
    const caller = createCaller(appRouter)(contextOf(app, user));
    const reads: Record<string, () => Promise<unknown[] | object>> = {
      'messages.list': () => caller.messages.list({}),
      'messages.list, a page': () => caller.messages.list({ limit: 50 }),
      'messages.polledPage': async () => (await caller.messages.polledPage({ limit: 50 })).messages,
      'messages.byTag': () => caller.messages.byTag({ tag: 'food' }),
      'messages.onSharedBoard': () => caller.messages.onSharedBoard({ name: 'house' }),
      'boards.tags': () => caller.boards.tags(),
      'boards.tagsWithCounts': () => caller.boards.tagsWithCounts(),
      'boards.shared': () => caller.boards.shared(),
      'boards.sharedWithCounts': () => caller.boards.sharedWithCounts(),
      'boards.members': () => caller.boards.members({ name: 'house' }),
      'invites.ofBoard': () => caller.invites.ofBoard({ name: 'house' }),
      'boards.people': () => caller.boards.people(),
      'boards.tagRemoval': () => caller.boards.tagRemoval({ tag: 'food' }),
      'notifications.preferences': () => caller.notifications.preferences(),
    };
    const count: Record<string, number> = {};
    for (const [name, read] of Object.entries(reads)) {
      statements.takeRun();
      const rows = await read();
      if (Array.isArray(rows)) expect(rows.length).toBeGreaterThan(0);
      count[name] = statements.takeRun().length;
    }
    counts.push(count);
  }
  expect(counts[1]).toEqual(counts[0]!);
  expect(Math.max(...Object.values(counts[0]!))).toBeLessThan(10);
});

test('storing a message and receiving a text take few statements', async () => {
  using statements = watchStatements();
  await using app = testApp();
  const user = ensureUser(app, ann);
  const text = (n: number) => ({ sid: `SM${n}`, from: ann.phone, body: `Text ${n} #food`, media: [] });
  const run = (act: () => unknown) => {
    statements.takeRun();
    act();
    return statements.takeRun();
  };
  const store = () => addMessage(app, user, { content: 'Ramen', tags: ['food'] });
  store(); // creates the board
  expect(run(store).length).toBeLessThan(15);
  receiveText(app, text(1)); // is answered with a welcome text
  const received = run(() => receiveText(app, text(2)));
  expect(received.length).toBeLessThan(25);
  const continued = received.find((sql) => sql.includes('left join acts'));
  expect(statements.plans.get(continued!)).toContainEqual(expect.stringContaining('INDEX acts_cut'));
});
