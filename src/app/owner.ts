import { readFileSync } from 'node:fs';

/** What the owner of a cell knows of its lease (docs/standby.md). Null in a server that needs none. */
export type HeldLease = {
  /** Names the acquisition. */
  id: string;
  host: string;
  epoch: number;
  /** By `performance.now()`. */
  renewedAt: number;
  endsAt: number;
};

/** Set for the server that `tagline cell` starts. */
export const LEASE_ON_STDIN = 'LEASE_ON_STDIN';

let lease: HeldLease | null = null;
let readRenewal = (): void => {};

export const heldLease = (): HeldLease | null => lease;

/**
 * Must be called before anything that no second process may do: before each text, push, mail and webhook, and before
 * each answer. Ends this process if the lease is over: a timer alone comes late in a process that was stopped.
 */
export function requireOwner(): void {
  if (!isOver()) return;
  readRenewal();
  if (isOver()) process.kill(process.pid, 'SIGKILL');
}

const isOver = () => lease !== null && performance.now() > lease.endsAt;

/** `read` extends the lease at once, if it was renewed while the event loop was busy, and must not wait. */
export function readRenewalsWith(read: () => void): void {
  readRenewal = read;
}

/** `until` is by `uptime()`, so it does not matter how long the news of it took. */
export function extendLease(renewed: { id: string; host: string; epoch: number; until: number }): void {
  const now = performance.now(); // read first: a stop in between ends the lease sooner, not later
  const endsAt = now + (renewed.until - uptime());
  const { id, host, epoch } = renewed;
  lease = { id, host, epoch, renewedAt: now, endsAt };
  setTimeout(requireOwner, Math.max(0, endsAt - now) + 1).unref();
}

/** Milliseconds since the machine started: the same in every process, never set back, and goes on in a suspend. */
export const uptime = (): number => Number(readFileSync('/proc/uptime', 'utf8').split(' ', 1)[0]) * 1000;
