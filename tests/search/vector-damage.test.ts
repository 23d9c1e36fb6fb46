import { expect, test } from 'bun:test';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { embeddingProgress, embedQueued } from '../../src/search/meaning/embedding';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { damagePage } from '../support/damage';
import { startEmbeddingServer } from '../support/embeddings';
import { tempFolder } from '../support/folder';
import { found, person, store } from './searchers';

const PAGE = 4096;
const pages = (file: string) => statSync(file).size / PAGE;
const damageMost = (file: string, first: number, damage: 'zeros' | 'garbage') => {
  for (let pageno = first; pageno <= pages(file); pageno++) damagePage(file, { pageno, size: PAGE }, damage);
};

const DAMAGES: [what: string, damage: (file: string) => void][] = [
  ['deleted', (file) => rmSync(file)],
  ['another file', (file) => writeFileSync(file, crypto.getRandomValues(new Uint8Array(2 * PAGE)))],
  ['cut in half', (file) => truncateSync(file, Math.floor(pages(file) / 2) * PAGE)],
  ['zeros after its first page', (file) => damageMost(file, 2, 'zeros')],
  ['garbage after its third page', (file) => damageMost(file, 4, 'garbage')],
];

test.each(DAMAGES)('a vector index that is %s is built again at a start', async (_what, damage) => {
  using provider = startEmbeddingServer();
  using data = tempFolder();
  const env = { ...provider.environment, DATA_DIR: data.path };
  {
    await using app = testApp(env);
    await fill(app);
  }
  damage(data.file('vectors.db'));
  await using app = testApp(env);
  expect(await found(app, person(app, ann), 'ramen')).toEqual(['noodles tonight', 'soup tomorrow']);
  expect(embeddingProgress(app).problem).toBeNull();
});

test('a vector index that is deleted or damaged while it is used is built again', async () => {
  using provider = startEmbeddingServer();
  using data = tempFolder();
  await using app = testApp({ ...provider.environment, DATA_DIR: data.path });
  await fill(app);
  for (const [, damage] of [DAMAGES[0]!, DAMAGES[3]!]) {
    expect(await found(app, person(app, ann), 'ramen')).toHaveLength(2);
    damage(data.file('vectors.db'));
    expect(await found(app, person(app, ann), 'dinner')).toHaveLength(2);
    expect(embeddingProgress(app).problem).toBeNull();
  }
});

/** Stores two messages one after the other, so that the log of the vector index is moved into its file. */
async function fill(app: ReturnType<typeof testApp>) {
  await embedQueued(app);
  const me = person(app, ann);
  for (const content of ['noodles tonight', 'soup tomorrow']) {
    store(app, me, content);
    await embedQueued(app);
  }
  expect(await found(app, me, 'ramen')).toHaveLength(2);
}
