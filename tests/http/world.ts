import { eq } from 'drizzle-orm';
import { imports, previews, reminders, sessions, type User } from '../../db/schema';
import type { App } from '../../src/app/app';
import type { Context } from '../../src/app/trpc';
import { requireBoard } from '../../src/boards/boards';
import { enclosureUrl, findFeed, renewFeed } from '../../src/boards/feeds';
import { inviteByText, listBoardInvites } from '../../src/boards/invites/board-invites';
import { removeMember } from '../../src/boards/leaving';
import { setList } from '../../src/boards/marks';
import { addGuestLink } from '../../src/boards/pages/guest-links';
import { showOwn } from '../../src/boards/pages/open-boards';
import { publish } from '../../src/boards/pages/pages';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { hookInput } from '../../src/contract/hooks';
import type { TokenScope } from '../../src/contract/tokens';
import type { Call } from '../../src/http/calls';
import { serve } from '../../src/http/server';
import { storeUpload } from '../../src/media/media';
import { deleteAccount } from '../../src/messages/delete-account';
import { createHook, listDeliveries, sendTest } from '../../src/messages/hooks/hooks';
import { create } from '../../src/messages/messages';
import { react } from '../../src/messages/reactions';
import { removeOwnMessage, removeTag } from '../../src/messages/removal';
import { setDigest } from '../../src/notices/digests/digests';
import { setEvening } from '../../src/notices/evening/evening';
import { renewCalendar } from '../../src/notices/reminders/calendar';
import { endReminder, setReminder } from '../../src/notices/reminders/reminders';
import { subscribe } from '../../src/outbox/push/subscriptions';
import { createSession, findSession } from '../../src/people/auth/sessions';
import { createToken, listTokens } from '../../src/people/auth/tokens';
import { setPhoto } from '../../src/people/photo';
import { ALL_ON } from '../support/all-on';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, dee, eve, type Person } from '../support/cast';
import { ensureUser, NO_BROWSER } from '../support/people';
import { png } from '../support/pictures';

export const CALLERS = [
  'nobody',
  'newcomer',
  'sender',
  'member',
  'former',
  'owner',
  'stranger', // the owner of another board
  'operator',
  'deleted', // has a cookie whose session was deleted with the account
  'expired', // a member whose session has expired
  'visitor', // has the address of the page of the board, and of nothing else
  'guest', // has a guest link of the board
] as const;
export type Caller = (typeof CALLERS)[number];

/** The operator's tokens show that the scope decides what a caller may do, not the person. */
export const TOKEN_CALLERS = {
  'owner with read': { of: 'owner', scope: 'read' },
  'owner with write': { of: 'owner', scope: 'write' },
  'operator with read': { of: 'operator', scope: 'read' },
  'operator with write': { of: 'operator', scope: 'write' },
  'operator with admin': { of: 'operator', scope: 'admin' },
  'owner for house': { of: 'owner', scope: 'write', boards: ['house'] },
  'sender for house': { of: 'sender', scope: 'write', boards: ['house'] },
  'stranger for garden': { of: 'stranger', scope: 'write', boards: ['garden'] },
} as const satisfies Record<string, { of: Caller; scope: TokenScope; boards?: string[] }>;
export type TokenCaller = keyof typeof TOKEN_CALLERS;

export const SIGNED_OUT: readonly Caller[] = ['nobody', 'deleted', 'expired', 'visitor', 'guest'];

type WithoutAccount = 'nobody' | 'visitor' | 'guest';
export const hasAccount = (caller: Caller): caller is Exclude<Caller, WithoutAccount> =>
  !['nobody', 'visitor', 'guest'].includes(caller);

const PEOPLE: Record<Exclude<Caller, WithoutAccount>, Person> = {
  operator: ann,
  owner: bob,
  member: cho,
  sender: dee,
  stranger: eve,
  former: { firstName: 'Fay', lastName: 'Poe', phone: '+12025550166' },
  newcomer: { firstName: 'Gus', lastName: 'Oak', phone: '+12025550177' },
  deleted: { firstName: 'Hal', lastName: 'Ito', phone: '+12025550188' },
  expired: { firstName: 'Ivy', lastName: 'Sun', phone: '+12025550199' },
};

