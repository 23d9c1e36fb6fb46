import { createContext, useContext } from 'react';
import type { Message } from '../../../src/contract/messages';
import type { SearchQuery } from '../../../src/contract/query';

/**
 * An action on a card that opens a dialog. `file` is the id of the photo or video to look at. `query` is the
 * search whose matches are marked in the photo.
 */
export type MessageAction = { message: Message } & (
  | { action: 'edit' | 'tag' | 'delete' | 'remind' }
  | { action: 'look'; file: number; query: SearchQuery | null }
  | { action: 'take off'; board: { id: number; name: string } }
);

/** Context with the function that opens the dialog of an action. MessageDialogs provides it. */
export const OpenMessageDialog = createContext<(action: MessageAction) => void>(() => {});

export const useMessageDialog = () => useContext(OpenMessageDialog);
