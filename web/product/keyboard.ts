import { useEffect, useRef } from 'react';
import { type Field, insertText } from '../ui/insert-text';

export const SHORTCUTS = [
  ['Ctrl k', 'Open the command bar'],
  ['?', 'Show this overview'],
  ['/', 'Search'],
  ['n', 'New message'],
  ['j', 'Next card'],
  ['k', 'Card before'],
  ['r', 'Reply to the card'],
  ['e', 'Edit the card'],
  ['x', 'Select the card'],
  ['g b', 'Go to a board'],
  ['g h', 'Go to your boards'],
  ['g a', 'Go to all texts'],
  ['g p', 'Go to your profile'],
  ['g n', 'Go to notification settings'],
] as const;

type Keys = (typeof SHORTCUTS)[number][0];

/** They open a field, for which is kept what is typed until it has the focus. */
const OPENS_FIELD: string[] = ['Ctrl k', '/', 'n', 'g b'] satisfies Keys[];

const IS_APPLE = /Mac|iP(hone|ad|od)/.test(navigator.platform);

export const keyLabels = (keys: string): string[] =>
  keys.split(' ').map((key) => {
    if (key === 'Ctrl') return IS_APPLE ? '⌘' : key;
    return keys.startsWith('Ctrl') ? key[0]!.toUpperCase() + key.slice(1) : key;
  });

/** On a keyboard without Latin letters, the key in the place of K counts as K. */
export const isCommandKey = (event: {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): boolean =>
  (IS_APPLE ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  (event.key.toLowerCase() === 'k' || (event.code === 'KeyK' && !/^[a-z]$/i.test(event.key)));

const handlers = new Map<Keys, (() => void)[]>();

export function useShortcut(keys: Keys, handler: () => void) {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const run = () => latest.current();
    const others = () => handlers.get(keys)?.filter((other) => other !== run) ?? [];
    handlers.set(keys, [...others(), run]);
    return () => void handlers.set(keys, others());
  }, [keys]);
}

const PAUSE_MS = 1200;

export function matchShortcuts(shortcuts: readonly string[]) {
  let previous = { key: '', at: Number.NEGATIVE_INFINITY };
  return (key: string, at: number): string | undefined => {
    const both = at - previous.at <= PAUSE_MS ? `${previous.key} ${key}` : '';
    previous = { key, at };
    return [both, key].find((keys) => shortcuts.includes(keys));
  };
}

export function listenForShortcuts(): () => void {
  const match = matchShortcuts(SHORTCUTS.map(([keys]) => keys));
  const plainShortcut = (event: KeyboardEvent): Keys | undefined => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.closest?.('input, textarea, select, [contenteditable], [role="menu"]')) return;
    const keys = match(event.key, event.timeStamp) as Keys | undefined;
    return keys === '?' || !localStorage.getItem(OFF_KEY) ? keys : undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (document.querySelector('[aria-modal="true"]:not([inert])')) return;
    const keys = isCommandKey(event) ? 'Ctrl k' : plainShortcut(event);
    const handler = keys && handlers.get(keys)?.at(-1);
    if (!handler) return;
    event.preventDefault();
    if (OPENS_FIELD.includes(keys)) keepKeys();
    handler();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

const KEPT_MS = 5_000;
let isKeeping = false;

export function keepKeys(): void {
  if (isKeeping) return;
  isKeeping = true;
  const kept: string[] = [];
  const stop = new AbortController();
  const end = () => {
    isKeeping = false;
    stop.abort();
  };
  const timer = setTimeout(end, KEPT_MS);
  const options = { capture: true, signal: stop.signal };
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !event.isTrusted) return;
      if (event.key === 'Escape') return end();
      if (event.key.length > 1 && event.key !== 'Enter' && event.key !== 'Backspace') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      kept.push(event.key);
    },
    options,
  );
  window.addEventListener(
    'focusin',
    async ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      clearTimeout(timer);
      for (let key = kept.shift(); key; key = kept.shift()) {
        pressKey(document.activeElement ?? target, key);
        await new Promise((resolve) => setTimeout(resolve)); // until React has drawn what the key has changed
      }
      end();
    },
    { ...options, once: true },
  );
}

function pressKey(target: Element, key: string) {
  if (!target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))) return;
  if (key === 'Backspace') document.execCommand('delete');
  else if (key.length === 1) insertText(target as Field, key);
  else if (target instanceof HTMLTextAreaElement) insertText(target, '\n');
  else (target as HTMLInputElement).form?.requestSubmit();
}

/** People who dictate may trigger shortcuts of one letter by mistake (WCAG 2.1.4). */
export const OFF_KEY = 'tagline:shortcuts-off';
