import type { CountryCode } from 'libphonenumber-js/max';
import type { Db } from '../../db/open';
import type { GatewayKind } from '../contract/gateways';
import type { Finding } from '../contract/health';
import type { Abilities } from './config/abilities';

/**
 * A service that sends and receives texts (docs/product.md: Gateways). Each point in which gateways differ is
 * a member of this interface. Times are in milliseconds UTC, phone numbers in E.164.
 */
export interface Gateway {
  /** The name of the gateway in the API. */
  readonly kind: GatewayKind;

  /** The name that operators read. */
  readonly label: string;

  readonly can: Abilities;

  /** Numbers that our texts come from, in addition to PHONE_NUMBER. */
  readonly ownNumbers: readonly string[];

  /** Meanings of the gateway's error codes; rare codes are missing. */
  readonly errors: Readonly<Record<number, GatewayError>>;

  /**
   * Returns the URL that the operator must set at the gateway for incoming texts, or null if there is nothing
   * to set.
   */
  webhook(): string | null;

  /** The addresses of this server that the gateway calls. */
  readonly webhooks: readonly Webhook[];

  /**
   * Asks the gateway to send a text, and returns the gateway's id of the text. Throws a SendError if that
   * fails.
   */
  send(text: OutgoingText): Promise<{ sid: string }>;

  /**
   * Returns the present time by the gateway's clock, as computed from the gateway's newest answer. Before the
   * first answer, returns the time by our clock.
   */
  now(): number;

  /**
   * Finds the texts with this recipient and body that the gateway got from us in the last `within`
   * milliseconds. Returns the gateway's ids of these texts, oldest first. Needed when `send` failed without a
   * clear answer, because the gateway may have the text. Throws a SendError if the gateway cannot be asked.
   * Called only if `can.findSent` is true.
   */
  findSent(text: OutgoingText, within: number): Promise<string[]>;

  /**
   * Returns the texts to us that the gateway received after the time `since` on the gateway's clock, oldest
   * first. Leaves out texts whose gateway id `isKnown` accepts. Returns an empty array if the gateway
   * delivers the texts again by webhook instead. Throws a SendError if the gateway cannot be asked. Called
   * only if `can.catchUp` is true.
   */
  listReceived(since: number, isKnown: (sid: string) => boolean): Promise<InboundText[]>;

  /**
   * Returns the newest report on each text that we sent in the last `within` milliseconds. Also returns the
   * price of each text that we received in that time, if the gateway tells prices. Returns an empty array if
   * the gateway has no such list. Throws a SendError if the gateway cannot be asked.
   */
  listReports(within: number): Promise<(GatewayReport | ReceivedPrice)[]>;

  /** Time in milliseconds for which the gateway keeps the files of a text. */
  readonly mediaLifeMs: number;

  /**
   * Downloads a file of an incoming text from the `url` that came with the text. Throws a FetchError if that
   * fails. Not called for files that came as bytes.
   */
  fetchMedia(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }>;

  /**
   * Returns the milliseconds by which our clock was ahead of the gateway's clock at the gateway's last
   * answer. The number is negative if our clock was behind. Returns null before the first answer, and if the
   * gateway has no clock of its own.
   */
  clockAhead(): number | null;

  /**
   * Checks what this gateway needs to send and receive texts. Each failed check says how to correct the
   * fault.
   */
  examine(): Promise<Finding[]>;

  /**
   * Returns findings that are known without a request to the gateway, for the quick checks on the admin page.
   */
  findings?(): Finding[];

  /**
   * Returns the time, by our clock, when the gateway last gave a sign of life, or null if it never did. Only
   * gateways that can go away, such as a phone, have this function. Does not throw if the gateway cannot be
   * asked.
   */
  lastSeen?(): Promise<number | null>;

  /**
   * Corrects the settings that this server can change at the gateway, such as the webhooks (`tagline doctor
   * --fix`). Returns the findings afterwards.
   */
  repair?(): Promise<Finding[]>;
}

/** An address of this server that a gateway calls. */
export type Webhook = {
  /** Path below the server's root, such as `/api/webhooks/twilio/sms`. It is called by POST. */
  path: string;
  /** Maximum size of the body in bytes. Set if this body may be larger than the bodies of other requests. */
  maxBytes?: number;
  /**
   * Checks the signature of a request, and reads the request. Returns the reason if the request is refused.
   */
  read(request: WebhookRequest): Delivery | Refusal | Promise<Delivery | Refusal>;
  /** The body of the answer, which is sent after the commit. If missing, the answer is empty. */
  answer?: { body: string; type: string };
};

