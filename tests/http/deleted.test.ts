import { expect, test } from 'bun:test';
import { procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { storeUpload } from '../../src/media/media';
import { restoreMessage } from '../../src/messages/deleted-messages';
import { create } from '../../src/messages/messages';
import { removeOwnMessage } from '../../src/messages/removal';
import { ACCESS } from './access';
import { build, CALLERS, sendersOf, type World } from './world';

const LEFT_OUT = ['admin.health', 'backups.list', 'auth.devices'];

const reads = procedureCalls(appRouter).filter(
  ({ type, name }) => type === 'query' && !LEFT_OUT.includes(name),
);

async function readEverything(world: World): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const call of reads) {
    const { rest } = sendersOf(world, call);
    for (const one of ACCESS[call.name] ?? [])
      for (const caller of CALLERS) {
        const { status, text } = await rest(caller, one.input?.(world, caller) ?? {});
        answers[`${call.name}, ${one.about}, ${caller}`] = `${status} ${withoutVersion(text)}`;
      }
  }
  return answers;
}

/** The version only counts changes and tells nothing else. */
const withoutVersion = (text: string) => text.replace(/("after":"\w+\.\d+)\.\d+/, '$1');

/** If a private board is created again, these ids differ. */
const withoutBoardIds = (answers: Record<string, string>) =>
  Object.entries(answers).map(([call, text]) => [
    call,
    text.replace(/"(seenId|id)":\d+,(?="pinned|"seenAt)/g, ''),
  ]);

test('no answer to anybody tells of a deleted message, not even a count', async () => {
  await using world = await build();
  const { app, users } = world;
  app.clock.freeze();
  // these calls set the time at which the sender was last active, so that later calls do not change it
  const first = create(app, users.sender, { content: 'First', source: 'ui' });
  removeOwnMessage(app, users.sender, first);
  const before = await readEverything(world);

  const upload = { bytes: new TextEncoder().encode('A canary'), type: 'text/plain', name: 'canary.txt' };
  const id = create(app, users.sender, {
    content: 'Canary #house #diary #mine #feedback https://canary.example/',
    source: 'ui',
    mediaIds: [(await storeUpload(app, users.sender, upload)).id],
  });
  const posted = await readEverything(world);
  removeOwnMessage(app, users.sender, id);
  expect(await readEverything(world)).toEqual(before);
  restoreMessage(app, users.sender, id);
  expect(withoutBoardIds(await readEverything(world))).toEqual(withoutBoardIds(posted));
  expect(posted).not.toEqual(before);
});
