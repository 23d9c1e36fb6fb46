import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uptime } from '../../app/owner';
import { type Claim, type Lease, newClaim } from './claim';

const ANSWERS_WITHIN_MS = 1_000;
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

type Spec = {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
};
type Found = { metadata: { resourceVersion: string }; spec: Spec };
type Answer = { status: number; found: Found };

/**
 * A Lease of `coordination.k8s.io/v1`, as client-go's leader election uses it: no clocks are compared. Whoever wants it
 * sees it unchanged for its whole duration first. The epoch is `leaseTransitions`.
 */
export function kubernetesLease(
  server: string,
  { name, ttlMs }: { name: string; ttlMs: number },
  account = SERVICE_ACCOUNT,
): Lease {
  const read = (file: string) => readFileSync(join(account, file), 'utf8').trim();
  const leases = `https://${server}/apis/coordination.k8s.io/v1/namespaces/${read('namespace')}/leases`;
  const ca = read('ca.crt');
  let seen = { version: '', at: 0 };
  let held: { claim: Claim; version: string; acquireTime: string } | null = null;

  async function ask(method: 'GET' | 'POST' | 'PUT', body?: object): Promise<Answer> {
    const response = await fetch(method === 'POST' ? leases : `${leases}/${name}`, {
      method,
      // read at each call, because it is replaced every hour
      headers: { authorization: `Bearer ${read('token')}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      tls: { ca },
    });
    const text = await response.text();
    if (!response.ok && response.status !== 404 && response.status !== 409)
      throw new Error(`Kubernetes answered ${response.status}: ${text.slice(0, 200)}`);
    return { status: response.status, found: JSON.parse(text) as Found };
  }

  const toLease = (spec: Spec, resourceVersion?: string) => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, ...(resourceVersion && { resourceVersion }) },
    spec,
  });
  const specOf = ({ id, host, epoch }: Claim, acquireTime: string): Spec => ({
    holderIdentity: `${host}_${id}`,
    leaseDurationSeconds: ttlMs / 1000,
    acquireTime,
    renewTime: microTime(),
    leaseTransitions: epoch,
  });

  /** Returns false if somebody else was faster. */
  async function take(claim: Claim, version: string | null): Promise<boolean> {
    const acquireTime = microTime();
    const spec = specOf(claim, acquireTime);
    const { status, found } = await (version === null
      ? ask('POST', toLease(spec))
      : ask('PUT', toLease(spec, version)));
    if (status >= 300) return false;
    held = { claim, version: found.metadata.resourceVersion, acquireTime };
    return true;
  }

  function mayTake({ metadata: { resourceVersion: version }, spec }: Found): boolean {
    if (!spec.holderIdentity) return true;
    if (version !== seen.version) seen = { version, at: uptime() };
    return uptime() - seen.at > Math.max(ttlMs, (spec.leaseDurationSeconds ?? 0) * 1000);
  }

  return {
    async acquire(least) {
      const { status, found } = await ask('GET');
      if (status === 200 && !mayTake(found)) return null;
      const known = status === 200 ? (found.spec.leaseTransitions ?? 0) : 0;
      const claim = newClaim(Math.max(known, least) + 1);
      return (await take(claim, status === 200 ? found.metadata.resourceVersion : null)) ? claim : null;
    },
    async renew() {
      for (let tries = 0; held !== null && tries < 3; tries++) {
        const spec = specOf(held.claim, held.acquireTime);
        const { status, found } = await ask('PUT', toLease(spec, held.version));
        if (status === 200) {
          held.version = found.metadata.resourceVersion;
          return true;
        }
        // an answer was lost, or somebody has labelled it; else another owns it
        const present = await ask('GET');
        if (present.status !== 200 || present.found.spec.holderIdentity !== spec.holderIdentity) return false;
        held.version = present.found.metadata.resourceVersion;
      }
      return false;
    },
    async release() {
      const last = held;
      held = null;
      if (!last) return;
      const spec = { ...specOf(last.claim, last.acquireTime), holderIdentity: '', leaseDurationSeconds: 1 };
      await ask('PUT', toLease(spec, last.version)).catch(() => {}); // it ends by itself
    },
    async read() {
      const { status, found } = await ask('GET');
      if (status !== 200) return { owner: null, epoch: 0 };
      const { holderIdentity = '', leaseTransitions: epoch = 0 } = found.spec;
      const [host = '', id = ''] = holderIdentity.split('_');
      return { owner: holderIdentity ? { host, id, epoch } : null, epoch };
    },
  };
}

const microTime = () => new Date().toISOString().replace('Z', '000Z');
