import type { Message } from '../../../src/contract/messages';
import type { Entry } from './entries';

type Added = Extract<Entry, { kind: 'add' }>;

const addresses = new Map<string, string>();

const nameOf = ({ seq }: Entry, at: number) => `${seq}:${at}`;

export function mediaOf(entry: Added): Message {
  const media = entry.shown.media.map((file, at) => {
    const blob = entry.files[at]?.blob;
    if (!blob) return file;
    const name = nameOf(entry, at);
    const url = addresses.get(name) ?? URL.createObjectURL(blob);
    addresses.set(name, url);
    return { ...file, id: entry.id - at, url };
  });
  return {
    ...entry.shown,
    id: entry.id,
    media,
    mediaUrl: media[0]?.url ?? null,
    mediaType: media[0]?.type ?? null,
  };
}

export function releaseUnused(entries: readonly Entry[]) {
  const used = new Set(
    entries.flatMap((entry) => (entry.kind === 'add' ? entry.files.map((_, at) => nameOf(entry, at)) : [])),
  );
  for (const [name, url] of addresses)
    if (!used.has(name)) {
      addresses.delete(name);
      // revoked later, because the card shows this URL until it has loaded the file from the server
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    }
}
