import { afterAll, beforeAll, expect, test } from 'bun:test';
import { users } from '../../db/schema';
import { procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { receiveText } from '../../src/texting/inbound';
import { createCaller } from '../../src/trpc';
import { ACCESS } from './access';
import { build, CALLERS, type Caller, type World } from './world';

/**
 * A poll is answered "unchanged" by the version of its caller alone, so the version has to change with all that
 * the caller sees, whoever changed it, and with nothing else. Here the oracle is what everybody really sees.
 */

const calls = procedureCalls(appRouter);
const polls = calls.filter(({ type, meta }) => type === 'query' && meta.versioned);
const commands = calls.filter(({ type }) => type === 'mutation').map(({ name }) => name);

/** Commands after which every screen shows what it showed before. */
const UNSEEN = [
  'auth.login',
  'auth.verify',
  'auth.logout',
  'invites.submit',
  'search.embed',
  'admin.testBroadcast',
  'admin.broadcast',
  'admin.stopBroadcast',
  'admin.retryDownload',
  'simulator.release',
  'simulator.setDelivery',
];

let world: World;
let before: Views;
beforeAll(async () => {
  world = await build();
  before = await look();
});
afterAll(() => world[Symbol.asyncDispose]());

type Views = Map<number, { version: number; seen: string }>;

const callerOf = (user: typeof users.$inferSelect | null) =>
  createCaller(appRouter)({
    app: world.app,
    user,
    cookie: null,
    resHeaders: new Headers(),
    address: null,
  }) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

async function make(user: typeof users.$inferSelect | null, name: string, input: unknown): Promise<unknown> {
  const [noun = '', verb = ''] = name.split('.');
  return callerOf(user)[noun]?.[verb]?.(input);
}

/** What each account's polls answer at this moment, and the version they go by. */
async function look(): Promise<Views> {
  const views: Views = new Map();
  for (const user of world.app.db.select().from(users).all()) {
    const seen: unknown[] = [];
    const tags = (await make(user, 'boards.tags', undefined)) as string[];
    const shared = (await make(user, 'boards.shared', undefined)) as { name: string }[];
    for (const poll of polls) {
      const named = /\{(tag|name)\}/.exec(poll.path)?.[1];
      const inputs = named
        ? [...tags, ...shared.map(({ name }) => name)].map((tag) => ({ [named]: tag }))
        : [{}];
      for (const input of inputs)
        seen.push(
          poll.name,
          input,
          await make(user, poll.name, input).catch((error: Error) => error.message),
        );
    }
    views.set(user.id, { version: user.version, seen: JSON.stringify(seen) });
  }
  return views;
}

/** Does something and undoes it; answers whose version and whose view it has changed, of those who are still there. */
async function changedBy(act: () => unknown) {
  const sqlite = world.app.db.$client;
  sqlite.run('begin immediate');
  try {
    await Promise.resolve()
      .then(act)
      .catch(() => {}); // who is refused must not have changed anything either
    const after = await look();
    const still = [...before].filter(([id]) => after.has(id));
    return {
      versions: still.filter(([id, { version }]) => after.get(id)?.version !== version).map(([id]) => id),
      views: still.filter(([id, { seen }]) => after.get(id)?.seen !== seen).map(([id]) => id),
    };
  } finally {
    if (sqlite.inTransaction) sqlite.run('rollback');
  }
}

const fresh = (caller: Caller) =>
  caller === 'nobody'
    ? null
    : (world.app.db
        .select()
        .from(users)
        .all()
        .find(({ id }) => id === world.users[caller as keyof World['users']]?.id) ?? null);

for (const command of commands)
  test(`${command} changes the versions of those who see a change, and of nobody else`, async () => {
    let changes = 0;
    for (const one of ACCESS[command] ?? [])
      for (const caller of CALLERS) {
        const { versions, views } = await changedBy(() =>
          make(fresh(caller), command, one.input?.(world, caller) ?? {}),
        );
        expect({ what: one.what, caller, versions }).toEqual({ what: one.what, caller, versions: views });
        changes += views.length;
      }
    expect({ command, unseen: changes === 0 }).toEqual({ command, unseen: UNSEEN.includes(command) });
  });

test('a text changes the versions of those who see a change, and of nobody else', async () => {
  const { phones } = world;
  const texts = [
    { from: phones.sender, body: 'Another lamp #house', seenBy: 4 },
    { from: phones.sender, body: 'A secret #diary', seenBy: 1 },
    { from: phones.stranger, body: 'Without a tag', seenBy: 1 },
    { from: phones.stranger, body: 'STOP', seenBy: 0 },
    { from: phones.stranger, body: 'HELP', seenBy: 0 },
    { from: '+12025550101', body: 'Hello? #new', seenBy: 0 },
  ];
  for (const [n, { from = '', body, seenBy }] of texts.entries()) {
    const { versions, views } = await changedBy(() =>
      receiveText(world.app, { sid: `SM${n}`, from, body, media: [] }),
    );
    expect({ body, versions, seenBy: views.length }).toEqual({ body, versions: views, seenBy });
  }
});
