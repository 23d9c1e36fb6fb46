import type { User } from '../../db/schema';
import type { App } from '../../src/app/app';
import { findOrCreateBoard } from '../../src/boards/boards';
import { PAGE_MAX } from '../../src/contract/limits';
import { create } from '../../src/messages/messages';
import { findOrCreateUser, updateProfile } from '../../src/people/users';
import { embedQueued } from '../../src/search/meaning/embedding';
import { searchUncharged } from '../../src/search/search';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, type Person } from '../support/cast';
import { startEmbeddingServer } from '../support/embeddings';
import { testIn } from '../support/test-in';

export const person = (app: App, { phone, firstName, lastName }: Person) =>
  updateProfile(app, findOrCreateUser(app, phone).user, { firstName, lastName });

export const store = (app: App, user: User, ...contents: string[]) =>
  contents.map((content) => create(app, user, { content, source: 'sms' }));

export const found = async (app: App, user: User, q: string, more: { board?: string } = {}) =>
  (await searchUncharged(app, user, { q, ...more })).map(({ content }) => content);

export async function allPages(app: App, user: User, q: string, limit = PAGE_MAX): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const page = await searchUncharged(app, user, { q, limit, before: ids.at(-1) });
    ids.push(...page.map(({ id }) => id));
    if (page.length < limit) return ids;
  }
}

export function share(app: App, owner: User, tag: string, member: User, theirTag = tag) {
  const { id } = findOrCreateBoard(app, owner, tag);
  app.db.$client.run('update boards set shared = 1 where id = ?', [id]);
  app.db.$client.run(
    "insert into memberships (board_id, user_id, role, tag, joined_at) values (?, ?, 'member', ?, 0)",
    [id, member.id, theirTag],
  );
  return id;
}

/** Makes an app in which Ann stores and searches. */
export function searcher() {
  return withSearcher(testApp());
}

export const testSearch = testIn(searcher);

/** Calls `embedQueued` once, because only then an app begins to queue new messages for embedding. */
export async function searcherByMeaning(options?: { dimensions: number }) {
  const provider = startEmbeddingServer(options);
  const app = withSearcher(testApp(provider.environment));
  const close = app[Symbol.asyncDispose];
  await embedQueued(app);
  return Object.assign(app, {
    provider,
    async [Symbol.asyncDispose]() {
      provider[Symbol.dispose]();
      await close();
    },
  });
}

export const testMeaning = testIn(() => searcherByMeaning());

function withSearcher(app: TestApp) {
  const me = person(app, ann);
  return Object.assign(app, {
    me,
    other: person(app, bob),
    store: (...contents: string[]) => store(app, me, ...contents),
    found: (q: string, more?: { board?: string }) => found(app, me, q, more),
    pages: (q: string, limit?: number) => allPages(app, me, q, limit),
  });
}

export const countEmbeddings = (app: App): number =>
  app.db.$client.query<{ count: number }, []>('select count(*) as count from embeddings').get()!.count;
