import { Database } from 'bun:sqlite';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `bun run prove:terminal`: runs the commands of the program with many kinds of failure, and looks at what
 * the terminal shows. A failure must end with exit code 1 and one sentence, or with exit code 2 and at most
 * two lines; the command `doctor` may print its findings instead. A stack trace or a piece of source code is
 * always wrong. If this script runs as root, it runs the program as another user, because root may write
 * everywhere. Takes about three minutes.
 */

const ROOT = join(import.meta.dir, '..');
const MAIN = join(ROOT, 'src/main.ts');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const AS_NOBODY = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
const PHONE = '+12025550111';
const SENTENCE_MAX = 900;
const RUNS_AT_ONCE = 3;

const home = mkdtempSync(join(tmpdir(), 'tagline-terminal-'));
const at = (...names: string[]) => join(home, ...names);
const GARBAGE = 'These are my shopping lists, and nothing else. '.repeat(200);

/** Overwrites all pages of a file except the first two. A page has 4 KB. */
function overwritePages(file: string) {
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 8192);
  writeFileSync(file, bytes);
}

/** Ways to damage a data folder, by name. */
const DAMAGES: Record<string, (data: string) => void> = {
  'nothing is damaged': () => {},
  'the folder is missing': (data) => rmSync(data, { recursive: true }),
  'the folder is a file': (data) => {
    rmSync(data, { recursive: true });
    writeFileSync(data, '');
  },
  'the folder is read-only': (data) => chmodSync(data, 0o500),
  'the folder is closed': (data) => chmodSync(data, 0),
  'the database is garbage': (data) => writeFileSync(join(data, 'tagline.db'), GARBAGE),
  'the database is a folder': (data) => {
    rmSync(join(data, 'tagline.db'));
    mkdirSync(join(data, 'tagline.db'));
  },
  'the database is empty': (data) => truncateSync(join(data, 'tagline.db')),
  'the database is cut': (data) => truncateSync(join(data, 'tagline.db'), 50_000),
  'the pages of the database are overwritten': (data) => overwritePages(join(data, 'tagline.db')),
  'the database is closed': (data) => chmodSync(join(data, 'tagline.db'), 0),
  'the database is read-only': (data) => chmodSync(join(data, 'tagline.db'), 0o400),
  'the database is missing': (data) => rmSync(join(data, 'tagline.db')),
  'the database is newer': (data) =>
    change(data, "insert into schema_migrations values ('9999_later.sql', 1)"),
  'a migration fails': (data) => change(data, 'delete from schema_migrations where rowid > 3'),
  'a table is missing': (data) => change(data, 'pragma foreign_keys = off; drop table placements'),
  'the secret is a folder': (data) => {
    rmSync(join(data, 'secret'));
    mkdirSync(join(data, 'secret'));
  },
  'the secret is closed': (data) => chmodSync(join(data, 'secret'), 0),
  'the lock file is garbage': (data) => writeFileSync(join(data, 'in-use'), GARBAGE),
  'the lock file is a folder': (data) => {
    rmSync(join(data, 'in-use'));
    mkdirSync(join(data, 'in-use'));
  },
  'the lock file is closed': (data) => chmodSync(join(data, 'in-use'), 0),
  'media is a file': (data) => {
    rmSync(join(data, 'media'), { recursive: true, force: true });
    writeFileSync(join(data, 'media'), '');
  },
  'media is closed': (data) => chmodSync(join(data, 'media'), 0),
  'lib is a file': (data) => {
    rmSync(join(data, 'lib'), { recursive: true, force: true });
    writeFileSync(join(data, 'lib'), '');
  },
  'the meaning index is garbage': (data) => writeFileSync(join(data, 'vectors.db'), GARBAGE),
  'a restore was interrupted': (data) => {
    mkdirSync(join(data, 'restored'));
    const plan = {
      file: at('backup.zip'),
      bytes: 1,
      createdAt: null,
      kept: 'before-restore-x',
      previous: ['media', 'tagline.db'],
      restored: ['media', 'tagline.db'],
    };
    writeFileSync(join(data, 'restored/plan.json'), JSON.stringify(plan));
    mkdirSync(join(data, 'before-restore-x'));
    renameSync(join(data, 'tagline.db'), join(data, 'before-restore-x/tagline.db'));
    cpSync(join(data, 'before-restore-x/tagline.db'), join(data, 'restored/tagline.db'));
  },
};

/** Commands that are run with every damage. */
const COMMANDS: string[][] = [
  ['serve'],
  ['backup', at('out/')],
  ['export', at('out/')],
  ['import', at('list.csv'), '--as', PHONE],
  ['import', at('export.zip')],
  ['doctor'],
  ['reindex'],
  ['make-admin', PHONE],
  ['seed', '10'],
  ['restore', at('backup.zip')],
];

