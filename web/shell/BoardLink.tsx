import { IconUsers } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { PinButton } from '../boards/PinButton';
import { UnreadDot } from '../boards/UnreadDot';
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
  const common = { ref: link, className: classes.link, onClick: onNavigate, ...mark };
  const inside = (
    <>
      <i className={classes.hash} aria-hidden {...tint(name)}>
        {kind === 'private' ? '#' : <IconUsers stroke={2.2} />}
      </i>
      <span>{name}</span>
      {owned && <span className={classes.badge}>owner</span>}
      <UnreadDot unread={unread} />
    </>
  );
  return (
    <li className={classes.item}>
      {kind === 'private' ? (
        <Link to="/tag/private/$tag" params={{ tag: name }} {...common}>
          {inside}
        </Link>
      ) : (
        <Link to="/tag/shared/$boardName" params={{ boardName: name }} {...common}>
          {inside}
        </Link>
      )}
      <PinButton name={name} pinned={pinned} />
    </li>
  );
});
