import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import { findOrCreateUser } from '../../src/people/users';
import { tokensAfter } from '../../src/search/index/stored-tokens';
import { searchUncharged } from '../../src/search/search';
import { testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';

/**
 * The changes are plain SQL, because the triggers that keep the index up to date must work without the
 * functions of the server.
 */

const WORDS = ['ramen', 'pizza', 'lamp', '看房', 'sofa'];

const person = fc.nat({ max: 2 });
const board = fc.nat({ max: 2 });
const message = fc.nat({ max: 2 });
const word = fc.nat({ max: WORDS.length - 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('write'), person, board, word }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('edit'), message, word }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('place'), message, board }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('take off'), message, board }) },
  fc.record({ act: fc.constant('delete'), message }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant('join'), person, board }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('leave'), person, board }) },
  fc.record({ act: fc.constant('convert'), board }),
  fc.record({ act: fc.constant('make private'), board }),
  fc.record({ act: fc.constant('delete board'), board }),
  fc.record({ act: fc.constant('look'), person }),
);
const BEGINNING = [
  { act: 'write', person: 0, board: 0, word: 0 },
  { act: 'convert', board: 0 },
  { act: 'join', person: 1, board: 0 },
  { act: 'write', person: 1, board: 0, word: 0 },
  { act: 'write', person: 2, board: 0, word: 0 },
  { act: 'write', person: 0, board: 1, word: 1 },
  { act: 'place', message: 0, board: 2 },
];
const story = fc.array(fc.record({ step, at: fc.nat({ max: 2 }) }), { minLength: 1, maxLength: 15 });

test('a search finds exactly the messages on boards that the searcher is on', async () => {
  await using app = testApp();
  const sqlite = app.db.$client;
  sqlite.run('pragma synchronous = off'); // makes thousands of commits faster
  const people = [ann, bob, cho].map(({ phone }) => findOrCreateUser(app, phone).user);
  let seen = 0;

  const idsIn = (table: 'boards' | 'messages') =>
    sqlite.query(`select id from ${table} order by id`).values().flat() as number[];

  /** Does nothing if there is no such board or message. */
  const run = (sql: string, ...values: (number | string | undefined)[]) =>
    values.includes(undefined) ? null : sqlite.run(sql, values as (number | string)[]);

  /** Like the functions of the server, puts a message only on boards that its sender is on. */
  function act(one: { act: string; person?: number; board?: number; message?: number; word?: number }) {
    const who = people[one.person ?? 0]!;
    const [boards, messages] = [idsIn('boards'), idsIn('messages')];
    const where = boards[(one.board ?? 0) % boards.length];
    const which = messages[(one.message ?? 0) % messages.length];
    const text = WORDS[one.word ?? 0]!;
    switch (one.act) {
      case 'write': {
        const isOn = sqlite.query('select 1 from memberships where board_id = ? and user_id = ?');
        const board = where !== undefined && isOn.get(where, who.id) ? where : newBoard(who);
        const { lastInsertRowid: id } = sqlite.run(
          "insert into messages (sender_id, content, source, created_at) values (?, ?, 'sms', 1)",
          [who.id, text],
        );
        return run("insert into placements values (?, 1, ?, 0, 'x', null, 0)", board, Number(id));
      }
      case 'edit':
        return run('update messages set content = ? where id = ?', text, which);
      case 'place':
        return run(
          `insert or ignore into placements select ?1, created_at, id, 1, 'x', null, 0 from messages where id = ?2
             and exists (select 1 from memberships where board_id = ?1 and user_id = sender_id)`,
          where,
          which,
        );
      case 'take off':
        return run('delete from placements where board_id = ? and message_id = ?', where, which);
      case 'delete':
        return run('delete from messages where id = ?', which);
      case 'join':
        return run(
          `insert or ignore into memberships (board_id, user_id, role, tag, joined_at)
             select id, ?, 'member', 'b' || id, 0 from boards where id = ? and shared = 1`,
          who.id,
          where,
        );
      case 'leave':
        return run(
          "delete from memberships where board_id = ? and user_id = ? and role = 'member'",
          where,
          who.id,
        );
      case 'convert':
        return run('update boards set shared = 1 where id = ?', where);
      case 'make private':
        run("delete from memberships where board_id = ? and role = 'member'", where);
        return run('update boards set shared = 0 where id = ?', where);
      case 'delete board':
        return run('delete from boards where id = ?', where);
    }
  }

  function newBoard(owner: User): number {
    const { lastInsertRowid } = sqlite.run('insert into boards (owner_id, created_at) values (?, 0)', [
      owner.id,
    ]);
    const id = Number(lastInsertRowid);
    sqlite.run(
      "insert into memberships (board_id, user_id, role, tag, joined_at) values (?, ?, 'owner', ?, 0)",
      [id, owner.id, `b${id}`],
    );
    return id;
  }

  async function look(viewer: User) {
    for (const text of WORDS) {
      const visible = sqlite
        .query<{ id: number }, [number, string]>(
          `select distinct m.id from messages m join placements p on p.message_id = m.id
             join memberships v on v.board_id = p.board_id where v.user_id = ? and m.content = ? order by m.id`,
        )
        .all(viewer.id, text)
        .map(({ id }) => id);
      const found = async (q: string) =>
        (await searchUncharged(app, viewer, { q })).map(({ id }) => id).sort((a, b) => a - b);
      seen += visible.length;
      expect(await found(text)).toEqual(visible);
      if (!sqlite.query('select 1 from messages where content = ?').get(text)) continue;
      expect(await found(`"${text}"`)).toEqual(visible);
      // a search for the word without its first letter corrects the word
      if (!text.startsWith('看')) expect(await found(text.slice(1))).toEqual(visible);
      for (const { tag, ids } of byTag(viewer, text)) expect(await found(`${text} #${tag}`)).toEqual(ids);
    }
  }

  function byTag(viewer: User, text: string) {
    return sqlite
      .query<{ tag: string; ids: string }, [string, number]>(
        `select tag, (select json_group_array(m.id order by m.id)
             from messages m join placements p on p.message_id = m.id where p.board_id = v.board_id and m.content = ?) as ids
           from memberships v where v.user_id = ?`,
      )
      .all(text, viewer.id)
      .map(({ tag, ids }) => ({ tag, ids: JSON.parse(ids) as number[] }));
  }

  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      transaction(app.db, () => sqlite.run('delete from boards'));
      for (const one of BEGINNING) transaction(app.db, () => act(one));
      for (const { step, at } of steps) {
        if (step.act === 'look') await look(people[(step as { person: number }).person]!);
        // some changes run outside of a transaction, as careless code would do
        else if (at === 0) act(step);
        else transaction(app.db, () => act(step));
      }
      for (const viewer of people) await look(viewer);
      transaction(app.db, () => sqlite.run('delete from messages'));
      expect(tokensAfter(app.db, '', '~', 1)).toEqual([]);
    }),
    { numRuns: 100 },
  );
  expect(seen).toBeGreaterThan(300);
});
