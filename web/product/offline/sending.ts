import type { Message } from '../../../src/contract/messages';
import { READER } from '../../../src/contract/reader';
import { fetchInTime } from '../../ui/reach';
import { client, httpStatusOf, isUnreached } from '../trpc';
import type { Entry, Refusal } from './entries';

/**
 * It is an hour less than the server's own time (docs/product/calls.md: Idempotency keys;
 * docs/product/media.md: Uploads).
 */
const REMEMBERED_MS = 23 * 3_600_000;
/**
 * Time to wait after the server has answered that it cannot carry out a call now, in milliseconds. Used if
 * the answer does not say how long to wait.
 */
const WAIT_MS = 30_000;
const WAIT_MAX_MS = 3_600_000;

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.sentence);
  }
}

class UploadRefused extends Error {
  constructor(
    sentence: string,
    readonly response: Response,
  ) {
    super(sentence);
  }
}

export type Failure = { refusal: Refusal } | { wait: number } | 'unreached' | 'signed out';

export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return { refusal: error.refusal };
  if (error instanceof TypeError || isUnreached(error)) return 'unreached';
  const status = error instanceof UploadRefused ? error.response.status : httpStatusOf(error);
  if (status === 401) return 'signed out';
  if (status === undefined || status === 429 || status >= 500) return { wait: waitAfter(error) };
  const { message: sentence } = error as Error;
  return { refusal: { why: status === 404 ? 'gone' : status === 409 ? 'changed' : 'invalid', sentence } };
}

function waitAfter(error: unknown): number {
  const { response, meta } = error as { response?: Response; meta?: { response?: Response } };
  const seconds = Number((response ?? meta?.response)?.headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds * 1000, WAIT_MAX_MS) : WAIT_MS;
}

const refuse = (why: Refusal['why'], sentence: string): never => {
  throw new Refused({ why, sentence });
};

const DELETED = 'The message was deleted meanwhile.';
const CHANGED = 'The message was changed meanwhile.';

type Update = (changes: Partial<AddEntry>) => Promise<Entry>;

type AddEntry = Extract<Entry, { kind: 'add' }>;

type Sent = { entry: Entry; stored: Message | null };

/** First marks the entry as tried, so that later writes are not merged into it. */
export async function send(waiting: Entry, update: Update, now = Date.now()): Promise<Sent> {
  const entry = await claim(waiting, update, now);
  if (entry.kind === 'remove') return { entry, stored: await sendRemoval(entry) };
  if (entry.kind === 'react') return { entry, stored: await sendReaction(entry) };
  if (entry.kind === 'edit') return { entry, stored: await sendEdit(entry) };
  if (entry.kind === 'tick') return { entry, stored: await client.messages.tick.mutate(entry.input) };
  const mediaIds = entry.files.flatMap(({ uploaded }) => uploaded?.id ?? []);
  return { entry, stored: await client.messages.add.mutate({ ...entry.input, mediaIds }) };
}

async function claim(entry: Entry, update: Update, now: number): Promise<Entry> {
  if (entry.triedAt === null) {
    if (entry.kind === 'add') await sendFiles(entry, update, now);
    return update({ triedAt: now });
  }
  if (entry.kind === 'add' && now - entry.triedAt > REMEMBERED_MS) refuse('uncertain', UNCERTAIN);
  return entry;
}

const UNCERTAIN =
  'The connection was lost while it was sent, more than a day ago. Perhaps it has arrived: look before you send it again.';

async function sendFiles({ files, account }: AddEntry, update: Update, now: number): Promise<void> {
  const sent = [...files];
  for (const [at, file] of files.entries()) {
    if (file.uploaded && now - file.uploaded.at < REMEMBERED_MS) continue;
    const id = await uploadKept(file.blob, file.name, account);
    sent[at] = { ...file, uploaded: { id, at: now } };
    await update({ files: [...sent] });
  }
}

async function uploadKept(blob: Blob, name: string, account: number): Promise<number> {
  const body = new FormData();
  body.append('files', blob, name);
  const response = await fetchInTime('/api/media', {
    method: 'POST',
    body,
    headers: { [READER]: String(account) },
  });
  const answer = await response.json().catch(() => null);
  if (response.status === 201) return answer[0].id;
  throw new UploadRefused(answer?.message ?? `${name} could not be uploaded.`, response);
}

async function sendEdit(entry: Extract<Entry, { kind: 'edit' }>): Promise<Message> {
  const stored = await readStored(entry.id);
  if (!stored) return refuse('gone', DELETED);
  const { content, read } = entry.input;
  const isChanged =
    content !== undefined && stored.content !== read && stored.content !== entry.after.content;
  if (isChanged && !entry.insists) refuse('changed', `${CHANGED} It now reads: ${stored.content}`);
  const tags = entry.input.tags && mergeTags(entry.before.tags, entry.after.tags, stored.tags);
  return client.messages.edit.mutate({
    ...entry.input,
    id: entry.id,
    tags,
    read: content === undefined ? undefined : stored.content,
  });
}

/** Tags that another device has changed meanwhile stay as that device left them. */
export function mergeTags(
  before: readonly string[],
  after: readonly string[],
  now: readonly string[],
): string[] {
  const kept = now.filter((tag) => after.includes(tag) || !before.includes(tag));
  return [...new Set([...kept, ...after.filter((tag) => !before.includes(tag))])];
}

async function sendRemoval({ id, before, insists }: Extract<Entry, { kind: 'remove' }>): Promise<null> {
  const stored = await readStored(id);
  if (!stored) return null;
  if (stored.content !== before.content && !insists)
    refuse('changed', `${CHANGED} It now reads: ${stored.content}`);
  await client.messages.remove.mutate({ id }).catch((error) => {
    if (httpStatusOf(error) !== 404) throw error;
  });
  return null;
}

/** If the message is gone, so is the reaction. */
const sendReaction = ({ input }: Extract<Entry, { kind: 'react' }>): Promise<Message | null> =>
  client.messages.react.mutate(input).catch((error) => {
    if (httpStatusOf(error) === 404) return null;
    throw error;
  });

const readStored = (id: number): Promise<Message | null> =>
  client.messages.get.query({ id }).catch((error) => {
    if (httpStatusOf(error) === 404) return null;
    throw error;
  });
