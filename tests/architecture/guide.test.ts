import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compose from '../../compose.yaml';
import { SETTINGS } from '../../src/app/config/config';
import { blocksBelow } from '../support/guide-blocks';

const GUIDE = readFileSync(join(import.meta.dir, '../../docs/operations.md'), 'utf8');
const START = 'From a bare server to the first text';

test('blocks of code are read with their file and without their indent', () => {
  const text =
    '# One\n```sh\na\n```\n## Two\n1. Do:\n\n   ```ini /etc/x\n   [Unit]\n     b\n   ```\n\n```sh\nc # d\n\ne\n```\n# Three\n```sh\nf\n```';
  expect(blocksBelow(text, 'Two')).toEqual([
    { language: 'ini', file: '/etc/x', text: '[Unit]\n  b\n' },
    { language: 'sh', file: undefined, text: 'c # d\n\ne\n' },
  ]);
  expect(() => blocksBelow(text, 'Four')).toThrow('no heading "Four"');
});

test('the guide has the files and commands that the proof follows', () => {
  const files = (heading: string) => blocksBelow(GUIDE, heading).flatMap(({ file }) => file ?? []);
  expect(files(START)).toEqual(['/var/lib/tagline/.env', '/etc/systemd/system/tagline.service']);
  expect(files('Caddy')).toEqual(['/etc/caddy/Caddyfile']);
  expect(files('nginx')).toEqual(['/etc/nginx/conf.d/tagline.conf']);
  for (const [heading, command] of [
    [START, 'tagline doctor'],
    ['Backups', 'tagline backup'],
    ['Restore', 'tagline restore'],
    ['Upgrades', 'systemctl restart tagline'],
  ] as const)
    expect(
      blocksBelow(GUIDE, heading).some(({ language, text }) => language === 'sh' && text.includes(command)),
    ).toBe(true);
});

test('the unit writes where its settings say, and starts again however often it fails', () => {
  const [settings, unit] = blocksBelow(GUIDE, START).filter(({ file }) => file);
  const [, folder] = /^BACKUP_DIR=(.+)$/m.exec(settings?.text ?? '') ?? [];
  expect(unit?.text).toContain(`ReadWritePaths=/var/lib/tagline -${folder}\n`);
  expect(unit?.text).toContain('StartLimitIntervalSec=0\n');
});

test('compose.yaml sets only what is a setting, and its haproxy decides as that of the guide', () => {
  const services: Record<string, { environment?: object }> = compose.services;
  for (const name of ['tagline', 'a', 'b'])
    expect(Object.keys(services[name]?.environment ?? {}).filter((set) => !(set in SETTINGS))).toEqual([]);
  const standby = readFileSync(join(import.meta.dir, '../../docs/standby.md'), 'utf8');
  const decisions = (text: string) =>
    text.match(/^ *(?:retr|option|timeout|default-server inter).+$/gm) ?? [];
  const [ours, guide] = [compose.configs.haproxy.content, blocksBelow(standby, 'haproxy on c')[0]?.text ?? '']
    .map(decisions)
    .map((lines) => lines.map((line) => line.trim().replace(' resolvers docker init-addr libc,none', '')));
  expect(ours?.length).toBeGreaterThan(8);
  expect(ours).toEqual(guide ?? []);
});
