import { Readable } from 'node:stream';
import Dkim from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import { type MailConnection, MailError, type OutgoingMail } from '../../app/mailer';
import type { DkimKey } from './dkim';

/** Milliseconds. A server that hangs longer is tried later. */
const CONNECT_WITHIN = 15_000;
const SILENT_MAX = 45_000;

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

export async function connect(server: URL, dkim: DkimKey | null): Promise<MailConnection> {
  const user = decodeURIComponent(server.username);
  const isSecure = server.protocol === 'smtps:';
  const connection = new SmtpConnection({
    host: server.hostname.replace(/[[\]]/g, ''),
    port: Number(server.port) || (isSecure ? 465 : user ? 587 : 25),
    secure: isSecure,
    // a password is never sent in the clear over a network
    requireTLS: user !== '' && !isSecure && !/^(localhost|127\.|\[::1\])/.test(server.hostname),
    connectionTimeout: CONNECT_WITHIN,
    greetingTimeout: CONNECT_WITHIN,
    socketTimeout: SILENT_MAX,
  });
  connection.on('error', () => {}); // without a listener, an error between two commands would end the process
  const asked = (ask: (done: (error?: Error | null) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onEnd = () => reject(new Error('The mail server closed the connection.'));
    connection.once('error', reject).once('end', onEnd);
    ask((error) => (error ? reject(error) : resolve()));
    return promise.finally(() => connection.off('error', reject).off('end', onEnd));
  };
  try {
    await asked((done) => connection.connect(done));
    if (user)
      await asked((done) => connection.login({ user, pass: decodeURIComponent(server.password) }, done));
  } catch (error) {
    connection.close();
    throw new MailError(wordsOf(error), 'later', codeOf(error));
  }
  return {
    async send(mail, onHandOver) {
      const raw = await compose(mail, dkim);
      let isHandedOver = false;
      const content = Readable.from(
        (async function* () {
          await onHandOver();
          isHandedOver = true;
          yield raw;
        })(),
      );
      try {
        await asked((done) => {
          connection.send({ from: mail.envelopeFrom, to: mail.to }, content, done);
        });
      } catch (error) {
        connection.close();
        throw new MailError(wordsOf(error), outcomeOf(error as SmtpError, isHandedOver), codeOf(error));
      }
    },
    close: () => connection.quit(),
  };
}

/** A server that answers by a code has decided. The sender and the account are not the recipient's fault. */
function outcomeOf({ command, responseCode = 0 }: SmtpError, isHandedOver: boolean): MailError['outcome'] {
  if (responseCode >= 500) return isHandedOver || command === 'RCPT TO' ? 'refused' : 'later';
  return responseCode >= 400 || !isHandedOver ? 'later' : 'lost';
}

const codeOf = (error: unknown) => (error as SmtpError).responseCode || null;
const wordsOf = (error: unknown) => (error as Error).message.split('\n')[0]!.slice(0, 300);

async function compose(mail: OutgoingMail, dkim: DkimKey | null): Promise<Buffer> {
  const { pictures, envelopeFrom: _, phone: __, ...fields } = mail;
  const attachments = pictures.map(({ cid, path }) => ({ cid, path, contentType: 'image/jpeg' }));
  const raw = await new MailComposer({ ...fields, attachments, references: mail.inReplyTo })
    .compile()
    .build();
  if (!dkim) return raw;
  const { domain: domainName, selector: keySelector, privateKey } = dkim;
  return Buffer.concat(
    await Readable.from(new Dkim({ domainName, keySelector, privateKey }).sign(raw)).toArray(),
  );
}
