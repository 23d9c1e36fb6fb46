import { useSyncExternalStore } from 'react';
import { useHasOpenedDialog } from './opened-dialogs';

export type Toast = {
  id: number;
  title: string;
  /** One or more sentences. Each line is shown as a paragraph. */
  description?: string;
  destructive?: boolean;
  /** Undoes the change that the toast reports. If this function is given, the toast has an Undo button. */
  onUndo?: () => void;
  /** Reloads the page. If this function is given, the toast has a Reload button. */
  onReload?: () => void;
};

const TOAST_MS = 5000;
/** Time for which a toast with an Undo button is shown, in milliseconds. */
const UNDO_MS = 10_000;
/** Time for which a toast with a Reload button is shown, in milliseconds. */
const RELOAD_MS = 20_000;

/** Returns the time for which a toast is shown, in milliseconds. */
export const durationOf = ({ onUndo, onReload }: Toast): number =>
  onReload ? RELOAD_MS : onUndo ? UNDO_MS : TOAST_MS;

/**
 * The current toast. There is at most one, because a new toast replaces the old one (docs/product.md:
 * Toasts).
 */
let current: Toast | undefined;
/**
 * The toast that offers to reload the page. It is shown only while there is no other toast, and no dialog
 * with buttons that it could cover.
 */
let offer: Toast | undefined;
/** Number of toasts that were shown since the page was loaded. */
let count = 0;
const listeners = new Set<() => void>();

export function toast(next: Omit<Toast, 'id'>) {
  count += 1;
  const added = { id: count, ...next };
  if (next.onReload) offer = added;
  else current = added;
  tell();
}

/** Shows a toast in the style of errors. */
export function toastError(description: string, title = 'Error') {
  toast({ title, description, destructive: true });
}

const STORAGE_KEY = 'tagline:toast';

/** Stores a toast, so that `showStoredToast` can show it after the next reload of the page. */
export function toastAfterReload(next: Omit<Toast, 'id' | 'onUndo' | 'onReload'>) {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
}

export function showStoredToast() {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  if (stored) toast(JSON.parse(stored));
}

export function dismissToast(id: number) {
  if (current?.id === id) current = undefined;
  if (offer?.id === id) offer = undefined;
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the toast to show. */
export function useToast(): Toast | undefined {
  const hasDialog = useHasOpenedDialog();
  return useSyncExternalStore(subscribe, () => current ?? (hasDialog ? undefined : offer));
}

/** Returns true if a toast has been shown since the page was loaded. */
export const useHasToasted = () => useSyncExternalStore(subscribe, () => count > 0);
