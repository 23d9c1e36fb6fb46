import { IconMessage2 } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { countOf } from '../../../src/contract/counts';
import type { Message } from '../../../src/contract/messages';
import { parseQuery, type SearchQuery } from '../../../src/contract/query';
import { senderName } from '../../messages/card/sender';
import { Highlighted } from '../../product/Highlighted';
import { SearchedFor } from '../../product/SearchedFor';
import { trpc } from '../../product/trpc';
import { shortDate } from '../../ui/dates';
import { useNavigate } from '../../ui/router';
import classes from './CommandBar.module.css';
import type { Command } from './command';
import { excerptAround } from './excerpt';

const SHOWN = 6;
const PAUSE_MS = 180;

export function useFoundMessages(typed: string): Command[] {
  const navigate = useNavigate();
  const q = useAfterPause(typed.trim());
  const found = trpc.search.messages.useQuery(
    { q, limit: SHOWN },
    { enabled: q !== '', placeholderData: keepPreviousData },
  );
  if (typed.trim() === '' || !found.data) return [];
  const query = parseQuery(q);
  return found.data.map((message) => ({
    id: `message-${message.id}`,
    icon: <IconMessage2 className={classes.glyph} aria-hidden />,
    label: (
      <Excerpt message={message} query={{ ...query, similar: message.similar && new Set(message.similar) }} />
    ),
    detail: [
      message.tags.map((tag) => `#${tag}`).join(' '),
      senderName(message),
      shortDate(message.timestamp),
    ].join(' · '),
    // the search page has the same results, so it can scroll to this message
    run: () => void navigate({ to: '/search', search: { q }, hash: `message-${message.id}` }),
  }));
}

function Excerpt({ message, query }: { message: Message; query: SearchQuery }) {
  return (
    <SearchedFor query={query}>
      <Highlighted text={excerptAround(message.content, query) || countOf(message.media.length, 'file')} />
    </SearchedFor>
  );
}

function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
