import { startChores } from '../../src/chores';
import { serve } from '../../src/http/server';
import { startOutboxWorker } from '../../src/outbox/worker';
import { testApp } from './app';
import type { Person } from './cast';
import { type Client, type Cookies, connect } from './client';
import type { Twilio } from './twilio';

export type TestServer = Awaited<ReturnType<typeof testServer>>;

const CODE = /\b\d{6}\b/;

/**
 * The real server on a free port, with its outbox worker: `await using server = await testServer()`. Texts go
 * through the phone simulator, or through the Twilio it is given.
 */
export async function testServer({
  twilio,
  env = {},
}: {
  twilio?: Twilio;
  env?: Record<string, string>;
} = {}) {
  const app = testApp({ HOST: '127.0.0.1', ...twilio?.environment, ...env });
  const http = serve(app);
  const worker = startOutboxWorker(app);
  const chores = startChores(app);
  // the first look at Twilio's own list is over before a test says how the next calls end
  if (twilio) await until(() => app.db.$client.query('select 1 from sync_cursors').get());
  const url = `http://127.0.0.1:${http.port}`;
  const clients = new Map<string, Client>();

  /** What has been texted to this phone, oldest first, as it shows on the phone. */
  function received(phone: string): string[] {
    if (twilio) return twilio.sentTo(phone);
    const texts = app.db.$client.query<{ body: string }, [string]>(
      "select body from simulator_texts where phone = ? and direction = 'outbound' order by id",
    );
    return texts.all(phone).map(({ body }) => body);
  }

  async function signIn(client: Client, { phone }: Person) {
    const before = received(phone).length;
    const login = await client.post('/api/auth/login', { phoneNumber: phone });
    if (login.status !== 200) throw new Error(`No code for ${phone}: ${login.text}`);
    const text = await until(() =>
      received(phone)
        .slice(before)
        .find((body) => CODE.test(body)),
    );
    const verify = await client.post('/api/auth/verify', { phoneNumber: phone, code: CODE.exec(text)?.[0] });
    if (verify.status !== 200) throw new Error(`${phone} could not sign in: ${verify.text}`);
  }

  /** A person, who signs in before the first call with the code that is texted to them. */
  function as(person: Person): Client {
    const known = clients.get(person.phone);
    if (known) return known;
    const cookies: Cookies = new Map();
    let signing: Promise<void> | undefined;
    const before = () => {
      signing ??= signIn(connect(url, { cookies }), person);
      return signing;
    };
    const client = connect(url, { cookies, before });
    clients.set(person.phone, client);
    return client;
  }

  return {
    app,
    url,
    publicUrl: app.publicUrl,
    received,
    /** A caller without a session; each has cookies of their own. */
    stranger: () => connect(url),
    as,
    /** Their next call signs them in anew. */
    forget: ({ phone }: Person) => void clients.delete(phone),
    /** Signs a person in and gives them their name, so that the web app has nothing left to ask. */
    async introduce(person: Person): Promise<Client> {
      const { firstName, lastName } = person;
      const { status, text } = await as(person).put('/api/profile', { firstName, lastName });
      if (status !== 200) throw new Error(`${firstName} could not be introduced: ${text}`);
      return as(person);
    },
    /** A text from somebody's phone, through the simulator's door. */
    text: ({ phone }: Person, body: string) =>
      connect(url).post('/api/simulator/texts', { from: phone, body }),
    async [Symbol.asyncDispose]() {
      await http.stop(true);
      await Promise.all([worker.stop(), chores.stop()]);
      await app[Symbol.asyncDispose]();
    },
  };
}

/** Waits for something that is bound to come, and gives it. The bound is for hopeless cases, no promise about speed. */
export async function until<T>(look: () => T | Promise<T>, within = 10_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + within;
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    if (Date.now() > deadline) throw new Error(`It did not come: ${look}`);
    await Bun.sleep(5);
  }
}
