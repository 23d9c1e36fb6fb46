import type { TestServer } from '../../support/server';

export type LineUnderTest<S extends StandIn = StandIn> = {
  name: string;
  start(now: () => number): Promise<S>;
  spellings: string[];
  signed: 'with its time' | 'without time' | false;
  network?: boolean;
  faults: Record<string, Fault<S>>;
};

type Fault<S> = {
  begin(standIn: S, server: TestServer, phone: string): unknown;
  end?(standIn: S, server: TestServer, phone: string): unknown;
};

export type StandIn = {
  environment: Record<string, string>;
  wrongPassword?: Record<string, string>;
  receive(
    server: TestServer,
    from: string,
    body: string,
    files?: { type: string; bytes: Uint8Array }[],
  ): Arrival | Promise<Arrival>;
  sentTo(server: TestServer, phone: string): string[];
  failTo(server: TestServer, phone: string): unknown;
  settle(server: TestServer): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Arrival = {
  sign(): () => Promise<Response>;
  forgeries: Record<string, () => Promise<Response>>;
};
