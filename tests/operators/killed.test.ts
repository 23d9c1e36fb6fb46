import { expect, test } from 'bun:test';
import type { App } from '../../src/app/app';
import { startBroadcast } from '../../src/operators/broadcasts';
import { sendWhileKilled } from '../outbox/killed-worker';
import { ann } from '../support/cast';
import { ensureUser } from '../support/people';

function begin(app: App, people: number) {
  const [operator] = Array.from({ length: people }, (_, n) =>
    ensureUser(app, { ...ann, phone: `+1202555${1000 + n}` }),
  );
  if (operator) startBroadcast(app, operator, 'You can now text photos, too.');
}

test('a broadcast reaches everybody once although the process is killed', async () => {
  const { lookUps: _, ...outcome } = await sendWhileKilled({ texts: 150, kills: 4, begin });
  expect(outcome).toEqual({ killed: 4, exitCode: 0, missing: 0, twice: 0, unsettled: 0, sids: 150 });
});
