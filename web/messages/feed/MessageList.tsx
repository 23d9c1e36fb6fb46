import { Button, Group } from '@mantine/core';
import { IconArrowUp, IconCloudOff, IconMessage2 } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { BoardCard } from '../../../src/contract/board-lists';
import { countOf } from '../../../src/contract/counts';
import type { ListFilter } from '../../../src/contract/list-filters';
import type { Message } from '../../../src/contract/messages';
import { type SeenBefore, useBoardCard } from '../../boards/use-seen';
import { ProductNumber } from '../../product/ProductNumber';
import { useTextLink } from '../../product/text-link';
import { httpStatusOf, trpc } from '../../product/trpc';
import { sinceWhen, useNow } from '../../ui/dates';
import { remSize } from '../../ui/lengths';
import { LoadError, Notice } from '../../ui/Notice';
import { unreached } from '../../ui/reach';
import { Skeletons } from '../../ui/Skeletons';
import { estimateCardHeight } from '../card/card-height';
import { cardName } from '../card/card-name';
import { isPinned } from '../card/is-pinned';
import { MessageCard } from '../card/MessageCard';
import { isOnlyHashtags } from '../card/shown-text';
import { useCardKeys } from '../card/use-card-keys';
import { Selection } from '../selection/Selection';
import { countNew } from '../thread/group-threads';
import { ThreadCard } from '../thread/ThreadCard';
import { estimateThreadHeight } from '../thread/thread-height';
import { useThreads } from '../thread/use-threads';
import { countFresh } from './count-fresh';
import { MasonryFeed } from './MasonryFeed';
import classes from './MessageList.module.css';
import { useColumnCount } from './masonry-columns';
import { NewBoard } from './NewBoard';
import { NoneOf } from './NoneOf';
import { TickedCards, useTickedLast } from './TickedCards';
import { useArrivals } from './use-arrivals';
import { useDeferredMessages } from './use-deferred-messages';
import { useMessages } from './use-messages';
import { useNamedMessage, useNamedThread } from './use-named-message';
import { usePrintAll } from './use-print-all';
import { useLoadUntilReturn } from './use-return';

const SKELETONS = 6;
const PREFETCH_DISTANCE = '1200px';
const NONE: Message[] = [];
const NEW_SINCE_REM = 2.25;

type Props = { tag?: string; noBoard?: boolean; seenBefore?: SeenBefore; only?: ListFilter };

export function MessageList({ tag, noBoard = false, seenBefore, only }: Props) {
  const { messages, oldest, ...query } = useMessages(tag, !noBoard, only);
  const { error, isFetching, hasNextPage, refetch } = query;
  usePrintAll(query);
  useLoadUntilReturn(oldest, query);
  const { cards, replies } = useThreads(messages ?? NONE, { board: tag, hasMore: hasNextPage });
  const { open, ticked } = useTickedLast(cards, tag);
  const { pinned, others } = useMemo(() => takePinned(open, only ? undefined : tag), [open, tag, only]);
  const { shown, deferred } = useDeferredMessages(others);
  const { hasArrived, makingRoom } = useArrivals(messages && shown);
  const offline = unreached.use();
  const card = useBoardCard(tag ?? '');
  const me = trpc.auth.session.useQuery().data?.userId;
  const fresh = useMemo(() => countFresh(shown, seenBefore, me), [shown, seenBefore, me]);
  const items = useMemo(() => (pinned.length > 0 ? [...pinned, ...shown] : shown), [pinned, shown]);
  const estimateHeight = useCallback(
    (message: Message, width: number) =>
      estimateCardHeight(message, width, tag) +
      estimateThreadHeight(message, replies.get(message.id) ?? NONE, width),
    [tag, replies],
  );
  // deferred, so that React draws the first cards in many short tasks and not in one long task
  const isLoaded = useDeferredValue(messages !== undefined);
  useNamedThread({ messages: noBoard ? undefined : messages, deferred, refetch });
  useNamedMessage(isLoaded ? items : undefined, replies);
  useCardKeys(messages);
  const label = tag === undefined ? 'All texts' : `Messages on #${tag}`;

  // 404 means that there is no such board; the page then looks like that of a board without messages
  if ((noBoard && !messages?.length) || httpStatusOf(error) === 404) return <NoMessages tag={tag} />;
  if (!messages && error && offline && card && tag) return <NotKept tag={tag} board={card} />;
  if (!messages && error) return <LoadError what="the messages" busy={isFetching} onRetry={refetch} />;
  if (!messages || !isLoaded) return <LoadingMessages />;
  if (cards.length === 0 && !hasNextPage) return only ? <NoneOf only={only} /> : <NoMessages tag={tag} />;
  if (tag !== undefined && !only && !hasNextPage && cards.every(isOnlyHashtags))
    return <NewBoard tag={tag} />;
  const line =
    seenBefore && fresh > 0
      ? {
          from: pinned.length + fresh,
          height: NEW_SINCE_REM * remSize(),
          render: (isFirst: boolean) => <NewSince at={seenBefore.at} isFirst={isFirst} />,
        }
      : undefined;
  const feed = {
    makingRoom,
    estimateHeight,
    nameOf: cardName,
    render: (message: Message) =>
      tag === undefined ? (
        <MessageCard message={message} arrived={hasArrived(message.id)} />
      ) : (
        <ThreadCard
          message={message}
          replies={replies.get(message.id)}
          newReplies={countNew(replies.get(message.id) ?? NONE, seenBefore?.id, me)}
          board={tag}
          arrived={hasArrived(message.id)}
        />
      ),
  };
  return (
    <>
      {deferred > 0 && (
        <div className={classes.newMessages}>
          <Button
            radius="xl"
            leftSection={<IconArrowUp size={18} aria-hidden />}
            onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
          >
            {countOf(deferred, 'new message')}
          </Button>
        </div>
      )}
      <MasonryFeed
        {...feed}
        items={items}
        lead={pinned.length}
        label={only ? `${label}: ${only}` : label}
        hasMore={hasNextPage}
        line={line}
        remembered
      />
      <LoadMore pages={query} />
      {ticked.length > 0 && !hasNextPage && (
        <TickedCards count={ticked.length}>
          <MasonryFeed {...feed} items={ticked} label={`Ticked on #${tag}`} hasMore={false} />
        </TickedCards>
      )}
      {offline && card && !only && !hasNextPage && card.count > messages.length && (
        <p className={classes.kept}>
          This browser has kept {countOf(messages.length, 'message')} of {card.count.toLocaleString('en-US')}.
        </p>
      )}
      <Selection messages={messages} board={tag} />
    </>
  );
}

