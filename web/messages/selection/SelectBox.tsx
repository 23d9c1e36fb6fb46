import type { Message } from '../../../src/contract/messages';
import { isPending } from '../../product/pending/change';
import { trpc } from '../../product/trpc';
import classes from './Selection.module.css';
import { selected, toggleSelected } from './selected';

/** While somebody is selecting, it covers the card of each own message, so that a click anywhere selects. */
export function SelectBox({ message, sender }: { message: Message; sender: string }) {
  const ids = selected.use();
  return ids === null ? null : <Box message={message} name={sender} checked={ids.has(message.id)} />;
}

type Props = { message: Message; name: string; checked: boolean };

function Box({ message, name, checked }: Props) {
  const me = trpc.auth.session.useQuery().data?.userId;
  if (message.senderId !== me || isPending(message)) return null;
  return (
    <label className={classes.cover}>
      <input
        type="checkbox"
        aria-label={`Select the message of ${name}`}
        checked={checked}
        onChange={() => toggleSelected(message.id)}
      />
    </label>
  );
}
