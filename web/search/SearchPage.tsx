import { Box, Button, Stack, Text } from '@mantine/core';
import { IconRss, IconSearch } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { FOUND_MAX, QUERY_MAX } from '../../src/contract/limits';
import { parseQuery } from '../../src/contract/query';
import { estimateCardHeight } from '../messages/card/card-height';
import { cardName } from '../messages/card/card-name';
import { MessageCard } from '../messages/card/MessageCard';
import { useCardKeys } from '../messages/card/use-card-keys';
import { MasonryFeed } from '../messages/feed/MasonryFeed';
import { LoadingMessages, LoadMore } from '../messages/feed/MessageList';
import { useNamedMessage } from '../messages/feed/use-named-message';
import { useShortcut } from '../product/keyboard';
import { SearchedFor } from '../product/SearchedFor';
import { errorMessage, httpStatusOf, isUnreached } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { lazyDialog, preloadOnHover } from '../ui/lazy-dialog';
import { Notice } from '../ui/Notice';
import { PageHeader } from '../ui/PageHeader';
import { useSearchParams } from '../ui/router';
import { truncate } from '../ui/truncate';
import { FilterChips } from './FilterChips';
import { KeptResults } from './KeptResults';
import { NarrowingChips } from './NarrowingChips';
import { useQueryText, withoutFilter } from './query-text';
import { SearchHelp } from './SearchHelp';
import { SearchInput } from './SearchInput';
import classes from './SearchPage.module.css';
import { SimilarMessages } from './SimilarMessages';
import { useSearch, useSimilar } from './use-search';

const FeedDialog = lazyDialog(() => import('../boards/feeds/FeedDialog'), 'FeedDialog');

export function SearchPage() {
  const { q = '', board } = useSearchParams();
  const { text, type, ask, leaveBoard } = useQueryText();
  const { filters } = useMemo(() => parseQuery(text), [text]);
  const asked = q.trim() !== '';
  usePageTitle(asked ? `Search: ${truncate(q)}` : 'Search');

  return (
    <>
      {asked ? (
        <ResultsHeader q={q} board={board} />
      ) : (
        <PageHeader title="Search Messages" subtitle="In everything you can see" />
      )}
      <Stack gap="0.75rem" maw="44rem" mb="1.5rem">
        <SearchField />
        {text.length >= QUERY_MAX && (
          <Box c="dimmed" fz="0.875rem">
            No more than {QUERY_MAX} characters are searched for.
          </Box>
        )}
        <NarrowingChips text={text} filters={filters} board={board} onAsk={ask} />
        <FilterChips
          filters={filters.filter(({ kind }) => kind !== 'has')}
          board={board}
          onRemove={(filter) => ask(withoutFilter(text, filter))}
          onLeaveBoard={leaveBoard}
        />
        <SearchHelp onPick={(example) => type(`${text.trimEnd()} ${example} `.trimStart())} />
      </Stack>
      {asked && <SearchFeed query={`${q.trim()}${board === undefined ? '' : ` #${board}`}`} />}
      {asked ? (
        <Results q={q} board={board} />
      ) : (
        <Notice icon={<IconSearch size={30} aria-hidden />} title="What are you looking for?">
          Use the search bar in the sidebar, or the one above, to find your messages.
        </Notice>
      )}
    </>
  );
}

function SearchFeed({ query }: { query: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mb="1rem"
        leftSection={<IconRss size={16} aria-hidden />}
        onClick={() => setOpened(true)}
        {...preloadOnHover(FeedDialog)}
      >
        Feed of this search
      </Button>
      <FeedDialog of={{ query }} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function SearchField() {
  const { text, ask } = useQueryText();
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(text);
        }}
      >
        <SearchInput
          ref={input}
          size="md"
          autoFocus
          aria-describedby="search-help"
          leftSection={<IconSearch size={20} aria-hidden />}
        />
      </form>
    </search>
  );
}

type Asked = { q: string; board: string | undefined };

function ResultsHeader({ q, board }: Asked) {
  const { count } = useSearch({ q, board });
  const found = count === undefined ? '' : ` (${foundOf(count)} found)`;
  return (
    <div role="status">
      <PageHeader title="Search Results" subtitle={`Results for "${truncate(q.trim())}"${found}`} />
    </div>
  );
}

function Results({ q, board }: Asked) {
  const { messages, count, ...search } = useSearch({ q, board });
  const { error, isPlaceholderData, hasNextPage } = search;
  const areAll = messages !== undefined && !isPlaceholderData && !hasNextPage;
  const similar = useSimilar({ q, board }, areAll);
  const named = useMemo(
    () => [...(messages ?? []), ...(similar.messages ?? [])],
    [messages, similar.messages],
  );
  useNamedMessage(isPlaceholderData || !messages ? undefined : named);
  useCardKeys(named);
  const query = useMemo(() => parseQuery(q), [q]);
  const narrowed = query.filters.length > 0 || board !== undefined;
  // a new key makes the feed lay out its columns again, so the key changes only when the new results have
  // arrived
  const key = `${board} ${q}`;
  const shown = useRef(key);
  if (!isPlaceholderData) shown.current = key;
  if (error && isUnreached(error)) return <KeptResults q={q} board={board} />;
  if (error && !messages)
    return (
      <div role="alert">
        <Notice title="Search Error">{failureOf(error)}</Notice>
      </div>
    );
  const isSimilarAwaited = !similar.messages && !similar.error;
  if (!messages || (messages.length === 0 && isSimilarAwaited)) return <LoadingMessages />;
  if (messages.length === 0 && similar.messages?.length === 0)
    return (
      <Notice icon={<IconSearch size={30} aria-hidden />} title="No messages found">
        Try fewer or other words{narrowed && ', or take a chip away'}.
      </Notice>
    );
  return (
    <SearchedFor query={query}>
      <div className={isPlaceholderData ? classes.stale : undefined} aria-busy={isPlaceholderData}>
        {messages.length > 0 && (
          <MasonryFeed
            nameOf={cardName}
            key={shown.current}
            items={messages}
            estimateHeight={estimateCardHeight}
            render={(message) => <MessageCard message={message} />}
            label="Search results"
            hasMore={hasNextPage}
          />
        )}
        <LoadMore pages={search} />
        {!hasNextPage && count !== undefined && count > messages.length && (
          <Text inherit c="dimmed" ta="center" mt="1.5rem">
            These are {messages.length.toLocaleString('en-US')} of them. Another word finds fewer.
          </Text>
        )}
      </div>
      {!hasNextPage && <SimilarMessages asked={key} query={query} found={similar} />}
    </SearchedFor>
  );
}

/** Formats a number of results. The number FOUND_MAX gets a +, because the server does not count further. */
const foundOf = (count: number) => `${count.toLocaleString('en-US')}${count === FOUND_MAX ? '+' : ''}`;

const failureOf = (error: unknown) =>
  `Failed to search messages: ${httpStatusOf(error) ?? ''} ${errorMessage(error, 'The server could not be reached.')}`.replace(
    '  ',
    ' ',
  );
