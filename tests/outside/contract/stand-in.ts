import type { TestServer } from '../../support/server';

/** A line for the contract suite. */
export type LineUnderTest<S extends StandIn = StandIn> = {
  name: string;
  /** Starts the stand-in for the service of this line. The stand-in uses `now` as its clock. */
  start(now: () => number): Promise<S>;
  /** Forms other than E.164 in which the service may tell the number of Bob's phone. */
  spellings: string[];
  /** Says if the service signs its requests, and if their time is part of what it signs. */
  signed: 'with its time' | 'without time' | false;
  /** False if the service is part of our server, so that it cannot be gone. */
  network?: boolean;
  /** Faults of the service by a name that completes "a text is sent once although ...". */
  faults: Record<string, Fault<S>>;
};

/** A fault while our server sends a text to `phone`. `end` is called after the first try. */
type Fault<S> = {
  begin(standIn: S, server: TestServer, phone: string): unknown;
  end?(standIn: S, server: TestServer, phone: string): unknown;
};

/** A service as the contract suite uses it. */
export type StandIn = {
  /** Environment variables of a server that texts over this service. */
  environment: Record<string, string>;
  /** Other values of the variables that hold the password, the key or the token. */
  wrongPassword?: Record<string, string>;
  /** Stores a text from a phone, as if our server were down. */
  receive(
    server: TestServer,
    from: string,
    body: string,
    files?: { type: string; bytes: Uint8Array }[],
  ): Arrival | Promise<Arrival>;
  /** Returns the texts that the service has sent to a phone, oldest first. */
  sentTo(server: TestServer, phone: string): string[];
  /** From now on the service takes texts to a phone, but delivers none. */
  failTo(server: TestServer, phone: string): unknown;
  /**
   * Gives the texts that the service has sent their last state, and reports it if the service sends reports.
   */
  settle(server: TestServer): Promise<void>;
  /** Ends the service, so that nothing listens at its address. May be called twice. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** A text that the service has received and may deliver to our server. */
export type Arrival = {
  /** Signs a request now. Returns a function that sends it, the same each time. */
  sign(): () => Promise<Response>;
  /** Functions that send forged requests, by the kind of the forgery. */
  forgeries: Record<string, () => Promise<Response>>;
};
