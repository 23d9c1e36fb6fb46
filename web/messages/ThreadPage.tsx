import { Box } from '@mantine/core';
import { IconArrowLeft, IconMessageOff } from '@tabler/icons-react';
import { countOf } from '../../src/contract/counts';
import { httpStatusOf } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { LoadError, Notice } from '../ui/Notice';
import { PageHeader } from '../ui/PageHeader';
import { Link, useParams } from '../ui/router';
import { RelatedMessages } from './card/RelatedMessages';
import { senderName } from './card/sender';
import { LoadingMessages } from './feed/MessageList';
import classes from './ThreadPage.module.css';
import { ThreadCard } from './thread/ThreadCard';
import { useThread } from './thread/use-threads';

export function ThreadPage() {
  const id = Number(useParams().id);
  const { thread, error, isFetching, refetch } = useThread(id);
  const board = thread?.card.tags[0];
  usePageTitle(thread ? `Thread of ${senderName(thread.card)}` : 'Thread');

  if (httpStatusOf(error) === 404 || httpStatusOf(error) === 400)
    return (
      <>
        <PageHeader inBar title="Thread" />
        <Notice icon={<IconMessageOff size={30} aria-hidden />} title="This message is not there (any more)">
          It was deleted, or is on no board of yours.
        </Notice>
      </>
    );
  if (!thread)
    return (
      <>
        <PageHeader inBar title="Thread" />
        {error ? <LoadError what="the thread" busy={isFetching} onRetry={refetch} /> : <LoadingMessages />}
      </>
    );
  return (
    <Box maw="44rem">
      {board !== undefined && (
        <Link to="/tag/$tag" params={{ tag: board }} className={classes.back}>
          <IconArrowLeft size={18} aria-hidden /> #{board}
        </Link>
      )}
      <PageHeader inBar title="Thread" subtitle={countOf(thread.replies.length, 'reply', 'replies')} />
      <ThreadCard
        key={thread.card.id}
        message={thread.card}
        replies={thread.replies}
        whole
        named={id === thread.card.id ? undefined : id}
      />
      <RelatedMessages key={`related to ${id}`} message={thread.card} />
    </Box>
  );
}
