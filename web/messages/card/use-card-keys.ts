import type { Message } from '../../../src/contract/messages';
import { keepKeys, useShortcut } from '../../product/keyboard';
import { cache } from '../../product/trpc';
import { useNavigate } from '../../ui/router';
import { useMessageDialog } from './message-action';

/** R and E, for the card that has the focus or contains it. */
export function useCardKeys(messages: readonly Message[] | undefined) {
  const openDialog = useMessageDialog();
  const navigate = useNavigate();
  const focused = () => document.activeElement?.closest<HTMLElement>('[role="feed"] > article');
  useShortcut('e', () => {
    const message = messages?.find(({ id }) => String(id) === focused()?.dataset.id);
    if (message?.senderId !== cache.auth.session.getData()?.userId || !message) return;
    keepKeys();
    openDialog({ action: 'edit', message });
  });
  useShortcut('r', () => {
    const card = focused();
    const field = card?.querySelector<HTMLElement>('form textarea');
    const button = card?.querySelector<HTMLElement>('[data-answer]');
    if (field) field.focus();
    else if (button) {
      keepKeys();
      button.click();
    } else if (card) void navigate({ to: '/thread/$id', params: { id: card.dataset.id! } });
  });
}
