import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test';
import { FIRST_SILENCE_MS, fetchInTime, MUTATION_SILENCE_MS, SILENCE_MS } from '../../../web/ui/reach';
import { until } from '../../support/server';

const requests = new Map<string, () => void>();
let timers: { act: () => void; ms: number | undefined }[] = [];
const spies: { mockRestore: () => void }[] = [];

beforeAll(() => {
  const ask = (path: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      requests.set(path, () => resolve(new Response()));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const keepTimer = (act: () => void, ms?: number) => void timers.push({ act, ms });
  spies.push(
    spyOn(globalThis, 'fetch').mockImplementation(ask as never),
    spyOn(globalThis, 'setTimeout').mockImplementation(keepTimer as never),
  );
});

afterAll(() => {
  for (const spy of spies) spy.mockRestore();
});

beforeEach(async () => {
  await askAndAnswer();
  timers = [];
});

const answer = (path: string) => requests.get(path)?.();

async function askAndAnswer() {
  const query = fetchInTime('/profile');
  answer('/profile');
  await query;
}

const mutate = (path: string) => fetchInTime(path, { method: 'POST' });

function fire(after: number) {
  const at = timers.findIndex(({ ms }) => ms === after);
  const [timer] = timers.splice(at, 1);
  expect({ after, timer }).toMatchObject({ timer: { ms: after } });
  timer?.act();
}

function stateOf(request: Promise<unknown>) {
  const state = { now: 'waits' };
  request.then(
    () => Object.assign(state, { now: 'answered' }),
    (error) => Object.assign(state, { now: String(error) }),
  );
  return state;
}

const GIVEN_UP = 'TypeError: The server does not answer.';

test('a query that has no answer for 20 seconds is given up', async () => {
  const query = stateOf(fetchInTime('/boards'));
  expect(timers.map(({ ms }) => ms)).not.toContain(FIRST_SILENCE_MS);
  fire(SILENCE_MS);
  await until(() => query.now === GIVEN_UP);
});

test('a mutation is given up together with a query', async () => {
  const mutation = stateOf(mutate('/pin'));
  void fetchInTime('/boards').catch(() => {});
  fire(SILENCE_MS);
  await until(() => mutation.now === GIVEN_UP);
});

test('a mutation without queries beside it asks whether the server is there', async () => {
  const mutation = stateOf(mutate('/sign-in'));
  fire(MUTATION_SILENCE_MS);
  fire(SILENCE_MS);
  await until(() => mutation.now === GIVEN_UP);
});

test('a slow mutation is waited for while the server answers queries', async () => {
  const mutation = stateOf(mutate('/import'));
  const slow = stateOf(fetchInTime('/search'));
  fire(MUTATION_SILENCE_MS);
  answer('/healthz');
  await askAndAnswer();
  fire(SILENCE_MS);
  await until(() => slow.now === GIVEN_UP);
  expect(mutation.now).toBe('waits');
  answer('/import');
  await until(() => mutation.now === 'answered');
});

test('a mutation to a server that is silent already is given up after 4 seconds', async () => {
  void fetchInTime('/boards').catch(() => {});
  fire(SILENCE_MS);
  const mutation = stateOf(mutate('/pin'));
  fire(MUTATION_SILENCE_MS);
  await until(() => mutation.now === GIVEN_UP);
});

test('a request that its caller has given up ends with the reason of the caller', async () => {
  const caller = new AbortController();
  const query = stateOf(fetchInTime('/boards', { signal: caller.signal }));
  caller.abort(new Error('The screen was left.'));
  await until(() => query.now === 'Error: The screen was left.');
});
