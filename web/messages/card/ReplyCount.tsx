import { IconMessageCircle } from '@tabler/icons-react';
import type { Ref } from 'react';
import { countOf } from '../../../src/contract/counts';
import type { Message } from '../../../src/contract/messages';
import { Link } from '../../ui/router';
import classes from './ReplyCount.module.css';
import { senderName } from './sender';

type Props = {
  ref?: Ref<HTMLButtonElement>;
  message: Message;
  count: number;
  newCount: number;
  expanded: boolean;
  disabled: boolean;
  onClick?: () => void;
};

export function ReplyCount({ ref, message, count, newCount, expanded, disabled, onClick }: Props) {
  const label = `Reply to ${senderName(message)}${count > 0 ? `, ${repliesOf(count, newCount)}` : ''}`;
  return (
    <button
      ref={ref}
      type="button"
      className={classes.reply}
      data-answer
      data-none={count === 0 || undefined}
      data-new={newCount > 0 || undefined}
      aria-label={label}
      aria-expanded={expanded}
      title={count > 0 ? repliesOf(count, newCount) : 'Reply'}
      disabled={disabled || !onClick}
      onClick={onClick}
    >
      <Count count={count} />
    </button>
  );
}

export function ThreadLink({ message }: { message: Message }) {
  const { id, replies } = message;
  return (
    <Link
      to="/thread/$id"
      params={{ id: String(id) }}
      className={classes.reply}
      aria-label={`Thread of ${senderName(message)}, ${repliesOf(replies, 0)}`}
      title={repliesOf(replies, 0)}
    >
      <Count count={replies} />
    </Link>
  );
}

const Count = ({ count }: { count: number }) => (
  <>
    <IconMessageCircle size={16} aria-hidden />
    {count > 0 && <span>{count}</span>}
  </>
);

const repliesOf = (count: number, newCount: number) =>
  `${countOf(count, 'reply', 'replies')}${newCount > 0 ? `, ${newCount} new` : ''}`;