const NO_PINS: readonly Message[] = [];

function takePinned(cards: readonly Message[], tag: string | undefined) {
  const pinned = cards.filter((card) => isPinned(card, tag));
  if (pinned.length === 0) return { pinned: NO_PINS, others: cards };
  return { pinned, others: cards.filter((card) => !isPinned(card, tag)) };
}

/** Each column has the line; screen readers read the first one. */
function NewSince({ at, isFirst }: Pick<SeenBefore, 'at'> & { isFirst: boolean }) {
  const now = useNow();
  const Line = isFirst ? 'h2' : 'div';
  return (
    <Line
      className={classes.newSince}
      style={{ height: `${NEW_SINCE_REM}rem` }}
      aria-hidden={!isFirst || undefined}
    >
      <IconArrowUp size={14} aria-hidden />
      {at === null ? 'New' : `New since ${sinceWhen(at, now)}`}
    </Line>
  );
}

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'error'> & {
  fetchNextPage: () => unknown;
};

/** After an error only a click fetches; during a refetch nothing does, because each would cancel the other. */
export function LoadMore({ pages }: { pages: Pages }) {
  const { hasNextPage, isFetching, isFetchingNextPage, error, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(() => void fetchNextPage());
  const waits = !hasNextPage || isFetching || error !== null;
  useEffect(() => {
    if (waits) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && reached(),
      { rootMargin: PREFETCH_DISTANCE },
    );
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [waits]);
  if (!hasNextPage) return null;
  return (
    <Group ref={end} justify="center" py="1.5rem">
      <Button variant="default" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchingNextPage ? 'Loading more...' : 'Load more'}
      </Button>
      <p className={classes.more}>These are the newest. Ctrl P on the page prints all.</p>
    </Group>
  );
}

export function LoadingMessages() {
  const columns = useColumnCount();
  return (
    <Skeletons
      label="Loading messages"
      count={SKELETONS}
      style={{
        display: 'grid',
        alignItems: 'start',
        gap: 16,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
      skeleton={classes.skeleton}
      heightOf={(n) => 80 + 24 * ((n * 2) % 5)}
    />
  );
}

/** Without a connection, a board that was never opened says what it has. */
function NotKept({
  tag,
  board: { count, latest },
}: {
  tag: string;
  board: Pick<BoardCard, 'latest'> & { count: number };
}) {
  return (
    <Notice icon={<IconCloudOff size={30} aria-hidden />} title="No connection">
      #{tag} has {countOf(count, 'message')}, which appear here once there is a connection.
      {latest && ` The newest is of ${latest.senderDisplayName}: “${latest.content || 'a photo'}”`}
    </Notice>
  );
}

function NoMessages({ tag }: { tag?: string }) {
  const link = useTextLink(tag === undefined ? '' : `#${tag} `);
  return (
    <Notice
      icon={<IconMessage2 size={30} aria-hidden />}
      title={tag === undefined ? 'No messages yet' : `No messages found with #${tag}`}
      action={
        <Button component="a" {...link} size="md" mt="sm">
          {tag === undefined ? 'Write a text' : `Text to #${tag}`}
        </Button>
      }
    >
      Send a text message to <ProductNumber />
      {tag !== undefined && (
        <>
          {' '}
          with <strong>#{tag}</strong> in it
        </>
      )}
      , and it appears here.
    </Notice>
  );
}
