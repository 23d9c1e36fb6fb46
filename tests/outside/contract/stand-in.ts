import type { TestServer } from '../../support/server';

/** A line (a service that sends and receives texts) that the contract suite tests. */
export type LineUnderTest<S extends StandIn = StandIn> = {
  name: string;
  /** Starts the stand-in for the service of this line. The stand-in uses `now` as its clock. */
  start(now: () => number): Promise<S>;
  /** Ways other than E.164 in which the service may write the number of Bob's phone. */
  spellings: string[];
  /** Says if the service signs its requests, and if the signature covers the time of the request. */
  signed: 'with its time' | 'without time' | false;
  /** False if the service is part of our server, so that it cannot fail separately. */
  network?: boolean;
  /** Faults of the service. Each name completes "a text is sent once although ...". */
  faults: Record<string, Fault<S>>;
};

/** A fault that happens while our server sends a text to `phone`. `end` is called after the first try. */
type Fault<S> = {
  begin(standIn: S, server: TestServer, phone: string): unknown;
  end?(standIn: S, server: TestServer, phone: string): unknown;
};

/** A stand-in for a service, in the form that the contract suite uses. */
export type StandIn = {
  /** Environment variables of a server that texts through this service. */
  environment: Record<string, string>;
  /** Wrong values for the variables that hold the password, the key or the token. */
  wrongPassword?: Record<string, string>;
  /** Stores a text from a phone without delivering it, as if our server were down. */
  receive(
    server: TestServer,
    from: string,
    body: string,
    files?: { type: string; bytes: Uint8Array }[],
  ): Arrival | Promise<Arrival>;
  /** Returns the texts that the service has sent to a phone, oldest first. */
  sentTo(server: TestServer, phone: string): string[];
  /** Makes the service accept texts to a phone from now on, but deliver none of them. */
  failTo(server: TestServer, phone: string): unknown;
  /**
   * Sets the final state of all texts that the service has sent. If the service sends reports, reports this
   * state.
   */
  settle(server: TestServer): Promise<void>;
  /** Ends the service, so that nothing listens at its address. May be called twice. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** A text that the service has received and may deliver to our server. */
export type Arrival = {
  /** Signs a request now. Returns a function that sends this request. Every call sends the same request. */
  sign(): () => Promise<Response>;
  /** Functions that send a forged request, by the kind of the forgery. */
  forgeries: Record<string, () => Promise<Response>>;
};
