import { Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import type { SearchQuery } from '../../src/contract/query';
import { estimateCardHeight } from '../messages/card/card-height';
import { cardName } from '../messages/card/card-name';
import { MessageCard } from '../messages/card/MessageCard';
import { MasonryFeed } from '../messages/feed/MasonryFeed';
import { SearchedFor } from '../product/SearchedFor';
import { LoadError } from '../ui/Notice';
import classes from './SearchPage.module.css';
import type { useSimilar } from './use-search';

type Props = { asked: string; query: SearchQuery; found: ReturnType<typeof useSimilar> };

export function SimilarMessages({ asked, query, found }: Props) {
  const { messages, error, isFetching, isPlaceholderData, refetch } = found;
  const shown = useRef(asked);
  if (!isPlaceholderData) shown.current = asked;
  const queries = useMemo(() => {
    return new Map(messages?.map((one) => [one.id, { ...query, similar: new Set(one.similar) }]));
  }, [messages, query]);
  if (error && !messages)
    return <LoadError what="the similar messages" busy={isFetching} onRetry={() => void refetch()} />;
  if (!messages || messages.length === 0) return null;
  return (
    <section aria-labelledby="similar" className={isPlaceholderData ? classes.stale : undefined}>
      <h2 id="similar" className={classes.similar}>
        Similar
      </h2>
      <Text c="dimmed" fz="0.875rem" mb="0.75rem">
        Other spellings, some of the words, or the same meaning
      </Text>
      <MasonryFeed
        nameOf={cardName}
        key={shown.current}
        items={messages}
        estimateHeight={estimateCardHeight}
        render={(message) => (
          <SearchedFor query={queries.get(message.id) ?? query}>
            <MessageCard message={message} />
          </SearchedFor>
        )}
        label="Similar messages"
        hasMore={false}
      />
    </section>
  );
}
