import { countOf } from '../../../src/contract/counts';
import type { Message, Reaction } from '../../../src/contract/messages';
import { reactionsOf } from '../../product/pending/reactions';
import classes from './Reactions.module.css';
import { useReact } from './use-react';

export function Reactions({ message }: { message: Message }) {
  const react = useReact(message);
  return (
    <ul className={classes.list} aria-label="Reactions">
      {reactionsOf(message).map((reaction) => (
        <li key={reaction.emoji}>
          <button
            type="button"
            className={classes.chip}
            aria-pressed={reaction.mine}
            aria-label={`${reaction.emoji} ${reaction.count > 1 ? `${reaction.count}: ` : ''}${whoReacted(reaction)}`}
            title={whoReacted(reaction)}
            data-touch
            onClick={() => react({ emoji: reaction.emoji, on: !reaction.mine })}
          >
            <span>{reaction.emoji}</span>
            {reaction.count > 1 && <span>{reaction.count}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function whoReacted({ people, count }: Reaction): string {
  const others = count - people.length;
  return people.join(', ') + (others > 0 ? ` and ${countOf(others, 'other person', 'other people')}` : '');
}
