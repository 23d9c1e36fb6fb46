import { Database } from 'bun:sqlite';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { ann, bob } from '../../tests/support/cast';
import { type Client, connect } from '../../tests/support/client';
import { photo } from '../../tests/support/pictures';
import { openSocket } from '../../tests/support/socket';
import { startTwilio } from '../../tests/support/twilio';
import { blocksBelow } from './blocks';

/**
 * Follows docs/operations.md on the Debian that scripts/prove-guide.ts has booted: writes the blocks that
 * name a file, and runs the blocks of commands. `prepareOutside` and `writeBlock` replace the outside world
 * (certbot, DNS, Twilio) with stand-ins.
 */

const ROOT = join(import.meta.dir, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const DOMAIN = 'notes.example.org';
const SITE = `https://${DOMAIN}`;
const HOME = '/root';
const SETTINGS = '/var/lib/tagline/.env';
const UNIT = '/etc/systemd/system/tagline.service';
const BACKUPS = '/var/backups/tagline';
/** A stand-in for certbot. It makes a self-signed certificate for the domain that follows `-d`. */
const CERTBOT = `#!/bin/sh
while [ "$1" != -d ]; do shift; done
mkdir -p "/etc/letsencrypt/live/$2" && cd "/etc/letsencrypt/live/$2"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$2" -addext "subjectAltName=DNS:$2" -keyout privkey.pem -out fullchain.pem 2>&1
`;

process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // the certificates are self-signed
const rows: { step: string; outcome: string; ok: boolean }[] = [];
await using twilio = await startTwilio();
const ours = { url: SITE, publicUrl: SITE };
const boss = connect(SITE);
let backup = '';

prepareOutside();
const blocks = blocksBelow(GUIDE, 'From a bare server to the first text');
const unitBlock = blocks.findIndex(({ file }) => file === UNIT);
const doctorBlock = blocks.findIndex(({ text }) => text.includes('tagline doctor'));

await step('install the program and its folders', async () => {
  await follow(blocks.slice(0, unitBlock));
  const modes = await sh(`stat -c '%U %a' ${SETTINGS} /var/lib/tagline ${BACKUPS}`);
  same(modes, 'tagline 600\ntagline 700\ntagline 700');
  return 'folders and .env belong to tagline, for it alone';
});
await step('the unit is right for systemd, and starts', async () => {
  same(await follow(blocks.slice(unitBlock, unitBlock + 1)), '');
  const [check, journal] = blocks.slice(unitBlock + 1, doctorBlock);
  const printed = await follow([check!]);
  same(printed.replace(/^Created symlink .*$/m, '').trim(), '');
  await ready();
  has(await follow([journal!]), `Tagline is at ${SITE}`);
  return `runs as ${await sh('stat -c %U /proc/$(systemctl show -P MainPID tagline)')}`;
});
await step('the service can write nowhere but where it must', async () => {
  const inService = `nsenter -t $(systemctl show -P MainPID tagline) -m`;
  for (const folder of ['/srv', '/etc', '/usr/local/bin'])
    has(await sh(`${inService} touch ${folder}/x 2>&1 || true`), 'Read-only file system');
  for (const folder of ['/var/lib/tagline', BACKUPS])
    await sh(`${inService} sh -c 'touch ${folder}/x && rm ${folder}/x'`);
  return `${BACKUPS} is another disk`;
});
await step('a wrong setting is named, and twelve failures do not end the service', async () => {
  const right = readFileSync(SETTINGS, 'utf8');
  mkdirSync(`${UNIT}.d`);
  writeFileSync(`${UNIT}.d/quick.conf`, '[Service]\nRestartSec=200ms\n'); // so that the proof need not wait a minute
  writeFileSync(SETTINGS, right.replace('TRUST_PROXY=1', 'TRUST_PROXY=maybe'));
  await sh('systemctl daemon-reload && systemctl restart tagline');
  await until(async () => Number(await sh('systemctl show -P NRestarts tagline')) > 12);
  has(await sh('journalctl -u tagline -n 20 --no-pager'), 'TRUST_PROXY must be 1 or 0, not "maybe"');
  writeFileSync(SETTINGS, right);
  await ready();
  await sh(`rm -r ${UNIT}.d && systemctl daemon-reload`);
  return 'it came back by itself';
});

for (const proxy of ['Caddy', 'nginx'] as const) {
  await step(`${proxy}: install, certificate, start`, async () => {
    // as if the proxy had just been installed
    await sh(`systemctl stop caddy nginx; systemctl start ${proxy.toLowerCase()}`);
    await follow(blocksBelow(GUIDE, proxy));
    await until(() => isReady(SITE));
    return 'serves https';
  });
  await step(`${proxy}: redirect from http, HSTS for this name alone`, async () => {
    const ask = () => fetch(`http://${DOMAIN}/tag/food?a=1`, { redirect: 'manual' });
    // for a moment after a reload of nginx, workers with the old files still answer
    await until(async () => (await ask()).headers.has('location'));
    const { status, headers } = await ask();
    same(headers.get('location'), `${SITE}/tag/food?a=1`);
    const secured = await fetch(`${SITE}/login`);
    same(secured.headers.get('strict-transport-security'), 'max-age=31536000');
    return `${status}; ${secured.headers.get('strict-transport-security')}`;
  });
  await step(`${proxy}: a signed text comes in, a forged one does not`, async () => {
    const parameters = twilio.parametersOf(twilio.receive(ann.phone, `Through ${proxy} #first`));
    const forged = await twilio.call(ours, '/api/webhooks/twilio/sms', parameters, { signature: 'forged' });
    same(forged.status, 403);
    same((await twilio.call(ours, '/api/webhooks/twilio/sms', parameters)).status, 200);
    await until(() => twilio.sentTo(ann.phone).some((text) => text.includes('Welcome')));
    return 'welcomed';
  });
  await step(`${proxy}: signing in with the code`, async () => {
    if (boss.cookies.size > 0) return 'the session of before goes on';
    await signIn(boss, ann.phone);
    return 'the cookie is Secure and __Host-';
  });
  await step(`${proxy}: a web socket hears of a new message`, async () => {
    await using socket = await openSocket(ours, boss, { origin: SITE });
    await twilio.text(ours, ann.phone, `Live through ${proxy} #first`);
    await until(() => socket.events.length > 0);
    return `${socket.events.length} event`;
  });
  await step(`${proxy}: a photo that takes 12 seconds to upload`, async () => {
    const began = performance.now();
    const { status, text } = await uploadSlowly(boss, await photo(800, 600));
    same(status, 201);
    const [{ id }] = JSON.parse(text) as [{ id: number }];
    const posted = await boss.post('/api/messages', {
      content: `Photo ${proxy}`,
      tags: ['first'],
      mediaIds: [id],
    });
    same(posted.status, 201);
    return `${Math.round((performance.now() - began) / 1000)} s`;
  });
  await step(`${proxy}: what is for this machine alone is not let through`, async () => {
    same((await fetch(`${SITE}/metrics`)).status, 404);
    same((await fetch('http://127.0.0.1:3000/metrics')).status, 200);
    return '/metrics: 404 through the proxy, 200 on the machine';
  });
}

await step('the doctor, run as the guide says', async () => {
  twilio.console.numbers[0]!.smsUrl = `${SITE}/api/webhooks/twilio/sms`;
  const printed = await follow(blocks.slice(doctorBlock), { mayFail: true });
  has(printed, `Twilio delivers texts to ${SITE}/api/webhooks/twilio/sms`);
  const wrong = printed.split('\n').filter((line) => line.startsWith('WRONG'));
  // the command `doctor` also complains that the certificate is self-signed
  same(wrong.filter((line) => !line.includes('self signed certificate')).join(), '');
  return `${printed.split('\n').length} findings; wrong is only that the certificate is not a public one`;
});
await step('a backup on the other disk', async () => {
  const before = readdirSync(BACKUPS);
  await follow(blocksBelow(GUIDE, 'Backups'));
  backup = readdirSync(BACKUPS).find((name) => name.endsWith('.zip') && !before.includes(name)) ?? '';
  has(await sh(`stat -c '%U %a' ${BACKUPS}/${backup}`), 'tagline 600');
  return backup;
});
await step('stop, restore as the right user, start', async () => {
  const messages = async () =>
    (await boss.get<{ content: string }[]>('/api/messages')).body.map(({ content }) => content);
  const saved = await messages();
  await twilio.text(ours, ann.phone, 'After the backup #first');
  same((await messages()).length, saved.length + 1);
  // otherwise the server would fetch the text "After the backup" from the gateway again
  twilio.texts.length = 0;
  await follow(blocksBelow(GUIDE, 'Restore'), { FILE: backup });
  await ready();
  same((await messages()).join(), saved.join());
  same(await sh('find /var/lib/tagline ! -user tagline'), '');
  same((await photoOf(boss)).status, 200);
  return `${saved.length} messages and their photos are back, all owned by tagline`;
});
await step('an upgrade', async () => {
  const before = await sh('systemctl show -P MainPID tagline');
  await follow(blocksBelow(GUIDE, 'Upgrades').slice(0, 1));
  await ready();
  same((await sh('systemctl show -P MainPID tagline')) === before, false);
  return 'the program is replaced while it runs';
});
await step('back to the time before an upgrade, with all photos', async () => {
  const media = () => sh('ls /var/lib/tagline/data/media');
  const folder = '/var/lib/tagline/data/before-upgrade';
  await sh(`install -d -m 700 -o tagline -g tagline ${folder}`);
  // makes the same copy of the database that the server makes before it changes the schema
  const database = new Database('/var/lib/tagline/data/tagline.db');
  database.run(`vacuum into '${folder}/0001_x.db'`);
  database.close();
  await sh(`chown tagline:tagline ${folder}/0001_x.db`);
  const saved = await media();
  await follow(blocksBelow(GUIDE, 'Upgrades').slice(1), { FILE: '0001_x.db' });
  await ready();
  same(await media(), saved);
  same(await sh('find /var/lib/tagline ! -user tagline'), '');
  return `${saved.split('\n').length} photos are there`;
});
await step('another port, in .env and in the proxy', async () => {
  appendFileSync(SETTINGS, 'PORT=8080\n');
  await sh(
    "sed -i 's/:3000/:8080/' /etc/nginx/conf.d/tagline.conf && systemctl restart tagline && systemctl reload nginx",
  );
  await ready(8080);
  await twilio.text(ours, bob.phone, 'Hello #second');
  same((await fetch(`${SITE}/readyz`)).status, 200);
  return '8080';
});
await step('the journal tells what the program said', async () => {
  const lines = await sh('journalctl -u tagline --no-pager -o cat');
  same(/\b\d{6} is your|#\d{6}/.test(lines), false);
  return `${lines.split('\n').length} lines, no code among them`;
});

const width = Math.max(...rows.map(({ step }) => step.length));
for (const { step, outcome, ok } of rows)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${step.padEnd(width)}  ${outcome}`);
const failed = rows.filter(({ ok }) => !ok).length;
console.log(`${rows.length - failed} of ${rows.length} steps went as the guide says.`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Prepares what a real server has around Tagline: the executable in the home folder, the name in DNS, a disk
 * of its own for the folder of the backups, and certificates. Twilio is the stand-in of the tests.
 */
function prepareOutside() {
  copyFileSync(join(ROOT, 'dist/tagline'), join(HOME, 'tagline'));
  // the installer of Debian would write `localhost` and the host name; this also adds our domain
  writeFileSync('/etc/hosts', `127.0.0.1 localhost ${hostname()} ${DOMAIN}\n`);
  mkdirSync(BACKUPS, { recursive: true });
  Bun.spawnSync(['mount', '-t', 'tmpfs', 'tmpfs', BACKUPS]);
  writeFileSync('/usr/local/sbin/certbot', CERTBOT);
  chmodSync('/usr/local/sbin/certbot', 0o755);
}

/**
 * Writes the blocks that name a file and runs the blocks of commands, in order. If a value for FILE is given,
 * it replaces the first word FILE in each block of commands. Returns what the commands printed. Throws if a
 * command fails, unless `mayFail`.
 */
async function follow(
  some: ReturnType<typeof blocksBelow>,
  { mayFail = false, ...values }: { mayFail?: boolean; FILE?: string } = {},
) {
  let printed = '';
  for (const { language, file, text } of some)
    if (file) writeBlock(file, text);
    else if (language === 'sh')
      printed += await sh(
        text.replace(/\bFILE\b/, () => values.FILE ?? 'FILE'),
        { mayFail },
      );
  return printed;
}

function writeBlock(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true });
  let written = text;
  if (file === SETTINGS) {
    for (const [name, value] of Object.entries(twilio.environment))
      written = written.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`);
    written += `TWILIO_API_URL=${twilio.url}\n`; // the stand-in for Twilio
  }
  // Caddy makes the certificate itself instead of asking a public authority
  if (file.endsWith('Caddyfile')) written = `{\n  local_certs\n  skip_install_trust\n}\n${written}`;
  writeFileSync(file, written);
}

