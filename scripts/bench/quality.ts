import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { readTexts } from '../../db/seeds/texts';
import type { App } from '../../src/app/app';
import { create } from '../../src/messages/messages';
import { findOrCreateUser } from '../../src/people/users';
import { embedQueued } from '../../src/search/meaning/embedding';
import { drainIndexQueue, searchUncharged } from '../../src/search/search';
import { tempFolder } from '../../tests/support/folder';
import { markdownTable } from '../docs';
import { openApp } from './databases';
import { median } from './figures';
import { CHINESE, createRandom, ENGLISH, type KnownItem, makeQueries } from './queries';

const ME = '+12025550111';
const AMONG = 5_000;
const EACH = 120;
/** Files of notes. Each note comes with a query that shares no word and no stem with the note. */
const NOTES = ['notes60', 'notes100'];

type Kind = [name: string, items: KnownItem[]];

/** Prints how often a search finds the message from which its query was made: first, in the first 5 and 10. */
export async function quality(size: number) {
  const random = createRandom(17);
  const { texts } = readTexts(() => random(1e9) / 1e9);
  const rows: string[][] = [];
  for (const rules of [ENGLISH, CHINESE]) {
    const isChinese = (text: string) => /\p{Script=Han}/u.test(text);
    const among = texts.filter((text) => isChinese(text) === (rules === CHINESE));
    if (among.length === 0) continue; // generated texts are English
    const some = Array.from({ length: Math.min(AMONG, size) }, () => among[random(among.length)] ?? '');
    const kinds = rules.map((rule): Kind => [rule.name, makeQueries(rule, some, EACH)]);
    const notes = rules === ENGLISH ? NOTES.map((name): Kind => [name, readNotes(name)]) : [];
    const contents = notes.flatMap(([, items]) => items.map(({ text }) => text));
    rows.push(...(await compareBoth([...some, ...contents], [...kinds, ...notes])));
  }
  console.log(markdownTable(['success at 1 / 5 / 10, %; median time', 'by words', 'with meaning'], rows));
}

function readNotes(name: string): KnownItem[] {
  const text = readFileSync(join(import.meta.dir, `notes/${name}.json`), 'utf8');
  const pairs = JSON.parse(text) as { query: string; note: string }[];
  return pairs.map(({ query, note }) => ({ query, text: note }));
}

async function compareBoth(texts: string[], kinds: Kind[]): Promise<string[][]> {
  using folder = tempFolder();
  const cells: string[][] = [];
  for (const EMBEDDINGS of ['off', 'on']) {
    const app = openApp(folder.path, { EMBEDDINGS });
    const me = findOrCreateUser(app, ME).user;
    if (cells.length === 0)
      for (let from = 0; from < texts.length; from += 50)
        transaction(app.db, () => {
          for (const content of texts.slice(from, from + 50))
            create(app, me, { content, source: 'sms', audience: 'nobody' });
        });
    await drainIndexQueue(app);
    await embedEverything(app);
    const column: string[] = [];
    for (const [, items] of kinds) {
      const places: number[] = [];
      const times: number[] = [];
      for (const { query, text } of items) {
        const start = performance.now();
        const found = await searchUncharged(app, me, { q: query, limit: 10 });
        times.push(performance.now() - start);
        places.push(found.findIndex(({ content }) => content === text.trim()));
      }
      const share = (most: number) =>
        places.filter((place) => place >= 0 && place < most).length / places.length;
      const shares = [1, 5, 10].map((most) => (100 * share(most)).toFixed(1)).join(' / ');
      column.push(`${shares}; ${median(times).toFixed(1)} ms`);
    }
    cells.push(column);
    app.close();
  }
  return kinds.map(([name, items], n) => [`${name} (${items.length})`, ...cells.map((column) => column[n]!)]);
}

async function embedEverything(app: App): Promise<void> {
  for (const embedder of app.embedders) Object.assign(embedder, { local: false }); // without pauses
  // the first call can end before all messages are embedded
  for (let times = 0; times < 2; times++) await embedQueued(app);
}
