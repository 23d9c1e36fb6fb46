import { prepared, transaction } from '../../db/open';
import { syncLog } from '../../db/write-ahead-log';
import type { App } from '../app/app';
import type { PushWords } from '../contract/push';
import { type Dispatch, EXPIRES_AFTER_MS } from './dispatch';
import { type OutboxRow, textInstead } from './outbox';
import { listBrowsers, noteResult, type PushedBrowser } from './push/browsers';
import { type PushResult, sendPush } from './push/send';

const RETRY_MS = [5_000, 20_000, 60_000];
/** If every busy service asks for a longer wait (`Retry-After`), the text is sent in place of the push. */
const LONGEST_RETRY_MS = 2 * 60_000;
const NOT_TAKEN = 'No browser took the push, and the number must not be texted.';

export type DuePush = Pick<OutboxRow, 'id' | 'phone' | 'kind' | 'attempts' | 'createdAt'> & { push: string };

/** One taken push suffices. A process that dies sends its pushes again (docs/product/notices.md: Pushes). */
export function dispatchPushes(app: App, pushes: DuePush[], lookUpAfter: number): Dispatch<DuePush>[] {
  const claimed = transaction(app.db, () => pushes.filter((push) => claim(app, push, lookUpAfter)));
  if (claimed.length === 0) return [];
  const stored = syncLog(app.db);
  return claimed.map((push) => ({ row: push, ended: send(app, push, stored) }));
}

async function send(app: App, push: DuePush, stored: Promise<void>): Promise<void> {
  await stored;
  const { id, attempts } = push;
  const browsers = listBrowsers(app, push.phone);
  const results = await Promise.all(browsers.map((browser) => pushTo(app, browser, push)));
  const { markPushed, retryAt } = statements(app.db);
  const wait = waitOf(results, attempts);
  if (results.some(({ state }) => state === 'taken'))
    // if a power cut undoes this write, the push is sent again, and the browser shows it in place of the
    // first one
    transaction(app.db, () => void markPushed.run({ id }));
  else if (wait === null) textInstead(app, id, NOT_TAKEN);
  else retryAt.run({ id, nextAt: app.now() + wait });
}

function claim(app: App, { id, attempts, createdAt }: DuePush, lookUpAfter: number): boolean {
  const { claim, drop } = statements(app.db);
  const now = app.now();
  if (now - createdAt > EXPIRES_AFTER_MS) {
    drop.run({ id, attempts });
    return false;
  }
  return claim.run({ id, attempts, nextAt: now + lookUpAfter }).changes > 0;
}

async function pushTo(app: App, browser: PushedBrowser, { id, kind, push }: DuePush): Promise<PushResult> {
  const { title, body, text, path }: PushWords = JSON.parse(push);
  const send = (body: string) =>
    sendPush(
      app,
      browser,
      { title, body, path, tag: `outbox-${id}` },
      kind === 'reminder' ? 'high' : 'normal',
    );
  const quotes = browser.showsText === 1 && text !== null;
  let result = await send(quotes ? text : body);
  if (result.state === 'too large' && quotes) result = await send(body);
  noteResult(app, browser, result);
  if (result.state !== 'taken') app.log.warn({ outbox: id, kind, result: result.state }, 'push not taken');
  return result;
}

function waitOf(results: PushResult[], attempts: number): number | null {
  const usual = RETRY_MS[attempts];
  if (usual === undefined) return null;
  const waits = results.flatMap((result) =>
    result.state === 'busy' ? Math.max(usual, result.retryAfter ?? 0) : [],
  );
  const wait = Math.min(...waits);
  return wait <= LONGEST_RETRY_MS ? wait : null;
}

type Claimed = { id: number; attempts: number };

const statements = prepared(({ $client }) => ({
  claim: $client.prepare<unknown, Claimed & { nextAt: number }>(`
    update outbox set attempts = attempts + 1, next_at = $nextAt
     where id = $id and state = 'pushing' and attempts = $attempts`),
  drop: $client.prepare<unknown, Claimed>(`
    update outbox set state = 'dropped', error = 'It was too late to push it.', push = null
     where id = $id and state = 'pushing' and attempts = $attempts`),
  markPushed: $client.prepare<unknown, { id: number }>(`
    update outbox set state = 'pushed', push = null where id = $id and state = 'pushing'`),
  retryAt: $client.prepare<unknown, { id: number; nextAt: number }>(`
    update outbox set next_at = $nextAt where id = $id and state = 'pushing'`),
}));
