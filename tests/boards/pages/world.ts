import { requireSharedBoard } from '../../../src/boards/boards';
import { addGuestLink } from '../../../src/boards/pages/guest-links';
import { showOwn } from '../../../src/boards/pages/open-boards';
import { publish } from '../../../src/boards/pages/pages';
import { storeUpload } from '../../../src/media/media';
import { create } from '../../../src/messages/messages';
import { ann, bob } from '../../support/cast';
import { share } from '../../support/house';
import { ensureUser } from '../../support/people';
import { png } from '../../support/pictures';
import { testServer } from '../../support/server';

export const SETTINGS = { licence: 'none', indexed: false } as const;

/** #recipes of Ann and Bob, who both have posted a picture; it is published, and Bob agrees. */
export async function recipes(env?: Record<string, string>) {
  const server = await testServer({ env });
  const { app } = server;
  const [owner, member] = [ensureUser(app, ann), ensureUser(app, bob)];
  const id = share(app, owner, 'recipes', bob);
  const picture = async (user: typeof owner) =>
    (await storeUpload(app, user, { bytes: png(40, 30), type: 'image/png', name: 'Bob Ray.png' })).id;
  const [hers, his] = [await picture(owner), await picture(member)];
  const post = (user: typeof owner, content: string, mediaIds: number[] = [], replyTo?: number) =>
    create(app, user, { content, mediaIds, source: 'ui', replyTo });
  const cake = post(owner, 'Lemon cake: https://example.com/cake #recipes #secret-diet', [hers]);
  const soup = post(member, 'Leek soup #recipes #for-mum', [his]);
  const url = publish(app, owner, 'recipes', SETTINGS).page!.url;
  showOwn(app, member, 'recipes', { audience: 'page', shown: true });
  const read = async (path = '', init?: RequestInit) => {
    const to = path === '' || path.startsWith('?') ? url + path : `${url}/${path}`;
    const answer = await fetch(to, { redirect: 'manual', ...init });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const statusOf = async (path: string) => (await read(path)).status;
  const guestUrl = (mayPost = true, days = 7) =>
    addGuestLink(app, owner, requireSharedBoard(app, owner, id).tag, { mayPost, days }).guestLinks[0]!.url!;
  const end = () => server[Symbol.asyncDispose]();
  const made = { app, owner, member, id, hers, his, cake, soup, url };
  return { ...made, server, post, read, statusOf, guestUrl, [Symbol.asyncDispose]: end };
}

export type World = Awaited<ReturnType<typeof recipes>>;

export const postTo = (
  url: string,
  fields: { name?: string; content?: string; key?: string } = {},
  headers: Record<string, string> = {},
) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ name: 'Zoe', content: 'Try saffron', key: crypto.randomUUID(), ...fields }),
  });
