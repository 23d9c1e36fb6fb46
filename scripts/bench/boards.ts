import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { ann } from '../../db/seeds/cast';
import { createApp } from '../../src/app';
import { readConfig } from '../../src/config';
import { appRouter } from '../../src/http/router';
import { create } from '../../src/messages/messages';
import { createCaller } from '../../src/trpc';
import { findOrCreateUser } from '../../src/users/users';

/**
 * `bun scripts/bench/boards.ts`: measures the procedures of the dashboard's two lists, without HTTP, for a
 * person with 200 boards and 100,000 messages. The goal is a median of 5 ms for both lists together.
 */

const BOARDS = 200;
const MESSAGES = 100_000;
const ROUNDS = 500;
const GOAL_MS = 5;

const dataDir = mkdtempSync(join(tmpdir(), 'tagline-boards-'));
const app = createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
try {
  const { user } = findOrCreateUser(app, ann.phone);
  const caller = createCaller(appRouter)({
    app,
    user,
    token: null,
    cookie: null,
    resHeaders: new Headers(),
    userAgent: null,
    batchSize: null,
    address: null,
  });
  for (let n = 0; n < BOARDS / 2; n++) await caller.boards.createShared({ name: `shared-${n}` });
  for (let at = 0; at < MESSAGES; at += 1000)
    transaction(app.db, () => {
      for (let n = at; n < at + 1000; n++) {
        const board = n % BOARDS;
        const tag = board < BOARDS / 2 ? `shared-${board}` : `private-${board}`;
        create(app, user, { content: `Note number ${n}`, tags: [tag], source: 'api' });
      }
    });

  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const lists = await Promise.all([caller.boards.tagsWithCounts(), caller.boards.sharedWithCounts()]);
    times.push(performance.now() - began);
    const counted = lists.flat().reduce((sum, { count }) => sum + count, 0);
    if (lists.flat().length !== BOARDS || counted !== MESSAGES)
      throw new Error('The lists do not have all boards and messages.');
  }
  const used = process.cpuUsage(before);
  const cpu = (used.user + used.system) / 1000 / ROUNDS;
  times.sort((a, b) => a - b);
  const [median = 0, p99 = 0] = [times[ROUNDS / 2], times[Math.floor(ROUNDS * 0.99)]];
  console.log(
    `The dashboard's two lists, ${BOARDS} boards and ${MESSAGES.toLocaleString('en-US')} messages: median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${cpu.toFixed(2)} ms of CPU each; goal ${GOAL_MS} ms ${median <= GOAL_MS ? 'met' : 'MISSED'}.`,
  );
} finally {
  app.close();
  rmSync(dataDir, { recursive: true, force: true });
}
