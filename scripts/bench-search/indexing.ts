import { join } from 'node:path';
import { relaxedTransaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../../src/app/app';
import { create } from '../../src/messages/messages';
import { findOrCreateUser } from '../../src/people/users';
import { indexQueued } from '../../src/search/index/indexing';
import { ME, openApp } from './databases';
import { quantiles, timeSync } from './measuring';
import { createRandom } from './random';

/** Number of rounds. The first two do not count, because Bun has not compiled the code yet. */
const ROUNDS = 16;
const MESSAGES = 1_000;
/** Number of messages that are indexed in one transaction. */
const INDEX_BATCH = 20;

type Store = { app: App; me: User; indexes: boolean };

/** Prints how much CPU time storing a message takes with the search index and without it. */
export function measureIndexing(dir: string, texts: string[]) {
  const random = createRandom(3);
  const text = () => texts[random(texts.length)] ?? '';
  const plain = openStore(join(dir, 'plain'), false);
  const indexed = openStore(join(dir, 'indexed'), true);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const contents = Array.from({ length: MESSAGES }, () => `${text()} ${text()} #notes`);
    return { without: msPerMessage(plain, contents), withIndex: msPerMessage(indexed, contents) };
  }).slice(2);
  for (const { app } of [plain, indexed]) app.close();

  const [without] = quantiles(
    rounds.map(({ without }) => without),
    0.5,
  );
  const [withIndex] = quantiles(
    rounds.map(({ withIndex }) => withIndex),
    0.5,
  );
  const percents = rounds.map(({ without, withIndex }) => (withIndex / without - 1) * 100);
  const [least, median, most] = quantiles(percents, 0, 0.5, 1).map((percent) => Math.round(Number(percent)));
  console.log(
    `\nStoring a message: ${without} ms without the index, ${withIndex} ms with it; in ${rounds.length} rounds by turns the index adds ${median} % (${least} to ${most})`,
  );
}

function openStore(dataDir: string, indexes: boolean): Store {
  const app = openApp(dataDir);
  const triggers = app.db.$client.query<{ name: string }, []>(
    "select name from sqlite_schema where type = 'trigger' and name glob 'search_*'",
  );
  if (!indexes) for (const { name } of triggers.all()) app.db.$client.run(`drop trigger ${name}`);
  return { app, me: findOrCreateUser(app, ME).user, indexes };
}

const msPerMessage = ({ app, me, indexes }: Store, contents: string[]): number =>
  timeSync(() => {
    for (const [at, content] of contents.entries()) {
      create(app, me, { content, source: 'sms', audience: 'nobody' });
      if (indexes && at % INDEX_BATCH === INDEX_BATCH - 1)
        relaxedTransaction(app.db, () => indexQueued(app.db, INDEX_BATCH));
    }
  }) / contents.length;
