import { expect } from 'bun:test';
import { renameSync } from 'node:fs';
import { parseNote } from '../../src/client/sync/note-file';
import { ann } from '../support/cast';
import { test } from './sync-world';

/** mulberry32 */
function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (share: number) => next() < share,
    below: (count: number) => Math.floor(next() * count),
    one: <T>(list: T[]): T => list[Math.floor(next() * list.length)]!,
  };
}

const ROUNDS = 25;
const KILLED_AFTER_MAX = 10;

for (const seed of [1, 2, 3, 4])
  test(`whatever both sides do and whenever it is killed, they agree in the end (${seed})`, async (world) => {
    const { chance, below, one } = random(seed);
    let words = 0;
    /** Every text that was written and that nobody has replaced or deleted since where they saw it. */
    const alive = new Set<string>();
    const write = () => {
      const word = `Note ${++words} of all`;
      alive.add(word);
      return word;
    };
    const notes = () => world.names().filter((name) => name.endsWith('.md'));
    const contentOf = (name: string) => parseNote(world.read(name)).content;

    const ids = () => notes().map((name) => parseNote(world.read(name)).id);

    const acts = [
      async () => void (await world.post(write())),
      async () => {
        const note = one(await world.board());
        alive.delete(note.content);
        await world.as(ann).patch(`/api/messages/${note.id}`, { content: write() });
      },
      async () => {
        const board = await world.board();
        // one that came of a file that does not know yet would come again
        const known = board.filter(({ id }) => ids().includes(id));
        if (board.length < 8 || known.length === 0) return;
        const note = one(known);
        alive.delete(note.content);
        await world.as(ann).delete(`/api/messages/${note.id}`);
      },
      async () => world.write(`new ${words}.md`, write()),
      async () => {
        const name = one(notes());
        const before = contentOf(name);
        alive.delete(before);
        world.change(name, before, write());
      },
      async () => {
        if (notes().length < 8) return;
        const name = one(notes());
        alive.delete(contentOf(name));
        world.remove(name);
      },
      async () => {
        const name = one(notes());
        // the name of a second version tells below that it is one
        if (!name.includes('(conflict ')) renameSync(world.file(name), world.file(`renamed ${++words}.md`));
      },
    ];

    for (let note = 0; note < 10; note++) await world.post(write());
    await world.sync();
    let killed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (let act = below(4); act >= 0; act--) await one(acts)();
      if (!(await world.sync(undefined, chance(0.5) ? below(KILLED_AFTER_MAX) : Infinity))) killed += 1;
    }
    expect(killed).toBeGreaterThan(2);
    await world.sync();
    const board = await world.board();
    expect(world.contents()).toEqual(Object.fromEntries(board.map(({ id, content }) => [id, content])));
    const there = board.map(({ content }) => content);
    expect(there.filter((content) => alive.has(content)).sort()).toEqual([...alive].sort());
    // one that was sent when the program was killed, and changed there before it came back, may be kept twice
    const others = notes().filter((name) => !alive.has(contentOf(name)));
    expect(others.filter((name) => !name.includes('(conflict '))).toEqual([]);
    await world.sync();
    expect(world.said).toEqual([]);
  });
