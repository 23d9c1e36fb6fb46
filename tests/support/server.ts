import { startChores } from '../../src/app/chores';
import { serve } from '../../src/http/server';
import { serveSimulator } from '../../src/http/simulator';
import { startOutboxWorker } from '../../src/outbox/worker';
import { CHORES } from '../../src/start/chores';
import { testApp } from './app';
import type { Person } from './cast';
import { type Client, type Cookies, connect } from './client';
import type { PushService } from './push-service';
import type { Twilio } from './twilio';

export type TestServer = Awaited<ReturnType<typeof testServer>>;

const CODE = /\b\d{6}\b/;

/**
 * Starts the real server on a free port, with its outbox worker and its background jobs (chores): `await
 * using server = await testServer()`. Texts go through the phone simulator, or through a stand-in: `twilio`,
 * or `line` for another gateway. Pushes go to the stand-in `push`.
 */
export async function testServer({
  twilio,
  line = twilio,
  env = {},
  push,
}: {
  twilio?: Twilio;
  line?: Pick<Twilio, 'environment' | 'sentTo'>;
  env?: Record<string, string>;
  push?: PushService;
} = {}) {
  const app = testApp({ HOST: '127.0.0.1', ...line?.environment, ...env }, undefined, push);
  let http = serve(app);
  const simulator = serveSimulator(app, http);
  const worker = startOutboxWorker(app);
  const chores = startChores(app, CHORES);
  // At the start, a background job calls the gateway. This waits for the end of the job, so that a failure
  // that a test plans hits a later call.
  if (line) await until(() => app.db.$client.query('select 1 from sync_cursors').get());
  const url = `http://127.0.0.1:${http.port}`;
  const simulatorAt = simulator ? `http://127.0.0.1:${simulator.port}` : url;
  const clients = new Map<string, Client>();

  /** Returns the texts that a phone has received, oldest first. */
  function received(phone: string): string[] {
    if (line) return line.sentTo(phone);
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

  /**
   * Returns the client of a person. Before its first request it signs in with the code that is texted to the
   * person.
   */
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
    /** Address of the phone simulator. */
    simulatorUrl: app.simulatorUrl ?? '',
    /** Returns a client of the phone simulator, which needs no session. */
    simulator: () => connect(simulatorAt),
    received,
    /** Returns a client without a session and with its own cookies. */
    stranger: () => connect(url),
    as,
    /** Forgets the client of a person, so that `as` makes a new one, which signs in again. */
    forget: ({ phone }: Person) => void clients.delete(phone),
    /**
     * Signs a person in and sets their name, so that the web app does not ask for it. Returns their client.
     */
    async introduce(person: Person): Promise<Client> {
      const { firstName, lastName } = person;
      const { status, text } = await as(person).put('/api/profile', { firstName, lastName });
      if (status !== 200) throw new Error(`${firstName} could not be introduced: ${text}`);
      return as(person);
    },
    /** Sends a text from a person's phone through the simulator. */
    text: ({ phone }: Person, body: string) =>
      connect(simulatorAt).post('/api/simulator/texts', { from: phone, body }),
    /** Replaces the server by one with another build of the web app, as an upgrade does. */
    async upgrade(webFolder: string) {
      app.config.port = Number(new URL(url).port);
      await http.stop(true);
      http = serve(app, webFolder);
    },
    /** Stops answering, as if the machine were off. `upgrade` starts the server again. */
    stop: () => http.stop(true),
    async [Symbol.asyncDispose]() {
      await Promise.all([http.stop(true), simulator?.stop(true)]);
      await Promise.all([worker.stop(), chores.stop()]);
      await app[Symbol.asyncDispose]();
    },
  };
}

/**
 * Calls `look` until it returns a true value, and returns that value. Throws after `within` milliseconds, a
 * limit that ends broken tests and does not measure speed.
 */
export async function until<T>(look: () => T | Promise<T>, within = 30_000): Promise<NonNullable<T>> {
  const start = Date.now();
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    const waited = Date.now() - start;
    if (waited > within) throw new Error(`Waited in vain for ${look}`);
    await Bun.sleep(Math.min(5 + waited / 10, 50)); // pauses, because each look at a page slows the page down
  }
}
