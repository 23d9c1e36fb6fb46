import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Shortcuts with their descriptions. A space separates two keys that are pressed one after the other. */
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

/** True on systems of Apple, where shortcuts use Cmd instead of Ctrl. */
const IS_APPLE = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/**
 * Returns the labels of a shortcut's keys. On systems of Apple, ⌘ replaces Ctrl. A letter after Ctrl becomes
 * a capital letter.
 */
export const keyLabels = (keys: string): string[] =>
  keys.split(' ').map((key) => {
    if (key === 'Ctrl') return IS_APPLE ? '⌘' : key;
    return keys.startsWith('Ctrl') ? key[0]!.toUpperCase() + key.slice(1) : key;
  });

/**
 * Returns whether a key event is Ctrl K, or Cmd K on systems of Apple. On a keyboard without Latin letters,
 * the key in the place of K counts as K.
 */
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

/** Handlers of mounted components, by shortcut. A shortcut calls only the last handler of its list. */
const handlers = new Map<Keys, (() => void)[]>();

/**
 * Calls `handler` on a shortcut while the component is mounted. If several components handle the same
 * shortcut, only the one that was mounted last is called.
 */
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

/** Longest time between the two keys of one shortcut, in milliseconds. */
const PAUSE_MS = 1200;

/**
 * Returns a function to call with each pressed key and its time in milliseconds. That function returns the
 * shortcut that consists of the key, or of the previous key and this key. If there is no such shortcut, it
 * returns undefined.
 */
export function matchShortcuts(shortcuts: readonly string[]) {
  let previous = { key: '', at: Number.NEGATIVE_INFINITY };
  return (key: string, at: number): string | undefined => {
    const both = at - previous.at <= PAUSE_MS ? `${previous.key} ${key}` : '';
    previous = { key, at };
    return [both, key].find((keys) => shortcuts.includes(keys));
  };
}

/**
 * Listens for shortcuts until the returned function is called. No shortcut works while a dialog is open,
 * while an input method composes a character, or if another handler has prevented the key's default action.
 * Ctrl K works in all other cases. The other shortcuts do not work while Ctrl, Alt or Cmd is pressed, nor in
 * form fields and menus. While shortcuts are switched off, only Ctrl K and `?` work.
 */
export function listenForShortcuts(): () => void {
  const match = matchShortcuts(SHORTCUTS.map(([keys]) => keys));
  const plainShortcut = (event: KeyboardEvent): Keys | undefined => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.closest?.('input, textarea, select, [contenteditable], [role="menu"]')) return;
    const keys = match(event.key, event.timeStamp) as Keys | undefined;
    return shortcutsOn() || keys === '?' ? keys : undefined;
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

const OFF_KEY = 'tagline:shortcuts-off';
const listeners = new Set<() => void>();
const shortcutsOn = () => localStorage.getItem(OFF_KEY) === null;

/**
 * Switches all shortcuts except Ctrl K and `?` on or off. People who dictate may trigger shortcuts of one
 * letter by mistake (WCAG 2.1.4).
 */
export function setShortcutsOn(on: boolean) {
  if (on) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, '1');
  for (const listener of listeners) listener();
}

export const useShortcutsOn = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shortcutsOn);
