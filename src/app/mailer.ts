export type OutgoingMail = {
  messageId: string;
  /** The return path, which bounces go to. */
  envelopeFrom: string;
  from: { name: string; address: string };
  to: string;
  phone: string;
  subject: string;
  text: string;
  html: string;
  pictures: { cid: string; path: string }[];
  replyTo?: string;
  inReplyTo?: string;
  headers: Record<string, string>;
};

export type MailConnection = {
  /**
   * `onHandOver` runs when the server is ready for the content: what fails before that was certainly not taken.
   * Throws a MailError.
   */
  send(mail: OutgoingMail, onHandOver: () => Promise<void>): Promise<void>;
  close(): void;
};

export interface Mailer {
  readonly label: string;
  /** Throws a MailError. */
  open(): Promise<MailConnection>;
}

/** `refused`: the server does not take mail for this address. `lost`: nobody knows if the mail was taken. */
export class MailError extends Error {
  override name = 'MailError';
  constructor(
    message: string,
    readonly outcome: 'later' | 'refused' | 'lost',
    readonly code: number | null = null,
  ) {
    super(message);
  }
}
