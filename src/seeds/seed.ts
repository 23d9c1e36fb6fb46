import { and, eq } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { boards, memberships, type User } from '../../db/schema';
import { ann, bob, cho, dee, eve, type Person } from '../../db/seeds/cast';
import { nthPerson } from '../../db/seeds/crowd';
import { readTexts } from '../../db/seeds/texts';
import { CHINESE_TAGS, LINKS, SHARED_TAGS, TAGS } from '../../db/seeds/topics';
import { type App, createApp } from '../app';
import type { Config } from '../config';
import { VisibleError } from '../errors';
import { create } from '../messages/messages';
import { indexQueued } from '../search/index/indexing';
import { findOrCreateUser, updateProfile } from '../users/users';

const MOST = 1_000_000;
const GROUP = 2_000; // messages in a transaction
const SPAN_MS = 400 * 86_400_000;
const MESSAGES_A_PERSON = 100;
const MOST_BOARDS = 300;

/**
 * Fills a data folder with people, boards and that many messages, through the same functions that store a text,
 * so that counts, versions and search come out right. The same number gives the same messages each time.
 */
export function seed(
  config: Config,
  count: number,
  progress: (doing: string, done: number, total: number) => void,
): { messages: number; people: number; real: boolean } {
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    throw new VisibleError('BAD_REQUEST', `How many messages? A whole number from 1 to ${MOST}.`);
  if (config.gateway !== 'simulator')
    throw new VisibleError(
      'CONFLICT',
      'Made-up people do not belong beside real ones: unset the Twilio account.',
    );
  const clock = { now: Date.now() };
  const app = createApp(config, { now: () => clock.now });
  try {
    const filled = fillDatabase(app, clock, count, (done) => progress('Seeding', done, count));
    return { messages: count, ...filled };
  } finally {
    app.close();
  }
}

/**
 * Stores `count` messages from the past 400 days up to now. Ann writes a tenth of them, on up to 300 boards;
 * Eve writes nothing. `clock` is the one that the app reads.
 */
export function fillDatabase(
  app: App,
  clock: { now: number },
  count: number,
  onProgress: (done: number, count: number) => void = () => {},
) {
  let drawn = 0;
  const random = () => Bun.hash.xxHash32(String(drawn++), count) / 2 ** 32;
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  /** The first ones often, the last ones seldom, as with people's hashtags. */
  const favour = <T>(list: readonly T[]) => list[Math.floor(random() ** 2.5 * list.length)] as T;

  const { texts, real } = readTexts(random);
  const end = clock.now;
  const start = end - SPAN_MS;
  clock.now = start;
  const people = transaction(app.db, () => settle(app, count));
  const writers = people.filter(({ user }) => user.phone !== eve.phone);

  const write = (n: number) => {
    clock.now = end - Math.floor(SPAN_MS * (1 - (n + 1) / count));
    const writer = random() < 0.1 ? writers[0] : random() < 0.15 ? writers[1 + (n % 3)] : pick(writers);
    if (!writer) return;
    const text = pick(texts);
    const tags = random() < 0.15 && writer.shared.length > 0 ? [pick(writer.shared)] : [];
    if (random() < 0.75) tags.push(/\p{Script=Han}/u.test(text) ? favour(CHINESE_TAGS) : favour(writer.tags));
    if (random() < 0.1) tags.push(favour(writer.tags));
    const link = random() < 0.06 ? pick(LINKS) : '';
    const content = [text, link, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' ');
    create(app, writer.user, { content, source: random() < 0.8 ? 'sms' : 'ui', audience: 'nobody' });
  };
  for (let done = 0; done < count; ) {
    const until = Math.min(done + GROUP, count);
    transaction(app.db, () => {
      for (; done < until; done++) write(done);
      indexQueued(app.db, Number.MAX_SAFE_INTEGER); // or the first writes of a server would do it
    });
    onProgress(done, count);
  }
  clock.now = end;
  return { people: people.length, real };
}

type Writer = { user: User; tags: string[]; shared: string[] };

/** Makes the people and the boards they share: one circle with the cast in it, and one for every dozen others. */
function settle(app: App, count: number): Writer[] {
  const others = Math.max(3, Math.floor(count / MESSAGES_A_PERSON) - 5);
  const cast = [ann, bob, cho, dee, eve];
  const crowd = Array.from({ length: others }, (_, n) => nthPerson(n));
  const writers = [...cast, ...crowd].map((person, n) => {
    const own = n === 0 ? count / 10 : count / others;
    const start = n === 0 ? 0 : (n * 7) % 20; // tastes differ
    const tags = TAGS.slice(start, start + Math.max(4, Math.min(MOST_BOARDS, Math.round(Math.sqrt(own)))));
    return { user: introduce(app, person), tags, shared: [] as string[] };
  });
  const [a, b, c, d] = writers;
  if (!a || !b || !c || !d) return writers;
  share(app, 'family', [a, b, c]);
  share(app, 'book-club', [b, a, d, ...writers.slice(5, 8)]);
  share(app, 'road-trip', [c, a, b, d]);
  for (let first = 5, n = 0; first < writers.length; first += 12, n++)
    share(app, SHARED_TAGS[n % SHARED_TAGS.length] ?? '', writers.slice(first, first + 3 + (n % 10)));
  return writers;
}

function introduce(app: App, { phone, firstName, lastName }: Person): User {
  const { user, isNew } = findOrCreateUser(app, phone);
  return isNew ? updateProfile(app, user, { firstName, lastName }) : user;
}

/** A shared board under one tag for all of its members, unless one of them has that tag already. */
function share(app: App, tag: string, members: Writer[]) {
  const taken = members.some(({ user }) =>
    app.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.userId, user.id), eq(memberships.tag, tag)))
      .get(),
  );
  const [owner] = members;
  if (taken || !owner) return;
  const createdAt = app.now();
  const board = app.db
    .insert(boards)
    .values({ ownerId: owner.user.id, shared: true, createdAt })
    .returning()
    .get();
  for (const member of members) {
    const role = member === owner ? ('owner' as const) : ('member' as const);
    app.db
      .insert(memberships)
      .values({
        boardId: board.id,
        userId: member.user.id,
        role,
        tag,
        joinedAt: createdAt,
      })
      .run();
    member.shared.push(tag);
  }
}