export type WebhookRequest = {
  /** Address that the gateway called: PUBLIC_URL, path and query. */
  url: string;
  headers: Headers;
  /** The body exactly as it arrived; signatures are made over it. */
  body: string;
};

/** Texts and reports that a webhook brought. The same text or report may come more than once. */
export type Delivery = { texts?: InboundText[]; reports?: DeliveredReport[] };

/** A report on a text that we sent. `id` is the id of the text in the outbox. */
export type DeliveredReport = GatewayReport & { id: number };

/** The reason why a request is refused, such as a wrong signature. The gateway gets this reason. */
export type Refusal = { refused: string };

export const UNSIGNED: Refusal = { refused: 'The signature is missing or wrong.' };

/** The parts of a running server that a gateway needs. */
export type Surroundings = {
  db: Db;
  /** The number that people text. */
  phoneNumber: string;
  /** Country of numbers in national form. */
  country: CountryCode;
  /**
   * Returns the address of this server without a trailing slash. It is known only once the server listens.
   */
  publicUrl: () => string;
  now: () => number;
};

/**
 * A text to send. `id` is the id of the text in the outbox. This id is in the reports that come by webhook. A
 * gateway that accepts our ids also gets this id. `to` is a phone number in E.164.
 */
export type OutgoingText = {
  id: number;
  to: string;
  body: string;
  createdAt: number;
  /** Time after which the text is not wanted any more. */
  expiresAt: number;
  /** True if somebody waits for the text, for example for a sign-in code. */
  urgent: boolean;
};

/** A text that has arrived, by webhook or from the gateway's list. */
export type InboundText = {
  /**
   * The gateway's id of this text. It is the same for every delivery of this text, and never used for another
   * text.
   */
  sid: string;
  /**
   * The sender: a phone number, a short code or a name. A phone number is in E.164, even if the gateway tells
   * it in national form.
   */
  from: string;
  body: string;
  media: InboundFile[];
  /**
   * Set if the gateway can give one text two ids: a range of ids, from `first` to `last`. An earlier delivery
   * of the same text may have had any id in this range.
   */
  alike?: [first: string, last: string];
  /** The time when the text was sent. If missing, the text was sent just now. */
  at?: number;
  /** The command that the gateway itself recognised in the text (Twilio's Advanced Opt-Out). */
  optOut?: 'stop' | 'start' | 'help';
};

/** A file of an incoming text: its address at the gateway, or the file itself. */
export type InboundFile = RemoteFile | { base64: string; type: string };
export type RemoteFile = {
  url: string;
  type: string;
  /**
   * Id of the gateway that has the file, if that gateway is not the present one but an earlier one
   * (src/outbox/lines.ts).
   */
  lineId?: number;
};

/** A report of the gateway on a text that we sent. */
export type GatewayReport = {
  sid: string;
  /** Null if the gateway does not name the recipient. */
  to: string | null;
  state: 'sent' | 'delivered' | 'failed';
  errorCode: number | null;
  /** The gateway's words for the failure, if it has no code for it. */
  reason?: string;
  /**
   * The price with its currency, as a negative amount: `-0.00790 USD`. Null if the gateway does not tell it.
   */
  price: string | null;
};

/** The price of an incoming text, in the form of `price` in a GatewayReport. */
export type ReceivedPrice = { sid: string; state: 'received'; price: string };

export type GatewayError = {
  /** The sentence that operators read. */
  reason: string;
  /** Set if other texts to this recipient would also fail. */
  recipient?: 'opted out' | 'unreachable';
};

/** Thrown when a request to the gateway failed. */
export class SendError extends Error {
  override name = 'SendError';
  constructor(
    message: string,
    /** True if trying again may help: after status 429 or 5xx, or a failure of the network. */
    readonly retry: boolean,
    /** The gateway's error code, such as Twilio's 21610. */
    readonly code: number | null = null,
    /**
     * True if the gateway may have the text although there was no clear answer. Then look the text up before
     * sending it again.
     */
    readonly uncertain = false,
  ) {
    super(message);
  }
}

/** Thrown when the download of a file failed. */
export class FetchError extends Error {
  override name = 'FetchError';
  constructor(
    message: string,
    /** True if a later download may succeed. */
    readonly retry: boolean,
  ) {
    super(message);
  }
}
