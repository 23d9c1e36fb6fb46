import { type DBSchema, openDB } from 'idb';
import type { ExpectedBoard, Message } from '../../src/contract/messages';
import { call, Refused, sendJson, Unreachable, usableConnection } from './connection';

export type Unsent = {
  /** It is the idempotency key, too (docs/product/calls.md: Idempotency keys). */
  key: string;
  server: string;
  content: string;
  tags: string[];
  expects: ExpectedBoard[];
  picture: File | null;
  mediaIds: number[];
  /** Why it has not been sent. What was refused waits for the person. */
  problem?: { sentence: string; isRefused: boolean };
};

interface Schema extends DBSchema {
  unsent: { key: string; value: Unsent };
}

export const RETRY = 'retry';

const open = () =>
  openDB<Schema>('tagline', 1, { upgrade: (db) => void db.createObjectStore('unsent', { keyPath: 'key' }) });

export const listUnsent = async () => (await open()).getAll('unsent');

export async function keepUnsent(message: Unsent) {
  await (await open()).put('unsent', message);
  await announce();
}

export async function forgetUnsent(key: string) {
  await (await open()).delete('unsent', key);
  await announce();
}

async function announce() {
  const count = (await listUnsent()).length;
  await chrome.action.setBadgeText({ text: count ? String(count) : '' });
  await chrome.action.setBadgeBackgroundColor({ color: '#b42318' });
  if (count) await chrome.alarms.create(RETRY, { periodInMinutes: 1 });
  else await chrome.alarms.clear(RETRY);
}

/** Sends it once, whoever else tries at the same time. Returns null if it has been sent meanwhile. */
export const send = (key: string): Promise<Message | null> =>
  navigator.locks.request('send', async () => {
    const message = await (await open()).get('unsent', key);
    if (!message) return null;
    try {
      const sent = await post(message);
      await forgetUnsent(key);
      return sent;
    } catch (error) {
      const isRefused = error instanceof Refused;
      const sentence = (error as Error).message || 'Your server cannot be reached.';
      // an upload that waits for a day is deleted, so the picture goes up again
      const mediaIds = isRefused ? [] : message.mediaIds;
      await keepUnsent({ ...message, mediaIds, problem: { sentence, isRefused } });
      throw error;
    }
  });

async function post(message: Unsent): Promise<Message> {
  const { key, server, content, tags, expects, picture } = message;
  if ((await usableConnection()).server !== server) throw new Refused(`It was written for ${server}.`);
  if (picture && message.mediaIds.length === 0) {
    const body = new FormData();
    body.append('files', picture);
    const uploaded = await call<{ id: number }[]>('/api/media', { method: 'POST', body });
    message.mediaIds = uploaded.map(({ id }) => id);
    await keepUnsent(message);
  }
  const { mediaIds } = message;
  return call('/api/messages', sendJson({ content, tags, expects, mediaIds, idempotencyKey: key }));
}

export async function sendAll(isWanted = ({ problem }: Unsent) => !problem?.isRefused) {
  for (const { key } of (await listUnsent()).filter(isWanted)) {
    const error = await send(key).then(
      () => null,
      (error) => error,
    );
    if (error instanceof Unreachable) return;
  }
}
