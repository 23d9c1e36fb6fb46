import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { Role, RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';
import { chart } from '../../scripts/release/packages';

type Manifest = { kind: string; spec?: { replicas?: unknown } };
type Model = new (manifest: never) => { validate(): void };

const MODELS: Record<string, Model> = { Ingress, Role, RoleBinding, Service, ServiceAccount, StatefulSet };
const file = readFileSync(join(import.meta.dir, '../../docs/kubernetes/cell.yaml'), 'utf8');
const manifests = Bun.YAML.parse(file) as Manifest[];
const values = Bun.YAML.parse(
  readFileSync(join(import.meta.dir, '../../docs/install/helm/values.yaml'), 'utf8'),
) as Record<string, string>;
const check = (manifest: Manifest) => new MODELS[manifest.kind]!(manifest as never).validate();

test('the manifests of the guide are what Kubernetes takes', () => {
  expect(manifests.map(({ kind }) => kind).sort()).toEqual(Object.keys(MODELS).sort());
  for (const manifest of manifests) expect(() => check(manifest)).not.toThrow();
  const set = manifests.find(({ kind }) => kind === 'StatefulSet')!;
  expect(() => check({ ...set, spec: { ...set.spec, replicas: 'two' } })).toThrow();
});

test('the chart makes the manifests of the guide, with its values', () => {
  const rendered = chart().replace(/{{ \.Values\.(\w+) \| quote }}/g, (_, name) =>
    JSON.stringify(values[name]),
  );
  const made = Bun.YAML.parse(rendered) as Manifest[];
  for (const manifest of made) expect(() => check(manifest)).not.toThrow();
  const text = (all: Manifest[]) => JSON.stringify(all).replace(/"image":"[^"]+"/, '');
  expect(text(made)).toBe(text(manifests));
  for (const [name, value] of Object.entries(values))
    expect([name, rendered.includes(value)]).toEqual([name, true]);
});
