import { useEffect } from 'react';
import { createStore } from './store';

const count = createStore(0);

export function useAsOpenedDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    count.set(count.get() + 1);
    return () => count.set(count.get() - 1);
  }, [isOpen]);
}

export const useHasOpenedDialog = (): boolean => count.use() > 0;
