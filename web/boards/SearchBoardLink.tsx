import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '../ui/router';

export function SearchBoardLink({ tag }: { tag: string }) {
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={`Search #${tag}`}
      title={`Search #${tag}`}
      renderRoot={(props) => <Link to="/search" search={{ board: tag }} {...props} />}
    >
      <IconSearch size={18} aria-hidden />
    </ActionIcon>
  );
}
