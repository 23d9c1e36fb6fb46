import { expect, test } from 'bun:test';
import type { User } from '../../db/schema';
import { convertAndInvite, createSharedBoard, invite } from '../../src/boards/sharing';
import { procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { create } from '../../src/messages/messages';
import { createCaller } from '../../src/trpc';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { ensureUser } from '../support/people';
import { watchStatements } from '../support/statements';
import { ACCESS } from './access';
import { build, waysOf } from './world';

/** What a plan may walk from end to end: lists that were handed in, and what the statement itself has found. */
const NO_TABLE = /VIRTUAL TABLE|CONSTANT ROW|^SCAN \(?(subquery|SUBQUERY|UNION)/;

/** An operator asks about everybody, and the simulator is played with alone: theirs may walk whole tables. */
const seldom = (name: string) =>
  name.startsWith('simulator.') ||
  ACCESS[name]?.every(({ answers }) => 'others' in answers && answers.others === 403);

/** Statements of all others that look at a whole table, each with the reason why it may. */
const WHOLE_TABLE: Record<string, RegExp> = {
  'a table of one row': /from embedding_source$/,
  'whether anything waits to be indexed: the first row says it': /^select 1 from search_queue limit 1$/,
  'the first messages that wait to be indexed': /from search_queue order by message_id limit \$limit$/,
};

test('every call reaches what it reads and changes by an index', async () => {
  using statements = watchStatements();
  await using world = await build();
  statements.plans.clear();
  for (const call of procedureCalls(appRouter).filter(({ name }) => !seldom(name)))
    for (const one of ACCESS[call.name] ?? [])
      for (const caller of ['sender', 'owner'] as const)
        await waysOf(world, call).trpc(caller, one.input?.(world, caller) ?? {});
  const walks = [...statements.plans]
    .filter(([sql]) => !Object.values(WHOLE_TABLE).some((excuse) => excuse.test(sql)))
    .flatMap(([sql, plan]) => plan.map((step) => ({ step, sql })))
    .filter(({ step }) => step.startsWith('SCAN') && !NO_TABLE.test(step));
  expect(walks).toEqual([]);
  expect(statements.plans.size).toBeGreaterThan(50);
});

/** Ann with so many of everything: messages, private boards, shared boards of few members, and one of many. */
function fill(app: TestApp, size: number): User {
  const user = ensureUser(app, ann);
  ensureUser(app, bob);
  createSharedBoard(app, user, 'house');
  for (let n = 0; n < size; n++) {
    const phone = `+1202555${String(1000 + n)}`;
    ensureUser(app, { firstName: 'Member', lastName: `${n}`, phone });
    invite(app, user, 'house', phone);
    create(app, user, { content: `Note ${n} #house #food #tag-${n}`, source: 'ui' });
  }
  convertAndInvite(app, user, 'tag-0', bob.phone);
  return user;
}

test('lists, counts and members take the same few statements, whatever the number of rows', async () => {
  using statements = watchStatements();
  const counts: Record<string, number>[] = [];
  for (const size of [3, 30]) {
    await using app = testApp();
    const user = fill(app, size);
    const caller = createCaller(appRouter)({
      app,
      user,
      cookie: null,
      resHeaders: new Headers(),
      address: null,
    });
    const reads: Record<string, () => Promise<unknown[] | object>> = {
      'messages.list': () => caller.messages.list({}),
      'messages.list, a page': () => caller.messages.list({ limit: 50 }),
      'messages.byTag': () => caller.messages.byTag({ tag: 'food' }),
      'messages.onSharedBoard': () => caller.messages.onSharedBoard({ name: 'house' }),
      'boards.tags': () => caller.boards.tags(),
      'boards.tagsWithCounts': () => caller.boards.tagsWithCounts(),
      'boards.shared': () => caller.boards.shared(),
      'boards.sharedWithCounts': () => caller.boards.sharedWithCounts(),
      'boards.members': () => caller.boards.members({ name: 'house' }),
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