/** Commands that must fail even if the data folder is healthy. */
const WRONG: string[][] = [
  ...[
    '/proc/',
    at('closed/'),
    at('closed/notes.zip'),
    at('file/below.zip'),
    at('out/none/../../closed/x'),
  ].flatMap((to) => [
    ['backup', to],
    ['export', to],
    ['export', to, '--of', PHONE, '--format', 'bookmarks'],
  ]),
  ...['out', 'none', 'secret-file', 'file', 'garbage', 'cut.zip', 'cut.db'].flatMap((name) => [
    ['restore', at(name)],
    ['import', at(name)],
    ['import', at(name), '--as', PHONE],
  ]),
  ['import', '/dev/zero', '--as', PHONE],
  ['restore', '/dev/zero'],
  ['restore', '/dev/stdin'],

  ['export', '--of', 'nobody'],
  ['export', '--of', '+12025550187'],
  ['export', '--format', 'xml'],
  ['export', '--format', 'bookmarks'],
  ['make-admin', 'nobody'],
  ['make-admin', '+12025550187'],
  ['seed', 'many'],
  ['seed', '-1'],
  ['seed', '1e99'],
  ['setup'],
  ['setup', '--yes', '--line', 'pigeon'],
  ['setup', '--yes', '--line', 'simulator', '--set', 'nonsense'],
  ['nonsense'],
  ['backup', '--nonsense'],
];

/** Wrong settings. Every command is run with each of them. */
const SETTINGS: Record<string, string>[] = [
  { PORT: 'x' },
  { HOST: '203.0.113.7', SMS_SIMULATOR_EXPOSED: '1' },
  { HOST: 'no.such.host.invalid', SMS_SIMULATOR_EXPOSED: '1' },
  { TWILIO_ACCOUNT_SID: 'AC' },
  { ADMIN_PHONES: 'x' },
  { DATA_DIR: `/${'x'.repeat(300)}` },
];

function change(data: string, sql: string) {
  using database = new Database(join(data, 'tagline.db'));
  database.run(sql);
}

type Run = { stdout: string; stderr: string; exitCode: number | null };

