import { Database } from 'bun:sqlite';
import { type Chore, startChores } from '../../src/app/chores';
import type { Message } from '../../src/contract/messages';
import { serve } from '../../src/http/server';
import { serveSimulator } from '../../src/http/simulator';
import { startOutboxWorker } from '../../src/outbox/worker';
import { CHORES } from '../../src/start/chores';
import { type TestApp, testApp } from './app';
import type { Person } from './cast';
import { type Client, type Cookies, connect } from './client';
import type { PushService } from './push-service';
import type { Twilio } from './twilio';
import { until } from './until';

export { until };

export type TestServer = ReturnType<typeof withPeople>;

const CODE = /\b\d{6}\b/;

type Options = {
  twilio?: Twilio;
  line?: Pick<Twilio, 'environment' | 'sentTo'>;
  env?: Record<string, string>;
  push?: PushService;
  chores?: Chore[];
};

/** With EXECUTABLE, stories run against the built program, which has no `app` to reach into. */
export const testServer = (options: Options = {}): Promise<TestServer> =>
  process.env.EXECUTABLE ? serveByExecutable(options) : serveHere(options);

async function serveByExecutable({ env }: Options): Promise<TestServer> {
  const { startExecutable } = await import('./executable');
  const program = await startExecutable(undefined, { PHOTO_WORDS: 'off', EMBEDDINGS: 'off', ...env });
  const refuse = (): never => {
    throw new Error('A server in another process has no app.');
  };
  return withPeople({
    get app(): TestApp {
      return refuse();
    },
    url: program.url,
    publicUrl: program.publicUrl,
    simulatorUrl: program.simulatorUrl,
    received(phone) {
      using db = new Database(program.database, { readonly: true });
      return receivedOf(db, phone);
    },
    upgrade: refuse,
    stop: refuse,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  });
}

async function serveHere({
  twilio,
  line = twilio,
  env = {},
  push,
  chores: list = CHORES,
}: Options): Promise<TestServer> {
  const app = testApp({ HOST: '127.0.0.1', ...line?.environment, ...env }, undefined, push);
  let http = serve(app);
  const simulator = serveSimulator(app, http);
  const worker = startOutboxWorker(app);
  const chores = startChores(app, list);
  // At the start, a background job calls the gateway. This waits for the end of the job, so that a failure
  // that a test plans hits a later call.
  if (line) await until(() => app.db.$client.query('select 1 from sync_cursors').get());
  const url = `http://127.0.0.1:${http.port}`;
  return withPeople({
    app,
    url,
    publicUrl: app.publicUrl,
    simulatorUrl: app.simulatorUrl ?? '',
    received: (phone) => (line ? line.sentTo(phone) : receivedOf(app.db.$client, phone)),
    async upgrade(webFolder) {
      app.config.port = Number(new URL(url).port);
      await http.stop(true);
      http = serve(app, { webFolder });
    },
    stop: () => http.stop(true),
    async [Symbol.asyncDispose]() {
      await Promise.all([http.stop(true), simulator?.stop(true)]);
      await Promise.all([worker.stop(), chores.stop()]);
      await app[Symbol.asyncDispose]();
    },
  });
}

const receivedOf = (db: Database, phone: string): string[] =>
  db
    .query<{ body: string }, [string]>(
      "select body from simulator_texts where phone = ? and direction = 'outbound' order by id",
    )
    .all(phone)
    .map(({ body }) => body);

type Served = AsyncDisposable & {
  app: TestApp;
  url: string;
  publicUrl: string;
  simulatorUrl: string;
  received(phone: string): string[];
  upgrade(webFolder: string): Promise<void>;
  stop(): Promise<void>;
};

function withPeople(served: Served) {
  const { url, received } = served;
  const simulatorAt = (served.simulatorUrl || url).replace('localhost', '127.0.0.1');
  const clients = new Map<string, Client>();

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

  return Object.assign(served, {
    simulator: () => connect(simulatorAt),
    stranger: () => connect(url),
    as,
    forget: ({ phone }: Person) => void clients.delete(phone),
    async introduce(person: Person): Promise<Client> {
      const { firstName, lastName } = person;
      const { status, text } = await as(person).put('/api/profile', { firstName, lastName });
      if (status !== 200) throw new Error(`${firstName} could not be introduced: ${text}`);
      return as(person);
    },
    text: ({ phone }: Person, body: string) =>
      connect(simulatorAt).post('/api/simulator/texts', { from: phone, body }),
    messagesOf: async (person: Person) => (await as(person).get<Message[]>('/api/messages')).body,
  });
}
