import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { KEPT_AFTER_MUTATIONS } from '../product/query-client';
import { useIsOperator } from '../product/session';
import { trpc } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { LoadError, Notice } from '../ui/Notice';
import { PageHeader } from '../ui/PageHeader';
import { Skeletons } from '../ui/Skeletons';
import panel from './AdminPanel.module.css';
import { isAccessDenied, useAccessWatch } from './access-denied';
import stats from './StatCards.module.css';

const STATS_CACHED_MS = 300_000;

const AdminPanel = lazy(() => import('./AdminPanel').then((module) => ({ default: module.AdminPanel })));

export function AdminPage() {
  usePageTitle('Admin');
  useAccessWatch();
  const operator = useIsOperator();
  const { data, error, isFetching, refetch } = trpc.admin.stats.useQuery(undefined, {
    enabled: operator,
    staleTime: STATS_CACHED_MS,
    retryOnMount: false,
    meta: KEPT_AFTER_MUTATIONS,
  });
  if (!operator || isAccessDenied(error)) return <AccessDenied />;
  if (data)
    return (
      <Suspense fallback={<Loading />}>
        <AdminPanel stats={data} />
      </Suspense>
    );
  if (error) return <LoadError what="the admin dashboard" busy={isFetching} onRetry={refetch} />;
  return <Loading />;
}

function AccessDenied() {
  return (
    <div role="alert">
      <Notice icon={<IconLock size={30} aria-hidden />} title="Access Denied">
        You don't have permission to access the admin dashboard.
      </Notice>
    </div>
  );
}

const Loading = () => (
  <div className={panel.panel}>
    <PageHeader title="Admin Dashboard" />
    <Skeletons label="Loading the admin dashboard" count={4} className={stats.grid} heightOf={() => 96} />
    <Skeleton height={220} radius="lg" />
    <Skeleton height={360} radius="lg" />
  </div>
);
