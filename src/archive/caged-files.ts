import type { Message } from '../outside/cage/frames';
import { type Bundle, type GivenFile, openBundle, openGiven } from './bundle';
import type { Format, ImportedFile, ImportedMessage } from './formats/format';
import { recognise } from './formats/formats';
import { toBoardEntry, toEntry, toPhoneEntry } from './json-entries';
import { toLook } from './looks';
import { readMessages } from './reading';
import { createTally } from './tally';
import { type List, shortReason, toSent } from './wire';

export type Opening = { name: string } & ({ path: string } | { files: GivenFile[] });

export type Reading = {
  groups: string[] | null;
  untagged?: string;
  now: number;
  zone: string;
  phone: string | null;
  only: string | null;
  /** Messages in a batch, as many as the server can take in one turn. */
  batch: number;
};

export type FileRequest =
  | ({ act: 'open' } & Opening)
  | { act: 'begin'; list: List; reading: Reading }
  | { act: 'next' }
  | { act: 'read'; file: number };

const BATCH = 50;
/** Number of characters after which a batch ends. */
const BATCH_TEXT = 1_000_000;
/** Number of bytes of files after which a batch ends, because some formats keep the files in memory. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** A batch ends after this time, also an empty one, so that the server sees that the reading goes on. */
const BATCH_MS = 250;

type Opened = { bundle: Bundle; format: Format };
type Batches = AsyncGenerator<Message>;

/** Reads foreign files in a process of its own, as its owner asks for it. */
export function readForeign(): (message: Message) => Promise<Message> {
  let opened: Opened | undefined;
  let batches: Batches | undefined;
  // files of the last batch; their owner asks for the bytes of those that it stores
  const files = new Map<number, ImportedFile>();
  let lastFile = 0;
  const numberOf = (file: ImportedFile): number => {
    files.set(++lastFile, file);
    return lastFile;
  };

  return async (message) => {
    const request = message as FileRequest;
    if (request.act === 'open') {
      opened = await open(request);
      return { format: opened.format.name, hasAccounts: opened.format.accounts !== undefined };
    }
    if (!opened) throw new Error('Nothing is open.');
    if (request.act === 'begin') {
      const { list, reading } = request;
      batches = list === 'messages' ? messages(opened, reading, numberOf) : accounts(opened, list);
      return {};
    }
    if (request.act === 'read') return readFile(files.get(request.file));
    files.clear();
    const { value } = await batches!.next();
    return value ?? { entries: [], done: true };
  };
}

async function open(given: Opening): Promise<Opened> {
  const bundle =
    'path' in given ? await openBundle(given.path, given.name) : await openGiven(given.name, given.files);
  return { bundle, format: await recognise(bundle) };
}

async function* messages(
  { bundle, format }: Opened,
  { zone, phone, batch: size, ...options }: Reading,
  numberOf: (file: ImportedFile) => number,
): Batches {
  const tally = createTally();
  const entries = format.entries(bundle, { zone, phone, groups: options.groups });
  for await (const batch of batchesOf(readMessages(format, entries, { ...options, tally }), size))
    yield { entries: batch.map((message) => toSent(message, numberOf)) };
  const look = toLook(format, tally);
  const reasons = look.reasons.map(({ what, reason }) => ({
    what: shortReason(what),
    reason: shortReason(reason),
  }));
  yield { entries: [], done: true, look: { ...look, reasons, format: format.name } };
}

async function* batchesOf(
  items: AsyncIterable<ImportedMessage[]>,
  size: number,
): AsyncGenerator<ImportedMessage[]> {
  let batch: ImportedMessage[] = [];
  let bytes = 0;
  let text = 0;
  let begun = performance.now();
  for await (const messages of items) {
    for (const message of messages) {
      batch.push(message);
      text += message.content.length;
      bytes += message.files.reduce((sum, file) => sum + file.bytes, 0);
    }
    const isSmall = batch.length < size && bytes < BATCH_BYTES && text < BATCH_TEXT;
    if (isSmall && performance.now() - begun < BATCH_MS) continue;
    yield batch;
    batch = [];
    bytes = 0;
    text = 0;
    begun = performance.now();
  }
  if (batch.length > 0) yield batch;
}

async function* accounts({ bundle, format }: Opened, list: Exclude<List, 'messages'>): Batches {
  const toWritten = { people: toEntry, phones: toPhoneEntry, boards: toBoardEntry }[list] as (
    entry: object,
  ) => object;
  const entries: AsyncIterable<object> = format.accounts!(bundle)[list]();
  let batch: object[] = [];
  for await (const entry of entries)
    if (batch.push(toWritten(entry)) === BATCH) {
      yield { entries: batch };
      batch = [];
    }
  yield { entries: batch, done: true };
}

async function readFile(file: ImportedFile | undefined): Promise<Message> {
  if (!file) throw new Error('There is no such file.');
  return { bytes: new Uint8Array(await file.read()) };
}
