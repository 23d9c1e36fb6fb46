import type { Log } from '../../app/log';
import { uptime } from '../../app/owner';
import type { Claim, Lease } from '../../outside/lease/claim';

/** The part of a lease in which its owner acts. In the rest nobody does. */
const ACTS_FOR = 0.8;
const RENEWALS = 3;
const TRIES_AGAIN_MS = 200;

export type Term = {
  claim: Claim;
  /** By `uptime()`. */
  until: number;
  onRenewed: () => void;
  /** Resolves when the lease is over, or cannot be renewed. */
  over: Promise<void>;
  end(): void;
};

/** Renews the lease until it is over or `end` is called. `since` is the time before it was asked for. */
export function startTerm(lease: Lease, claim: Claim, since: number, ttlMs: number, log: Log): Term {
  const over = Promise.withResolvers<void>();
  let isEnded = false;
  const term: Term = {
    claim,
    until: since + ACTS_FOR * ttlMs,
    onRenewed: () => {},
    over: over.promise,
    end() {
      isEnded = true;
    },
  };
  const left = () => Math.max(0, term.until - uptime());
  const onError = (error: unknown) => {
    log.warn({ error: (error as Error).message }, 'the lease is not renewed');
    return null;
  };
  (async () => {
    let pause = ttlMs / RENEWALS;
    while (left() > 0) {
      await Bun.sleep(Math.min(pause, left()));
      if (isEnded) return;
      const before = uptime();
      const isRenewed = await Promise.race([
        lease.renew().catch(onError),
        Bun.sleep(left()).then(() => null),
      ]);
      if (isEnded) return;
      if (isRenewed === false) break;
      pause = isRenewed ? ttlMs / RENEWALS : TRIES_AGAIN_MS;
      if (!isRenewed || left() === 0) continue;
      term.until = before + ACTS_FOR * ttlMs;
      term.onRenewed();
    }
    over.resolve();
  })();
  return term;
}
