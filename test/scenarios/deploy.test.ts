import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../../src/base/config.ts';
import { tlsMetrics } from '../../src/doors/http-server/tls/tls-metrics.ts';
import { startSigec } from '../support/sigec.ts';

// None of this runs here: what can be known of it beforehand is.

const root = join(import.meta.dirname, '..', '..');
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  networks: { inside: { ipv4_address?: string } | null };
};
const compose = parse(textOf('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const byNumber = (one: number, other: number) => one - other;
const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('node'));
const balancer = compose.services['balancer'] as Service;

type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, unknown> };
const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((file) =>
  parseAllDocuments(textOf(file)).map((document) => {
    expect({ file, errors: document.errors }).toEqual({ file, errors: [] });
    return document.toJS() as Manifest & Record<string, never>;
  }),
);

const envNames = new Set<string>(
  Object.values(settings).flatMap((setting) => [setting.env, ...('alias' in setting ? [setting.alias] : [])]),
);
const defaultPorts = [
  settings.mcpServerPort,
  settings.apiPort,
  settings.devicesPort,
  settings.mqttTlsPort,
  settings.ocppTlsPort,
].map(({ fallback }) => fallback);

test('every setting that a node is given is one of ours, and three nodes are given the same', () => {
  expect(nodes).toHaveLength(3);
  const environments = nodes.map(([, { environment }]) => environment);
  expect(new Set(environments.map((each) => JSON.stringify(each))).size).toBe(1);
  const kustomization = manifests.find(({ kind }) => kind === 'Kustomization') as unknown as {
    configMapGenerator: { literals: string[] }[];
  };
  const secret = manifests.find(({ kind }) => kind === 'Secret') as unknown as { stringData: Record<string, string> };
  const named = [
    ...Object.keys(environments[0] ?? {}),
    ...kustomization.configMapGenerator.flatMap(({ literals }) => literals.map((each) => each.split('=')[0] ?? '')),
    ...Object.keys(secret.stringData),
  ];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !envNames.has(name))).toEqual([]);
});

test('images have versions, and what runs cannot write its root nor gain rights', () => {
  for (const [name, { image, read_only, cap_drop }] of Object.entries(compose.services)) {
    if (image !== 'sigec-ve') expect(image).toMatch(/:\d+\.\d+(\.\d+)?-/);
    expect({ name, read_only }).toEqual({ name, read_only: true });
    if (name !== 'db') expect({ name, cap_drop }).toEqual({ name, cap_drop: ['ALL'] }); // its entry point becomes another user
  }
  expect(textOf('Dockerfile')).toMatch(/^USER sigec$/m);
});

test('the balancer leads every port to the same port of every node, checks them, and is the one proxy that they believe', () => {
  const published = (balancer.ports ?? []).map((port) => Number(port.split(':').at(-1)));
  expect(published.toSorted(byNumber)).toEqual(defaultPorts.toSorted(byNumber));
  const config = textOf('deploy/haproxy.cfg');
  const bound = [...config.matchAll(/^frontend (\w+)\n(?: {4}(?!bind).*\n)* {4}bind :(\d+)$/gm)].map(
    ([, name, port]) => ({ name, port: Number(port) }),
  );
  expect(bound.map(({ port }) => port).toSorted(byNumber)).toEqual(published.toSorted(byNumber));
  for (const { name, port } of bound) {
    const backend = new RegExp(`^backend ${name}\\n((?: {4}server .*\\n?)+)`, 'm').exec(config)?.[1] ?? '';
    const servers = nodes.map(([node]) => `    server ${node} ${node}:${port}`);
    expect(backend.trimEnd().split('\n')).toEqual(servers);
  }
  for (const [, { environment }] of nodes)
    expect(environment).toMatchObject({
      TRUSTED_PROXIES: balancer.networks.inside?.ipv4_address,
      PROXY_PROTOCOL: 'on',
    });
  const told = execFileSync('haproxy', ['-c', '-f', join(root, 'deploy/haproxy.cfg')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'], // that it finds no node1 here
  });
  expect(told).toContain('valid');
});

test('the manifests name files, ports and addresses that exist, and keep no rights', () => {
  const kustomization = manifests.find(({ kind }) => kind === 'Kustomization') as unknown as { resources: string[] };
  for (const file of kustomization.resources) expect(existsSync(join(root, 'deploy/kubernetes', file))).toBe(true);
  const set = manifests.find(({ kind }) => kind === 'StatefulSet') as Manifest;
  type Pod = {
    securityContext: { runAsNonRoot: boolean };
    containers: {
      args: string[];
      ports: { name: string; containerPort: number }[];
      securityContext: object;
      readinessProbe: { httpGet: { path: string } };
    }[];
  };
  const { spec: pod } = set.spec['template'] as { spec: Pod };
  const container = pod.containers[0] as Pod['containers'][number];
  expect(pod.securityContext.runAsNonRoot).toBe(true);
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  expect(container.ports.map(({ containerPort }) => containerPort).toSorted(byNumber)).toEqual(
    defaultPorts.toSorted(byNumber),
  );
  expect(container.args).toEqual(['serve']);
  const names = new Set(container.ports.map(({ name }) => name));
  const services = manifests.filter(
    ({ kind, spec }) => kind === 'Service' && JSON.stringify(spec['selector']) === '{"app":"sigec"}',
  );
  const targets = services.flatMap(({ spec }) =>
    (spec['ports'] as { targetPort: string }[]).map(({ targetPort }) => targetPort),
  );
  expect(targets.length).toBeGreaterThan(4);
  expect(targets.filter((target) => !names.has(target))).toEqual([]);
});

test('the unit of systemd starts what the image starts, without rights', () => {
  const unit = textOf('deploy/systemd/sigec.service');
  const [, start = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [, entry = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(textOf('Dockerfile')) ?? [];
  expect(start.replace('/usr/bin/node', 'node').replace('/opt/sigec/', '')).toBe(
    `${(JSON.parse(entry) as string[]).join(' ')} serve`,
  );
  expect(existsSync(join(root, 'bin/sigec.js'))).toBe(true);
  for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'User=sigec'])
    expect(unit.split('\n')).toContain(line);
  const written = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name ?? '');
  expect(written.filter((name) => name !== 'NODE_ENV' && !envNames.has(name))).toEqual([]);
});

test('alerts and dashboard speak of metrics that a node has', async () => {
  await using sigec = await startSigec();
  const overTls = new Registry(); // this one has no certificates
  tlsMetrics(overTls, { current: () => [], trouble: () => null });
  const text = `${await (await fetch(`${sigec.addresses.api}/metrics`)).text()}\n${await overTls.metrics()}`;
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  );
  const alerts = parse(textOf('deploy/prometheus/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
  };
  const rules = alerts.groups.flatMap((group) => group.rules);
  for (const { alert, annotations } of rules)
    expect({ alert, told: Object.keys(annotations) }).toEqual({ alert, told: ['summary', 'description'] });
  const board = JSON.parse(textOf('deploy/grafana/sigec.json')) as {
    panels: { id: number; targets: { expr: string }[] }[];
  };
  expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = new Set(expressions.flatMap((expr) => expr.match(/\b(?:sigec|process|nodejs)_\w+/g) ?? []));
  expect(named.size).toBeGreaterThan(12);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
});
