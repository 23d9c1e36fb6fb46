/** What stands between us and the carriers. The Twilio account is one, the phone simulator another (design 6). */
export interface Gateway {
  readonly kind: 'twilio' | 'simulator';
  /** Hands one text over; answers the gateway's id for it. Throws a SendError. */
  send(text: OutgoingText): Promise<{ sid: string }>;
  /** The ids of all such texts that the gateway was given since: one that we may have handed over is among them, or never got there. */
  findSent(text: OutgoingText, since: number): Promise<string[]>;
  /** The gateway's own list of texts that came for us since, oldest first, without those that are known. */
  listReceived(since: number, isKnown: (sid: string) => boolean): Promise<InboundText[]>;
  /** What the gateway says has become of texts that we sent since. */
  listReports(since: number): Promise<GatewayReport[]>;
  /** A photo or file of a text that came, by the address it came with. Throws a FetchError. */
  fetchMedia(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }>;
  /** What the account and its number look like from there: what is in order, and what is wrong and how to mend it. */
  examine(ours: { phoneNumber: string }): Promise<Finding[]>;
}

/** `to` is E.164; `id` is our own number for the text, which the gateway's reports about it carry. */
export type OutgoingText = { id: number; to: string; body: string };

/** A text that has arrived, whichever way. `sid` is the gateway's id and names it for ever. */
export type InboundText = {
  sid: string;
  from: string;
  body: string;
  media: { url: string; type: string }[];
  /** When it was sent, if that is not now. */
  at?: number;
  /** What the carrier has already taken it for, in words of its own choosing (Twilio's Advanced Opt-Out). */
  optOut?: 'stop' | 'start' | 'help';
};

/** What has become of a text that we handed over. `price` with its currency, as the gateway writes it. */
export type GatewayReport = {
  sid: string;
  /** E.164; null where the gateway does not say. */
  to: string | null;
  state: 'sent' | 'delivered' | 'failed';
  errorCode: number | null;
  price: string | null;
};

/** One thing that was looked at, in one sentence. */
export type Finding = { ok: boolean; says: string };

/** Why a text was not taken. `retry` only when trying again could help: 429, 5xx and the network (design 6). */
export class SendError extends Error {
  override name = 'SendError';
  constructor(
    message: string,
    readonly retry: boolean,
    /** The gateway's own number for it, such as Twilio's 21610. */
    readonly code: number | null = null,
    /** It may have been taken all the same: the answer was lost. Look it up before trying again. */
    readonly uncertain = false,
  ) {
    super(message);
  }
}

/** Why a photo could not be had. `retry` when it may come later. */
export class FetchError extends Error {
  override name = 'FetchError';
  constructor(
    message: string,
    readonly retry: boolean,
  ) {
    super(message);
  }
}
