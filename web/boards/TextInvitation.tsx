import { Button } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { useProduct } from '../product/use-product';
import { InviteLink } from './invites/InviteLink';
import classes from './TextInvitation.module.css';

type Props = { name: string; busy: boolean; onText: () => void };

export function TextInvitation({ name, busy, onText }: Props) {
  const product = useProduct();
  return (
    <div className={classes.offer}>
      <p role="status">
        Nobody with this number uses {product.name} yet. We can text them: once they reply YES, they have an
        account and are on the board.
      </p>
      <Button
        leftSection={<IconMessage2 size={18} aria-hidden />}
        className={classes.button}
        disabled={busy}
        onClick={onText}
      >
        <span className={classes.label}>
          {busy ? 'Texting them...' : `Text them an invitation to #${name}`}
        </span>
      </Button>
      <p>Or send them this link yourself, and add them here once they have joined.</p>
      <InviteLink />
    </div>
  );
}
