import { ImapFlow } from 'imapflow';
import { MAIL_BYTES_MAX } from './smtp';

const IDLE_MS = 4 * 60_000;
const ANSWERS_WITHIN_MS = 60_000;
const WAITS_MS = [2_000, 10_000, 60_000, 300_000];
/** At first, unread mails of this time are looked at. */
const FIRST_MS = 7 * 86_400_000;
const TO_FIELDS = ['to', 'cc', 'bcc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'];

/** `none`: for nobody here. `later`: it is looked at again after a while. */
export type Fetched = 'taken' | 'refused' | 'none' | 'later';

export type ImapOptions = {
  url: URL;
  /** The UID up to which all mails were looked at, for a mailbox of this UIDVALIDITY. */
  readCursor(validity: string): number | null;
  writeCursor(validity: string, uid: number): void;
  /** Of the header fields that name recipients; empty if it is for nobody here. */
  recipientsIn(fields: string): string[];
  deliver(
    bytes: Uint8Array<ArrayBuffer>,
    mail: { recipients: string[]; sender: string; at: number },
  ): Promise<Fetched>;
  onState(error: string | null): void;
};

/**
 * Fetches mails as they come, again and again if the connection ends. What was taken is marked as read; what was
 * refused, or is for nobody here, stays as it is.
 */
export function startImap(options: ImapOptions): { stop(): Promise<void> } {
  let client: ImapFlow | null = null;
  let isStopped = false;
  let failures = 0;
  let wake = () => {};

  async function run() {
    while (!isStopped) {
      try {
        client = connection(options.url);
        await watch(client, options, () => {
          failures = 0;
        });
      } catch (error) {
        if (!isStopped) options.onState(sentenceOf(error));
      }
      client?.close();
      if (isStopped) return;
      const wait = WAITS_MS[Math.min(failures++, WAITS_MS.length - 1)]!;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
  const running = run();
  return {
    async stop() {
      isStopped = true;
      client?.close();
      wake();
      await running;
    },
  };
}

/** Returns why the mailbox cannot be read, or null. */
export async function tryMailbox(url: URL): Promise<string | null> {
  const client = connection(url);
  client.on('error', () => {}); // told below
  try {
    await client.connect();
    return (await client.mailboxOpen(folderOf(url))) ? null : `There is no folder ${folderOf(url)}.`;
  } catch (error) {
    return sentenceOf(error);
  } finally {
    client.close();
  }
}

const folderOf = (url: URL) => decodeURIComponent(url.pathname.slice(1)) || 'INBOX';

function connection(url: URL): ImapFlow {
  const secure = url.protocol === 'imaps:';
  return new ImapFlow({
    host: url.hostname,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    maxIdleTime: IDLE_MS,
    connectionTimeout: ANSWERS_WITHIN_MS,
    greetingTimeout: ANSWERS_WITHIN_MS,
    socketTimeout: IDLE_MS + ANSWERS_WITHIN_MS,
  });
}

/** Ends only by an error, or when the connection is closed. */
async function watch(client: ImapFlow, options: ImapOptions, onReady: () => void): Promise<void> {
  const closed = Promise.withResolvers<void>();
  closed.promise.catch(() => {});
  client.on('error', (error) => closed.reject(error));
  client.on('close', () => closed.reject(new Error('The connection was closed.')));
  await Promise.race([client.connect(), closed.promise]);
  const folder = folderOf(options.url);
  const mailbox = await Promise.race([client.mailboxOpen(folder), closed.promise]);
  if (!mailbox) throw new Error(`There is no folder ${folder}.`);
  onReady();
  const validity = String(mailbox.uidValidity);
  for (;;) {
    const news = Promise.withResolvers<void>();
    client.once('exists', () => news.resolve());
    const isDone = await Promise.race([fetchNew(client, validity, options), closed.promise]);
    options.onState(null);
    // a mail that could not be stored is looked at again; else the next one, or a look from time to time, ends IDLE
    client.idle().catch(() => {}); // the library itself would wait 15 seconds; the next command ends it
    const again = setTimeout(() => news.resolve(), isDone ? IDLE_MS : WAITS_MS[1]);
    await Promise.race([news.promise, closed.promise]).finally(() => clearTimeout(again));
  }
}

/** Returns false if a mail must be looked at again. */
async function fetchNew(client: ImapFlow, validity: string, options: ImapOptions): Promise<boolean> {
  const cursor = options.readCursor(validity);
  const found = await client.search(
    cursor === null ? { seen: false, since: new Date(Date.now() - FIRST_MS) } : { uid: `${cursor + 1}:*` },
    { uid: true },
  );
  // as an empty answer it would pass over all unread mails
  if (!found) throw new Error('The mailbox cannot be searched.');
  // `n:*` also finds the last mail if it is before n
  const uids = found.filter((uid) => uid > (cursor ?? 0)).sort((a, b) => a - b);
  const uidNext = client.mailbox ? client.mailbox.uidNext : 1;
  for (const uid of uids) {
    if ((await look(client, uid, options)) === 'later') return false;
    options.writeCursor(validity, uid);
  }
  if (cursor === null && uids.length === 0) options.writeCursor(validity, uidNext - 1);
  return true;
}

async function look(client: ImapFlow, uid: number, { recipientsIn, deliver }: ImapOptions): Promise<Fetched> {
  const head = await client.fetchOne(
    `${uid}`,
    { uid: true, size: true, envelope: true, internalDate: true, headers: TO_FIELDS },
    { uid: true },
  );
  if (!head) return withoutAnswer(client, uid);
  const recipients = recipientsIn(head.headers?.toString() ?? '');
  if (recipients.length === 0) return 'none';
  if ((head.size ?? 0) > MAIL_BYTES_MAX) return 'refused';
  const whole = await client.fetchOne(`${uid}`, { uid: true, source: true }, { uid: true });
  const source = whole ? whole.source : undefined;
  if (!source) return withoutAnswer(client, uid);
  const sender = head.envelope?.from?.[0]?.address ?? '';
  const at = new Date(head.internalDate ?? NaN).getTime() || Date.now();
  const fetched = await deliver(new Uint8Array(source), { recipients, sender, at });
  if (fetched === 'taken') await client.messageFlagsAdd(`${uid}`, ['\\Seen'], { uid: true });
  return fetched;
}

/** It was deleted meanwhile, or else must not be passed over. */
async function withoutAnswer(client: ImapFlow, uid: number): Promise<Fetched> {
  const found = await client.search({ uid: `${uid}` }, { uid: true });
  if (!found || found.includes(uid)) throw new Error(`Mail ${uid} of the mailbox cannot be fetched.`);
  return 'none';
}

function sentenceOf(error: unknown): string {
  const { message, authenticationFailed, responseText } = error as Error & {
    authenticationFailed?: boolean;
    responseText?: string;
  };
  if (authenticationFailed) return 'The mailbox refuses its name or password.';
  const said = responseText || message;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
