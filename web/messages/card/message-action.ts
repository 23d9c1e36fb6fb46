import { createContext, useContext } from 'react';
import type { Message } from '../../../src/contract/messages';
import type { SearchQuery } from '../../../src/contract/query';

export type MessageAction = { message: Message } & (
  | { action: 'edit' | 'tag' | 'delete' }
  | { action: 'remind'; at?: string }
  | { action: 'look'; file: number; query: SearchQuery | null }
  | { action: 'take off'; board: { id: number; name: string } }
);

export const OpenMessageDialog = createContext<(action: MessageAction) => void>(() => {});

export const useMessageDialog = () => useContext(OpenMessageDialog);
