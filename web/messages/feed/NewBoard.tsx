import { Button, Group } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { ProductNumber } from '../../product/ProductNumber';
import { useTextLink } from '../../product/text-link';
import { Notice } from '../../ui/Notice';
import { AddCard } from '../composer/AddCard';

export function NewBoard({ tag }: { tag: string }) {
  const link = useTextLink(`#${tag} `);
  return (
    <Notice
      icon={<IconHash size={30} aria-hidden />}
      title={`#${tag} is ready`}
      action={
        <Group justify="center" gap="xs" mt="xs">
          <Button component="a" {...link} variant="default">
            Text to #{tag}
          </Button>
          <AddCard board={tag} variant="default" />
        </Group>
      }
    >
      Text <strong>#{tag}</strong> and anything else to <ProductNumber />, and it appears here.
    </Notice>
  );
}
