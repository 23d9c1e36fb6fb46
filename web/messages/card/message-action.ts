import { createContext, useContext } from 'react';
import type { Message } from '../../../src/contract/messages';

/** A choice from a card's menu that needs a dialog. */
export type MessageAction = { message: Message } & (
  | { action: 'edit' | 'tag' | 'delete' }
  | { action: 'take off'; board: { id: number; name: string } }
);

/** Opens the dialog of an action. The dialogs are outside of the cards, so the screen provides it (MessageDialogs). */
export const OpenMessageDialog = createContext<(action: MessageAction) => void>(() => {});

export const useMessageDialog = () => useContext(OpenMessageDialog);
