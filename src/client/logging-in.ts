import { isCancel, password } from '@clack/prompts';
import { VisibleError } from '../app/errors';
import type { Invocation, Outcome } from '../start/command-line';
import type { OwnCalls } from './calls';
import { forgetLogin, keepLogin, loginOf, type Place } from './login';
import { readStdin } from './reading-stdin';
import { createClient, TaglineError } from './runtime';

export async function logIn(
  place: Place,
  { operands: [given = ''], options }: Pick<Invocation, 'operands' | 'options'>,
): Promise<Outcome> {
  const server = createClient<OwnCalls>({ url: addressOf(given) });
  const response = await server.open('GET /api/product');
  const product = await response.json().catch(() => null);
  if (typeof product?.gateway !== 'string')
    throw new VisibleError('BAD_REQUEST', `${server.url} is not a server of Tagline. Is the address right?`);
  const url = new URL(response.url).origin; // it may have led from http to https
  const token = (options.token ?? (await askForToken(place, url))).trim();
  if (!token) throw new VisibleError('BAD_REQUEST', `Make an access token at ${url}/profile first.`);
  const client = createClient<OwnCalls>({ url, token });
  await client.call('GET /api/messages', { limit: 1 });
  const name = await nameOf(client);
  const file = keepLogin(place, { url, token });
  return {
    say: `Logged in to ${url}${name && ` as ${name}`}. The token is in ${file}.`,
    data: { url, file, name },
  };
}

function addressOf(given: string): string {
  const written = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(written)) throw new VisibleError('BAD_REQUEST', `${given} is not an address.`);
  return new URL(written).origin;
}

async function askForToken(place: Place, url: string): Promise<string> {
  if (!place.stdin.isTTY) return new TextDecoder().decode(await readStdin(place, 10_000));
  const typed = await password({ message: `Make an access token at ${url}/profile (write), and paste it:` });
  if (isCancel(typed)) throw new VisibleError('BAD_REQUEST', 'Nothing was changed.');
  return typed ?? '';
}

/** A token for some boards may not read the profile. */
async function nameOf(client: ReturnType<typeof createClient<OwnCalls>>): Promise<string> {
  try {
    return (await client.call('GET /api/profile')).displayName;
  } catch (error) {
    if (error instanceof TaglineError && error.status === 403) return '';
    throw error;
  }
}

export function logOut(place: Place): Outcome {
  const login = loginOf(place);
  forgetLogin(place);
  if (!login) return { say: 'Nobody was logged in.', data: { url: null } };
  const { url } = login;
  return {
    say: `Logged out of ${url}. The token still works until you revoke it at ${url}/profile.`,
    data: { url },
  };
}
