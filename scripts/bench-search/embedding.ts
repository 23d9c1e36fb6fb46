import { join } from 'node:path';
import { create } from '../../src/messages/messages';
import { findOrCreateUser } from '../../src/people/users';
import { embeddingProgress, embedQueued } from '../../src/search/meaning/embedding';
import { ME, openApp } from './databases';
import { quantiles } from './measuring';

const MESSAGES = 500;
const QUESTIONS = 40;
const megabytes = () => process.memoryUsage.rss() / 1e6;

/**
 * Prints how long the English model takes for messages and for questions, how long the event loop is blocked
 * meanwhile, how much memory the model takes, and how much of the memory it gives back.
 */
export async function measureEmbedding(dir: string, texts: string[]) {
  const app = openApp(join(dir, 'embedding'));
  const me = findOrCreateUser(app, ME).user;
  await embedQueued(app);
  const before = megabytes();
  create(app, me, { content: texts[0]!, source: 'sms', audience: 'nobody' });
  const arrived = performance.now();
  await embedQueued(app);
  const first = performance.now() - arrived;

  for (const content of texts.slice(1, MESSAGES))
    create(app, me, { content, source: 'sms', audience: 'nobody' });
  // live events and other work that follows new messages must end before the measurement
  await Bun.sleep(500);
  const delays: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    delays.push(performance.now() - last - 1);
    last = performance.now();
  }, 1);
  const start = performance.now();
  await embedQueued(app);
  const perMessage = (performance.now() - start) / MESSAGES;
  clearInterval(timer);
  const most = megabytes();

  const [model] = app.embedders;
  const questions: number[] = [];
  for (const text of texts.slice(MESSAGES, MESSAGES + QUESTIONS)) {
    const asked = performance.now();
    await model!.embed([text.split(' ').slice(0, 3).join(' ')], 10_000);
    questions.push(performance.now() - asked);
  }
  const { embedded, leftToWords } = embeddingProgress(app);
  app.close();
  await Bun.sleep(500);
  Bun.gc(true);
  const [p99, held] = quantiles(delays, 0.99, 1);
  console.log(
    `\nEmbedding: the first message after ${first.toFixed(0)} ms, with the start of the thread; ${MESSAGES} older ones ${perMessage.toFixed(1)} ms each, with their pauses (${embedded} embedded, ${leftToWords} left to words); a question of three words ${quantiles(questions, 0.5, 0.99).join(' and ')} ms (median and 99th)`,
  );
  console.log(
    `Event loop held while embedding: 99th ${p99} ms, most ${held} ms. Memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB while embedding, ${megabytes().toFixed(0)} MB after the thread has ended`,
  );
}
