import { Box, Button } from '@mantine/core';
import { useIsProofAsked } from '../../people/auth/proof';
import { SecretAddress } from '../../people/SecretAddress';
import { cache, client, trpc } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { Loaded } from '../../ui/Loaded';
import { lazyDialog } from '../../ui/lazy-dialog';

const ProofDialog = lazyDialog(() => import('../../people/auth/ProofDialog'), 'ProofDialog');

type Props = DialogState & {
  of: { board: string } | { query: string };
  /** False where the page has the dialog already. */
  asksForProof?: boolean;
};

export function FeedDialog({ of, asksForProof = true, ...dialog }: Props) {
  const feeds = trpc.feeds.list.useQuery(undefined, { enabled: dialog.opened });
  const isProofAsked = useIsProofAsked();
  const { board, query } = { board: null, query: null, ...of };
  return (
    <>
      <Dialog {...dialog} title="Feed">
        <Loaded query={feeds} what="your feeds" height={44}>
          {(feeds) => {
            const feed = feeds.find((one) => one.board === board && one.query === query);
            return (
              <>
                <p style={{ overflowWrap: 'anywhere' }}>
                  A feed reader can subscribe to a secret address and show what is new
                  {board === null ? ` for "${query}"` : ` in #${board}`}, with photos. Whoever has the address
                  can read it.
                </p>
                <Box mt="0.75rem">
                  <SecretAddress
                    address={feed?.atom ?? null}
                    label="Address of the feed"
                    warnings={{
                      always: 'Feed readers that use the present address show nothing new any more.',
                      renewed: 'They need the new one.',
                    }}
                    renew={() => client.feeds.renew.mutate(of)}
                    end={() => client.feeds.end.mutate(of)}
                    store={() => void cache.feeds.invalidate()}
                  >
                    <Button
                      variant="default"
                      onClick={() => copyText(feed?.json ?? '', 'Address of the JSON Feed copied')}
                    >
                      Copy for JSON Feed
                    </Button>
                  </SecretAddress>
                </Box>
              </>
            );
          }}
        </Loaded>
      </Dialog>
      {asksForProof && <ProofDialog opened={isProofAsked} />}
    </>
  );
}
