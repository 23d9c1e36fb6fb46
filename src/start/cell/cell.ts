import type { Config } from '../../app/config/config';
import type { Env } from '../../app/config/settings';
import { ConfigError } from '../../app/errors';
import { createLog, type Log } from '../../app/log';
import { uptime } from '../../app/owner';
import { deleteOldEpochs, epochTarget, noteHandover, prepareEpoch } from '../../operators/copies/epochs';
import type { Lease } from '../../outside/lease/claim';
import { connectLease } from '../../outside/lease/lease';
import { explainCopyError } from '../../outside/litestream/errors';
import { type ServerProcess, spawnServer } from '../../outside/server-process';
import type { Outcome } from '../command-line';
import { startTerm, type Term } from './term';

const LOOKS_EVERY_MS = 250;
const [TRIES_AGAIN_MIN_MS, TRIES_AGAIN_MAX_MS] = [500, 10_000];
/** A server that has run for so long did not fail to start. */
const STARTS_WITHIN_MS = 20_000;
const FAILURES_MAX = 5;
/** Longer than a server takes to stop. */
const STOPS_WITHIN_MS = 12_000;
const NOTES_WITHIN_MS = 2_000;
/** Leases for which a server may be silent. */
const HANGS_AFTER = 3;
/** A process that waits for a hung disk does not end, but acts no more. */
const ENDS_WITHIN_MS = 1_000;
const HOUR_MS = 3_600_000;

type Cell = {
  config: Config;
  env: Env;
  log: Log;
  lease: Lease;
  stop: { promise: Promise<void>; isAsked: boolean };
};

/** Waits for the lease, then owns the data with a server as its child, until a signal comes. */
export async function serveCell(config: Config, env: Env): Promise<Outcome> {
  const { cell, replica } = config;
  if (!cell.lease)
    throw new ConfigError('tagline cell needs LEASE: who decides which machine owns the data.');
  if (!replica.target)
    throw new ConfigError('tagline cell needs REPLICA_URL: where a standby takes the data from.');
  if (process.platform !== 'linux') throw new ConfigError('tagline cell needs Linux.');
  const asked = Promise.withResolvers<void>();
  const stop = { promise: asked.promise, isAsked: false };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop.isAsked = true;
      asked.resolve();
    });
  const log = createLog(config.logLevel);
  void run({ config, env, log, stop, lease: connectLease(cell) }).then(() => process.exit(0));
  const say = `This machine stands by for the cell ${cell.name}.`;
  return { say, data: { cell: cell.name }, keepsRunning: true };
}

async function run(cell: Cell): Promise<void> {
  const { config, log, stop, lease } = cell;
  let least = 0;
  let wait = TRIES_AGAIN_MIN_MS;
  while (!stop.isAsked) {
    const since = uptime();
    const claim = await lease.acquire(least).catch((error: Error) => {
      log.warn({ error: error.message }, 'the lease cannot be asked for');
      return null;
    });
    if (!claim) {
      await Promise.race([Bun.sleep(LOOKS_EVERY_MS), stop.promise]);
      continue;
    }
    const term = startTerm(lease, claim, since, config.cell.ttlMs, log);
    log.info({ epoch: claim.epoch }, 'this machine owns the data');
    let failed = false;
    try {
      least = await own(cell, term);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      log.error({ error: explainCopyError(error), epoch: claim.epoch }, 'the data cannot be owned');
      failed = true;
    } finally {
      term.end();
      await lease.release(); // its server has ended
    }
    // meanwhile another machine, whose own data may be the newest, can have the lease
    if (failed) await Promise.race([Bun.sleep(wait), stop.promise]);
    wait = failed ? Math.min(2 * wait, TRIES_AGAIN_MAX_MS) : TRIES_AGAIN_MIN_MS;
  }
}

/** Returns an epoch that the next one must exceed. */
async function own(cell: Cell, term: Term): Promise<number> {
  const { config, log, stop } = cell;
  const { epoch } = term.claim;
  let server = spawnFor(cell, epoch); // it loads its code meanwhile
  const cleaning = setInterval(() => cleanUp(cell, epoch), HOUR_MS);
  try {
    const prepared = await prepareEpoch(config, epoch);
    if ('mustExceed' in prepared) return prepared.mustExceed;
    log.info({ epoch, ...prepared }, 'the data are the newest');
    cleanUp(cell, epoch);
    for (let failures = 0; !stop.isAsked && term.until > uptime(); ) {
      const startedAt = uptime();
      const code = await runServer(cell, term, server);
      if (code === null) break;
      log.error({ code, epoch }, 'the server ended, and is started again');
      failures = uptime() - startedAt < STARTS_WITHIN_MS ? failures + 1 : 0;
      if (failures === FAILURES_MAX) throw new ConfigError('The server does not start: the log says why.');
      const wait = failures < 2 ? 0 : TRIES_AGAIN_MIN_MS * 2 ** failures;
      await Promise.race([Bun.sleep(wait), stop.promise, term.over]);
      server = spawnFor(cell, epoch);
    }
  } finally {
    clearInterval(cleaning);
    await end(server);
  }
  return 0;
}

const spawnFor = ({ config, env }: Cell, epoch: number) =>
  spawnServer({ ...env, REPLICA_URL: epochTarget(config.replica.target!, epoch).url });

/** Does not wait for ever, because it acts no more in any case. */
async function end(server: ServerProcess): Promise<void> {
  server.kill('SIGKILL');
  await Promise.race([server.exited, Bun.sleep(ENDS_WITHIN_MS)]);
}

/** Returns the exit code of a server that ended by itself or because it hung, else null. */
async function runServer(
  { config, log, stop }: Cell,
  term: Term,
  server: ServerProcess,
): Promise<number | null> {
  const { epoch } = term.claim;
  const hangs = Promise.withResolvers<void>();
  term.onRenewed = () => {
    server.renew({ ...term.claim, until: term.until });
    if (server.silentFor() > HANGS_AFTER * config.cell.ttlMs) hangs.resolve();
  };
  term.onRenewed();
  const ended = server.exited.then((code) => ({ code }));
  const stuck = hangs.promise.then(async () => {
    log.error({ epoch }, 'the server hangs, and is ended');
    await end(server);
    return { code: null };
  });
  try {
    const ending = await Promise.race([ended, stop.promise, term.over, stuck]);
    if (ending) return ending.code;
    if (!stop.isAsked) log.error({ epoch }, 'the lease is over: the server ends at once');
    else if (await stopServer(server, ended, term)) await handOver(config, log, epoch);
    return null;
  } finally {
    term.onRenewed = () => {};
    await end(server);
  }
}

/** Resolves with true if the server has copied everything and ended by itself. */
async function stopServer(
  server: ServerProcess,
  ended: Promise<{ code: number }>,
  term: Term,
): Promise<boolean> {
  server.kill('SIGTERM');
  const stopped = await Promise.race([ended, term.over, Bun.sleep(STOPS_WITHIN_MS)]);
  return stopped?.code === 0;
}

const handOver = (config: Config, log: Log, epoch: number) =>
  Promise.race([noteHandover(config, epoch), Bun.sleep(NOTES_WITHIN_MS)]).catch((error: Error) =>
    log.warn({ error: error.message, epoch }, 'the handover cannot be noted'),
  );

function cleanUp({ config, log }: Cell, epoch: number): void {
  deleteOldEpochs(config, epoch, Date.now()).catch((error: Error) =>
    log.warn({ error: error.message }, 'copies of former epochs could not be deleted'),
  );
}
