import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/setup';

const BUILT = join(ROOT, 'dist/web');

export function copyAsBuild(folder: string, number: number) {
  cpSync(BUILT, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const renamed = (text: string) => text.replaceAll(/-([\w-]{8})\.(js|css|woff2)\b/g, `-$1${number}.$2`);
  const assets = join(folder, 'assets');
  for (const name of readdirSync(assets)) renameSync(join(assets, name), join(assets, renamed(name)));
  const builtId = buildIdOf(BUILT);
  const id = `${builtId}${number}`;
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of texts.filter((name) => /\.(js|css|html)$/.test(name))) {
    const path = join(folder, name);
    writeFileSync(path, renamed(readFileSync(path, 'utf8')).replaceAll(builtId, id));
  }
  return { folder, id };
}

const buildIdOf = (folder: string): string =>
  /<meta name="build" content="([^"]+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1] ?? '';
