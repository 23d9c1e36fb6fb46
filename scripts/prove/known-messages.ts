import type { Answer, Client } from '../../tests/support/client';
import { png } from '../../tests/support/pictures';

const WORDS = 'milk bread ramen lamp tulip ferry'.split(' ');
const LETTERS = 'bcdfghjklmnpqrstvwxz';
const TOKEN = new RegExp(`\\b[${LETTERS}]{14}\\b`);

/** A message that was written. `token` is a word that no other message has. */
type Known = {
  token: string;
  id: number | null;
  /** The writer. Null if the message came by text, or if its creation was not answered yet. */
  client: Client | null;
  /** The contents that the message may have: several after an edit that was not answered. */
  contents: string[];
  state: 'there' | 'unsure' | 'gone';
};

type Body = { content?: string; mediaIds?: number[]; idempotencyKey: string };

/** `sendText` returns true if the server has acknowledged a text. */
export function createWriters(clients: Client[], sendText: (n: number, body: string) => Promise<boolean>) {
  const known = new Map<string, Known>();
  const created: Known[] = [];
  const busy = new Set<Known>();
  let unanswered: { entry: Known; body: Body; client: Client }[] = [];
  let next = 0;
  const counts = { messages: 0, texts: 0, edits: 0, deletions: 0, uploads: 0, 'requests cut off': 0 };

  const oneOf = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!;
  const contentOf = (token: string) => `${WORDS[next++ % WORDS.length]} ${token} #kills`;

  function remember(): Known {
    const token = Array.from({ length: 14 }, () => oneOf([...LETTERS])).join('');
    const entry: Known = { token, id: null, client: null, contents: [contentOf(token)], state: 'unsure' };
    known.set(token, entry);
    return entry;
  }

  /** Returns the answer, or null if the server was killed before it answered. */
  async function answerOf<T>(sent: Promise<Answer<T>>, expected: number) {
    const answer = await sent.catch(() => null);
    if (!answer) counts['requests cut off']++;
    else if (answer.status !== expected) throw new Error(`Answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  async function post(entry: Known, body: Body, client: Client) {
    const answer = await answerOf(client.post<{ id: number }>('/api/messages', body), 201);
    if (!answer) unanswered.push({ entry, body, client });
    else {
      Object.assign(entry, { id: answer.body.id, client, state: 'there' });
      created.push(entry);
      counts.messages++;
    }
  }

  async function change(act: (entry: Known, client: Client) => Promise<void>) {
    const entry = created.length > 0 ? oneOf(created) : null;
    if (entry?.state !== 'there' || busy.has(entry)) return;
    busy.add(entry);
    await act(entry, entry.client!);
    busy.delete(entry);
  }

  const acts = {
    async create() {
      const entry = remember();
      await post(entry, { content: entry.contents[0], idempotencyKey: crypto.randomUUID() }, oneOf(clients));
    },
    async text() {
      const entry = remember();
      if (await sendText(next, entry.contents[0]!)) {
        entry.state = 'there';
        counts.texts++;
      } else counts['requests cut off']++; // the gateway has the text, so the server fetches it later
    },
    async edit() {
      await Bun.sleep(1); // there may be nothing to edit yet
      await change(async (entry, client) => {
        const content = `${contentOf(entry.token)} edited ${next++}`;
        entry.contents.push(content);
        if (!(await answerOf(client.patch(`/api/messages/${entry.id}`, { content }), 200))) return;
        entry.contents = [content];
        counts.edits++;
      });
    },
    async remove() {
      await Bun.sleep(20); // so that there are fewer deletions than messages
      await change(async (entry, client) => {
        entry.state = 'unsure';
        if (!(await answerOf(client.delete(`/api/messages/${entry.id}`), 200))) return;
        entry.state = 'gone';
        counts.deletions++;
      });
    },
    async upload() {
      await Bun.sleep(30);
      if (counts.uploads > 400) return; // the daily limit of a person is 500
      const [client, body] = [oneOf(clients), new FormData()];
      body.append('files', new File([png(20, 20)], 'a.png', { type: 'image/png' }));
      const sent = client.send<{ id: number }[]>('/api/media', { method: 'POST', body });
      const answer = await answerOf(sent, 201);
      if (!answer) return;
      counts.uploads++;
      const entry = remember();
      const mediaIds = [answer.body[0]!.id];
      const idempotencyKey = crypto.randomUUID();
      await post(entry, { content: entry.contents[0], mediaIds, idempotencyKey }, client);
    },
  };

  return {
    counts,
    created,
    acts: Object.values(acts),
    unsureTexts: () => [...known.values()].filter(({ id, state }) => id === null && state === 'unsure'),
    /** Sends again what was not answered, with the same idempotency keys. */
    async repeat() {
      const again = unanswered;
      unanswered = [];
      for (const { entry, body, client } of again) await post(entry, body, client);
    },
    /**
     * Returns a sentence about each difference between what is stored and what is known, and settles what
     * was unsure. With `final`, an unsure message that is not there counts as gone.
     */
    compare(stored: { id: number; content: string }[], { final = false } = {}): string[] {
      busy.clear();
      const found = Map.groupBy(stored, ({ content }) => TOKEN.exec(content)?.[0] ?? 'no token');
      const wrong: string[] = [];
      for (const [token, same] of found) {
        if (!known.has(token)) wrong.push(`${token} was never sent`);
        if (same.length > 1) wrong.push(`${token} is there ${same.length} times`);
      }
      for (const entry of known.values()) {
        const [row] = found.get(entry.token) ?? [];
        if (entry.state === 'there' && !row) wrong.push(`${entry.token} is lost`);
        if (entry.state === 'gone' && row) wrong.push(`${entry.token} is back`);
        if (row && !entry.contents.map(withoutTag).includes(withoutTag(row.content)))
          wrong.push(`${entry.token} reads "${row.content}"`);
        if (row) entry.contents = [row.content];
        if (entry.state === 'unsure' && (row || final) && entry.id !== null)
          entry.state = row ? 'there' : 'gone';
      }
      return wrong;
    },
  };
}

/** An edit takes hashtags out of the content. */
const withoutTag = (content: string) => content.replace(' #kills', '');
