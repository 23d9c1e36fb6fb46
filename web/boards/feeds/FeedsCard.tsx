import { useState } from 'react';
import type { Feed } from '../../../src/contract/feeds';
import { Entry, EntryList } from '../../people/Entry';
import { ProfileCard } from '../../people/ProfileCard';
import { trpc } from '../../product/trpc';
import { lazyDialog } from '../../ui/lazy-dialog';

const FeedDialog = lazyDialog(() => import('./FeedDialog'), 'FeedDialog');

export function FeedsCard() {
  const feeds = trpc.feeds.list.useQuery();
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<Pick<Feed, 'board' | 'query'>>({ board: null, query: '' });
  return (
    <ProfileCard
      id="feeds"
      title="Feeds"
      note="Feed readers can subscribe to your boards and searches: choose Feed in the menu of a board, or below a search. Whoever has the secret address of one can read it."
    >
      <EntryList query={feeds} what="your feeds">
        {(feed) => (
          <Entry
            key={feed.atom}
            name={nameOf(feed)}
            button={{
              'aria-label': `Show the feed of ${nameOf(feed)}`,
              onClick() {
                setChosen(feed);
                setOpened(true);
              },
              children: 'Show',
            }}
          >
            {feed.board === null ? 'A search' : 'A board'}
          </Entry>
        )}
      </EntryList>
      <FeedDialog
        of={chosen.board === null ? { query: chosen.query ?? '' } : { board: chosen.board }}
        asksForProof={false}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </ProfileCard>
  );
}

const nameOf = ({ board, query }: Pick<Feed, 'board' | 'query'>) => (board === null ? query! : `#${board}`);
