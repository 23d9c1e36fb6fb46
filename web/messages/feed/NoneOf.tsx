import { IconFilter } from '@tabler/icons-react';
import type { ListFilter } from '../../../src/contract/list-filters';
import { Notice } from '../../ui/Notice';
import { Link } from '../../ui/router';

const SENTENCES: Record<ListFilter, string> = {
  photos: 'No photos here yet',
  links: 'No links here yet',
  files: 'No files here yet',
  open: 'Nothing is open here',
};

export const NoneOf = ({ only }: { only: ListFilter }) => (
  <Notice icon={<IconFilter size={30} aria-hidden />} title={SENTENCES[only]}>
    <Link to="." search={{} as never} replace>
      Show all messages
    </Link>
  </Notice>
);
