import { Button } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { AddToContacts } from '../../product/AddToContacts';
import { ProductNumber } from '../../product/ProductNumber';
import { useTextLink } from '../../product/text-link';
import { Notice } from '../../ui/Notice';

const EXAMPLE = 'Try the ramen place on 5th #example';

export function NoBoards() {
  const link = useTextLink(EXAMPLE);
  return (
    <Notice
      icon={<IconHash size={30} aria-hidden />}
      title="No boards yet. Start by sending a message with a hashtag!"
      action={
        <>
          <Button component="a" {...link} size="md" mt="sm">
            Text an example
          </Button>
          <AddToContacts />
        </>
      }
    >
      Text <ProductNumber /> with <strong>#example</strong> anywhere in your message, and a board of that name
      appears here.
    </Notice>
  );
}
