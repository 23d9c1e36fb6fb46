import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnCalls } from '../../src/client/calls';
import { createClient } from '../../src/client/runtime';
import { parseNote } from '../../src/client/sync/note-file';
import { openSync } from '../../src/client/sync/sync';
import { syncOnce } from '../../src/client/sync/syncing';
import type { Message } from '../../src/contract/messages';
import { tokenOf } from '../support/bearer';
import { ann, type Person } from '../support/cast';
import { tempFolder } from '../support/folder';
import { type TestServer, testServer } from '../support/server';
import { testIn } from '../support/test-in';

export const BOARD = 'food';

/** A server, and a folder of Ann in which her board is synced. */
async function world() {
  const server = await testServer();
  const close = server[Symbol.asyncDispose];
  const folder = tempFolder();
  await server.introduce(ann);
  const { userId } = (await server.as(ann).get<{ userId: number }>('/api/auth/session')).body;
  const { token } = await tokenOf(server, ann);
  const said: string[] = [];
  let stepsLeft = Infinity;
  /** Before and after each request, and before each file is written, the program may be killed. */
  const step = () => {
    stepsLeft -= 1;
    if (stepsLeft < 0) throw new Error('killed');
  };
  const client = createClient<OwnCalls>({
    ...{ url: server.url, token, retries: 0 },
    async fetch(address, init) {
      step();
      const response = await fetch(address, init);
      step();
      return response;
    },
  });
  const file = (name: string) => join(folder.path, name);
  return Object.assign(server, {
    ...{ folder: folder.path, said, file },
    /** Returns false if it was killed after so many steps. */
    async sync(decided?: 'delete' | 'restore', steps = Infinity): Promise<boolean> {
      said.length = 0;
      stepsLeft = steps;
      const say = (line: string) => void said.push(line);
      const options = { client, folder: folder.path, board: BOARD, own: userId };
      const opened = openSync({ ...options, say, settleMs: 0, decided });
      const { write } = opened;
      opened.write = (name, bytes) => {
        step();
        write(name, bytes);
      };
      try {
        await syncOnce(opened);
      } catch (error) {
        if (stepsLeft >= 0) throw error;
      }
      return stepsLeft >= 0;
    },
    names: () =>
      readdirSync(folder.path)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    read: (name: string) => readFileSync(file(name), 'utf8'),
    write: (name: string, text: string | Uint8Array) => writeFileSync(file(name), text),
    remove: (name: string) => rmSync(file(name)),
    change(name: string, from: string, to: string) {
      writeFileSync(file(name), readFileSync(file(name), 'utf8').replace(from, to));
    },
    contents: () => contentsIn(folder.path),
    post: (content: string, who: Person = ann, more: object = {}) => postTo(server, content, who, more),
    board: async (who: Person = ann) =>
      (await server.as(who).get<Message[]>(`/api/messages/tag/${BOARD}`)).body,
    async [Symbol.asyncDispose]() {
      await close();
      folder[Symbol.dispose]();
    },
  });
}

async function postTo(server: TestServer, content: string, who: Person, more: object): Promise<Message> {
  const input = { content, tags: [BOARD], ...more };
  const { status, body, text } = await server.as(who).post<Message>('/api/messages', input);
  if (status !== 201) throw new Error(text);
  return body;
}

/** By id, each note once. */
function contentsIn(folder: string): Record<number, string> {
  const notes = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const parsed = notes.map((name) => parseNote(readFileSync(join(folder, name), 'utf8')));
  const ids = new Set(parsed.map(({ id }) => id));
  if (ids.size !== parsed.length || ids.has(null))
    throw new Error('A file has no id, or the one of another.');
  return Object.fromEntries(parsed.map(({ id, content }) => [id, content]));
}

export const test = testIn(world);
