import { z } from 'zod';
import { VisibleError } from '../../app/errors';
import type { Bundle } from '../bundle';
import { FORMAT, HEADER } from '../json';
import { refusal } from '../notes';
import { boardEntry, messageEntry, personEntry, phoneEntry } from '../schemas';
import { toImported } from './archived-files';
import type { Entry, Format } from './format';

/** The longest line is that of a board with 10,000 members. */
const HEADER_BYTES_MAX = 10_000;
const LINE_CHARACTERS_MAX = 2_000_000;

/**
 * It is imported completely or not at all: for an invalid line, `entries` throws a VisibleError that names
 * the line.
 */
export const taglineExport: Format = {
  name: 'Tagline',
  takes: 'any export',
  recognises: (bundle) => bundle.has(HEADER),
  async *entries(bundle) {
    await requireHeader(bundle);
    for await (const message of readEntries(bundle, 'messages.json', messageEntry))
      yield { message: toImported(bundle, message) } satisfies Entry;
  },
  accounts: (bundle) => ({
    async *people() {
      await requireHeader(bundle);
      yield* readEntries(bundle, 'people.json', personEntry);
    },
    phones: () => readEntries(bundle, 'phones.json', phoneEntry),
    boards: () => readEntries(bundle, 'boards.json', boardEntry),
  }),
};

const header = z.object({ format: z.literal(FORMAT.format), version: z.number() });

async function requireHeader(bundle: Bundle): Promise<void> {
  const text = await bundle.text(HEADER, HEADER_BYTES_MAX).catch(() => '');
  const parsed = header.safeParse(parseJson(text));
  if (!parsed.success) throw refusal(bundle.name, `its ${HEADER} cannot be read.`);
  if (parsed.data.version > FORMAT.version)
    throw refusal(bundle.name, 'it was made by a newer Tagline. Update Tagline, then import.');
}

async function* readEntries<T>(bundle: Bundle, name: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  let number = 0;
  for await (const line of linesOf(bundle, name)) {
    number += 1;
    if (line === '' || line === '[' || line === ']') continue;
    const parsed = schema.safeParse(parseJson(line.replace(/,$/, '')));
    if (parsed.success) yield parsed.data;
    else {
      const [issue] = parsed.error.issues;
      throw refusal(bundle.name, `${name}, line ${number}: ${issue?.path.join('.')} ${issue?.message}.`);
    }
  }
}

async function* linesOf(bundle: Bundle, name: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const text of bundle.texts(name)) {
      const parts = (rest + text).split('\n');
      if (parts.some(({ length }) => length > LINE_CHARACTERS_MAX))
        throw refusal(bundle.name, `${name} has a line of more than ${LINE_CHARACTERS_MAX} characters.`);
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch (error) {
    throw error instanceof VisibleError ? error : refusal(bundle.name, `${(error as Error).message}.`);
  }
  yield rest;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
