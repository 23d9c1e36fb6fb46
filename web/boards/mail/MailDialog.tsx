import { Box } from '@mantine/core';
import { useIsProofAsked } from '../../people/auth/proof';
import { trpc } from '../../product/trpc';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { Loaded } from '../../ui/Loaded';
import { lazyDialog } from '../../ui/lazy-dialog';
import { MailAddress } from './MailAddress';

const ProofDialog = lazyDialog(() => import('../../people/auth/ProofDialog'), 'ProofDialog');

export function MailDialog({ name, ...dialog }: DialogState & { name: string }) {
  const address = trpc.notesByMail.address.useQuery({ board: name }, { enabled: dialog.opened });
  const isProofAsked = useIsProofAsked();
  return (
    <>
      <Dialog {...dialog} title="Notes by Mail">
        <Loaded query={address} what="the address" height={44}>
          {({ address }) => (
            <>
              <p>
                Mails to a secret address of yours are posted to #{name}. Whoever has the address can post
                here in your name, and read nothing.
              </p>
              <Box mt="0.75rem">
                <MailAddress address={address} board={name} name={name} />
              </Box>
            </>
          )}
        </Loaded>
      </Dialog>
      <ProofDialog opened={isProofAsked} />
    </>
  );
}
