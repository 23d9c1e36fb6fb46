import { relaxedTransaction } from '../../db/open';
import { ann } from '../../db/seeds/cast';
import { readConfig } from '../../src/app/config/config';
import { search } from '../../src/search/search';
import { createApp } from '../../src/start/create-app';
import { recognise } from '../../src/texting/commands';
import { answerQuestions, askQuestion } from '../../src/texting/questions';
import { readTexts } from '../bench-search/texts';
import { copyOfDatabase, requireUserByPhone } from './databases';
import { addFigureWithLimit, compare, median, type Rate, ROUND_MS } from './figures';

const QUERIES = ['lamp', 'ramen place', 'book from:me', 'has:link', 'tomorrow morning', 'pasta -spicy'];

/**
 * Measures how long Tagline takes to decide that a text is a note and not a command. Then measures questions
 * that people ask by text, from the stored question to the stored answer, and compares them with the same
 * searches in the web app.
 */
export async function asking(size: number) {
  addFigureWithLimit('Recognising a note, median', size, recognising(), 'µs', 5);
  const dataDir = copyOfDatabase(size);
  const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  const user = requireUserByPhone(app, ann);
  let asked = 0;
  const nextQuery = () => QUERIES[asked++ % QUERIES.length]!;
  await compare(
    { name: 'Questions by text', size, atLeast: 0.5 },
    () =>
      rateOf(async () => {
        // does not wait for the disk, because that wait belongs to receiving the text, not to answering it
        relaxedTransaction(app.db, () => askQuestion(app, user, nextQuery(), app.now()));
        await answerQuestions(app);
      }),
    {
      name: 'their searches',
      rate: () => rateOf(() => search(app, user, { q: nextQuery(), limit: 50 })),
    },
  );
  app.close();
}

/** Returns the median time in microseconds that `recognise` takes for a real text. */
function recognising(): number {
  const texts = [...readTexts('en'), ...readTexts('zh')];
  const times = texts.map((text) => {
    const start = Bun.nanoseconds();
    recognise(text);
    return (Bun.nanoseconds() - start) / 1_000;
  });
  return median(times);
}

/** Measures how many times a second `act` can be called, one call after the other. */
async function rateOf(act: () => Promise<unknown>): Promise<Rate> {
  const start = performance.now();
  let done = 0;
  for (; performance.now() - start < ROUND_MS; done++) await act();
  return { rate: (done * 1_000) / (performance.now() - start) };
}
