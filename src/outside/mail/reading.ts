import { VisibleError } from '../../app/errors';
import { type Cage, CageEnded, type CageLimits, createCage } from '../cage/cage';
import type { Message } from '../cage/frames';
import type { ProofRequest } from './authentication';
import { type MailHead, mailHead, type ParsedMail, type Proven, provenAuthor } from './parsed-mail';

const LIMITS: CageLimits = { megabytes: 400, keptMegabytes: 160, cpuMs: 15_000, wallMs: 45_000 };
const IDLE_MS = 20_000;

const TRIES = 2;

/** It breaks the limits of its format, or takes too much: that can also be so because the machine is busy. */
export class UnreadableMail extends Error {
  constructor(
    message: string,
    readonly tookTooMuch: boolean,
  ) {
    super(message);
  }
}

/** Parses mails, one at a time, in a process of its own. */
export function createMailReader() {
  const cage = createCage('mails', LIMITS, { idleMs: IDLE_MS });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task, task);
    last = result.catch(() => {});
    return result;
  };
  return {
    read: (bytes: Uint8Array<ArrayBuffer>): Promise<ParsedMail> =>
      inTurn(async () => {
        const { bytes: content = new Uint8Array(), mail } = await ask(cage, bytes);
        return withFiles(mailHead.parse(mail), content);
      }),
    /** Null if nothing proves the writer, also if the DNS does not answer. */
    prove: (bytes: Uint8Array<ArrayBuffer>, request: ProofRequest): Promise<Proven | null> =>
      inTurn(async () => {
        const { proven } = await cage.ask({ ...request, act: 'prove', bytes });
        return proven ? provenAuthor.parse(proven) : null;
      }),
    end: (error: Error) => cage.end(error),
  };
}
export type MailReader = ReturnType<typeof createMailReader>;

export function withFiles({ files, ...head }: MailHead, content: Uint8Array): ParsedMail {
  let at = 0;
  const cut = files.map(({ name, type, bytes }) => {
    const base64 = Buffer.from(content.subarray(at, at + bytes)).toString('base64');
    at += bytes;
    return { name, type, base64 };
  });
  return { ...head, files: cut };
}

async function ask(cage: Cage, bytes: Uint8Array<ArrayBuffer>): Promise<Message> {
  for (let tries = 1; ; tries++)
    try {
      return await cage.ask({ bytes });
    } catch (error) {
      if (error instanceof VisibleError) throw new UnreadableMail(error.message, false);
      if (!(error instanceof CageEnded)) throw error;
      if (error.reason === 'time' || tries === TRIES) throw new UnreadableMail(error.message, true);
    }
}
