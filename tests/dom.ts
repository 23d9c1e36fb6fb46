import { GlobalRegistrator } from '@happy-dom/global-registrator';
import './support/server'; // the packages of the server are loaded first, so that none takes this process for a browser

/**
 * Globals of which this process keeps Bun's versions. The tests start the real server in this process, and
 * `Bun.serve` does not accept a browser's versions.
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
// this window has no idle periods, in which the app fetches code that it will need
Object.assign(globalThis, {
  requestIdleCallback: (act: () => void) => setTimeout(act),
  cancelIdleCallback: (request: number) => clearTimeout(request),
});
const theirs: Globals = Object.getOwnPropertyDescriptors(globalThis);
// this window has no layout, and a virtual list draws only elements that have a height
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 200 });
// this window has no fonts, whose loading text fields that grow with their text listen for
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
// this window loads no frames; without the next lines it would print an error for each
const CONNECTED = Object.getOwnPropertySymbols(HTMLIFrameElement.prototype).find(
  ({ description }) => description === 'connectedToDocument',
)!;
Reflect.set(HTMLIFrameElement.prototype, CONNECTED, Reflect.get(HTMLElement.prototype, CONNECTED));

// with this function, React compares all properties at each render, to show them in a browser's profiler
Reflect.deleteProperty(console, 'timeStamp');

const changed = Reflect.ownKeys(theirs).filter(
  (name) => ours[name]?.value !== theirs[name]?.value || ours[name]?.get !== theirs[name]?.get,
);
hideBrowserGlobals();

/** Gives this process the globals of a browser, such as `document`. */
export function showBrowserGlobals(): void {
  for (const name of changed)
    if (!BUNS_OWN.includes(String(name))) Object.defineProperty(globalThis, name, theirs[name] ?? {});
}

/**
 * Removes the globals of a browser. `showBrowserGlobals` restores the same window later, so libraries can
 * keep references to it.
 */
export function hideBrowserGlobals(): void {
  for (const name of changed)
    if (ours[name]) Object.defineProperty(globalThis, name, ours[name]);
    else Reflect.deleteProperty(globalThis, name);
}
