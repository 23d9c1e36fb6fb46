import { afterAll, beforeAll, expect, test } from 'bun:test';
import { users } from '../../db/schema';
import { createCaller } from '../../src/app/trpc';
import type { PolledPage } from '../../src/contract/messages';
import { procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { findUser } from '../../src/people/users';
import { receiveText } from '../../src/texting/inbound';
import { mergePage } from '../../web/messages/feed/merge-page';
import { words } from '../support/words';
import { ACCESS } from './access';
import { build, CALLERS, type Caller, contextOf, hasAccount, type World } from './world';

/** If the version of a caller is unchanged, the answer to the caller's poll is "unchanged". */

const calls = procedureCalls(appRouter);
const polls = calls.filter(
  ({ name, type, meta }) => type === 'query' && meta.versioned && name !== 'messages.polledPage',
);
const commands = calls.filter(({ type }) => type === 'mutation').map(({ name }) => name);

const INVISIBLE = words`
  pages.show auth.login auth.verify auth.logout auth.redeemLink signInByText.start
  signInByText.finish provider.start provider.finish provider.remove auth.endDevice
  auth.endOtherDevices passkeys.startAdding passkeys.add passkeys.remove passkeys.startSignIn
  passkeys.signIn proof.sendCode phone.sendCode phone.change proof.byCode proof.startPasskey proof.byPasskey reminders.renewCalendar
  reminders.endCalendar notesByMail.renew notesByMail.end feeds.renew feeds.end
  hooks.create hooks.change hooks.rotate hooks.remove hooks.sendAgain hooks.test push.subscribe push.change push.remove push.hideOffer push.test tokens.create programs.allow
  tokens.revoke imports.start imports.undo imports.remove invites.submit search.embed admin.endSignIns
  admin.blockNumber admin.unblockNumber boards.unblockPerson
  admin.testBroadcast admin.broadcast admin.stopBroadcast admin.retryDownload admin.decideHeldTexts
  mail.setByMail mail.removeAddress admin.checkLine admin.repairLine admin.closeNewNumber simulator.release simulator.setDelivery demo.start`;

let world: World;
let before: Views;
beforeAll(async () => {
  world = await build();
  before = await readViews();
});
afterAll(async () => {
  // the tests undo changes inside the database, so this finds changes that a command made outside of the database
  expect(await readViews()).toEqual(before);
  await world[Symbol.asyncDispose]();
});

type Views = Map<number, { version: number; seen: string; pages: Map<string | undefined, PolledPage> }>;

const trpcCallerFor = (user: typeof users.$inferSelect | null) =>
  createCaller(appRouter)(contextOf(world.app, user)) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;

async function call(user: typeof users.$inferSelect | null, name: string, input: unknown): Promise<unknown> {
  const [noun = '', verb = ''] = name.split('.');
  return trpcCallerFor(user)[noun]?.[verb]?.(input);
}

async function readViews(): Promise<Views> {
  const views: Views = new Map();
  for (const user of world.app.db.select().from(users).all()) {
    const seen: unknown[] = [];
    const tags = (await call(user, 'boards.tags', undefined)) as string[];
    const shared = (await call(user, 'boards.shared', undefined)) as { name: string }[];
    for (const poll of polls) {
      const named = /\{(tag|name)\}/.exec(poll.path)?.[1];
      const inputs = named
        ? [...tags, ...shared.map(({ name }) => name)].map((tag) => ({ [named]: tag }))
        : [{}];
      for (const input of inputs)
        seen.push(
          poll.name,
          input,
          await call(user, poll.name, input).catch((error: Error) => error.message),
        );
    }
    const pages: [string | undefined, PolledPage][] = [];
    for (const tag of [undefined, ...tags, ...shared.map(({ name }) => name)])
      pages.push([tag, (await call(user, 'messages.polledPage', { tag })) as PolledPage]);
    views.set(user.id, { version: user.version, seen: JSON.stringify(seen), pages: new Map(pages) });
  }
  return views;
}

/**
 * Merges the answer to a poll into each open page. Expects that the page then shows the same as a new page.
 */
async function expectMergedPages(after: Views) {
  for (const user of world.app.db.select().from(users).all())
    for (const [tag, page] of after.get(user.id)?.pages ?? []) {
      const open = before.get(user.id)?.pages.get(tag);
      if (!open) continue;
      const news = (await call(user, 'messages.polledPage', { tag, after: open.after })) as PolledPage;
      expect(mergePage(open.messages, news)).toEqual(page.messages);
    }
}

/** Runs `act` and undoes its changes. */
async function changedBy(act: () => unknown) {
  const sqlite = world.app.db.$client;
  const countWrites = sqlite.query<{ rows: number }, []>('select total_changes() as rows');
  sqlite.run('begin immediate');
  try {
    const writes = countWrites.get()?.rows;
    await Promise.resolve()
      .then(act)
      .catch(() => {}); // a refused call must not change anything either
    if (countWrites.get()?.rows === writes) return { versions: [], views: [] };
    const after = await readViews();
    await expectMergedPages(after);
    const remaining = [...before].filter(([id]) => after.has(id));
    return {
      versions: remaining.filter(([id, { version }]) => after.get(id)?.version !== version).map(([id]) => id),
      views: remaining.filter(([id, { seen }]) => after.get(id)?.seen !== seen).map(([id]) => id),
    };
  } finally {
    if (sqlite.inTransaction) sqlite.run('rollback');
  }
}

const currentUser = (caller: Caller) =>
  hasAccount(caller) ? findUser(world.app, world.users[caller].id) : null;

for (const command of commands)
  test(`${command} changes the versions of exactly those who see a change`, async () => {
    let changes = 0;
    for (const one of ACCESS[command] ?? [])
      for (const caller of CALLERS) {
        const { versions, views } = await changedBy(() =>
          call(currentUser(caller), command, one.input?.(world, caller) ?? {}),
        );
        const { about } = one;
        expect({ about, caller, versions }).toEqual({ about, caller, versions: views });
        changes += views.length;
      }
    expect(changes === 0, 'invisible').toBe(INVISIBLE.includes(command));
  });

test('a text changes the versions of exactly those who see a change', async () => {
  const { phones } = world;
  const texts = [
    { from: phones.sender, body: 'Another lamp #house', seenBy: 4 },
    { from: phones.sender, body: 'A secret #diary', seenBy: 1 },
    { from: phones.stranger, body: 'Without a tag', seenBy: 1 },
    { from: phones.stranger, body: 'STOP', seenBy: 1 },
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
