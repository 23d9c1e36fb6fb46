import { expect, test } from 'bun:test';
import { sendWhileKilled } from './killing';

// `bun run prove:texting` does it with 1,000 texts and 20 kills
test('however often the process is killed, each text goes out once, equal ones too', async () => {
  const { looked, ...outcome } = await sendWhileKilled({ texts: 150, kills: 4 });
  expect(outcome).toEqual({ killed: 4, exitCode: 0, missing: 0, twice: 0, unsettled: 0, sids: 150 });
  expect(looked).toBeGreaterThan(0); // some were uncertain, or this proves nothing
}, 60_000);
