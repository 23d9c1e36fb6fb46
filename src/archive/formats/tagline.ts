import { z } from 'zod';
import { parseJson } from '../../outside/lenient';
import type { Bundle } from '../bundle';
import { FORMAT, HEADER } from '../json-entries';
import { refusal, toRefusal } from '../notes';
import { boardEntry, messageEntry, personEntry, phoneEntry } from '../schemas';
import { toImported } from './archived-files';
import type { Entry, Format } from './format';
import { linesOf } from './lines';

const HEADER_BYTES_MAX = 10_000;
const LINE_CHARACTERS_MAX = 2_000_000;

/**
 * An export is imported completely or not at all: for an invalid line, `entries` throws a VisibleError that names
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
  try {
    for await (const line of linesOf(bundle, name, LINE_CHARACTERS_MAX)) {
      number += 1;
      if (line === '[' || line === ']') continue;
      const { data, error } = schema.safeParse(parseJson(line.replace(/,$/, '')));
      const [issue] = error?.issues ?? [];
      if (issue)
        throw refusal(bundle.name, `${name}, line ${number}: ${issue.path.join('.')} ${issue.message}.`);
      yield data as T;
    }
  } catch (error) {
    throw toRefusal(bundle.name, error);
  }
}
