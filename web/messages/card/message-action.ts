import { createContext, useContext } from 'react';
import type { Message } from '../../../src/contract/messages';

/** An action on a card that opens a dialog. `file` is the id of the photo or video to look at. */
export type MessageAction = { message: Message } & (
  | { action: 'edit' | 'tag' | 'delete' }
  | { action: 'look'; file: number }
  | { action: 'take off'; board: { id: number; name: string } }
);

/** Context with the function that opens the dialog of an action. MessageDialogs provides it. */
export const OpenMessageDialog = createContext<(action: MessageAction) => void>(() => {});

export const useMessageDialog = () => useContext(OpenMessageDialog);
