import { and, eq } from 'drizzle-orm';
import { transaction } from '../db/open';
import { boards, memberships, type User } from '../db/schema';
import { ann, bob, cho, dee, eve, type Person } from '../db/seeds/cast';
import { stranger } from '../db/seeds/crowd';
import { readTexts } from '../db/seeds/texts';
import { CHINESE_TAGS, LINKS, SHARED, TAGS } from '../db/seeds/topics';
import { type App, createApp } from '../src/app';
import { readConfig } from '../src/config';
import { create } from '../src/messages/messages';
import { ensureUser, updateProfile } from '../src/users/users';

/**
 * `bun run seed 1000`: fills the database of DATA_DIR with people, boards and that many messages, through the
 * same functions that store a text, so that counts, versions and search come out right. The same number gives
 * the same messages each time.
 */

const DEFAULT_COUNT = 1_000;
const MOST = 1_000_000;
const GROUP = 2_000; // messages in a transaction
const SPAN_MS = 400 * 86_400_000;
const MESSAGES_A_PERSON = 100;
const MOST_BOARDS = 300;

if (import.meta.main) await seed(process.argv[2]);

async function seed(argument = String(DEFAULT_COUNT)) {
  const count = Number(argument.replaceAll(/[,_]/g, ''));
  if (!Number.isInteger(count) || count < 1 || count > MOST) {
    console.error(`How many messages? A whole number from 1 to ${MOST.toLocaleString('en-US')}.`);
    process.exit(1);
  }
  const clock = { now: Date.now() };
  const app = createApp(readConfig({ LOG_LEVEL: 'warn', ...process.env }), { now: () => clock.now });
  const began = performance.now();
  const { people, real } = fill(app, clock, count, showProgress);
  app.close();
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${count.toLocaleString('en-US')} messages of ${people.toLocaleString('en-US')} people in ${seconds.toFixed(1)} s, in ${app.config.dataDir}`,
  );
  if (!real) console.log('The text messages in ../shared/data are not there, so these are made up.');
}

/**
 * Stores `count` messages from the past 400 days up to now. Ann writes a tenth of them, on up to 300 boards;
 * Eve writes nothing. `clock` is the one that the app reads.
 */
export function fill(
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
  clock.now = end - SPAN_MS;
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
    create(app, writer.user, { content, source: random() < 0.8 ? 'sms' : 'ui' });
  };
  for (let done = 0; done < count; ) {
    const until = Math.min(done + GROUP, count);
    transaction(app.db, () => {
      for (; done < until; done++) write(done);
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
  const crowd = Array.from({ length: others }, (_, n) => stranger(n));
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
    share(app, SHARED[n % SHARED.length] ?? '', writers.slice(first, first + 3 + (n % 10)));
  return writers;
}

function introduce(app: App, { phone, firstName, lastName }: Person): User {
  const { user, isNew } = ensureUser(app, phone);
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
      .values({ boardId: board.id, userId: member.user.id, role, tag, joinedAt: createdAt })
      .run();
    member.shared.push(tag);
  }
}

/** On a terminal one line that fills; elsewhere nothing. */
function showProgress(done: number, count: number) {
  if (!process.stderr.isTTY) return;
  const width = 40;
  const full = Math.round((width * done) / count);
  process.stderr.write(
    `\r${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.floor((100 * done) / count)} %${done === count ? '\n' : ''}`,
  );
}
