import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { importFile } from '../../../src/archive/import';
import { writeZip } from '../../../tests/archive/write-zip';
import { testApp } from '../../../tests/support/app';
import { ann } from '../../../tests/support/cast';
import { tempFolder } from '../../../tests/support/folder';
import { HOSTILE, RUN } from '../../../tests/support/hostile-texts';
import { ensureUser } from '../../../tests/support/people';
import { colorPng, gif } from '../../../tests/support/pictures';
import { testServer } from '../../../tests/support/server';
import { findChromium } from '../../chromium';
import { type Attack, createTally } from './attack';

/** Attacks by people who upload hostile files or send hostile texts. */
export const FILES: Attack[] = [
  { name: 'Pictures that unfold', mustNot: 'reach a browser with over 65 megapixels', run: uploadBombs },
  { name: 'Archives that unfold or lead outside', mustNot: 'be imported', run: importBombs },
  { name: 'Scripts in texts, names and addresses', mustNot: 'run on a page', run: runScripts },
];

const PIXELS_MAX = 65_000_000;
const SIZES = [
  [65_535, 65_535],
  [65_535, 1_000],
  [20_000, 20_000],
] as const;

/** Uploads small files that declare a huge canvas. */
async function uploadBombs() {
  const { note, outcome } = createTally();
  await using server = await testServer();
  const client = await server.introduce(ann);
  for (const [width, height] of SIZES)
    for (const [type, bytes] of Object.entries(bombs(width, height))) {
      const body = new FormData();
      body.append('files', new File([bytes], 'x', { type: type.split(' ')[0] }));
      const { status, body: stored } = await client.send<{ url: string }[]>('/api/media', {
        method: 'POST',
        body,
      });
      const what = `${type} of ${width} x ${height}`;
      if (status !== 201) {
        note(status >= 400 && status < 500, `${what} is answered ${status}`);
        continue;
      }
      const file = await fetch(server.url + stored[0]!.url, {
        headers: { cookie: [...client.cookies].map((pair) => pair.join('=')).join('; ') },
      });
      const shown = Buffer.from(await file.arrayBuffer());
      const isInline = file.headers.get('content-disposition') === 'inline';
      note(!isInline || canvasOf(shown) <= PIXELS_MAX, `${what} is shown with ${canvasOf(shown)} pixels`);
    }
  return outcome;
}

function bombs(width: number, height: number): Record<string, Uint8Array<ArrayBuffer>> {
  const picture = Buffer.from(colorPng(1, 1));
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  picture.writeUInt32BE(Bun.hash.crc32(picture.subarray(12, 29)), 29);
  const screen = (frames: number) => {
    const bytes = Buffer.from(gif(frames));
    bytes.writeUInt16LE(width, 6);
    bytes.writeUInt16LE(height, 8);
    return new Uint8Array(bytes);
  };
  const frame = Buffer.from(gif(2));
  const at = frame.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0]));
  frame.writeUInt16LE(width, at + 5);
  frame.writeUInt16LE(height, at + 7);
  return {
    'image/png': new Uint8Array(picture),
    'image/gif with one frame': screen(1),
    'image/gif with two frames': screen(2),
    'image/gif with a huge frame': new Uint8Array(frame),
    'image/gif with 300 frames': screen(300),
  };
}

/**
 * Returns the number of pixels for which a browser reserves memory, or 0 for a file that is neither GIF nor
 * PNG.
 */
function canvasOf(bytes: Buffer): number {
  if (bytes.subarray(0, 3).toString() === 'GIF') return bytes.readUInt16LE(6) * bytes.readUInt16LE(8);
  if (bytes.subarray(1, 4).toString() === 'PNG') return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  return 0; // the server has encoded all other pictures itself, so they are not hostile
}

