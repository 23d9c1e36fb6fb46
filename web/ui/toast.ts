import { useSyncExternalStore } from 'react';

export type Toast = {
  id: number;
  title: string;
  description?: string;
  destructive?: boolean;
  /** Takes back what the toast tells of. */
  onUndo?: () => void;
};

/** Spec 9. */
export const TOAST_MS = 5000;

/** Spec 9: at most one at a time, so a new toast takes the place of the old one. */
let current: Toast | undefined;
let count = 0;
const listeners = new Set<() => void>();

export function toast(next: Omit<Toast, 'id'>) {
  count += 1;
  show({ id: count, ...next });
}

/** A destructive toast titled "Error" unless the error catalogue (spec 8) gives it another title. */
export function toastError(description: string, title = 'Error') {
  toast({ title, description, destructive: true });
}

const KEPT = 'tagline:toast';

/** For what ends with a reload of the page: the next page shows it. */
export function toastAfterReload(next: Omit<Toast, 'id' | 'onUndo'>) {
  sessionStorage.setItem(KEPT, JSON.stringify(next));
}

export function showStoredToast() {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  if (kept) toast(JSON.parse(kept));
}

export function dismissToast(id: number) {
  if (current?.id === id) show(undefined);
}

function show(next: Toast | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToast = () => useSyncExternalStore(subscribe, () => current);

/** Whether there has been any toast since the page was loaded. */
export const useHasToasted = () => useSyncExternalStore(subscribe, () => count > 0);
