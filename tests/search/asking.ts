import type { User } from '../../db/schema';
import type { App } from '../../src/app';
import { findOrCreateBoard } from '../../src/boards/boards';
import { PAGE_MAX } from '../../src/contract/limits';
import { create } from '../../src/messages/messages';
import { search } from '../../src/search/search';
import { findOrCreateUser, updateProfile } from '../../src/users/users';
import type { Person } from '../support/cast';

/** People who say things and look for them. */

export const person = (app: App, { phone, firstName, lastName }: Person) =>
  updateProfile(app, findOrCreateUser(app, phone).user, { firstName, lastName });

export const say = (app: App, user: User, ...contents: string[]) =>
  contents.map((content) => create(app, user, { content, source: 'sms' }));

export const found = async (app: App, user: User, q: string, more: { board?: string } = {}) =>
  (await search(app, user, { q, ...more })).map(({ content }) => content);

/** The ids that a question finds, as somebody gets them who reads to the end. */
export async function pages(app: App, user: User, q: string, limit = PAGE_MAX): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const page = await search(app, user, { q, limit, before: ids.at(-1) });
    ids.push(...page.map(({ id }) => id));
    if (page.length < limit) return ids;
  }
}

/** A board of the owner's that the member is on too. */
export function share(app: App, owner: User, tag: string, member: User, theirTag = tag) {
  const { id } = findOrCreateBoard(app, owner, tag);
  app.db.$client.run('update boards set shared = 1 where id = ?', [id]);
  app.db.$client.run(
    "insert into memberships (board_id, user_id, role, tag, joined_at) values (?, ?, 'member', ?, 0)",
    [id, member.id, theirTag],
  );
  return id;
}
