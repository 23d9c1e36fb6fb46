import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { usePageTitle } from '../../product/use-page-title';
import { SplitScreen } from './SplitScreen';

// the form is a file of its own, so that the script of the first screens does not name what it loads
const Consent = lazy(() => import('./Consent').then(({ Consent }) => ({ default: Consent })));

export function ConsentPage() {
  usePageTitle('Allow a program');
  return (
    <SplitScreen foot="You can revoke this in your profile at any time.">
      <Suspense fallback={<Skeleton height={320} radius="lg" />}>
        <Consent />
      </Suspense>
    </SplitScreen>
  );
}
