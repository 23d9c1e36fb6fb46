import { Menu } from '@mantine/core';
import { IconCopy, IconHash, IconPencil, IconTrash, IconUserMinus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../src/contract/messages';
import { trpc } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import { MenuButton } from './MenuButton';
import { useMessageDialog } from './message-action';

type Props = { message: Message; sender: string };

/** What one may do with a message: anything with one's own; with others', copy it, or take it off a board one owns. */
export function OpenedMenu({ message, sender }: Props) {
  const openDialog = useMessageDialog();
  const me = trpc.auth.session.useQuery().data?.userId;
  const shared = trpc.boards.shared.useQuery().data ?? [];
  const mine = message.senderId === me;
  const owned = mine
    ? []
    : shared.filter(({ name, role }) => role === 'owner' && message.tags.includes(name));

  // The button that was pressed has just been replaced by this one: without the focus it could not be given back.
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);

  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      radius="md"
      shadow="md"
      width={200}
    >
      <Menu.Target>
        <MenuButton sender={sender} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
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
        {message.content && (
          <Menu.Item
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => copyText(message.content, 'Text copied')}
          >
            Copy text
          </Menu.Item>
        )}
        {owned.map((board) => (
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
      </Menu.Dropdown>
    </Menu>
  );
}
