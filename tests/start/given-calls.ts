import { exampleOf } from '../../src/contract/example';
import { pushSubscriptionInput } from '../../src/contract/push';
import { createAuthenticator } from '../support/authenticator';
import { bob, cho } from '../support/cast';
import { type Client, connect } from '../support/client';
import type { Program } from '../support/executable';
import { png } from '../support/pictures';
import { until } from '../support/server';

/** What a call needs beside its own example in the document. */
export type Given = {
  caller?: Client;
  values?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: string | FormData;
};

type Id = { id: number };

/** Makes what each call needs, anew for each, so that no call takes away what another one needs. */
export function givenCalls(
  { url, publicUrl, simulator, signIn, codeAfter }: Program,
  ann: Client,
): Record<string, () => Promise<Given>> {
  let made = 0;
  const next = (name: string) => `${name}${++made}`;
  const nextPhone = () => `+1202555${1000 + ++made}`;
  const given = async (values: Given['values'], rest: Given = {}): Promise<Given> => ({ values, ...rest });
  const create = async (path: string, body: unknown) => (await ann.post<Id>(path, body)).body;
  const form = (field: string, content: BlobPart, name: string) => {
    const body = new FormData();
    body.append(field, new Blob([content], { type: Bun.file(name).type }), name);
    return body;
  };
  const send = async (path: string, body: FormData) =>
    (await ann.send<Id & Id[]>(path, { method: 'POST', body })).body;
  const csv = () => form('file', `content,tags\n${next('Row ')},food\n`, 'notes.csv');

  const message = (input: object = {}) =>
    create('/api/messages', { content: next('note '), tags: [next('box')], ...input });
  const tag = async () => {
    const name = next('food');
    await message({ tags: [name] });
    return name;
  };
  const shared = async () => {
    const name = next('house');
    return { name, boardId: (await create('/api/shared-boards', { name })).id };
  };
  const sharedWithBob = async () => {
    const { name, boardId } = await shared();
    await ann.post(`/api/shared-boards/${name}/invite`, { phoneNumber: bob.phone });
    const { body } = await ann.get<(Id & { userId: number; role: string })[]>(
      `/api/shared-boards/${name}/members`,
    );
    const member = body.find(({ role }) => role === 'member')!;
    return { name, boardId, userId: member.userId ?? member.id };
  };
  const media = async () => {
    const [file] = await send('/api/media', form('file', png(640, 480), 'a.png'));
    await message({ mediaIds: [file!.id] });
    return file!.id;
  };
  const first = async (path: string, is: (item: Id & Record<string, unknown>) => boolean = () => true) =>
    (await ann.get<(Id & Record<string, unknown>)[]>(path)).body.find(is)!.id;
  const user = async () => {
    const phone = nextPhone();
    await simulator.post('/api/simulator/texts', { from: phone, body: 'hello' });
    return first(`/api/admin/users?search=${phone.slice(1)}`);
  };
  let device = createAuthenticator(publicUrl);
  const passkey = async () => {
    device = createAuthenticator(publicUrl); // an authenticator has one passkey for an account
    const { body } = await ann.post<Parameters<typeof device.create>[0]>('/api/passkeys/options', {});
    return JSON.stringify(device.create(body));
  };
  const upload = async (path: string) => {
    await until(async () => {
      const { body } = await ann.get<{ imports: { state: string }[] }>('/api/import');
      return body.imports.every(({ state }) => !/ing$/.test(state)); // only one import of a person runs at a time
    });
    return send(path, csv());
  };
  const look = () => upload('/api/import?look=1');
  const imported = () => upload('/api/import');
  const board = async () => given(await shared());
  const private_ = async () => given({ name: await tag() });
  const ofTag = async () => given({ tag: await tag() });
  const ofMessage = async () => given({ id: (await message()).id });
  const ofReminder = async () => given({ id: (await message({ remindAt: '2099-01-01T09:00:00Z' })).id });
  const ofMedia = async () => given({ id: await media(), width: 320 });
  const programRequest = async () => {
    const redirect_uri = 'https://assistant.example/back';
    const { body } = await ann.post<{ client_id: string }>('/oauth/register', {
      redirect_uris: [redirect_uri],
    });
    const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' };
    return { client_id: body.client_id, redirect_uri, response_type: 'code', ...pkce };
  };
  const feed = async () => {
    const name = next('album');
    const [file] = await send('/api/media', form('file', png(40, 30), 'a.png'));
    await message({ tags: [name], mediaIds: [file!.id] });
    return (await ann.post<{ atom: string }>('/api/feeds', { board: name })).body.atom;
  };
  const hook = async () => (await ann.post<{ hook: Id }>('/api/hooks', { url: 'https://example.com/' })).body;
  const ofHook = async () => given({ id: (await hook()).hook.id });
  const ofUser = async () => given({ id: await user() });

  return {
    'DELETE /api/sessions/{id}': async () => {
      await signIn('+12025550111');
      return given({ id: await first('/api/sessions', ({ current }) => !current) });
    },
    'POST /api/auth/logout': async () => ({ caller: await signIn(bob.phone) }),
    'DELETE /api/auth/delete-account': async () => ({ caller: await signIn(cho.phone) }),
    'GET /api/auth/link/{token}': () => given({ token: 'k3J9x_2Qk3J9x_2Qk3J9xw' }),
    'POST /api/passkeys': async () => ({ body: await passkey() }),
    'DELETE /api/passkeys/{id}': async () => given({ id: await first('/api/passkeys') }),
    'POST /api/auth/passkey': async () => {
      await ann.post('/api/passkeys', JSON.parse(await passkey()));
      const caller = connect(url);
      const { body } = await caller.post<{ challenge: string }>('/api/auth/passkey/options', {});
      return { caller, body: JSON.stringify(device.get(body)) };
    },
    'POST /api/proof': async () => {
      const code = await codeAfter('+12025550111', () => ann.post('/api/proof/code'));
      return { body: JSON.stringify({ code }) };
    },
    'POST /api/profile/phone': async () => {
      const caller = await signIn(nextPhone());
      const phoneNumber = nextPhone();
      const code = await codeAfter(phoneNumber, () =>
        caller.post('/api/profile/phone/code', { phoneNumber }),
      );
      return { caller, body: JSON.stringify({ phoneNumber, code }) };
    },
    'POST /api/profile/phone/code': async () => ({ body: JSON.stringify({ phoneNumber: nextPhone() }) }),
    'POST /api/proof/passkey/options': async () => {
      await ann.post('/api/passkeys', JSON.parse(await passkey()));
      return {};
    },
    'POST /api/proof/passkey': async () => {
      const { body } = await ann.post<{ challenge: string }>('/api/proof/passkey/options');
      return { body: JSON.stringify(device.get(body)) };
    },
    'GET /api/programs/request': async () => ({ query: await programRequest() }),
    'POST /api/programs': async () => ({
      body: JSON.stringify({ ...(await programRequest()), granted: 'read' }),
    }),
    'DELETE /api/tokens/{id}': async () => given({ id: await first('/api/tokens') }),
    'POST /api/profile/photo': async () => ({ body: form('file', png(40, 30), 'a.png') }),
    'GET /api/messages/tag/{tag}': ofTag,
    'GET /api/shared-boards/{name}/messages': board,
    'GET /api/messages/{id}': ofMessage,
    'PATCH /api/messages/{id}': ofMessage,
    'PUT /api/messages/{id}/ticks': async () =>
      given({ id: (await message({ content: '- milk\n- eggs' })).id }),
    'DELETE /api/messages/{id}': ofMessage,
    'GET /api/messages/{id}/thread': ofMessage,
    'GET /api/messages/{id}/related': ofMessage,
    'POST /api/messages/{id}/restore': async () => {
      const { id } = await message();
      await ann.delete(`/api/messages/${id}`);
      return given({ id });
    },
    'DELETE /api/shared-boards/{boardId}/messages/{id}': async () => {
      const { name, boardId } = await shared();
      return given({ boardId, id: (await message({ tags: [name] })).id });
    },
    'GET /api/media/{id}/words': ofMedia,
    'PUT /api/media/{id}/alt': ofMedia,
    'GET /api/media/{id}': ofMedia,
    'GET /api/media/{id}/{width}': ofMedia,
    'POST /api/media': async () => ({ body: form('file', png(40, 30), 'a.png') }),
    'GET /api/shared-boards/{name}/members': board,
    'POST /api/shared-boards/{name}/invite': board,
    'POST /api/private-boards/{name}/convert-and-invite': private_,
    'PUT /api/shared-boards/{boardId}/rename': board,
    'PUT /api/private-boards/{name}/rename': private_,
    'DELETE /api/shared-boards/{boardId}/members/{userId}': async () => given(await sharedWithBob()),
    'PUT /api/people/{userId}/name': async () => given({ userId: (await sharedWithBob()).userId }),
    'POST /api/blocked-people': async () => {
      const { userId } = await sharedWithBob();
      return { body: JSON.stringify({ userId }) };
    },
    'DELETE /api/blocked-people/{id}': async () => {
      const { userId } = await sharedWithBob();
      await ann.post('/api/blocked-people', { userId });
      return given({ id: userId });
    },
    'DELETE /api/shared-boards/{boardId}': board,
    'PUT /api/boards/{tag}/seen': ofTag,
    'PUT /api/boards/{tag}/pin': ofTag,
    'PUT /api/boards/{tag}/list': ofTag,
    'PUT /api/boards/{tag}/archive': ofTag,
    'GET /api/boards/{tag}/page': ofTag,
    'PUT /api/boards/{tag}/page': ofTag,
    'DELETE /api/boards/{tag}/page': async () => {
      const name = await tag();
      await ann.put(`/api/boards/${name}/page`, { licence: 'none', indexed: false });
      return given({ tag: name });
    },
    'PUT /api/boards/{tag}/page/own': async () => {
      const { name } = await sharedWithBob();
      await ann.put(`/api/boards/${name}/page`, { licence: 'none', indexed: false });
      return given({ tag: name }, { caller: await signIn(bob.phone) });
    },
    'POST /api/boards/{tag}/guest-links': ofTag,
    'DELETE /api/boards/{tag}/guest-links/{id}': async () => {
      const name = await tag();
      const { body } = await ann.post<{ guestLinks: Id[] }>(`/api/boards/${name}/guest-links`, {
        mayPost: true,
        days: 1,
      });
      return given({ tag: name, id: body.guestLinks[0]!.id });
    },
    'PUT /api/boards/{tag}/messages/{id}/pin': async () => {
      const box = next('box');
      return given({ tag: box, id: (await message({ tags: [box] })).id });
    },
    'GET /api/tags/{tag}': ofTag,
    'DELETE /api/tags/{tag}': ofTag,
    'POST /api/tags/{tag}/restore': async () => {
      const name = await tag();
      await ann.delete(`/api/tags/${name}`);
      return given({ tag: name });
    },
    'PUT /api/notification-preferences/{boardId}': board,
    'PUT /api/notification-preferences/{boardId}/answers': board,
    'PUT /api/notification-channels/{boardId}': board,
    'PATCH /api/push/subscriptions/{id}': async () => given({ id: await first('/api/push/subscriptions') }),
    'DELETE /api/push/subscriptions/{id}': async () => given({ id: await first('/api/push/subscriptions') }),
    'POST /api/push/test': async () => {
      await ann.post('/api/push/subscriptions', exampleOf(pushSubscriptionInput));
      return {};
    },
    'PUT /api/messages/{id}/reminder': ofMessage,
    'PUT /api/messages/{id}/reactions': ofMessage,
    'DELETE /api/messages/{id}/reminder': ofReminder,
    'POST /api/messages/{id}/reminder/snooze': ofReminder,
    'POST /api/messages/{id}/reminder/done': ofReminder,
    'POST /api/messages/{id}/reminder/restore': async () => {
      const { id } = await message({ remindAt: '2099-01-01T09:00:00Z' });
      await ann.post(`/api/messages/${id}/reminder/done`);
      return given({ id });
    },
    'GET /api/calendars/{file}': async () => {
      const { body } = await ann.post<{ url: string }>('/api/reminders/calendar');
      return given({ file: body.url.split('/').at(-1)! });
    },
    'GET /api/feeds/{file}': async () => given({ file: (await feed()).split('/').at(-1)! }),
    'GET /api/feeds/{secret}/{file}': async () => {
      const { text } = await connect(url).get(new URL(await feed()).pathname);
      const [, secret = '', file = ''] = /api\/feeds\/([\w-]+)\/([\w-]+)"/.exec(text) ?? [];
      return given({ secret, file });
    },
    'POST /api/feeds': async () => ({ body: JSON.stringify({ board: await tag() }) }),
    'DELETE /api/feeds': async () => ({ body: JSON.stringify({ board: await tag() }) }),
    'PATCH /api/hooks/{id}': ofHook,
    'DELETE /api/hooks/{id}': ofHook,
    'POST /api/hooks/{id}/secret': ofHook,
    'POST /api/hooks/{id}/test': ofHook,
    'GET /api/hooks/{id}/deliveries': ofHook,
    'POST /api/hooks/{id}/deliveries/{deliveryId}': async () => {
      const { id } = (await hook()).hook;
      await ann.post(`/api/hooks/${id}/test`);
      return given({ id, deliveryId: await first(`/api/hooks/${id}/deliveries`) });
    },
    'GET /api/og-preview': () => given({}, { query: { url: 'http://127.0.0.1/' } }),
    'GET /api/tmdb/movie/{imdbId}': () => given({ imdbId: 'tt0111161' }),
    'GET /api/messages/search': () => given({}, { query: { q: 'note' } }),
    'GET /api/messages/search/count': () => given({}, { query: { q: 'note' } }),
    'POST /api/import': async () => ({ body: csv() }),
    'GET /api/import/{id}': async () => given({ id: (await imported()).id }),
    'POST /api/import/{id}': async () => given({ id: (await look()).id }),
    'DELETE /api/import/{id}': async () => given({ id: (await look()).id }),
    'POST /api/import/{id}/undo': async () => given({ id: (await imported()).id }),
    'GET /api/invite/{code}': async () => {
      const { body } = await ann.get<{ code: string }>('/api/invite');
      return given({ code: body.code });
    },
    'POST /api/invite/submit': async () => {
      const { body } = await ann.get<{ code: string }>('/api/invite');
      return { body: JSON.stringify({ phoneNumber: nextPhone(), inviteCode: body.code }) };
    },
    'POST /api/shared-boards/{name}/invite-by-text': board,
    'POST /api/private-boards/{name}/convert-and-invite-by-text': async () =>
      given({ name: await tag() }, { body: JSON.stringify({ phoneNumber: nextPhone() }) }),
    'GET /api/shared-boards/{name}/invites': board,
    'DELETE /api/shared-boards/{boardId}/invites/{inviteId}': async () => {
      const { name, boardId } = await shared();
      await ann.post(`/api/shared-boards/${name}/invite-by-text`, { phoneNumber: nextPhone() });
      return given({ boardId, inviteId: await first(`/api/shared-boards/${name}/invites`) });
    },
    'DELETE /api/admin/users/bulk-delete': async () => ({
      body: JSON.stringify({ userIds: [await user()] }),
    }),
    'DELETE /api/admin/users/{id}': ofUser,
    'POST /api/admin/users/{id}/end-sign-ins': ofUser,
    'DELETE /api/admin/blocked-numbers/{id}': async () => {
      await ann.post('/api/admin/blocked-numbers', { phoneNumber: nextPhone(), reason: 'Advertising' });
      return given({ id: await first('/api/admin/blocked-numbers') });
    },
    'POST /api/admin/broadcasts/{id}/stop': async () => given({ id: await first('/api/admin/broadcasts') }),
    'GET /api/admin/costs/{month}/people': () => given({ month: new Date().toISOString().slice(0, 7) }),
    'POST /api/admin/downloads/{id}/retry': () => given({ id: 1 }),
    'GET /api/simulator/mails': () => given({}, { query: { phone: bob.phone } }),
    'GET /api/simulator/delivery': () => given({}, { query: { phone: bob.phone } }),
  };
}
