import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testApp } from '../support/app';
import { executable, run, tagline } from '../support/command';

const STACK = /^\s+at |^\s*\d+ \| |\.[jt]s:\d+/m;

test.each<[damage: string, file: string, act: (file: string) => void]>([
  ['a missing database', 'tagline.db', rmSync],
  ['a cut database', 'tagline.db', (file) => truncateSync(file, 50_000)],
  [
    'a database with bad pages',
    'tagline.db',
    (file) => writeFileSync(file, readFileSync(file).fill(90, 8192)),
  ],
  [
    'a newer database',
    'tagline.db',
    (file) => change(file, "insert into schema_migrations values ('9_x', 1)"),
  ],
  [
    'a failing migration',
    'tagline.db',
    (file) => change(file, 'delete from schema_migrations where rowid > 3'),
  ],
  ['a folder as the database', 'tagline.db', becomeFolder],
  ['a folder as the secret', 'secret', becomeFolder],
  ['a file as the folder of photos', 'media', (file) => writeFileSync(file, '')],
])('with %s every command ends with one sentence, without a stack', async (_, name, act) => {
  await using app = testApp();
  const { dataDir } = app.config;
  app.close();
  act(join(dataDir, name));
  for (const args of [['backup'], ['export'], ['doctor'], ['reindex'], ['make-admin', '+12025550111']])
    expectSentence(await tagline(args, { DATA_DIR: dataDir }));
});

test.each(['ulimit -f 100; exec "$@"', 'exec "$@" >/dev/full', 'exec "$@" >&-', '"$@" | true'])(
  'a command that runs as %j ends with one sentence, without a stack',
  async (shell) => {
    await using app = testApp();
    const env = { DATA_DIR: app.config.dataDir };
    for (const name of ['backup', 'export', 'doctor'])
      expectSentence(await run(['sh', '-c', shell, 'sh', executable(), name], { env, cwd: env.DATA_DIR }));
  },
);

/** Expects one sentence or the findings of `doctor`, and never a stack or a fault of ours. */
function expectSentence({ stdout, stderr, exitCode }: Awaited<ReturnType<typeof run>>) {
  expect(stdout + stderr).not.toMatch(STACK);
  expect(stderr).not.toContain('a fault of Tagline');
  expect([0, 1]).toContain(exitCode);
  if (exitCode === 1 && stderr) expect(stderr).toMatch(/^[^\n]+[.!?]$/);
  if (exitCode === 1) expect(stdout + stderr).not.toBe('');
}

function change(file: string, sql: string) {
  using database = new Database(file);
  database.run(sql);
}

function becomeFolder(file: string) {
  rmSync(file, { force: true });
  mkdirSync(file);
}
