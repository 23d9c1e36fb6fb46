import { lazy } from 'react';
import type { Message } from '../../../src/contract/messages';
import { isKept, isPending } from '../../product/pending/change';
import { MenuButton } from '../../ui/MenuButton';

const MessageMenuDropdown = lazy(() =>
  import('./MessageMenuDropdown').then((module) => ({ default: module.MessageMenuDropdown })),
);

export const MessageMenu = ({ message, sender }: { message: Message; sender: string }) => (
  <MenuButton
    c="dimmed"
    size={28}
    iconSize={18}
    aria-label={`Actions for the message of ${sender}`}
    disabled={isPending(message) && !isKept(message)}
    menu={(button) => <MessageMenuDropdown message={message} button={button} />}
  />
);
