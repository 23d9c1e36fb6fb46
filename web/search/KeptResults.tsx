import { Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { countOf } from '../../src/contract/counts';
import type { Message } from '../../src/contract/messages';
import { parseQuery } from '../../src/contract/query';
import { estimateCardHeight } from '../messages/card/card-height';
import { cardName } from '../messages/card/card-name';
import { MessageCard } from '../messages/card/MessageCard';
import { MasonryFeed } from '../messages/feed/MasonryFeed';
import { LoadingMessages } from '../messages/feed/MessageList';
import { SearchedFor } from '../product/SearchedFor';
import { Notice } from '../ui/Notice';
import { searchKept } from './search-kept';

type Found = { key: string; messages: Message[] };

/** Without a connection: what is found in the messages that this browser has kept. */
export function KeptResults({ q, board }: { q: string; board: string | undefined }) {
  const [found, setFound] = useState<Found>();
  const key = `${board} ${q}`;
  useEffect(() => {
    let stopped = false;
    void searchKept(q, board).then((messages) => !stopped && setFound({ key, messages }));
    return () => {
      stopped = true;
    };
  }, [q, board, key]);
  const query = useMemo(() => parseQuery(q), [q]);
  if (found?.key !== key) return <LoadingMessages />;
  const { messages } = found;
  if (messages.length === 0)
    return (
      <Notice icon={<IconCloudOff size={30} aria-hidden />} title="No connection">
        Nothing is found in the messages that this browser has kept.
      </Notice>
    );
  return (
    <SearchedFor query={query}>
      <Text inherit c="dimmed" mb="1rem" role="status">
        No connection: {countOf(messages.length, 'message')} found in what this browser has kept.
      </Text>
      <MasonryFeed
        key={key}
        items={messages}
        estimateHeight={estimateCardHeight}
        nameOf={cardName}
        render={(message) => <MessageCard message={message} />}
        label="Search results"
        hasMore={false}
      />
    </SearchedFor>
  );
}
