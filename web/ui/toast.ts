import { useSyncExternalStore } from 'react';
import { useHasOpenedDialog } from './opened-dialogs';

export type Toast = {
  id: number;
  title: string;
  description?: string;
  destructive?: boolean;
  /** Undoes the change that the toast reports. If this function is given, the toast has an Undo button. */
  onUndo?: () => void;
  onReload?: () => void;
};

const TOAST_MS = 5000;
const UNDO_MS = 10_000;
const RELOAD_MS = 20_000;

export const durationOf = ({ onUndo, onReload }: Toast): number =>
  onReload ? RELOAD_MS : onUndo ? UNDO_MS : TOAST_MS;

/** There is at most one, because a new toast replaces the old one (docs/product/web-app.md: Toasts). */
let current: Toast | undefined;
/** It is shown only while there is no other toast, and no dialog with buttons that it could cover. */
let offer: Toast | undefined;
let count = 0;
const listeners = new Set<() => void>();

export function toast(next: Omit<Toast, 'id'>) {
  count += 1;
  const added = { id: count, ...next };
  if (next.onReload) offer = added;
  else current = added;
  tell();
}

export function toastError(description: string, title = 'Error') {
  toast({ title, description, destructive: true });
}

const STORAGE_KEY = 'tagline:toast';

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

export function useToast(): Toast | undefined {
  const hasDialog = useHasOpenedDialog();
  return useSyncExternalStore(subscribe, () => current ?? (hasDialog ? undefined : offer));
}

export const useHasToasted = () => useSyncExternalStore(subscribe, () => count > 0);
