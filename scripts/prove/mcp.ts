import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openTab, type Tab } from '../../tests/support/browser';
import { tempFolder } from '../../tests/support/folder';
import { until } from '../../tests/support/server';
import type { Running } from '../process';
import { ROOT } from '../setup';
import { type Check, type Proof, signIn, simulatedTexts, startProgram } from './program';

const ANN = '+12025550111';
/** Version 2 asks servers by a process of its own, so that nothing of a browser's rules is tried. */
const INSPECTOR = '@modelcontextprotocol/inspector-client@1.0.3';

/** What its page prints when it asks its own server, which is not there, and when ours answers 401 and 405. */
const OF_INSPECTOR = [/Failed to load resource/, /default environment/, /UnauthorizedError/];

type World = { check: Check; server: Running; tab: Tab; folder: string };

/** Programs of others join by one address, and a person lets them in, in a real browser. */
export const mcp: Proof = async (check) => {
  using folder = tempFolder(tmpdir());
  const dataDir = folder.file('data');
  const server = await startProgram({ DATA_DIR: dataDir, EMBEDDINGS: 'off' });
  const ann = await signIn(server, ANN, () => simulatedTexts(dataDir, ANN));
  await ann.put('/api/profile', { firstName: 'Ann', lastName: 'Lee' });
  await ann.post('/api/messages', { content: 'Oat milk', tags: ['food'] });
  await using tab = await openTab(server.publicUrl, { expected: OF_INSPECTOR });
  await tab.setCookies(ann.cookies);
  const world = { check, server, tab, folder: folder.path };
  await mcpRemote(world);
  await inspector(world);
  const { body } = await ann.get<{ name: string; oauth: boolean }[]>('/api/tokens');
  const names = body.flatMap(({ name, oauth }) => (oauth ? [name] : []));
  check('the profile lists both programs', names.length === 2, names.join(', '));
  await server.stop();
};

async function mcpRemote({ check, server, tab: { page }, folder }: World) {
  const transport = new StdioClientTransport({
    command: Bun.which('node') ?? process.execPath,
    args: [join(ROOT, 'node_modules/mcp-remote/dist/proxy.js'), `${server.publicUrl}/mcp`],
    // BROWSER: the page is opened here, not on the screen of whoever runs this
    env: { PATH: process.env.PATH ?? '', HOME: folder, BROWSER: 'true' },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (piece) => {
    said += piece;
  });
  const client = new Client({ name: 'proof', version: '1' });
  const connecting = client.connect(transport);
  await page.goto(await until(() => /by visiting:\s+(\S+)/.exec(said)?.[1]));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL('**/oauth/callback?code=*');
  await connecting;
  const { tools } = await client.listTools();
  check('mcp-remote lists the tools', tools.length > 10, `${tools.length} tools`);
  const finds = async () =>
    JSON.stringify(await client.callTool({ name: 'search', arguments: { query: 'milk' } })).includes(
      'Oat milk',
    );
  check('and finds a note', await finds());
  const hashOf = (change: string) => {
    using db = new Database(join(folder, 'data/tagline.db'));
    return db.query(`update access_tokens set ${change} where program_id is not null returning hash`).get();
  };
  const before = hashOf('expires_at = 1');
  check('its token has expired, and it finds the note with another', await finds());
  check('which it got without asking', !Bun.deepEquals(before, hashOf('name = name')));
  await client.close();
}

async function inspector({ check, server, tab: { page } }: World) {
  const files = unpackedInspector();
  using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ url }) {
      const file = Bun.file(files + new URL(url).pathname);
      return new Response((await file.exists()) ? file : Bun.file(`${files}/index.html`));
    },
  });
  let called = 0;
  page.on('request', (request) => {
    if (request.url() === `${server.publicUrl}/mcp` && request.headers().authorization) called++;
  });
  await page.goto(`${site.url}?transport=streamable-http&serverUrl=${server.publicUrl}/mcp`);
  await page.getByLabel('Connection Type').click();
  await page.getByRole('option', { name: 'Direct' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Let MCP Inspector in?' }).waitFor();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByRole('button', { name: 'List Tools' }).click();
  await page.getByText('search', { exact: true }).first().click();
  await page.getByLabel('query').fill('milk');
  await page.getByRole('button', { name: 'Run Tool' }).click();
  await page
    .getByText(/Oat milk/)
    .first()
    .waitFor();
  check('an inspector in a page of another site finds a note', called > 2, `${called} calls with its token`);
}

/** Only its page is needed, none of the forty packages that it was built of. */
function unpackedInspector(): string {
  const folder = join(ROOT, 'node_modules/.cache/inspector', INSPECTOR.split('@').at(-1)!);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    Bun.spawnSync(['sh', '-c', `npm pack --silent ${INSPECTOR} && tar -xzf *.tgz && rm *.tgz`], {
      cwd: folder,
    });
  }
  return join(folder, 'package/dist');
}
