import { expect, spyOn, test } from 'bun:test';
import { MEDIA_BYTES_MAX } from '../../src/contract/limits';
import { fetchMedia, listedFiles } from '../../src/outside/twilio/media';
import { twilioAccount } from '../../src/outside/twilio/service';

const ACCOUNT = twilioAccount({
  accountSid: `AC${'a'.repeat(32)}`,
  authToken: 'secret',
  from: '+12025550100',
  apiUrl: undefined,
});
const FILE = `https://api.twilio.com/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages/MM1/Media/ME1`;

type Request = { host: string; authorization: string | null };

function intercept(answer: (url: URL) => Response) {
  const requests: Request[] = [];
  const spy = spyOn(globalThis, 'fetch').mockImplementation((async (
    input: URL | string,
    init?: RequestInit,
  ) => {
    const url = new URL(String(input));
    requests.push({ host: url.host, authorization: new Headers(init?.headers).get('authorization') });
    return answer(url);
  }) as typeof fetch);
  return { requests, [Symbol.dispose]: () => spy.mockRestore() };
}

const stand = (fetch: (request: globalThis.Request) => Response) =>
  Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });

const redirect = (location: string) => new Response(null, { status: 307, headers: { location } });

test("a photo is read from Twilio's stores, which do not get the password", async () => {
  using internet = intercept(({ host }) =>
    host === 'api.twilio.com' ? redirect('https://media.twiliocdn.com/x') : new Response('photo'),
  );
  expect((await fetchMedia(ACCOUNT, FILE)).bytes).toHaveLength(5);
  expect(internet.requests).toEqual([
    { host: 'api.twilio.com', authorization: expect.stringMatching(/^Basic /) },
    { host: 'media.twiliocdn.com', authorization: null },
  ]);
});

test('a redirect of a photo to another host is not followed', async () => {
  for (const elsewhere of [
    'https://evil.example/x',
    'https://eviltwilio.com/x',
    'https://twilio.com.evil.example/x',
    'http://media.twiliocdn.com/x',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
  ]) {
    using internet = intercept(() => redirect(elsewhere));
    expect(fetchMedia(ACCOUNT, FILE)).rejects.toThrow('which is not a host of its files');
    await Promise.resolve();
    expect(internet.requests).toHaveLength(1);
  }
  using internet = intercept(() => redirect('https://media.twiliocdn.com/x'));
  expect(fetchMedia(ACCOUNT, FILE)).rejects.toThrow('redirected too often');
  await Bun.sleep(0);
  expect(internet.requests).toHaveLength(4);
});

test('an address of another account or server is not read, and the password stays here', async () => {
  using internet = intercept(() => new Response('photo'));
  for (const from of [
    FILE.replace(ACCOUNT.accountSid, `AC${'0'.repeat(32)}`),
    'https://evil.example/x',
    FILE.replace('/Messages/', '/Messages/../../AC0/Messages/'),
    'nothing',
  ])
    expect(fetchMedia(ACCOUNT, from)).rejects.toThrow('not that of a photo in our Twilio account');
  await Bun.sleep(0);
  expect(internet.requests).toEqual([]);
  await fetchMedia(ACCOUNT, FILE.replace('api.twilio.com', 'evil.example'));
  expect(internet.requests.map(({ host }) => host)).toEqual(['api.twilio.com']);
});

test('a photo that its text does not list is tried again', async () => {
  await using api = stand(() => Response.json({ media_list: [] }));
  const account = { ...ACCOUNT, apiUrl: api.url.origin };
  const photo = fetchMedia(account, listedFiles(ACCOUNT, 'MM1', 1)[0]!.url);
  await expect(photo).rejects.toMatchObject({ message: 'Twilio does not list this photo.', retry: true });
});

test('a list of photos that is redirected takes the password nowhere', async () => {
  const seen: (string | null)[] = [];
  await using evil = stand(({ headers }) => {
    seen.push(headers.get('authorization'));
    return Response.json({ media_list: [{ uri: '/x.json' }] });
  });
  await using api = stand(() => redirect(`${evil.url}list`));
  const [file] = listedFiles(ACCOUNT, 'MM1', 1);
  const account = { ...ACCOUNT, apiUrl: api.url.origin };
  await expect(fetchMedia(account, file!.url)).rejects.toThrow('Twilio did not send the photo');
  expect(seen).toEqual([]);
});

test('a photo is not read further than the largest size that we store', async () => {
  let sent = 0;
  await using api = stand(
    () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += 1024 * 1024;
            controller.enqueue(new Uint8Array(1024 * 1024));
            if (sent > 4 * MEDIA_BYTES_MAX) controller.close();
          },
        }),
      ),
  );
  const account = { ...ACCOUNT, apiUrl: api.url.origin };
  await expect(fetchMedia(account, FILE)).rejects.toThrow('larger than we store');
  expect(sent).toBeLessThan(3 * MEDIA_BYTES_MAX);
});
