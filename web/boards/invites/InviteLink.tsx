import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { trpc } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import classes from './InviteLink.module.css';

export function InviteLink() {
  const { data } = trpc.invites.mine.useQuery(undefined, { staleTime: 'static' });
  const url = data?.url ?? '';
  return (
    <div className={classes.row}>
      <TextInput
        label="Your invite link"
        readOnly
        variant="filled"
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        size="md"
        leftSection={<IconCopy size={18} aria-hidden />}
        disabled={!url}
        onClick={() => copyText(url, 'Link copied')}
      >
        Copy
      </Button>
    </div>
  );
}
