import { and, eq } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { boards, memberships, type User } from '../../db/schema';
import { ann, bob, cho, dee, eve, type Person } from '../../db/seeds/cast';
import { nthPerson } from '../../db/seeds/crowd';
import { readTexts } from '../../db/seeds/texts';
import { CHINESE_TAGS, LINKS, SHARED_TAGS, TAGS } from '../../db/seeds/topics';
import type { App } from '../app/app';
import type { Config } from '../app/config/config';
import { BLOCKS } from '../app/config/gateways';
import { VisibleError } from '../app/errors';
import { create } from '../messages/messages';
import type { Progress } from '../operators/backup/progress';
import { findOrCreateUser, updateProfile } from '../people/users';
import { indexQueued } from '../search/index/indexing';
import { createApp } from './create-app';

const MESSAGES_MAX = 1_000_000;
/** Number of messages that are stored in one transaction. */
const BATCH = 2_000;
const TIME_SPAN_MS = 400 * 86_400_000;
const MESSAGES_PER_PERSON = 100;
const TAGS_PER_PERSON_MAX = 300;

/**
 * The messages are stored by the same functions as real texts, so that counts, versions and the search index
 * are right.
 */
export function seed(
  config: Config,
  count: number,
  progress: Progress,
): { messages: number; people: number; real: boolean } {
  if (!Number.isInteger(count) || count < 1 || count > MESSAGES_MAX)
    throw new VisibleError('BAD_REQUEST', `How many messages? A whole number from 1 to ${MESSAGES_MAX}.`);
  if (BLOCKS[config.line.kind].can.reachPeople)
    throw new VisibleError(
      'CONFLICT',
      'Generated people must not be mixed with real ones: set SMS_GATEWAY=simulator.',
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

export function fillDatabase(
  app: App,
  clock: { now: number },
  count: number,
  onProgress: (done: number, count: number) => void = () => {},
) {
  let calls = 0;
  const random = () => Bun.hash.xxHash32(String(calls++), count) / 2 ** 32;
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  /** Entries near the start come more often, because people use a few hashtags most of the time. */
  const pickSkewed = <T>(list: readonly T[]) => list[Math.floor(random() ** 2.5 * list.length)] as T;

  const { texts, real } = readTexts(random);
  const end = clock.now;
  const start = end - TIME_SPAN_MS;
  clock.now = start;
  const people = transaction(app.db, () => addPeople(app, count));
  const writers = people.filter(({ user }) => user.phone !== eve.phone);

  const write = (n: number) => {
    clock.now = end - Math.floor(TIME_SPAN_MS * (1 - (n + 1) / count));
    const writer = random() < 0.1 ? writers[0] : random() < 0.15 ? writers[1 + (n % 3)] : pick(writers);
    if (!writer) return;
    const text = pick(texts);
    const tags = random() < 0.15 && writer.shared.length > 0 ? [pick(writer.shared)] : [];
    if (random() < 0.75)
      tags.push(/\p{Script=Han}/u.test(text) ? pickSkewed(CHINESE_TAGS) : pickSkewed(writer.tags));
    if (random() < 0.1) tags.push(pickSkewed(writer.tags));
    const link = random() < 0.06 ? pick(LINKS) : '';
    const content = [text, link, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' ');
    create(app, writer.user, { content, source: random() < 0.8 ? 'sms' : 'ui', audience: 'nobody' });
  };
  for (let done = 0; done < count; ) {
    const until = Math.min(done + BATCH, count);
    transaction(app.db, () => {
      for (; done < until; done++) write(done);
      // indexes the messages now, so that a server need not do it later
      indexQueued(app.db, Number.MAX_SAFE_INTEGER);
    });
    onProgress(done, count);
  }
  clock.now = end;
  return { people: people.length, real };
}

type Writer = { user: User; tags: string[]; shared: string[] };

function addPeople(app: App, count: number): Writer[] {
  const others = Math.max(3, Math.floor(count / MESSAGES_PER_PERSON) - 5);
  const cast = [ann, bob, cho, dee, eve];
  const crowd = Array.from({ length: others }, (_, n) => nthPerson(n));
  const writers = [...cast, ...crowd].map((person, n) => {
    const ownMessages = n === 0 ? count / 10 : count / others;
    const start = n === 0 ? 0 : (n * 7) % 20; // makes people prefer different tags
    const tags = TAGS.slice(
      start,
      start + Math.max(4, Math.min(TAGS_PER_PERSON_MAX, Math.round(Math.sqrt(ownMessages)))),
    );
    return { user: addPerson(app, person), tags, shared: [] as string[] };
  });
  const [a, b, c, d] = writers;
  if (!a || !b || !c || !d) return writers;
  addSharedBoard(app, 'family', [a, b, c]);
  addSharedBoard(app, 'book-club', [b, a, d, ...writers.slice(5, 8)]);
  addSharedBoard(app, 'road-trip', [c, a, b, d]);
  for (let first = 5, n = 0; first < writers.length; first += 12, n++)
    addSharedBoard(
      app,
      SHARED_TAGS[n % SHARED_TAGS.length] ?? '',
      writers.slice(first, first + 3 + (n % 10)),
    );
  return writers;
}

function addPerson(app: App, { phone, firstName, lastName }: Person): User {
  const { user, isNew } = findOrCreateUser(app, phone);
  return isNew ? updateProfile(app, user, { firstName, lastName }) : user;
}

/** Does nothing if one of the members already uses the tag. */
function addSharedBoard(app: App, tag: string, members: Writer[]) {
  const isTaken = members.some(({ user }) =>
    app.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.userId, user.id), eq(memberships.tag, tag)))
      .get(),
  );
  const [owner] = members;
  if (isTaken || !owner) return;
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
