import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OwnCalls } from './calls';
import { type Client, createClient, TaglineError } from './runtime';

export type Login = { url: string; token: string };

/** What the client takes from the system that it runs on. */
export type Place = {
  env: Record<string, string | undefined>;
  stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean };
  platform?: string;
};

/** TAGLINE_URL and TAGLINE_TOKEN, which a script may have, come before what `tagline login` has stored. */
export function signedIn(place: Place): Client<OwnCalls> {
  const login = loginOf(place);
  if (!login) {
    const sentence = 'Log in first: tagline login https://notes.example.com';
    throw new TaglineError(sentence, { status: 401, code: 'not_logged_in' });
  }
  return createClient<OwnCalls>(login);
}

export function loginOf(place: Place): Login | null {
  const { TAGLINE_URL: url, TAGLINE_TOKEN: token } = place.env;
  if (url && token) return { url, token };
  try {
    const { url, token } = JSON.parse(readFileSync(loginFile(place), 'utf8'));
    return typeof url === 'string' && typeof token === 'string' ? { url, token } : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Replaces the file at once, so that an interruption leaves the former login. Only its owner can read it. */
export function keepLogin(place: Place, login: Login): string {
  const file = loginFile(place);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}`;
  try {
    writeFileSync(partial, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
    chmodSync(partial, 0o600); // the mode above holds for a new file only
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  return file;
}

export function forgetLogin(place: Place): void {
  rmSync(loginFile(place), { force: true });
}

export const loginFile = (place: Place): string => join(configFolder(place), 'login.json');

export function configFolder({ env, platform = process.platform }: Pick<Place, 'env' | 'platform'>): string {
  const home = env.HOME || env.USERPROFILE || homedir();
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Tagline');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tagline');
  const given = env.XDG_CONFIG_HOME;
  return join(given?.startsWith('/') ? given : join(home, '.config'), 'tagline'); // a relative one is to be ignored
}
