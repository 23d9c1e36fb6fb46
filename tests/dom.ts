import { GlobalRegistrator } from '@happy-dom/global-registrator';

/**
 * A browser's window for the tests of web/, preloaded so that it is there before any library looks for it:
 * `bun test --preload ./tests/dom.ts tests/web`.
 */

// The real server runs in the same process, and Bun.serve knows only Bun's own of these.
const OWN = [
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
] as const;
const own = Object.fromEntries(OWN.map((name) => [name, globalThis[name]]));

GlobalRegistrator.register({ url: 'http://localhost/', width: 1280, height: 800 });
Object.assign(globalThis, own);

// Nothing is laid out here, but a virtual list draws only what has a height.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 200 });
