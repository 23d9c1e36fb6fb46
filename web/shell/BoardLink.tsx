import { memo, useEffect, useRef } from 'react';
import { PinButton } from '../boards/PinButton';
import { UnreadDot } from '../boards/UnreadDot';
import { boardLink } from '../product/board-link';
import { Link } from '../ui/router';
import { BoardTile } from './BoardTile';
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
  const { name, owned, unread, pinned, isOpen, onNavigate } = props;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const mark = isOpen && ({ 'data-status': 'active', 'aria-current': 'page' } as const);
  return (
    <li className={classes.item}>
      <Link {...boardLink(props)} ref={link} className={classes.link} onClick={onNavigate} {...mark}>
        <BoardTile board={props} />
        <span data-clip>{name}</span>
        {owned && <span className={classes.badge}>owner</span>}
        <UnreadDot unread={unread} />
      </Link>
      <PinButton name={name} pinned={pinned} />
    </li>
  );
});
