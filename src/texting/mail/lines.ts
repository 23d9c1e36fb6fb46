import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app/app';
import type { MailConfig } from '../../app/config/mail';
import { tryChargeRateLimits } from '../../app/rate-limits';
import { createCertificate } from '../../outside/mail/self-signed';
import { startSmtp } from '../../outside/mail/smtp';
import { checkRecipient, deliverMail } from './delivery';
import { mailState } from './state';

const CERTIFICATE = 'mail-certificate.pem';

/** The ways by which mails come in. A fault of one is told by the health checks, and stops nothing else. */
export async function startMailLines(app: App, mail: MailConfig): Promise<{ stop(): Promise<void> }> {
  const stops: (() => Promise<void>)[] = [];
  const state = mailState(app);
  if (mail.listen)
    try {
      const server = await startSmtp({
        listen: mail.listen,
        host: mail.domain,
        tls: certificateOf(app, mail),
        mayConnect: (ip) => tryChargeRateLimits(app, { 'mail connection from a network': ip }),
        checkRecipient: (address, ip) => checkRecipient(app, address, ip),
        deliver: (bytes, envelope) => deliverMail(app, bytes, envelope),
        onError: (error) => app.faults.report(error, 'a mail was not taken in; its server tries again'),
      });
      state.port = server.port;
      stops.push(server.stop);
    } catch (error) {
      state.smtpError = `It cannot listen on port ${mail.listen.port} (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`;
      app.log.error({ err: error }, 'no mails are received');
    }
  if (mail.imap) stops.push((await import('./mailbox')).startMailbox(app, mail.imap));
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function certificateOf(app: App, { certificate, domain }: MailConfig): { cert: string; key: string } {
  if (certificate)
    return { cert: readFileSync(certificate.file, 'utf8'), key: readFileSync(certificate.keyFile, 'utf8') };
  const file = join(app.config.dataDir, CERTIFICATE);
  if (!existsSync(file)) {
    const { cert, key } = createCertificate(domain);
    writeFileSync(file, cert + key, { mode: 0o600 });
  }
  const both = readFileSync(file, 'utf8');
  return { cert: both, key: both };
}
