import type { CellConfig } from '../../app/config/cell';
import { ConfigError } from '../../app/errors';
import type { Lease } from './claim';
import { etcdLease } from './etcd';
import { kubernetesLease } from './kubernetes';

export function connectLease({ name, lease, ttlMs }: CellConfig): Lease {
  if (!lease) throw new ConfigError('LEASE is missing: it says who decides which machine owns the data.');
  if (lease.kind === 'etcd') return etcdLease(lease.endpoints, { name, ttlMs });
  return kubernetesLease(lease.server, { name, ttlMs });
}
