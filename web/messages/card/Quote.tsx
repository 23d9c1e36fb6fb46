import { IconArrowForwardUp } from '@tabler/icons-react';
import type { Message } from '../../../src/contract/messages';
import { formatPhone } from '../../../src/contract/people';
import { Link } from '../../ui/router';
import classes from './Quote.module.css';

export function Quote({ message: { id, quote } }: { message: Message }) {
  if (!quote) return null;
  const { content, senderDisplayName, mediaType } = quote;
  return (
    <Link to="/thread/$id" params={{ id: String(id) }} className={classes.quote} data-touch>
      <IconArrowForwardUp size={16} aria-hidden />
      <span className={classes.who} data-clip>
        {formatPhone(senderDisplayName)}
      </span>
      <span className={classes.words} dir="auto" data-clip>
        {content || (mediaType?.startsWith('image/') ? 'Photo' : 'File')}
      </span>
    </Link>
  );
}
