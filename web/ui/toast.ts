import { useHasOpenedDialog } from './opened-dialogs';
import { createStore } from './store';

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

type Toasts = {
  /** There is at most one, because a new toast replaces the old one (docs/product/web-app.md: Toasts). */
  current?: Toast;
  /** It is shown only while there is no other toast, and no dialog with buttons that it could cover. */
  offer?: Toast;
  count: number;
};

const toasts = createStore<Toasts>({ count: 0 });

export function toast(next: Omit<Toast, 'id'>) {
  const { count, ...before } = toasts.get();
  const added = { id: count + 1, ...next };
  toasts.set({ ...before, count: count + 1, [next.onReload ? 'offer' : 'current']: added });
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
  for (const kind of ['current', 'offer'] as const)
    if (toasts.get()[kind]?.id === id) toasts.set({ ...toasts.get(), [kind]: undefined });
}

export function useToast(): Toast | undefined {
  const hasDialog = useHasOpenedDialog();
  const { current, offer } = toasts.use();
  return current ?? (hasDialog ? undefined : offer);
}

export const useHasToasted = () => toasts.use().count > 0;