async function importBombs() {
  const { note, outcome } = createTally();
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  const attempt = async (what: string, file: string) => {
    const began = performance.now();
    const result = await importFile(app, file, { as }).catch((error) => error as Error);
    const took = performance.now() - began;
    note(
      result instanceof Error && took < 5_000,
      `${what}: ${JSON.stringify(result)} after ${Math.round(took)} ms`,
    );
  };
  const parts = { 'people.json': '', 'phones.json': '', 'boards.json': '' };
  const header = { 'tagline.json': '{"format":"tagline-export","version":1}', ...parts };
  const zip = files.file('bomb.zip');
  for (const megabytes of [20, 200, 1_000]) {
    await writeZip(zip, { ...header, 'messages.json': '\n'.repeat(megabytes * 1e6) });
    await attempt(`messages that unfold to ${megabytes} MB`, zip);
    await writeZip(zip, { 'note.md': ' '.repeat(megabytes * 1e6) });
    await attempt(`a note that unfolds to ${megabytes} MB`, zip);
  }
  for (const name of [
    '../out.md',
    '../../etc/cron.d/x.md',
    'a/../../x.md',
    '/etc/x.md',
    'C:\\x.md',
    '..\\x.md',
    'a\\..\\..\\x.md',
  ]) {
    await writeZip(files.file('plain.zip'), { [name.replaceAll(/[^a-z]/gi, 'A')]: 'x' }, { compress: false });
    const bytes = await Bun.file(files.file('plain.zip')).bytes();
    const stand = Buffer.from(name.replaceAll(/[^a-z]/gi, 'A'));
    const changed = Buffer.from(bytes);
    for (let at = changed.indexOf(stand); at >= 0; at = changed.indexOf(stand, at + 1))
      changed.write(name, at, 'latin1');
    writeFileSync(zip, changed);
    await attempt(`an entry named ${name}`, zip);
  }
  const doctype = '<!DOCTYPE NETSCAPE-Bookmark-file-1>';
  for (const [what, content] of [
    ['folders 100,000 deep', doctype + '<DL>'.repeat(100_000)],
    ['a line of 50 MB', `content\n${'x'.repeat(50e6)}`],
    ['an address of 50 MB', `${doctype}<DL><DT><A HREF="${'x'.repeat(50e6)}`],
    ['an open quote of 50 MB', `content\n"${'x\n'.repeat(25e6)}`],
  ] as const) {
    writeFileSync(files.file('file'), content);
    await attempt(what, files.file('file'));
  }
  return outcome;
}

/** Shows hostile texts in a real browser. */
async function runScripts() {
  const { note, outcome } = createTally();
  const executablePath = findChromium();
  if (!executablePath) return { ...outcome, note: 'not tried: there is no Chromium or Chrome here' };
  await using server = await testServer();
  for (const body of HOSTILE) await server.text(ann, body);
  const client = await server.introduce(ann);
  const name = `"><img src=x onerror=${RUN}>`.slice(0, 50);
  await client.put('/api/profile', { firstName: name, lastName: '<b>Lee</b>' });
  const { code } = (await client.get<{ code: string }>('/api/invite')).body;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: server.publicUrl });
    await context.addCookies(
      [...client.cookies].map(([name, value]) => ({ name, value, url: server.publicUrl })),
    );
    const page = await context.newPage();
    let runs = 0;
    await context.exposeFunction('run', () => runs++);
    page.on('dialog', () => runs++);
    const query = encodeURIComponent(`<img src=x onerror=${RUN}>`);
    const paths = [
      ...[
        '/',
        '/all-texts',
        '/tag/private/uncategorized',
        '/tag/constructor',
        '/profile',
        '/notifications',
        '/admin',
      ],
      ...[
        `/join/${code}`,
        `/join/${query}`,
        `/search?q=${query}`,
        `/tag/${query}`,
        `/login?next=javascript:${RUN}`,
        `/api/docs`,
      ],
      `${server.simulatorUrl}/phone?number=${encodeURIComponent(ann.phone)}`,
    ];
    for (const path of paths) {
      const before = runs;
      await page.goto(path);
      await page.waitForTimeout(700);
      const foreign = await page
        .locator('main script, base, a[href^="javascript:" i], a[href^="data:" i]')
        .count();
      note(runs === before && foreign === 0, `${path}: ${runs - before} runs, ${foreign} foreign elements`);
      outcome.tried += HOSTILE.length - 1; // each text counts as one try; `note` has counted one of them
    }
    await page.evaluate('run()');
    if (runs !== 1) outcome.through.push(`the page counted ${runs} runs where one was made`);
  } finally {
    await browser.close();
  }
  return outcome;
}
