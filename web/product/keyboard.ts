import { useEffect, useRef } from 'react';

export const SHORTCUTS = [
  ['Ctrl k', 'Open the command bar'],
  ['?', 'Show this overview'],
  ['/', 'Search'],
  ['n', 'New message'],
  ['g h', 'Go to your boards'],
  ['g a', 'Go to all texts'],
  ['g p', 'Go to your profile'],
  ['g n', 'Go to notification settings'],
] as const;

type Keys = (typeof SHORTCUTS)[number][0];

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
    if (document.querySelector('[aria-modal="true"]')) return;
    const keys = isCommandKey(event) ? 'Ctrl k' : plainShortcut(event);
    const handler = keys && handlers.get(keys)?.at(-1);
    if (!handler) return;
    event.preventDefault();
    handler();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

/** People who dictate may trigger shortcuts of one letter by mistake (WCAG 2.1.4). */
export const OFF_KEY = 'tagline:shortcuts-off';
