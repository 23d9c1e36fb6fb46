import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

export const MAIL_BYTES_MAX = 25 * 1024 * 1024;
/** Of all mails that are being received. */
const HELD_BYTES_MAX = 3 * MAIL_BYTES_MAX;
const CLIENTS_MAX = 50;
const IDLE_MS = 60_000;
const UNKNOWN_MAX = 5;

/** Answers of SMTP (RFC 5321, RFC 3463). */
export const ANSWERS = {
  unknown: [550, '5.1.1 There is no such address here.'],
  refused: [550, '5.7.1 This mail is refused: it does not prove who wrote it.'],
  unreadable: [554, '5.6.0 This mail cannot be read.'],
  large: [552, '5.3.4 This mail is larger than 25 MB.'],
  later: [451, '4.3.0 Please try again later.'],
  busy: [452, '4.3.1 Too many mails at once. Please try again later.'],
  limited: [451, '4.7.1 Too many mails. Please try again later.'],
  ended: [421, '4.7.0 Too many unknown addresses.'],
} as const;
export type Answer = keyof typeof ANSWERS;

/** `at`: when it came, if it was not just now. */
export type Envelope = { recipients: string[]; ip: string; helo: string; sender: string; at?: number };

export type SmtpOptions = {
  listen: { host?: string | undefined; port: number };
  host: string;
  tls: { cert: string; key: string };
  mayConnect(ip: string): boolean;
  /** Called before the data; null accepts the address. */
  checkRecipient(address: string, ip: string): Answer | null;
  /** Resolves once the mail is stored for good, and then only with null. */
  deliver(bytes: Uint8Array<ArrayBuffer>, envelope: Envelope): Promise<Answer | null>;
  onError(error: Error): void;
};

/** Takes mails for known addresses, and relays nothing. Rejects if it cannot listen. */
export function startSmtp({
  listen,
  host,
  tls,
  ...on
}: SmtpOptions): Promise<{ port: number; stop(): Promise<void> }> {
  let held = 0;
  const unknown = new WeakMap<SMTPServerSession, number>();

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Answer | null> {
    const chunks: Buffer[] = [];
    let size = 0;
    let isBusy = false;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        // what is too much is read on, because the other side sends it all before it hears the answer
        if (size > MAIL_BYTES_MAX || isBusy) continue;
        isBusy = held + chunk.length > HELD_BYTES_MAX;
        if (isBusy) continue;
        size += chunk.length;
        held += chunk.length;
        chunks.push(chunk);
      }
      if (size > MAIL_BYTES_MAX || stream.sizeExceeded) return 'large';
      if (isBusy) return 'busy';
      const { mailFrom, rcptTo } = session.envelope;
      return await on.deliver(new Uint8Array(Buffer.concat(chunks)), {
        recipients: rcptTo.map(({ address }) => address),
        ip: session.remoteAddress,
        helo: session.hostNameAppearsAs || session.clientHostname,
        sender: mailFrom ? mailFrom.address : '',
      });
    } finally {
      held -= size;
    }
  }

  const server = new SMTPServer({
    name: host,
    banner: 'Tagline',
    ...tls,
    size: MAIL_BYTES_MAX,
    disabledCommands: ['AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: 2_000,
    logger: false,
    onConnect: (session, done) => done(on.mayConnect(session.remoteAddress) ? null : refusal('limited')),
    onRcptTo({ address }, session, done) {
      const answer = on.checkRecipient(address, session.remoteAddress);
      const count = (unknown.get(session) ?? 0) + Number(answer === 'unknown');
      unknown.set(session, count);
      done(answer === null ? null : refusal(count > UNKNOWN_MAX ? 'ended' : answer));
    },
    onData(stream, session, done) {
      receive(stream, session).then(
        (answer) => (answer === null ? done(null, '2.0.0 Stored.') : done(refusal(answer))),
        (error) => {
          on.onError(error);
          done(refusal('later'));
        },
      );
    },
  });
  server.on('error', () => {}); // of a connection, such as a failed handshake
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof startSmtp>>>();
  const listening = server.listen(listen.port, listen.host as string, () => {
    const address = listening.address();
    resolve({
      port: address && typeof address === 'object' ? address.port : listen.port,
      stop: () => new Promise((stopped) => server.close(() => stopped())),
    });
  });
  listening.once('error', reject);
  return promise;
}

function refusal(answer: Answer): Error {
  const [responseCode, message] = ANSWERS[answer];
  return Object.assign(new Error(message), { responseCode });
}
