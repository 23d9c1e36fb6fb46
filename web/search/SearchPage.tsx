import { IconSearch } from '@tabler/icons-react';
import { useSearch as useAddress, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { QUERY_MAX } from '../../src/contract/limits';
import { parseQuery, type QueryFilter } from '../../src/contract/search';
import { estimateCardHeight, MessageCard } from '../messages/card/MessageCard';
import { MasonryFeed } from '../messages/feed/MasonryFeed';
import { LoadingMessages, LoadMore } from '../messages/feed/MessageList';
import { SearchQuestion } from '../product/Highlighted';
import { errorMessage, httpStatusOf } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { Notice } from '../ui/Notice';
import { PageHeader } from '../ui/PageHeader';
import { truncate } from '../ui/truncate';
import { OperatorChips } from './OperatorChips';
import { SearchField } from './SearchField';
import { SearchHelp } from './SearchHelp';
import classes from './SearchPage.module.css';
import { useSearch } from './use-search';

/** Typing pauses this long before it is searched. */
const PAUSE_MS = 180;

/** Search results (spec 2). The question stands in the address, so that it can be shared and gone back to. */
export function SearchPage() {
  const { q = '', board } = useAddress({ from: '/app/search' });
  const { typed, type, ask, leaveBoard } = useTyped(q, board);
  const question = useMemo(() => parseQuery(typed), [typed]);
  const asked = q.trim() !== '';
  usePageTitle(asked ? `Search: ${truncate(q)}` : 'Search');

  return (
    <>
      {asked ? (
        <Found q={q} board={board} />
      ) : (
        <PageHeader title="Search Messages" subtitle="In everything you can see" />
      )}
      <div className={classes.ask}>
        <SearchField typed={typed} onType={type} onSubmit={() => ask(typed)} board={board} />
        {typed.length >= QUERY_MAX && <p>No more than {QUERY_MAX} characters are searched for.</p>}
        <OperatorChips
          operators={question.filters}
          board={board}
          onRemove={(operator) => ask(without(typed, operator))}
          onLeaveBoard={leaveBoard}
        />
        <SearchHelp onPick={(written) => type(`${typed.trimEnd()} ${written} `.trimStart())} />
      </div>
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

/** What stands in the box, a moment ahead of the address. */
function useTyped(q: string, board: string | undefined) {
  const [typed, setTyped] = useState(q);
  const navigate = useNavigate();
  const sent = useRef(q);
  const timer = useRef<Timer>(undefined);
  useEffect(() => {
    if (q !== sent.current) setTyped(q); // the sidebar, or the way back
    sent.current = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(next: string, on: string | undefined) {
    clearTimeout(timer.current);
    setTyped(next);
    sent.current = next;
    void navigate({ to: '/search', search: { q: next || undefined, board: on }, replace: true });
  }
  function type(next: string) {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(next, board), PAUSE_MS);
  }
  return { typed, type, ask: (next: string) => ask(next, board), leaveBoard: () => ask(typed, undefined) };
}

type Asked = { q: string; board: string | undefined };

/** Spec 2: how many were found, announced when it changes. */
function Found({ q, board }: Asked) {
  const { messages, hasNextPage, isPlaceholderData } = useSearch({ q, board });
  const count = messages && !isPlaceholderData ? ` (${messages.length}${hasNextPage ? '+' : ''} found)` : '';
  return (
    <div role="status">
      <PageHeader title="Search Results" subtitle={`Results for "${truncate(q.trim())}"${count}`} />
    </div>
  );
}

function Results({ q, board }: Asked) {
  const { messages, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useSearch({
    q,
    board,
  });
  const question = useMemo(() => parseQuery(q), [q]);
  // a new answer is dealt into columns anew; until it comes the old one keeps its place
  const key = `${board} ${q}`;
  const shown = useRef(key);
  if (!isPlaceholderData) shown.current = key;
  if (error && !messages)
    return (
      <div role="alert">
        <Notice title="Search Error">{problemOf(error)}</Notice>
      </div>
    );
  if (!messages) return <LoadingMessages />;
  if (messages.length === 0)
    return (
      <Notice icon={<IconSearch size={30} aria-hidden />} title="No messages found">
        Try fewer or other words, or take a chip away.
      </Notice>
    );
  return (
    <SearchQuestion value={question}>
      <div className={isPlaceholderData ? classes.stale : undefined} aria-busy={isPlaceholderData}>
        <MasonryFeed
          key={shown.current}
          items={messages}
          estimate={estimateCardHeight}
          render={(message) => <MessageCard message={message} />}
          label="Search results"
          hasMore={hasNextPage}
        />
        {hasNextPage && (
          <LoadMore busy={isFetchingNextPage} failed={error !== null} onReached={fetchNextPage} />
        )}
      </div>
    </SearchQuestion>
  );
}

/** The question without an operator, its words left as they are. */
const without = (typed: string, { start, end }: QueryFilter) =>
  `${typed.slice(0, start).trimEnd()} ${typed.slice(end).trimStart()}`.trim();

/** Spec 8: 'Failed to search messages: {status} {body}'. */
const problemOf = (error: unknown) =>
  `Failed to search messages: ${httpStatusOf(error) ?? ''} ${errorMessage(error, 'The server could not be reached.')}`.replace(
    '  ',
    ' ',
  );
