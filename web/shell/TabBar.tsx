import { IconAlarm, IconLayoutGrid, IconMessages, IconSearch } from '@tabler/icons-react';
import { Link } from '../ui/router';
import classes from './TabBar.module.css';

const TABS = [
  { to: '/', label: 'Boards', Icon: IconLayoutGrid },
  { to: '/all-texts', label: 'All Texts', Icon: IconMessages },
  { to: '/search', label: 'Search', Icon: IconSearch },
  { to: '/reminders', label: 'Reminders', Icon: IconAlarm },
] as const;

export const TabBar = () => (
  <nav className={classes.tabs} aria-label="Tabs">
    {TABS.map(({ to, label, Icon }) => (
      <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
        <Icon size={22} stroke={1.75} aria-hidden />
        {label}
      </Link>
    ))}
  </nav>
);
