import {
  IconAlarm,
  IconBell,
  IconHash,
  IconHome,
  IconKeyboard,
  IconLogout,
  IconMessageCircle,
  IconMessages,
  IconPlus,
  IconShieldCog,
  IconUser,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { useContext } from 'react';
import { logOutOrAsk } from '../../product/offline/log-out';
import { useIsOperator } from '../../product/session';
import { useNavigate } from '../../ui/router';
import { OpenDialog } from './command';

export type Action = {
  id: string;
  Icon: TablerIcon;
  label: string;
  words?: string;
  keys?: string;
  run: () => void;
};

export function useActions(): Action[] {
  const navigate = useNavigate();
  const open = useContext(OpenDialog);
  const operator = useIsOperator();
  const go =
    (to: '/' | '/all-texts' | '/reminders' | '/profile' | '/notifications' | '/texting' | '/admin') => () =>
      void navigate({ to });
  return [
    {
      id: 'add',
      Icon: IconPlus,
      label: 'Add Card',
      words: 'new message note',
      keys: 'n',
      run: () => open('add'),
    },
    { id: 'create-private', Icon: IconHash, label: 'Create private board', run: () => open('private board') },
    { id: 'create-shared', Icon: IconUsers, label: 'Create shared board', run: () => open('shared board') },
    { id: 'home', Icon: IconHome, label: 'Your boards', words: 'dashboard home', keys: 'g h', run: go('/') },
    { id: 'all-texts', Icon: IconMessages, label: 'All Texts', keys: 'g a', run: go('/all-texts') },
    {
      id: 'reminders',
      Icon: IconAlarm,
      label: 'Reminders',
      words: 'later snooze calendar',
      run: go('/reminders'),
    },
    {
      id: 'profile',
      Icon: IconUser,
      label: 'Profile',
      words: 'account name export settings',
      keys: 'g p',
      run: go('/profile'),
    },
    {
      id: 'notifications',
      Icon: IconBell,
      label: 'Notification Settings',
      keys: 'g n',
      run: go('/notifications'),
    },
    {
      id: 'texting',
      Icon: IconMessageCircle,
      label: 'What you can text',
      words: 'commands help sms',
      run: go('/texting'),
    },
    ...(operator ? [{ id: 'admin', Icon: IconShieldCog, label: 'Admin Panel', run: go('/admin') }] : []),
    {
      id: 'shortcuts',
      Icon: IconKeyboard,
      label: 'Keyboard shortcuts',
      words: 'keys help',
      keys: '?',
      run: () => open('shortcuts'),
    },
    {
      id: 'logout',
      Icon: IconLogout,
      label: 'Logout',
      words: 'log out sign out',
      run: () => void logOutOrAsk(),
    },
  ];
}