async function sh(script: string, { mayFail = false } = {}): Promise<string> {
  const shell = Bun.spawn(['bash', '-e', '-c', script], {
    cwd: HOME,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
    shell.exited,
  ]);
  if (code !== 0 && !mayFail) throw new Error(`${script.trim()} ended with ${code}: ${stdout}${stderr}`);
  return (stdout + stderr).trim();
}

async function step(name: string, act: () => Promise<string>) {
  try {
    rows.push({ step: name, outcome: await act(), ok: true });
  } catch (error) {
    rows.push({ step: name, outcome: String((error as Error).message ?? error), ok: false });
  }
  console.error(`${rows.at(-1)!.ok ? 'ok  ' : 'FAIL'} ${name}`);
}

/** Waits until the service is ready to work. */
function ready(port = 3000) {
  return until(() => isReady(`http://127.0.0.1:${port}`));
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function until(look: () => boolean | Promise<boolean>, within = 40_000) {
  const deadline = Date.now() + within;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${look}`);
    await Bun.sleep(100);
  }
}

async function signIn(client: Client, phone: string) {
  const login = await client.post('/api/auth/login', { phoneNumber: phone });
  same(login.status, 200);
  const codeOf = () => /\b\d{6}\b/.exec(twilio.sentTo(phone).at(-1) ?? '')?.[0];
  await until(() => codeOf() !== undefined);
  const verify = await client.post('/api/auth/verify', { phoneNumber: phone, code: codeOf() });
  same(verify.status, 200);
  has(verify.headers.getSetCookie().join(), '__Host-');
}

/**
 * Uploads a file in twelve pieces, one a second. So the upload takes longer than an idle connection may last.
 */
async function uploadSlowly(client: Client, bytes: Uint8Array) {
  const head =
    '--end\r\nContent-Disposition: form-data; name="files"; filename="view.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--end--\r\n')]);
  const piece = Math.ceil(body.length / 12);
  const stream = new ReadableStream({
    async start(controller) {
      for (let at = 0; at < body.length; at += piece) {
        controller.enqueue(body.slice(at, at + piece));
        await Bun.sleep(1000);
      }
      controller.close();
    },
  });
  return client.send('/api/media', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=end' },
    body: stream,
  });
}

async function photoOf(client: Client) {
  const { body } = await client.get<{ media: { url: string }[] }[]>('/api/messages');
  return client.get(body.flatMap(({ media }) => media)[0]?.url ?? '/none');
}

function same(actual: unknown, expected: unknown) {
  if (actual !== expected)
    throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
}

function has(text: string, part: string) {
  if (!text.includes(part)) throw new Error(`"${part}" is not in: ${text.slice(-600)}`);
}
