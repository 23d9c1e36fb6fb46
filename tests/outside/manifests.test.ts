import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { Role, RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';

type Manifest = { kind: string; spec?: { replicas?: unknown } };
type Model = new (manifest: never) => { validate(): void };

const MODELS: Record<string, Model> = { Ingress, Role, RoleBinding, Service, ServiceAccount, StatefulSet };
const file = readFileSync(join(import.meta.dir, '../../docs/kubernetes/cell.yaml'), 'utf8');
const manifests = Bun.YAML.parse(file) as Manifest[];
const check = (manifest: Manifest) => new MODELS[manifest.kind]!(manifest as never).validate();

test('the manifests of the guide are what Kubernetes takes', () => {
  expect(manifests.map(({ kind }) => kind).sort()).toEqual(Object.keys(MODELS).sort());
  for (const manifest of manifests) expect(() => check(manifest)).not.toThrow();
  const set = manifests.find(({ kind }) => kind === 'StatefulSet')!;
  expect(() => check({ ...set, spec: { ...set.spec, replicas: 'two' } })).toThrow();
});
