import { lazy, Suspense, useEffect } from 'react';
import type { Message } from '../../../src/contract/messages';
import { useShortcut } from '../../product/keyboard';
import { trpc } from '../../product/trpc';
import { idOfCard } from '../feed/use-kept-cards';
import { endSelection, selected, toggleSelected } from './selected';

const SelectionBar = lazy(() =>
  import('./SelectionBar').then(({ SelectionBar }) => ({ default: SelectionBar })),
);

type Props = { messages: readonly Message[] | undefined; board?: string };

export function Selection({ messages, board }: Props) {
  const ids = selected.use();
  const me = trpc.auth.session.useQuery().data?.userId;
  useEffect(() => endSelection, []);
  useShortcut('x', () => {
    const id = document.activeElement && idOfCard(document.activeElement);
    if (messages?.some((message) => message.id === id && message.senderId === me)) toggleSelected(id!);
  });
  if (!ids) return null;
  return (
    <Suspense>
      <SelectionBar messages={(messages ?? []).filter(({ id }) => ids.has(id))} board={board} />
    </Suspense>
  );
}
