import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../src/app/version';
import { DOCUMENTED_CALLS } from '../../src/http/openapi';
import { ROOT } from '../setup';
import { clientTypes } from './client-types';

/** Writes `tagline-client-<version>.tgz`, the npm package @tagline/client (docs/product/client.md: Package). */
export async function packClient(folder: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'tagline-client-'));
  try {
    await writePackage(work);
    const packed = run(['npm', 'pack', '--ignore-scripts', '--silent'], work);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, packed);
    copyFileSync(join(work, packed), `${file}.partial`);
    renameSync(`${file}.partial`, file);
    return file;
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function writePackage(folder: string) {
  const runtime = join(ROOT, 'src/client/runtime.ts');
  const { outputs } = await Bun.build({ entrypoints: [runtime], target: 'browser', format: 'esm' });
  const script = (await outputs[0]!.text()).replace(/^\/\/.*\n/, ''); // a comment with the path of the source
  const tsc = [process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), runtime];
  const declaring = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--outDir', folder];
  const dialect = [
    '--target',
    'esnext',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    '',
  ];
  run([...tsc, ...declaring, ...dialect], folder);
  // the simulator listens at an address of its own
  const calls = DOCUMENTED_CALLS.filter(({ name }) => !name.startsWith('simulator.'));
  const files: Record<string, string> = {
    'index.js': script,
    'index.d.ts': TYPES,
    'calls.d.ts': clientTypes(calls),
    'README.md': README,
    LICENSE: readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    'package.json': `${JSON.stringify(MANIFEST, null, 2)}\n`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

const MANIFEST = {
  name: '@tagline/client',
  version: VERSION,
  description: 'Calls of a Tagline server, with their types',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  files: ['index.js', '*.d.ts'],
  engines: { node: '>=20' },
};

/** The calls of the server are those of the client, unless a program names others. */
const TYPES = `import type { Calls } from './calls.js';
import type { Call, Client, Options } from './runtime.js';
export * from './calls.js';
export * from './runtime.js';
export declare function createClient<C extends Record<keyof C, Call> = Calls>(options: Options): Client<C>;
`;

const README = `# @tagline/client

Every call of a Tagline server by its route, with the types of what it takes and answers. No
dependencies; Node 20, Bun, Deno and browsers. The routes stand at \`/api/docs\` of your server.

\`\`\`js
import { createClient, TaglineError } from '@tagline/client';

const tagline = createClient({ url: 'https://notes.example.com', token: process.env.TAGLINE_TOKEN });
const note = await tagline.call('POST /api/messages', { content: 'Try the ramen place #food' });
const found = await tagline.call('GET /api/messages/search', { q: 'ramen', limit: 10 });
for await (const event of tagline.events())
  if (event.type !== 'NEW_MESSAGE' || event.tags.includes('food'))
    console.log(await tagline.call('GET /api/messages/tag/{tag}', { tag: 'food', limit: 10 }));
\`\`\`

- A refusal is a \`TaglineError\` with \`status\`, \`code\`, the server's sentence as \`message\`, and \`retryAfter\`.
  Its \`status\` is 0 if the server cannot be reached.
- Without \`token\` a browser sends its own cookies; other programs may give a \`cookie\`.
- A new note gets an \`idempotencyKey\`, and is sent again with it if the answer is lost. Reads are repeated, too.
- Files are \`Blob\`s: \`call('POST /api/media', { files: [file] })\`. \`open(route, input)\` answers the \`Response\`.
- \`events()\` connects again after a break, tells that by \`OPEN\`, and ends by an error once the sign-in is over. Where
  there is no WebSocket (Node 20, a token in a browser) it says \`QUIET\` every 20 seconds: look for yourself then.
`;

function run(command: string[], cwd: string): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, {
    cwd,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  if (!success) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`);
  return stdout.toString().trim().split('\n').at(-1)!;
}

if (import.meta.main) console.log(await packClient(join(ROOT, 'dist/release')));
