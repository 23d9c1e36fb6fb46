import type { Mailer } from '../../app/mailer';
import type { DkimKey } from './dkim';

/** The client is loaded with the first mail, because most servers send none. */
export const smtpMailer = (server: URL, dkim: () => DkimKey | null): Mailer => ({
  label: server.host,
  open: async () => (await import('./smtp-sending')).connect(server, dkim()),
});
