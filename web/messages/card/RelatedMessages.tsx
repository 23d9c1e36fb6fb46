import { withoutHashtags } from '../../../src/contract/hashtags';
import type { Message } from '../../../src/contract/messages';
import { trpc } from '../../product/trpc';
import { shortDate } from '../../ui/dates';
import { Link } from '../../ui/router';
import classes from './RelatedMessages.module.css';

const FRESH_MS = 60_000;

type Props = { message: Message; inRow?: boolean };

export function RelatedMessages({ message: { id }, inRow = false }: Props) {
  const { data = [] } = trpc.search.related.useQuery({ id }, { staleTime: FRESH_MS, retry: false });
  if (data.length === 0) return null;
  return (
    <nav className={inRow ? classes.row : classes.related} aria-label="Related messages">
      <span aria-hidden>Related</span>
      <ul>
        {data.map(({ id, content, timestamp }) => (
          <li key={id}>
            <Link to="/thread/$id" params={{ id: String(id) }}>
              <span className={classes.text} dir="auto" data-clip>
                {withoutHashtags(content, () => true).trim() || content}
              </span>
              <time dateTime={timestamp}>{shortDate(timestamp)}</time>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
