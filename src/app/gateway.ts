import type { CountryCode } from 'libphonenumber-js/max';
import type { Db } from '../../db/open';
import type { GatewayKind } from '../contract/gateways';
import type { Finding } from '../contract/health';
import { id } from '../contract/text';
import type { Abilities } from './config/abilities';

/** Times are in milliseconds UTC, phone numbers in E.164. */
export interface Gateway {
  readonly kind: GatewayKind;

  readonly label: string;

  readonly can: Abilities;

  /** Numbers that our texts come from, in addition to PHONE_NUMBER. */
  readonly ownNumbers: readonly string[];

  readonly errors: Readonly<Record<number, GatewayError>>;

  webhook(): string | null;

  readonly webhooks: readonly Webhook[];

  send(text: OutgoingText): Promise<{ sid: string }>;

  now(): number;

  /** By then `findSent` knows of a text that the gateway has taken. */
  readonly knowsSentAfterMs: number;

  /** Needed when `send` failed without a clear answer, because the gateway may have the text. */
  findSent(text: OutgoingText, within: number): Promise<string[]>;

  // Leaves out texts whose gateway id `isKnown` accepts. Returns an empty array if the gateway delivers the
  // texts again by webhook instead.
  listReceived(since: number, isKnown: (sid: string) => boolean): Promise<InboundText[]>;

  listReports(within: number): Promise<(GatewayReport | ReceivedPrice)[]>;

  readonly mediaLifeMs: number;

  /** Not called for files that came as bytes. */
  fetchMedia(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }>;

  /** Returns null before the first answer, and if the gateway has no clock of its own. */
  clockAhead(): number | null;

  examine(): Promise<Finding[]>;

  findings?(): Finding[];

  /** Only gateways that can go away, such as a phone, have this function. */
  lastSeen?(): Promise<number | null>;

  repair?(): Promise<Finding[]>;
}

export type Webhook = {
  path: string;
  maxBytes?: number;
  read(request: WebhookRequest): Delivery | Refusal | Promise<Delivery | Refusal>;
  answer?: { body: string; type: string };
};

export type WebhookRequest = {
  url: string;
  headers: Headers;
  body: string;
};

/** The same text or report may come more than once. */
export type Delivery = { texts?: InboundText[]; reports?: DeliveredReport[] };

export type DeliveredReport = GatewayReport & { id: number };

/** The gateway gets this reason. */
export type Refusal = { refused: string; isMalformed?: true };

export const UNSIGNED: Refusal = { refused: 'The signature is missing or wrong.' };
export const MALFORMED: Refusal = { refused: 'This event is not complete.', isMalformed: true };

export const toTextDelivery = (text: InboundText | null): Delivery | Refusal =>
  text ? { texts: [text] } : { refused: 'This text is not for this account.' };

/** The address at which a report comes has the outbox id of its text. */
export function toReportDelivery(url: string, report: GatewayReport | null): Delivery {
  const text = id.safeParse(new URL(url).searchParams.get('text'));
  return { reports: report && text.success ? [{ ...report, id: text.data }] : [] };
}

/** Returns our state for a gateway's state of a text, or undefined for one that we do not record. */
export const stateIn = (states: Record<GatewayReport['state'], string[]>, state = '') =>
  (['sent', 'delivered', 'failed'] as const).find((ours) => states[ours].includes(state));

export const toOptOut = (command = ''): InboundText['optOut'] =>
  (['stop', 'start', 'help'] as const).find((known) => known.toUpperCase() === command);

export type Surroundings = {
  db: Db;
  phoneNumber: string;
  country: CountryCode;
  /** Known only once the server listens. */
  publicUrl: () => string;
  now: () => number;
};

/** `id` is in the reports that come by webhook. A gateway that accepts our ids gets it, too. */
export type OutgoingText = {
  id: number;
  to: string;
  body: string;
  createdAt: number;
  expiresAt: number;
  urgent: boolean;
  /** Addresses of pictures, each of which can be fetched once. Only for gateways that can send media. */
  pictures?: string[];
};

export type InboundText = {
  /** The same for every delivery of this text, and never used for another text. */
  sid: string;
  /** A phone number is in E.164, even if the gateway tells it in national form. */
  from: string;
  body: string;
  media: InboundFile[];
  // Set if the gateway can give one text two ids: a range of ids, from `first` to `last`. An earlier delivery
  // of the same text may have had any id in this range.
  alike?: [first: string, last: string];
  /** If missing, the text was sent just now. */
  at?: number;
  /** The command that the gateway itself recognised in the text (Twilio's Advanced Opt-Out). */
  optOut?: 'stop' | 'start' | 'help';
};

export type InboundFile = RemoteFile | { base64: string; type: string; name?: string | null };
export type RemoteFile = {
  url: string;
  type: string;
  // Id of the gateway that has the file, if that gateway is not the present one but an earlier one
  // (src/outbox/lines.ts).
  lineId?: number;
};

export type GatewayReport = {
  sid: string;
  to: string | null;
  state: 'sent' | 'delivered' | 'failed';
  errorCode: number | null;
  reason?: string;
  // The price with its currency, as a negative amount: `-0.00790 USD`. Null if the gateway does not tell it.
  price: string | null;
};

export type ReceivedPrice = { sid: string; state: 'received'; price: string };

export type GatewayError = {
  reason: string;
  recipient?: 'opted out' | 'unreachable';
};

export class SendError extends Error {
  override name = 'SendError';
  constructor(
    message: string,
    /** True if trying again may help: after status 429 or 5xx, or a failure of the network. */
    readonly retry: boolean,
    readonly code: number | null = null,
    // True if the gateway may have the text although there was no clear answer. Then look the text up before
    // sending it again.
    readonly uncertain = false,
  ) {
    super(message);
  }
}

export class FetchError extends Error {
  override name = 'FetchError';
  constructor(
    message: string,
    readonly retry: boolean,
  ) {
    super(message);
  }
}
