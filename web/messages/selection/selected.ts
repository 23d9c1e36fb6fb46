import { createStore } from '../../ui/store';
import { toastError } from '../../ui/toast';

export const SELECTED_MAX = 100;

/** Ids of the selected messages, or null if nobody is selecting. */
export const selected = createStore<ReadonlySet<number> | null>(null);

export function toggleSelected(id: number) {
  const ids = new Set(selected.get());
  if (!ids.delete(id)) ids.add(id);
  if (ids.size > SELECTED_MAX)
    return toastError(`At most ${SELECTED_MAX} messages can be selected at a time.`, 'Too many');
  selected.set(ids);
}

export const endSelection = () => selected.set(null);
