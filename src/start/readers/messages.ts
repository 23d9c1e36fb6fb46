import type { RateLimitCharges } from '../../app/rate-limits';
import type { Counted } from '../../http/counters';
import type { Use } from '../../people/auth/devices';

type Told<Id> = [id: Id, use: Use][];

/** What a reader is started with. */
export type Given = {
  number: number;
  version: string;
  boot: string;
  /** The writer may have picked its port, and listens on the socket for what readers pass on. */
  port: number;
  socket: string;
  publicUrl: string;
  simulatorUrl: string | null;
};

export type FromWriter = { event: number } | { missed: true } | { stop: true };

export type FromReader = { charges: RateLimitCharges[] } | Report;

/** What has happened since the last one. */
export type Report = {
  /** Number of events that have come since the start. */
  got: number;
  sessions: Told<string>;
  tokens: Told<number>;
  counted: Counted;
  faults: number;
  sockets: number;
  bytes: number;
  cpuSeconds: number;
};

export type Link = {
  send(message: FromReader): void;
  onMessage(listener: (message: FromWriter) => void): void;
};
