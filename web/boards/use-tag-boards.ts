import { useMemo } from 'react';
import { type TagBoard, toTagBoards } from './tag-boards';
import { useBoardCards } from './use-boards';

export function useTagBoards(): TagBoard[] | undefined {
  const { privateBoards, sharedBoards } = useBoardCards();
  const [own, shared] = [privateBoards.data, sharedBoards.data];
  return useMemo(() => own && shared && toTagBoards(own, shared), [own, shared]);
}