type Name = keyof typeof PEOPLE;

const each = <T>(make: (name: Name) => T) =>
  Object.fromEntries(Object.keys(PEOPLE).map((name) => [name, make(name as Name)])) as Record<Name, T>;

export const INVITED = '+12025550202';

export const LINK = 'https://example.com/';

export const PUSH_SUBSCRIPTION = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

export type World = Awaited<ReturnType<typeof build>>;

export async function build() {
  // SMS_SIMULATOR_EXPOSED makes the product's own port serve the simulator's calls too
  const app = testApp({
    HOST: '127.0.0.1',
    SMS_SIMULATOR_EXPOSED: '1',
    ...ALL_ON,
  });
  const users = each((name) => ensureUser(app, PEOPLE[name]));
  setPhoto(app, users.owner!, { bytes: png(1, 1), type: 'image/png', width: 1, height: 1 });
  const credentials: Partial<Record<Caller | TokenCaller, Record<string, string>>> = {};
  for (const [name, user] of Object.entries(users))
    credentials[name as Caller] = { cookie: (await createSession(app, user.id)).split(';')[0]! };

  const house = createSharedBoard(app, users.owner, 'house').id;
  for (const name of ['member', 'sender', 'former', 'deleted', 'expired'] as const)
    invite(app, users.owner, 'house', PEOPLE[name].phone);
  inviteByText(app, users.owner, 'house', INVITED);
  const pending = listBoardInvites(app, users.owner, 'house')[0]!.id;
  const garden = createSharedBoard(app, users.stranger, 'garden').id;
  const post = (name: Name, content: string, mediaIds: number[] = []) =>
    create(app, users[name], { content, source: 'ui', mediaIds });
  const upload = { bytes: png(4, 3), type: 'image/png', name: 'lamp.png' };
  const file = (await storeUpload(app, users.sender, upload)).id;
  const message = post('sender', 'Lamp #house #diary', [file]);
  setList(app, users.sender, 'house', true);
  const unusedUpload = (await storeUpload(app, users.sender, upload)).id;
  const deletedFile = (await storeUpload(app, users.sender, upload)).id;
  const deletedMessage = post('sender', 'Mirror #house #diary', [deletedFile]);
  removeOwnMessage(app, users.sender, deletedMessage);
  for (const user of [users.sender, users.owner])
    setReminder(app, user, message, { at: app.now() + 3_600_000, starts: null, rule: null });
  app.db.update(reminders).set({ sentAt: app.now() }).run();
  for (const name of ['member', 'former', 'deleted'] as const)
    react(app, users[name], { id: message, emoji: '❤️', on: true });
  endReminder(app, users.owner, message);
  setDigest(app, users.sender, { boardId: house, time: '08:00' });
  setEvening(app, users.sender, { time: '20:00' });
  const calendar = new URL(renewCalendar(app, users.sender, NO_BROWSER)!).pathname;
  const { atom } = renewFeed(app, users.sender, { board: 'house' }, NO_BROWSER);
  const feed = new URL(atom).pathname;
  const enclosure = new URL(enclosureUrl(app, findFeed(app, feed.slice(11, -5))!, file)).pathname;
  const input = hookInput.parse({ url: 'https://example.com/hook', events: ['reminder.due'] });
  const hook = createHook(app, users.sender, input, NO_BROWSER).hook.id;
  sendTest(app, users.sender, hook);
  const delivery = listDeliveries(app, users.sender, hook)[0]!.id;
  post('sender', 'Shade #gone');
  removeTag(app, users.sender, 'gone');
  const gardenMessage = post('stranger', 'Rose #garden');
  post('former', 'Was here #house');
  const ownMessages = each((name) => post(name, 'Key #mine'));
  const ownBoards = each((name) => requireBoard(app, users[name], 'mine').id);
  removeMember(app, users.former, house, users.former.id);
  for (const [name, { of, ...input }] of Object.entries(TOKEN_CALLERS)) {
    const { token } = createToken(app, users[of], { name, ...input }, NO_BROWSER);
    credentials[name as TokenCaller] = { authorization: `Bearer ${token}` };
  }
  const waiting = { name: 'notes.csv', files: [], state: 'looked' as const, startsItself: false };
  const { id: importId } = app.db
    .insert(imports)
    .values({ ...waiting, userId: users.sender.id, createdAt: app.now() })
    .returning()
    .get();

  const { page } = publish(app, users.owner, 'house', { licence: 'none', indexed: false });
  showOwn(app, users.sender, 'house', { audience: 'page', shown: true });
  const link = addGuestLink(app, users.owner, 'house', { mayPost: true, days: 1 }).guestLinks[0]!;
  const [pagePath, guestPath] = [new URL(page!.url).pathname, new URL(link.url!).pathname];
  // their secrets open nothing else
  credentials.visitor = { cookie: `session=${pagePath.slice(3)}` };
  credentials.guest = { cookie: `session=${guestPath.slice(3)}` };

  const session = findSession(app, credentials.sender!.cookie!)!.id;
  const subscription = subscribe(app, users.sender, session, PUSH_SUBSCRIPTION).id;

  app.db.insert(previews).values({ url: LINK, finalUrl: LINK, state: 'shown', expiresAt: 9e15 }).run();
  deleteAccount(app, users.deleted);
  app.db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.userId, users.expired.id)).run();

  const routes: Record<string, unknown>[] = [];
  const http = captureRoutes(routes, () => serve(app));
  const url = `http://127.0.0.1:${http.port}`;

  async function call(caller: Caller | TokenCaller, path: string, init: RequestInit = {}, base = url) {
    const { headers, ...rest } = init;
    app.db.$client.run('begin immediate');
    try {
      const response = await fetch(base + path, {
        redirect: 'manual',
        ...rest,
        headers: { ...(headers as Record<string, string>), ...credentials[caller] },
      });
      return { status: response.status, text: await response.text() };
    } finally {
      app.db.$client.run('rollback');
    }
  }

  return {
    app: app as TestApp,
    users,
    phones: each((name) => PEOPLE[name].phone) as Record<string, string>,
    house,
    pending,
    garden,
    message,
    deletedMessage,
    calendar,
    pagePath,
    guestPath,
    guestLink: link.id,
    feed,
    enclosure,
    hook,
    delivery,
    gardenMessage,
    file,
    deletedFile,
    unusedUpload,
    importId,
    ownMessages,
    token: listTokens(app, users.owner)[0]!.id,
    subscription,
    ownBoards,
    routes: routes[0] as Record<string, Record<string, unknown> | ((request: Request) => unknown)>,
    call,
    async [Symbol.asyncDispose]() {
      await http.stop(true);
      await app[Symbol.asyncDispose]();
    },
  };
}

