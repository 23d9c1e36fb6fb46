import { hostname } from 'node:os';

/** The owner of a cell, or who wants to be. `id` is new at every try. */
export type Claim = { id: string; host: string; epoch: number };

/**
 * One owner at a time. Whoever calls counts the lease from before the call: the place counts from later, so it never
 * gives the lease to another before.
 */
export type Lease = {
  /** Returns null while another owns it. The epoch grows with every owner, and is above `least`. */
  acquire(least: number): Promise<Claim | null>;
  /** Returns false if the lease is over. Throws an error if the place does not answer. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
  read(): Promise<{ owner: Claim | null; epoch: number }>;
};

export const newClaim = (epoch: number): Claim => ({ id: crypto.randomUUID(), host: hostname(), epoch });
