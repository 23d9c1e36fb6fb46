import { IconSquareCheck } from '@tabler/icons-react';
import type { Message } from '../../../src/contract/messages';
import { IconItem } from '../../ui/OpenMenu';
import { useLocation } from '../../ui/router';
import { toggleSelected } from '../selection/selected';

/** Only in the list of a board or of all texts, which shows what is done with the selection. */
export function SelectItem({ message }: { message: Message }) {
  const { pathname } = useLocation();
  if (!/^\/(tag|all-texts)\b/.test(pathname)) return null;
  return <IconItem icon={IconSquareCheck} label="Select" onClick={() => toggleSelected(message.id)} />;
}
