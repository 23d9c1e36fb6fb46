import { createServer } from 'node:net';
import { sendWhileKilled } from '../../tests/outbox/killed-worker';
import { tempFolder } from '../../tests/support/folder';
import { png } from '../../tests/support/pictures';
import { until } from '../../tests/support/server';
import { startTwilio } from '../../tests/support/twilio';
import { quantile } from '../bench/figures';

import { type Check, type Proof, startProgram, value } from './program';

const TEXTS_A_SECOND = 50;
/** Twilio gives up after 15 seconds, and what hangs here hangs for ever. */
const ANSWERED_MS = 5_000;

/** Receives and sends texts through a stand-in of Twilio, with outages and kills. */
export const texting: Proof = async (check, { quick }) => {
  await receiveWhileAllHangs(check, quick ? 3 : 20);
  const [texts, kills] = quick ? [200, 4] : [1000, 20];
  const { killed, missing, twice, unsettled } = await sendWhileKilled({ texts, kills });
  const found = `${killed} kills, ${missing} missing, ${twice} twice, ${unsettled} unsettled`;
  check(`${texts} texts go out once each`, missing + twice + unsettled === 0, found);
};

async function receiveWhileAllHangs(check: Check, seconds: number) {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const hanging = createServer(() => {});
  await new Promise<void>((listening) => hanging.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(hanging.address() as { port: number }).port}`;
  const server = await startProgram({
    ...twilio.environment,
    DATA_DIR: folder.path,
    PREVIEW_ALLOW: '127.0.0.1',
    HF_ENDPOINT_URL: url,
  });
  await until(() => twilio.calls.length > 0);
  twilio.failAlways('hang');
  const photo = { type: 'image/png', bytes: png(2, 2) };
  const begin = performance.now();
  const answers = Array.from({ length: TEXTS_A_SECOND * seconds }, async (_, n) => {
    await Bun.sleep((n * 1000) / TEXTS_A_SECOND);
    const sender = `+1202555${2000 + (n % 200)}`;
    const text = twilio.receive(sender, `Look at ${url}/${n} #trip`, n % 5 ? [] : [photo]);
    const sent = performance.now();
    const { status } = await twilio.deliver(server, text);
    return { status, took: performance.now() - sent };
  });
  const all = await Promise.all(answers);
  const elapsed = (performance.now() - begin) / 1000;
  await server.stop('SIGKILL');
  hanging.close();
  const accepted = all.filter(({ status }) => status === 200).length;
  const stored = value(folder.path, 'select count(*) from messages');
  const isWhole = accepted === all.length && stored === all.length;
  check(
    `${TEXTS_A_SECOND} texts a second are stored while everything outside hangs`,
    isWhole,
    `${stored} of ${all.length} in ${elapsed.toFixed(1)} s`,
  );
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) =>
    quantile(
      all.map(({ took }) => took),
      part,
    ),
  ) as [number, number, number];
  const times = `median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${most.toFixed(1)} ms`;
  check('and are answered at once', most < ANSWERED_MS, times);
}
