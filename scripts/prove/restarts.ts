import { tempFolder } from '../../tests/support/folder';
import { until } from '../../tests/support/server';
import { debianProgram, UNPACKED_ENV } from '../debian';
import { freePort } from '../process';
import { type Proof, rows, signIn, simulatedTexts, startProgram } from './program';

const PHONE = '+12025550122';
const WRITERS = 16;
/**
 * Restarts the server again and again behind a proxy, while people write: none is refused, and nothing is stored
 * twice.
 */
export const restarts: Proof = async (check, { quick }) => {
  const haproxy = debianProgram('haproxy');
  using folder = tempFolder();
  const [port, front] = [freePort(), freePort()];
  await Bun.write(folder.file('haproxy.cfg'), configFor(front, port));
  const env = { DATA_DIR: folder.file('data'), PORT: `${port}` };
  let server = await startProgram(env);
  const proxy = Bun.spawn([haproxy, '-db', '-f', folder.file('haproxy.cfg')], {
    env: { ...process.env, ...UNPACKED_ENV },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const url = `http://127.0.0.1:${front}`;
    await until(() =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const client = await signIn({ url }, PHONE, () => simulatedTexts(env.DATA_DIR, PHONE));
    const answers = new Map<string, number>();
    const acknowledged: string[] = [];
    let writing = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; writing; n++) {
        const content = `Note ${writer}-${n}`;
        const answer = await client
          .post('/api/messages', { content })
          .catch((error) => ({ status: error.code }));
        answers.set(String(answer.status), (answers.get(String(answer.status)) ?? 0) + 1);
        if (answer.status === 201) acknowledged.push(content);
      }
    });
    const restart = {
      'the next one started before': async () => {
        const next = startProgram(env);
        await Bun.sleep(300);
        const ended = await server.stop();
        server = await next;
        return ended;
      },
      'one after the other': async () => {
        const ended = await server.stop();
        server = await startProgram(env);
        return ended;
      },
    };
    for (const [how, again] of Object.entries(restart)) {
      answers.clear();
      const codes = new Set<number>();
      for (let n = 0; n < (quick ? 2 : 10); n++) {
        await Bun.sleep(500);
        codes.add(await again());
      }
      await Bun.sleep(500);
      const found = [...answers].map(([status, count]) => `${count} of ${status}`).join(', ');
      check(`restarts, ${how}: every server ends by itself`, codes.size === 1 && codes.has(0), [...codes]);
      check(`restarts, ${how}: no write is refused`, answers.size === 1 && answers.has('201'), found);
    }
    writing = false;
    await Promise.all(writers);
    const stored = rows(env.DATA_DIR, 'select content from messages').map(({ content }) => String(content));
    const lost = acknowledged.filter((content) => !stored.includes(content));
    check('nothing that was acknowledged is lost', lost.length === 0, `${acknowledged.length} notes`);
    check('nothing is stored twice', new Set(stored).size === stored.length);
  } finally {
    proxy.kill('SIGKILL');
    await server.stop('SIGKILL');
  }
};

/** As in docs/operations.md, with other ports. */
const configFor = (front: number, back: number) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  retries 20
  retry-on conn-failure empty-response
frontend web
  bind 127.0.0.1:${front}
  default_backend tagline
backend tagline
  option http-server-close
  server tagline 127.0.0.1:${back}
`;
