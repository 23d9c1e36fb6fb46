import { type Connection, call, storeConnection, storedConnection } from './connection';
import { byId, say } from './element';
import { signIn, signOut } from './oauth';

const EVERYWHERE = { origins: ['http://*/*', 'https://*/*'] };

const server = byId<HTMLInputElement>('server');
const token = byId<HTMLInputElement>('token');

function originOf(typed: string): string | null {
  const isLocal = /^(localhost|127\.|\[::1\]|10\.|192\.168\.)/.test(typed);
  const address = /^https?:\/\//.test(typed) ? typed : `${isLocal ? 'http' : 'https'}://${typed}`;
  return URL.canParse(address) ? new URL(address).origin : null;
}

async function connect(how: (origin: string) => Connection | Promise<Connection>) {
  const origin = originOf(server.value.trim());
  if (!origin) return say('This is not an address of a server.', true);
  const form = byId('connect');
  form.inert = true;
  say('Connecting...');
  try {
    await storeConnection(await how(origin));
    await call('/api/tags');
    say('Connected. Press the button of the extension on any page.');
  } catch (error) {
    await chrome.storage.local.remove('connection');
    say((error as Error).message || `There is no answer from ${origin}.`, true);
  }
  form.inert = false;
  await show();
}

async function disconnect() {
  const connection = await storedConnection();
  await chrome.storage.local.remove(['connection', 'boards']);
  const isTold = connection && (await Promise.resolve(signOut(connection)).then(Boolean, () => false));
  say(
    isTold ? 'Disconnected.' : 'Disconnected here. Revoke the token in your profile if nothing else uses it.',
  );
  await show();
}

async function show() {
  const connection = await storedConnection();
  byId('connect').hidden = connection !== undefined;
  byId('connected').hidden = !connection;
  const home = byId<HTMLAnchorElement>('home');
  home.textContent = home.href = connection?.server ?? '';
  const [command] = await chrome.commands.getAll();
  byId('keys').textContent = command?.shortcut || 'No key';
  byId('pictures').hidden = await chrome.permissions.contains(EVERYWHERE);
}

byId('connect').onsubmit = (event) => {
  event.preventDefault();
  void connect(signIn);
};
byId('use-token').onclick = () => connect((origin) => ({ server: origin, token: token.value.trim() }));
byId('disconnect').onclick = disconnect;
byId('pictures').onclick = async () => {
  const isAllowed = await chrome.permissions.request(EVERYWHERE);
  say(isAllowed ? 'Pictures of all sites can be saved now.' : 'Nothing has changed.');
  await show();
};
byId('sign-in').hidden = !chrome.identity;
void show();
