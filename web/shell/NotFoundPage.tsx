import { Button } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { usePageTitle } from '../product/use-page-title';
import { Notice } from '../ui/Notice';
import { Link } from '../ui/router';

export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <Notice
      icon={<IconMapSearch size={30} stroke={1.75} aria-hidden />}
      title="404 Page Not Found"
      heading
      action={
        <Button component={Link} to="/" variant="default">
          Back to your boards
        </Button>
      }
    >
      There is nothing at this address. The link may be old, or a letter may be missing.
      <p style={{ fontSize: '0.8125rem' }}>Did you forget to add the page to the router?</p>
    </Notice>
  );
}