/** Runs the program, never as root. A server that starts is stopped after its first line. */
async function run(args: string[], env: Record<string, string>, shell?: string): Promise<Run> {
  const command = [...AS_NOBODY, process.execPath, MAIN, ...args];
  const program = Bun.spawn(shell ? ['sh', '-c', shell, 'sh', ...command] : command, {
    cwd: at('cwd'),
    env: { PATH: process.env.PATH, HOME: at('cwd'), PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const errors = new Response(program.stderr).text();
  let stdout = '';
  for await (const chunk of program.stdout) {
    stdout += new TextDecoder().decode(chunk);
    if (args[0] === 'serve' && stdout.includes('\n')) program.kill('SIGTERM');
  }
  return { stdout, stderr: await errors, exitCode: await program.exited };
}

const STACK = /^\s+at |^\s*\d+ \| |\.[jt]s:\d+|node:internal|\[native code\]|Bun v\d/m;

/** Returns what is wrong with the output of a run, or null. */
function complaint({ stdout, stderr, exitCode }: Run, mayPass: boolean): string | null {
  const lines = stderr.trimEnd().split('\n');
  const [sentence = ''] = lines;
  if (STACK.test(stdout + stderr)) return `a stack: ${(stdout + stderr).slice(0, 300)}`;
  if (exitCode === 0) return mayPass ? null : 'it passed';
  if (exitCode !== 1 && exitCode !== 2) return `exit code ${exitCode}`;
  if (stdout !== '' && sentence === '') return null; // this output is the findings of the command `doctor`
  if (lines.length > (exitCode === 2 ? 2 : 1)) return `${lines.length} lines: ${stderr.slice(0, 300)}`;
  if (sentence.length > SENTENCE_MAX || (exitCode === 1 && !/[.!?]$/.test(sentence)))
    return `no sentence: ${sentence.slice(0, 300)}`;
  return sentence.includes('a fault of Tagline') ? sentence : null;
}

function prepare() {
  for (const folder of ['cwd', 'out', 'closed']) mkdirSync(at(folder));
  writeFileSync(at('file'), '');
  writeFileSync(at('garbage'), GARBAGE);
  writeFileSync(at('secret-file'), GARBAGE);
  writeFileSync(at('list.csv'), 'content,tags\nHello,a\n');
  const made = (args: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, MAIN, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: at('data'), LOG_LEVEL: 'silent' },
    });
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  made(['seed', '500']);
  made(['backup', at('backup.zip')]);
  made(['export', at('export.zip')]);
  mkdirSync(at('data/media'), { recursive: true });
  writeFileSync(at('data/media/photo'), 'photo');
  for (const name of ['backup.zip', 'export.zip']) {
    const bytes = readFileSync(at(name));
    if (name === 'backup.zip') writeFileSync(at('cut.zip'), bytes.subarray(0, bytes.length / 2));
  }
  writeFileSync(at('cut.db'), readFileSync(at('data/tagline.db')).subarray(0, 50_000));
  if (isRoot)
    for (const name of ['.', ...readdirSync(home, { recursive: true, encoding: 'utf8' })])
      chownSync(at(name), NOBODY, NOBODY);
  chmodSync(at('closed'), 0o500);
  chmodSync(at('secret-file'), 0);
}

let copies = 0;

/** Runs a command on a damaged copy of the data. Returns its output and exit code. */
async function attempt(damage: string, args: string[], env: Record<string, string>, shell?: string) {
  const data = at(`copy-${++copies}`);
  cpSync(at('data'), data, { recursive: true });
  if (isRoot)
    for (const name of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
      chownSync(join(data, name), NOBODY, NOBODY);
  DAMAGES[damage]?.(data);
  try {
    if (isRoot && existsSync(data))
      for (const name of ['.', ...readdirSyncIfFolder(data)]) chownSync(join(data, name), NOBODY, NOBODY);
    const result = await run(args, { DATA_DIR: data, ...env }, shell);
    return result;
  } finally {
    chmodIfThere(data);
    rmSync(data, { recursive: true, force: true });
  }
}

const readdirSyncIfFolder = (path: string): string[] => {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
};

function chmodIfThere(path: string) {
  if (existsSync(path)) chmodSync(path, 0o700);
}

type Case = {
  title: string;
  damage: string;
  args: string[];
  env: Record<string, string>;
  mayPass: boolean;
  shell?: string;
};

const HEALTHY = 'nothing is damaged';
const cases: Case[] = [
  ...Object.keys(DAMAGES).flatMap((damage) =>
    COMMANDS.map((args) => ({ title: damage, damage, args, env: {}, mayPass: true })),
  ),
  ...WRONG.map((args) => ({ title: 'a wrong operand', damage: HEALTHY, args, env: {}, mayPass: false })),
  ...SETTINGS.flatMap((env) =>
    COMMANDS.map((args) => ({
      title: `a wrong ${Object.keys(env)[0]}`,
      damage: HEALTHY,
      args,
      env,
      mayPass: true,
    })),
  ),
  ...COMMANDS.filter(([name]) => name !== 'serve').flatMap((args) => [
    {
      title: 'no file may grow beyond 50 kB',
      damage: HEALTHY,
      args,
      env: {},
      mayPass: true,
      shell: 'ulimit -f 100; exec "$@"',
    },
    { title: 'stdout is full', damage: HEALTHY, args, env: {}, mayPass: true, shell: 'exec "$@" >/dev/full' },
    { title: 'stdout is closed', damage: HEALTHY, args, env: {}, mayPass: true, shell: 'exec "$@" >&-' },
    { title: 'the reader has gone', damage: HEALTHY, args, env: {}, mayPass: true, shell: '"$@" | true' },
    {
      title: 'the current folder is gone',
      damage: HEALTHY,
      args,
      env: {},
      mayPass: true,
      shell: 'd=$(mktemp -d); cd $d; rmdir $d; exec "$@"',
    },
  ]),
];

prepare();
const table = new Map<string, { tried: number; failed: number; wrong: string[] }>();
const waiting = [...cases];
await Promise.all(
  Array.from({ length: RUNS_AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { title, damage, args, env, mayPass, shell } = next;
      const result = await attempt(damage, args, env, shell);
      const row = table.get(title) ?? { tried: 0, failed: 0, wrong: [] };
      table.set(title, row);
      row.tried += 1;
      if (result.exitCode !== 0) row.failed += 1;
      const wrong = complaint(result, mayPass);
      if (wrong) row.wrong.push(`tagline ${args.join(' ')}: ${wrong}`);
      if (process.argv.includes('--verbose'))
        console.log(
          `${title} | tagline ${args.join(' ').replaceAll(home, '')} | ${result.exitCode} | ${result.stderr.trimEnd().replaceAll(home, '') || result.stdout.trimEnd().slice(0, 150)}`,
        );
    }
  }),
);
chmodSync(at('closed'), 0o700);
rmSync(home, { recursive: true, force: true });

let wrong = 0;
console.log('tried  refused  wrong  failure');
for (const [title, row] of table) {
  wrong += row.wrong.length;
  console.log(
    `${String(row.tried).padStart(5)}${String(row.failed).padStart(9)}${String(row.wrong.length).padStart(7)}  ${title}`,
  );
  for (const complaint of row.wrong) console.log(`       ${complaint.replaceAll(home, '')}`);
}
console.log(`${cases.length} runs, ${wrong} wrong`);
process.exit(wrong === 0 ? 0 : 1);
