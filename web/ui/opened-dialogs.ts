import { useEffect, useSyncExternalStore } from 'react';

const opened = new Set<object>();
const listeners = new Set<() => void>();

export function useAsOpenedDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const dialog = {};
    const tell = () => {
      for (const listener of listeners) listener();
    };
    opened.add(dialog);
    tell();
    return () => {
      opened.delete(dialog);
      tell();
    };
  }, [isOpen]);
}

export const useHasOpenedDialog = (): boolean => useSyncExternalStore(subscribe, () => opened.size > 0);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
