import {
  IconAlarm,
  IconCopy,
  IconHash,
  IconMessageCircle,
  IconPencil,
  IconTrash,
  IconUserMinus,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { Message } from '../../../src/contract/messages';
import { useBoards } from '../../boards/use-boards';
import { isPending } from '../../product/pending/change';
import { trpc } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import { IconItem, OpenMenu } from '../../ui/OpenMenu';
import { Link } from '../../ui/router';
import { useMessageDialog } from './message-action';
import { PinItem } from './PinItem';
import { ReactionPicker } from './ReactionPicker';
import { SelectItem } from './SelectItem';

type Props = { message: Message; button: ReactElement };

export function MessageMenuDropdown({ message, button }: Props) {
  const openDialog = useMessageDialog();
  const me = trpc.auth.session.useQuery().data?.userId;
  const shared = useBoards().shared.data ?? [];
  const stored = !isPending(message);
  const mine = message.senderId === me;
  const ownedBoards = mine
    ? []
    : shared.filter(({ name, role }) => role === 'owner' && message.tags.includes(name));
  const open = (action: 'edit' | 'tag' | 'remind' | 'delete') => () => openDialog({ action, message });
  return (
    <OpenMenu button={button} width={200}>
      {stored && <ReactionPicker message={message} />}
      {stored && (
        <IconItem
          icon={IconMessageCircle}
          label="Reply"
          renderRoot={(props) => <Link to="/thread/$id" params={{ id: String(message.id) }} {...props} />}
        />
      )}
      {mine && <IconItem icon={IconPencil} label="Edit" onClick={open('edit')} />}
      {mine && <IconItem icon={IconHash} label="Add tag" onClick={open('tag')} />}
      {stored && <IconItem icon={IconAlarm} label="Remind me" onClick={open('remind')} />}
      {stored && <PinItem message={message} />}
      {stored && mine && <SelectItem message={message} />}
      {message.content && (
        <IconItem
          icon={IconCopy}
          label="Copy text"
          onClick={() => copyText(message.content, 'Text copied')}
        />
      )}
      {ownedBoards.map((board) => (
        <IconItem
          key={board.id}
          icon={IconUserMinus}
          label={`Take off #${board.name}`}
          onClick={() => openDialog({ action: 'take off', message, board })}
        />
      ))}
      {mine && (
        <IconItem icon={IconTrash} label="Delete" c="var(--mantine-color-error)" onClick={open('delete')} />
      )}
    </OpenMenu>
  );
}
