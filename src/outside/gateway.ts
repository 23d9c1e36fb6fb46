import type { GatewayKind } from '../contract/product';

/**
 * A way to send and receive texts (docs/product.md: Gateways). Differences between gateways are members here,
 * so that domain functions need not ask which gateway they talk to. Times are milliseconds UTC, phone numbers
 * E.164.
 */
export interface Gateway {
  /** The name in the configuration and the API. */
  readonly kind: GatewayKind;

  /** The name that operators read. */
  readonly label: string;

  /** True if texts cost nothing and never leave this machine, where anybody can read them: sign-in codes too. */
  readonly simulated: boolean;

  /** Numbers that our texts come from, in addition to PHONE_NUMBER. */
  readonly ownNumbers: readonly string[];

  /** Meanings of the gateway's error codes; rare codes are missing. */
  readonly errors: Readonly<Record<number, GatewayError>>;

  /** Returns the address that the gateway must call with incoming texts; null if there is nothing to set. */
  webhook(): string | null;

  /** Hands a text over and returns the gateway's id for it. Throws a SendError. */
  send(text: OutgoingText): Promise<{ sid: string }>;

  /**
   * Returns the ids of the texts with this recipient and body that the gateway was given after `since`,
   * oldest first. Shows if a text arrived whose `send` failed without a clear answer. Throws a SendError.
   */
  findSent(text: OutgoingText, since: number): Promise<string[]>;

  /**
   * Returns the unknown texts to us that the gateway received after `since`, oldest first. Throws a
   * SendError.
   */
  listReceived(since: number, isKnown: (sid: string) => boolean): Promise<InboundText[]>;

  /** Returns the newest report on each text that we sent after `since`. Throws a SendError. */
  listReports(since: number): Promise<GatewayReport[]>;

  /** Time in milliseconds for which the gateway keeps the files of a text. */
  readonly mediaLifeMs: number;

  /** Downloads a file of an incoming text from the `url` that came with it. Throws a FetchError. */
  fetchMedia(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }>;

  /** Checks everything that this gateway needs to send and receive; each fault says how to mend it. */
  examine(): Promise<Finding[]>;
}

/** A text to send. `id` is the outbox's id; reports on the text carry it. */
export type OutgoingText = { id: number; to: string; body: string };

/** A text that has arrived, by webhook or from the gateway's list. */
export type InboundText = {
  /** The gateway's id: the same for every delivery of this text, and never used for another. */
  sid: string;
  /** Usually E.164; a short code or a name is possible. */
  from: string;
  body: string;
  media: { url: string; type: string }[];
  /** The time it was sent. Absent: just now. */
  at?: number;
  /** The command that the gateway recognised in words of its own (Twilio's Advanced Opt-Out). */
  optOut?: 'stop' | 'start' | 'help';
};

/** The gateway's news of a text that we sent. */
export type GatewayReport = {
  sid: string;
  /** Null if the gateway does not name the recipient. */
  to: string | null;
  state: 'sent' | 'delivered' | 'failed';
  errorCode: number | null;
  /** The charge with its currency, negative: `-0.00790 USD`. */
  price: string | null;
};

/** The meaning of an error code. */
export type GatewayError = {
  /** The sentence that operators read. */
  reason: string;
  /** Set if other texts to this recipient would also fail. */
  recipient?: 'opted out' | 'unreachable';
};

/** The result of one check, in one sentence. */
export type Finding = { ok: boolean; says: string };
export const passed = (says: string): Finding => ({ ok: true, says });
export const failed = (says: string): Finding => ({ ok: false, says });

/** A call to the gateway that failed. */
export class SendError extends Error {
  override name = 'SendError';
  constructor(
    message: string,
    /** True only if trying again may help: 429, 5xx and failures of the network. */
    readonly retry: boolean,
    /** The gateway's error code, such as Twilio's 21610. */
    readonly code: number | null = null,
    /** True if the answer was lost, so that the text may have been sent: look it up before trying again. */
    readonly uncertain = false,
  ) {
    super(message);
  }
}

/** A download of a file that failed. */
export class FetchError extends Error {
  override name = 'FetchError';
  constructor(
    message: string,
    /** True if the file may be there later. */
    readonly retry: boolean,
  ) {
    super(message);
  }
}
