import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCertificate } from '../../src/outside/mail/self-signed';

const TOKEN = 'token of the pod';
const PATH = '/apis/coordination.k8s.io/v1/namespaces/notes/leases';

type Lease = { metadata: { name: string; resourceVersion?: string }; spec: Record<string, unknown> };

/** A server that speaks the Lease API of Kubernetes, and the folder that its pods have. */
export function startKubernetes(account: string) {
  const leases = new Map<string, Lease>();
  const { cert, key } = createCertificate('localhost');
  let [version, lost] = [0, 0];
  const store = (lease: Lease) => {
    const stored = { ...lease, metadata: { ...lease.metadata, resourceVersion: `${++version}` } };
    leases.set(lease.metadata.name, stored);
    return stored;
  };
  const status = (code: number, reason: string) =>
    Response.json({ kind: 'Status', status: 'Failure', code, reason }, { status: code });

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.headers.get('authorization') !== `Bearer ${TOKEN}`) return status(401, 'Unauthorized');
    if (request.method === 'POST' && pathname === PATH) {
      const lease = (await request.json()) as Lease;
      return leases.has(lease.metadata.name)
        ? status(409, 'AlreadyExists')
        : Response.json(store(lease), { status: 201 });
    }
    const there = leases.get(pathname.slice(PATH.length + 1));
    if (!there) return status(404, 'NotFound');
    if (request.method === 'GET') return Response.json(there);
    const lease = (await request.json()) as Lease;
    const isStale = lease.metadata.resourceVersion !== there.metadata.resourceVersion;
    return isStale ? status(409, 'Conflict') : Response.json(store(lease));
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key },
    async fetch(request) {
      const response = await answer(request);
      return --lost === 0 ? status(500, 'Lost') : response;
    },
  });
  writeFileSync(join(account, 'token'), TOKEN);
  writeFileSync(join(account, 'namespace'), 'notes');
  writeFileSync(join(account, 'ca.crt'), cert);
  return {
    server: `localhost:${server.port}`,
    loseAnswer(to: number) {
      lost = to;
    },
    /** Somebody else changes it, as `kubectl label` does. */
    touch: () => [...leases.values()].forEach(store),
    [Symbol.dispose]: () => void server.stop(true),
  };
}
