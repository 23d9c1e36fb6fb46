import { Menu } from '@mantine/core';
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
import { OpenMenu } from '../../ui/OpenMenu';
import { Link } from '../../ui/router';
import { useMessageDialog } from './message-action';

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
  return (
    <OpenMenu button={button} width={200}>
      {stored && (
        <Menu.Item
          renderRoot={(props) => <Link to="/thread/$id" params={{ id: String(message.id) }} {...props} />}
          leftSection={<IconMessageCircle size={18} aria-hidden />}
        >
          Reply
        </Menu.Item>
      )}
      {mine && (
        <>
          <Menu.Item
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => openDialog({ action: 'edit', message })}
          >
            Edit
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHash size={18} aria-hidden />}
            onClick={() => openDialog({ action: 'tag', message })}
          >
            Add tag
          </Menu.Item>
        </>
      )}
      {stored && (
        <Menu.Item
          leftSection={<IconAlarm size={18} aria-hidden />}
          onClick={() => openDialog({ action: 'remind', message })}
        >
          Remind me
        </Menu.Item>
      )}
      {message.content && (
        <Menu.Item
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => copyText(message.content, 'Text copied')}
        >
          Copy text
        </Menu.Item>
      )}
      {ownedBoards.map((board) => (
        <Menu.Item
          key={board.id}
          leftSection={<IconUserMinus size={18} aria-hidden />}
          onClick={() => openDialog({ action: 'take off', message, board })}
        >
          Take off #{board.name}
        </Menu.Item>
      ))}
      {mine && (
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => openDialog({ action: 'delete', message })}
        >
          Delete
        </Menu.Item>
      )}
    </OpenMenu>
  );
}
