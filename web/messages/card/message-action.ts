import { createContext, useContext } from 'react';
import type { Message } from '../../../src/contract/messages';

/** A choice from a card's menu that needs a dialog. */
export type MessageAction = { message: Message } & (
  | { action: 'edit' | 'tag' | 'delete' }
  | { action: 'take off'; board: { id: number; name: string } }
);

/** Provides the function that opens the dialog of an action. MessageDialogs sets it. */
export const OpenMessageDialog = createContext<(action: MessageAction) => void>(() => {});

export const useMessageDialog = () => useContext(OpenMessageDialog);
