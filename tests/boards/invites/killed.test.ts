import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { inviteByText } from '../../../src/boards/invites/board-invites';
import { receiveText } from '../../../src/texting/inbound';
import { testApp } from '../../support/app';
import { ann, cho } from '../../support/cast';
import { house, sharedTags } from '../../support/house';
import { accountOf } from '../../support/texts';
import { startTwilio } from '../../support/twilio';

const PROCESS = join(import.meta.dir, 'yes-process.ts');

test.each([
  ['before', 0],
  ['after', 1],
])('a YES whose server is killed %s the commit is obeyed once', async (KILL, accounts) => {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  const { owner } = house(app);
  inviteByText(app, owner, 'house', cho.phone);
  const text = { sid: `SM${'7'.repeat(32)}`, from: cho.phone, body: 'YES', media: [] };
  const server = Bun.spawn([process.execPath, PROCESS], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: app.config.dataDir,
      LOG_LEVEL: 'silent',
      ...twilio.environment,
      ...{ KILL, TEXT: JSON.stringify(text) },
    },
  });
  await server.exited;
  expect(server.signalCode).toBe('SIGKILL');
  expect(Number(accountOf(app, cho) !== undefined)).toBe(accounts);

  for (let time = 0; time < 2; time++) receiveText(app, text); // Twilio got no answer, so it tries again
  expect(sharedTags(app, accountOf(app, cho)!)).toEqual(['house']);
  expect(app.outbox(cho.phone).map(({ kind }) => kind)).toEqual(['invite', 'welcome']);
  const told = app.outbox(ann.phone).filter(({ body }) => body.includes('is on #house now'));
  expect(told).toHaveLength(1);
});
