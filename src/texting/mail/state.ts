import { perApp } from '../../app/app';

/** What the health checks and the metrics tell of mails; since the start. */
export const mailState = perApp(() => ({
  /** Port of the SMTP server, once it listens. */
  port: null as number | null,
  /** Why no mail comes in, in a sentence. */
  smtpError: null as string | null,
  imapError: null as string | null,
  imapSeenAt: null as number | null,
  takenAt: null as number | null,
  refused: 0,
}));
