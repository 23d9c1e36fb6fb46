import { IconChecklist } from '@tabler/icons-react';
import { cache, client, errorMessage } from '../product/trpc';
import { IconItem } from '../ui/OpenMenu';
import { toast, toastError } from '../ui/toast';
import { changeCachedBoard } from './cached-cards';
import { useBoardCard } from './use-seen';

/** The entry of a board's menu that makes the board a list, for all of its members. */
export function ListItem({ name }: { name: string }) {
  const list = useBoardCard(name)?.list ?? false;
  return (
    <IconItem
      icon={IconChecklist}
      label={list ? 'End the list' : 'Make it a list'}
      onClick={() => void setList(name, !list)}
    />
  );
}

async function setList(tag: string, list: boolean): Promise<void> {
  changeCachedBoard(tag, { list });
  try {
    await client.boards.setList.mutate({ tag, list });
    toast({
      title: list ? `#${tag} is a list` : `#${tag} is no list any more`,
      description: list ? 'Its short messages can be ticked by everybody on it.' : undefined,
      onUndo: () => void setList(tag, !list),
    });
  } catch (error) {
    changeCachedBoard(tag, { list: !list });
    toastError(errorMessage(error, 'The board could not be changed. Please try again.'));
  } finally {
    void cache.boards.invalidate();
    void cache.messages.invalidate();
  }
}
