import { IconUsers } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { PinButton } from '../boards/PinButton';
import { UnreadDot } from '../boards/UnreadDot';
import { boardLink } from '../product/board-link';
import { tint } from '../product/tint';
import { Link } from '../ui/router';
import classes from './Sidebar.module.css';

export type LinkedBoard = {
  kind: 'private' | 'shared';
  name: string;
  owned?: boolean;
  unread: number;
  pinned: boolean;
};

type Props = LinkedBoard & { isOpen: boolean; onNavigate?: () => void };

export const BoardLink = memo(function BoardLink(props: Props) {
  const { kind, name, owned, unread, pinned, isOpen, onNavigate } = props;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const mark = isOpen && ({ 'data-status': 'active', 'aria-current': 'page' } as const);
  return (
    <li className={classes.item}>
      <Link {...boardLink(props)} ref={link} className={classes.link} onClick={onNavigate} {...mark}>
        <i className={classes.hash} aria-hidden {...tint(name)}>
          {kind === 'private' ? '#' : <IconUsers stroke={2.2} />}
        </i>
        <span data-clip>{name}</span>
        {owned && <span className={classes.badge}>owner</span>}
        <UnreadDot unread={unread} />
      </Link>
      <PinButton name={name} pinned={pinned} />
    </li>
  );
});
