import { trpc } from '../product/trpc';
import { Loaded } from '../ui/Loaded';
import { Card } from './Card';
import { Findings } from './Findings';

const POLL_MS = 30_000;

export function HealthCard() {
  const health = trpc.admin.health.useQuery(undefined, { refetchInterval: POLL_MS });
  return (
    <Card title="Health">
      <Loaded query={health} what="the health of the server" height={380}>
        {(findings) => <Findings findings={findings} />}
      </Loaded>
    </Card>
  );
}