function captureRoutes<T>(into: Record<string, unknown>[], start: () => T): T {
  const real = Bun.serve;
  Bun.serve = ((options: { routes: Record<string, unknown> }) => {
    into.push(options.routes);
    return real(options as unknown as Parameters<typeof real>[0]);
  }) as typeof Bun.serve;
  try {
    return start();
  } finally {
    Bun.serve = real;
  }
}

/** Returns the context of a call that comes from a program on this machine. */
export const contextOf = (app: App, user: User | null): Context => ({
  ...{ app, user, token: null, cookie: null, resHeaders: new Headers() },
  ...{ userAgent: null, batchSize: null, address: null },
});

export type SendCall = (
  caller: Caller | TokenCaller,
  input: Record<string, unknown>,
  person?: Caller,
) => ReturnType<World['call']>;

export function sendersOf(
  world: World,
  { name, type, method, path }: Call,
): Record<'rest' | 'trpc', SendCall> {
  const json = { 'content-type': 'application/json' };
  return {
    rest(caller, input) {
      const rest = { ...input };
      const filled = path.replace(/\{(\w+)\}/g, (_, key) => {
        const value = encodeURIComponent(String(rest[key]));
        delete rest[key];
        return value;
      });
      if (method === 'GET') {
        const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
        return world.call(caller, query.size > 0 ? `${filled}?${query}` : filled);
      }
      return world.call(caller, filled, { method, headers: json, body: JSON.stringify(rest) });
    },
    trpc: (caller, input) =>
      type === 'query'
        ? world.call(caller, `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
        : world.call(caller, `/trpc/${name}`, { method: 'POST', headers: json, body: JSON.stringify(input) }),
  };
}
