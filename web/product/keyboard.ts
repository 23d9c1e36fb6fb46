import { useEffect, useRef, useSyncExternalStore } from 'react';

/** What the overview (`?`) lists: keys pressed one after the other, and what they do. */
export const SHORTCUTS = [
  ['?', 'Show this overview'],
  ['/', 'Search'],
  ['n', 'New message'],
  ['g h', 'Go to your boards'],
  ['g a', 'Go to all texts'],
  ['g p', 'Go to your profile'],
  ['g n', 'Go to notification settings'],
] as const;

type Keys = (typeof SHORTCUTS)[number][0];

const acts = new Map<Keys, (() => void)[]>();

/** For as long as the component is there, these keys do this; of several, what the latest one says. */
export function useShortcut(keys: Keys, act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const run = () => latest.current();
    const others = () => acts.get(keys)?.filter((other) => other !== run) ?? [];
    acts.set(keys, [...others(), run]);
    return () => void acts.set(keys, others());
  }, [keys]);
}

/** Two keys are one shortcut when no more than this lies between them, in milliseconds. */
const PAUSE_MS = 1200;

/** Follows keys as they are pressed: what they mean together with the one before, or nothing. */
export function matchShortcuts(known: readonly string[]) {
  let before = { key: '', at: Number.NEGATIVE_INFINITY };
  return (key: string, at: number): string | undefined => {
    const both = at - before.at <= PAUSE_MS ? `${before.key} ${key}` : '';
    before = { key, at };
    return [both, key].find((keys) => known.includes(keys));
  };
}

/** Runs the shortcuts of what is on the page, unless somebody types, a dialog is open or they are switched off. */
export function listenForShortcuts(): () => void {
  const meaning = matchShortcuts(SHORTCUTS.map(([keys]) => keys));
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const at = event.target as HTMLElement;
    if (at.closest?.('input, textarea, select, [contenteditable], [role="menu"]')) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    const keys = meaning(event.key, event.timeStamp) as Keys | undefined;
    const act = keys && (shortcutsOn() || keys === '?') ? acts.get(keys)?.at(-1) : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

const OFF = 'tagline:shortcuts-off';
const listeners = new Set<() => void>();
const shortcutsOn = () => localStorage.getItem(OFF) === null;

/** WCAG 2.1.4: shortcuts of a single letter can be switched off, for those who dictate. */
export function setShortcutsOn(on: boolean) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
  for (const listener of listeners) listener();
}

export const useShortcutsOn = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shortcutsOn);
