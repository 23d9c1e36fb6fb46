import { expect, test } from 'bun:test';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packClient } from '../../scripts/release/client-package';
import { ROOT } from '../../scripts/setup';
import { DOCUMENTED_CALLS } from '../../src/http/openapi';
import { tokenOf } from '../support/bearer';
import { ann, bob } from '../support/cast';
import { tempFolder } from '../support/folder';
import { testServer } from '../support/server';

const STORY = `
import { createClient, TaglineError } from '@tagline/client';
const [url, token] = process.argv.slice(2);
const tagline = createClient({ url, token });
const [file] = await tagline.call('POST /api/media', { files: [new File(['milk'], 'list.txt', { type: 'text/plain' })] });
const note = await tagline.call('POST /api/messages', { content: 'Ramen & “soup” #food', mediaIds: [file.id] });
const [found] = await tagline.call('GET /api/messages/search', { q: 'ramen', limit: 3 });
const kept = await (await tagline.open('GET /api/media/{id}', { id: file.id })).text();
const refused = await tagline.call('GET /api/messages/{id}', { id: 4711 }).catch((error) => error);
const tags = await tagline.call('GET /api/tags');
const heard = [];
for await (const event of tagline.events({ quietMs: 100 })) {
  if (heard.length === 0) await tagline.call('POST /api/messages', { content: 'Another #food' });
  heard.push(event.type);
  const newest = await tagline.call('GET /api/messages/tag/{tag}', { tag: 'food', limit: 1 });
  if (newest[0].content === 'Another #food') break;
}
const { status, code, message } = refused instanceof TaglineError ? refused : {};
console.log(JSON.stringify({ same: note.id === found.id, kept, tags, heard: heard[0], status, code, message }));
process.exit(0);
`;

const TYPED = `
import { type Calls, createClient, type Message, TaglineError } from '@tagline/client';
const tagline = createClient({ url: 'https://notes.example.com', token: 'tagline_pat_' });
const note: Message = await tagline.call('POST /api/messages', { content: 'hi', tags: ['food'] });
const tags: string[] = await tagline.call('GET /api/tags');
export const width: number | null | undefined = note.media[0]?.width;
export const all: Calls['GET /api/messages']['answer'] = await tagline.call('GET /api/messages', { only: 'photos' });
export const refused = (error: unknown) => error instanceof TaglineError && error.retryAfter;
// @ts-expect-error
await tagline.call('GET /api/nothing');
// @ts-expect-error
await tagline.call('GET /api/messages/{id}');
// @ts-expect-error
await tagline.call('GET /api/messages', { only: 'everything' });
// @ts-expect-error
tags.push(note.nothing);
`;

async function installed(folder: string): Promise<string> {
  const archive = await packClient(folder);
  const home = join(folder, 'node_modules/@tagline/client');
  mkdirSync(home, { recursive: true });
  const { success } = Bun.spawnSync(['tar', 'xzf', archive, '-C', home, '--strip-components=1']);
  expect(success).toBe(true);
  writeFileSync(join(folder, 'package.json'), '{"type":"module","dependencies":{"@tagline/client":"*"}}');
  return archive;
}

test('another program calls a server by the package, in each runtime that is here', async () => {
  await using server = await testServer();
  using folder = tempFolder();
  await installed(folder.path);
  writeFileSync(folder.file('story.mjs'), STORY);
  const runtimes = [[process.execPath], ['node'], ['deno', 'run', '--allow-net', '--allow-read']];
  const people = [ann, bob, { ...ann, phone: '+12025550133' }];
  for (const [at, command] of runtimes.entries()) {
    if (!Bun.which(command[0]!)) continue;
    const { token } = await tokenOf(server, people[at]!);
    const program = Bun.spawn([...command, folder.file('story.mjs'), server.url, token], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, HOME: folder.path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([
      new Response(program.stdout).text(),
      new Response(program.stderr).text(),
    ]);
    expect({ command, stderr }).toEqual({ command, stderr: '' });
    expect({ command, ...JSON.parse(stdout) }).toEqual({
      command,
      ...{ same: true, kept: 'milk', tags: ['food'], heard: 'OPEN' },
      ...{ status: 404, code: 'message_not_found', message: 'Message not found' },
    });
  }
});

test('the package has the types of all calls, is small and the same each time', async () => {
  using folder = tempFolder();
  using again = tempFolder();
  const [archive, other] = await Promise.all([installed(folder.path), packClient(again.path)]);
  expect(statSync(archive).size).toBeLessThan(20_000);
  expect(await Bun.file(archive).bytes()).toEqual(await Bun.file(other).bytes());
  const home = join(folder.path, 'node_modules/@tagline/client');
  const manifest = await Bun.file(join(home, 'package.json')).json();
  expect(manifest.dependencies).toBeUndefined();
  expect(await Bun.file(join(home, 'index.js')).text()).not.toMatch(/\bimport\b|\brequire\b/);
  const types = await Bun.file(join(home, 'calls.d.ts')).text();
  for (const { name, method, path } of DOCUMENTED_CALLS)
    if (!name.startsWith('simulator.')) expect(types).toContain(`'${method} ${path}': {`);
  expect(types).not.toContain('unknown');

  writeFileSync(folder.file('typed.ts'), TYPED);
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'esnext', types: [] };
  writeFileSync(folder.file('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
  const tsc = [process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder.path];
  const { stdout } = Bun.spawnSync(tsc, { stdout: 'pipe' });
  expect(stdout.toString()).toBe('');
});
