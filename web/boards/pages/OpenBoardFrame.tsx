import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OpenBoard } from '../../../src/contract/pages';
import { useIsProofAsked } from '../../people/auth/proof';
import { trpc } from '../../product/trpc';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { Loaded } from '../../ui/Loaded';
import { lazyDialog } from '../../ui/lazy-dialog';

const ProofDialog = lazyDialog(() => import('../../people/auth/ProofDialog'), 'ProofDialog');

export type FrameProps = DialogState & { name: string };
type Props = FrameProps & { title: string; children: (open: OpenBoard) => ReactNode };

/** A dialog about who reads a board without an account. */
export function OpenBoardFrame({ name, title, children, ...dialog }: Props) {
  const open = trpc.pages.ofBoard.useQuery({ tag: name }, { enabled: dialog.opened });
  const isProofAsked = useIsProofAsked();
  return (
    <>
      <Dialog {...dialog} title={title}>
        <Loaded query={open} what="who reads this board" height={180}>
          {(open) => <Stack gap="0.75rem">{children(open)}</Stack>}
        </Loaded>
      </Dialog>
      <ProofDialog opened={isProofAsked} />
    </>
  );
}
