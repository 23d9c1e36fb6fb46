import { GlobalRegistrator } from '@happy-dom/global-registrator';
// loads the packages of the server first, so that none of them takes this process for a browser
import './support/server';

/**
 * The tests start the real server in this process, and `Bun.serve` does not accept the versions of a browser.
 */
const BUNS_OWN = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'URL',
  'URLSearchParams',
  'WebSocket',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'TextEncoder',
  'TextDecoder',
  'TransformStream',
  'WritableStream',
];

type Globals = Record<PropertyKey, PropertyDescriptor>;

const ours: Globals = Object.getOwnPropertyDescriptors(globalThis);
GlobalRegistrator.register({ url: 'http://localhost/', width: 1280, height: 800 });
// in idle periods the app fetches code that it will need, but this window has no idle periods
Object.assign(globalThis, {
  requestIdleCallback: (act: () => void) => setTimeout(act),
  cancelIdleCallback: (request: number) => clearTimeout(request),
});
const theirs: Globals = Object.getOwnPropertyDescriptors(globalThis);
// this window has no layout, and a virtual list draws only elements that have a height
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 200 });
// text fields that grow with their text listen for the loading of fonts, but this window has no fonts
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
// this window loads no frames; without the next lines, each frame would print an error
const CONNECTED = Object.getOwnPropertySymbols(HTMLIFrameElement.prototype).find(
  ({ description }) => description === 'connectedToDocument',
)!;
Reflect.set(HTMLIFrameElement.prototype, CONNECTED, Reflect.get(HTMLElement.prototype, CONNECTED));

// if this function exists, React compares all properties at each render, to show them in a browser's profiler
Reflect.deleteProperty(console, 'timeStamp');

// Polls come ten times as often as in a browser, so that tests seldom wait for one. The package is imported
// here, because it must find the window, and must get its timers before a test uses them.
const { timeoutManager } = await import('@tanstack/react-query');
timeoutManager.setTimeoutProvider({
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (act, ms) => setInterval(act, ms / 10),
  clearInterval: (timer) => clearInterval(timer),
});

const changed = Reflect.ownKeys(theirs).filter(
  (name) => ours[name]?.value !== theirs[name]?.value || ours[name]?.get !== theirs[name]?.get,
);
hideBrowserGlobals();

export function showBrowserGlobals(): void {
  for (const name of changed)
    if (!BUNS_OWN.includes(String(name))) Object.defineProperty(globalThis, name, theirs[name] ?? {});
}

/** `showBrowserGlobals` restores the same window later, so libraries can keep references to it. */
export function hideBrowserGlobals(): void {
  for (const name of changed)
    if (ours[name]) Object.defineProperty(globalThis, name, ours[name]);
    else Reflect.deleteProperty(globalThis, name);
}
