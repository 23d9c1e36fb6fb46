import { expect, test } from 'bun:test';
import { sendWhileKilled } from './killed-worker';

// `bun run prove texting` does the same with 1,000 texts and 20 kills
test('each text goes out once, however often the process is killed', async () => {
  const { lookUps, ...outcome } = await sendWhileKilled({ texts: 150, kills: 4 });
  expect(outcome).toEqual({ killed: 4, exitCode: 0, missing: 0, twice: 0, unsettled: 0, sids: 150 });
  // the worker looks a text up only if a kill interrupted its sending, so at least one kill came during a
  // sending
  expect(lookUps).toBeGreaterThan(0);
});
