import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { readConfig } from '../../../src/app/config/config';
import type { Finding } from '../../../src/contract/health';
import { tryOut } from '../../../src/start/setup/trial';
import { testApp } from '../../support/app';
import { tempFolder } from '../../support/folder';
import { until } from '../../support/server';
import { startSmsGate } from '../../support/smsgate';
import { startTwilio } from '../../support/twilio';

const NOWHERE = 'https://127.0.0.1:9';

const stateOf = (findings: Finding[], name: string) => findings.find((one) => one.name === name)?.state;

function freePort(): number {
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  return server.port ?? 0;
}

test('a trial leaves no data', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const env = { ...twilio.environment, PUBLIC_URL: NOWHERE, PORT: '0', DATA_DIR: folder.file('a/data') };
  const { findings, canRepair } = await tryOut(readConfig(env));
  expect(stateOf(findings, 'Twilio account')).toBe('good');
  expect(stateOf(findings, 'Webhook')).toBe('bad');
  expect(canRepair).toBe(true);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('an interrupted trial leaves no data', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  twilio.failNext({ slow: 1000 });
  const env = { ...twilio.environment, PORT: '0', DATA_DIR: folder.file('data') };
  const interrupt = new AbortController();
  const trial = tryOut(readConfig(env), { signal: interrupt.signal });
  await until(() => twilio.calls.length > 0);
  expect(readdirSync(folder.path)).toHaveLength(1);
  interrupt.abort();
  expect(readdirSync(folder.path)).toEqual([]);
  await trial.catch(() => {});
});

test('in a trial the public address answers, but takes no text', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  twilio.failNext({ slow: 1000 });
  const env = { ...twilio.environment, PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: folder.file('data') };
  const trial = tryOut(readConfig(env));
  await until(() => twilio.calls.length > 0);
  const empty = await fetch(`${url}/api/webhooks/twilio/sms`, { method: 'POST' });
  expect(empty.status).toBe(403);
  expect(await empty.text()).toContain('signature');
  expect((await twilio.text({ url, publicUrl: url }, '+12025550111', 'hello')).status).toBe(503);
  expect(stateOf((await trial).findings, 'Port')).toBeUndefined();
  expect(await fetch(url).catch(() => 'closed')).toBe('closed');
});

test('a trial finds a port in use and folders that cannot be created', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const env = { ...twilio.environment, HOST: '127.0.0.1', DATA_DIR: folder.file('data') };
  const { findings } = await tryOut(readConfig({ ...env, PORT: `${other.port}` }));
  expect(findings.find(({ name }) => name === 'Port')?.advice).toBe(
    `PORT ${other.port} on HOST 127.0.0.1 is in use by another program.`,
  );
  writeFileSync(folder.file('file'), '');
  const inFile = { DATA_DIR: folder.file('file/data'), BACKUP_DIR: folder.file('file') };
  const refused = await tryOut(readConfig({ ...env, ...inFile }));
  expect(refused.findings.map(({ name, state }) => [name, state])).toEqual([
    ['Data folder', 'bad'],
    ['Backups', 'bad'],
  ]);
});

test('a trial of existing data finds what is wrong with it', async () => {
  await using twilio = await startTwilio();
  await using app = testApp();
  const { dataDir } = app.config;
  const before = readdirSync(dataDir);
  const env = { ...twilio.environment, PORT: '0', ADMIN_PHONES: '+4930123456', DATA_DIR: dataDir };
  const { findings } = await tryOut(readConfig(env));
  expect(stateOf(findings, 'Operators')).toBe('bad');
  expect(stateOf(findings, 'Database')).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual(before);
});

test('a trial with repair registers the webhooks at an Android phone', async () => {
  await using gate = await startSmsGate();
  using folder = tempFolder();
  const env = {
    ...gate.environment,
    PUBLIC_URL: 'http://127.0.0.1:9',
    PORT: '0',
    DATA_DIR: folder.file('data'),
  };
  const found = await tryOut(readConfig(env));
  expect([stateOf(found.findings, 'Webhooks'), found.canRepair]).toEqual(['bad', true]);
  expect(gate.hooks).toEqual([]);
  expect(stateOf((await tryOut(readConfig(env), { repair: true })).findings, 'Webhooks')).toBe('good');
  expect(gate.hooks.map(({ event }) => event)).toContain('sms:received');
});
