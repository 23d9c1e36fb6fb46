import type { Message } from '../contract/messages';
import type { Invocation, Outcome } from '../start/command-line';
import type { OwnCalls } from './calls';
import { type Place, signedIn } from './login';
import { hasColour, toLines } from './notes';
import { tagOf } from './reading';
import { type Client, TaglineError } from './runtime';

const PAGE = 100;
/** How often is looked when no event comes. */
const QUIET_MS = 15_000;

export type Watch = { client: Client<OwnCalls>; tag?: string; quietMs?: number; signal?: AbortSignal };

export async function watch(
  place: Place,
  { operands: [board], print }: Pick<Invocation, 'operands' | 'print'>,
): Promise<Outcome> {
  const client = signedIn(place);
  const tag = board === undefined ? undefined : tagOf(board);
  const colour = hasColour(place.env);
  for await (const message of newMessages({ client, tag }))
    print(`${toLines(message, { url: client.url, colour })}\n`, message);
  return { say: '', data: {} };
}

/** Yields each message once that comes to the board from now on, the oldest first, whatever breaks in between. */
export async function* newMessages({
  client,
  tag,
  quietMs = QUIET_MS,
  signal,
}: Watch): AsyncGenerator<Message> {
  const readPage = (before?: number) =>
    tag === undefined
      ? client.call('GET /api/messages', { limit: PAGE, before }, { signal })
      : client.call('GET /api/messages/tag/{tag}', { tag, limit: PAGE, before }, { signal });
  const known = await readPage();
  const seen = new Set(known.map(({ id }) => id));
  // what is older was there before, and may only move up because something newer was deleted
  const since = known.length < PAGE ? '' : known.at(-1)!.timestamp;

  async function readNew(): Promise<Message[]> {
    const found: Message[] = [];
    for (let before: number | undefined; ; ) {
      const page = await readPage(before);
      const fresh = page.filter(({ id, timestamp }) => !seen.has(id) && timestamp > since);
      found.push(...fresh);
      if (page.length < PAGE || fresh.length < PAGE) return found.reverse();
      before = page.at(-1)!.id;
    }
  }

  for await (const event of client.events({ signal, quietMs })) {
    if (event.type === 'NEW_MESSAGE' && tag !== undefined && !event.tags.includes(tag)) continue;
    try {
      for (const message of await readNew()) {
        seen.add(message.id);
        yield message;
      }
    } catch (error) {
      if (!mayPass(error)) throw error; // else the next event finds what is new
    }
  }
}

/** A private board goes with its last message, and may come back. */
const mayPass = (error: unknown) =>
  error instanceof TaglineError && (error.status === 0 || error.status >= 429 || error.status === 404);
