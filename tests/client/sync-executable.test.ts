import { expect } from 'bun:test';
import { renameSync } from 'node:fs';
import { tokenOf } from '../support/bearer';
import { ann } from '../support/cast';
import { executable } from '../support/command';
import { until } from '../support/server';
import { BOARD, test } from './sync-world';

test('the executable keeps folder and board the same, killed, offline or without the folder', async (world) => {
  const { folder } = world;
  const { token } = await tokenOf(world, ann);
  const env = { TAGLINE_URL: world.url, TAGLINE_TOKEN: token, PATH: process.env.PATH };
  const start = (...options: string[]) => {
    const program = Bun.spawn([executable(), 'sync', BOARD, folder, ...options], {
      ...{ env, stdio: ['ignore', 'pipe', 'inherit'], timeout: 120_000 },
    });
    let printed = '';
    const ended = (async () => {
      for await (const chunk of program.stdout.pipeThrough(new TextDecoderStream())) printed += chunk;
    })();
    return { program, ended, says: (words: string) => until(() => printed.includes(words)) };
  };
  const has = (content: string) =>
    until(async () => (await world.board()).some((note) => note.content === content));

  await world.post('Soup');
  const first = start();
  await until(() => world.names().length === 1);
  world.write('ramen.md', 'Ramen');
  await has('Ramen');
  await first.says(`ramen.md is on #${BOARD}.`);
  const second = start('--once');
  await second.ended;
  expect(await second.program.exited).toBe(1); // one at a time
  first.program.kill('SIGKILL');
  await first.program.exited;
  world.change('ramen.md', 'Ramen', 'Ramen, twice');

  const third = start();
  await has('Ramen, twice');
  renameSync(folder, `${folder}-away`);
  await third.says('is gone, so nothing is done until it is back.');
  renameSync(`${folder}-away`, folder);
  await third.says('It goes on.');
  await world.stop();
  await third.says('cannot be reached.');
  third.program.kill();
  await third.program.exited;
  const fourth = start('--once');
  expect(await fourth.program.exited).toBe(4);
});
