import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { ROOT } from '../setup';
import { PARTS } from './parts';
import type { Shipped } from './shipped';

const LINE = /^\s*"[^"]+": \["([^"]+@[^"@]+)", .*"sha512-([^"]+)"\],?$/gm;

/** Returns a bill of materials in CycloneDX 1.6. It names no time, so that it is the same in each build. */
export function sbomOf(shipped: Shipped[]): string {
  const lock = readFileSync(join(ROOT, 'bun.lock'), 'utf8');
  const sums = new Map([...lock.matchAll(LINE)].map(([, name = '', sum = '']) => [name, sum]));
  const components = shipped.map((one) => {
    const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`;
    const sum = sums.get(`${one.name}@${one.version}`);
    const parts = Object.entries(PARTS).find(([name]) => name === one.name)?.[1] ?? [];
    return {
      type: one.name === 'bun' ? 'platform' : 'library',
      'bom-ref': purl,
      name: one.name,
      version: one.version,
      purl,
      licenses: licensesOf(one.license),
      ...(sum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }),
      ...(parts.length > 0 && {
        components: parts.flatMap(([names, ids]) =>
          names.split(/, | and /).map((name) => ({
            type: 'library',
            'bom-ref': `${purl}#${encodeURIComponent(name)}`,
            name,
            licenses: licensesOf(ids.split(' ').join(' AND ')),
          })),
        ),
      }),
    };
  });
  const tagline = { type: 'application', 'bom-ref': 'tagline', name: 'tagline', version };
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...tagline, licenses: licensesOf('MIT') } },
    components,
    dependencies: [{ ref: 'tagline', dependsOn: components.map((one) => one['bom-ref']) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

const licensesOf = (license: string) =>
  / (OR|AND) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
