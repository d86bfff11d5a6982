import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../../src/base/config.ts';
import { tlsMetrics } from '../../src/doors/http-server/tls/tls-metrics.ts';
import { buildProgram } from '../../src/doors/terminal/program.ts';
import { NatsServer } from '../support/nats-server.ts';
import { startSigec } from '../support/sigec.ts';
import { recordedTerminal } from '../support/terminal.ts';

// None of this runs here: what can be known of it beforehand is.

const root = join(import.meta.dirname, '..', '..');
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
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
  settings.ucpPort,
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

test('every NATS that nodes are told of is one of the cluster, and knows the others', () => {
  const told = (compose.services['node1']?.environment?.['NATS_URL'] ?? '')
    .split(',')
    .map((url) => new URL(url).hostname);
  expect(told).toHaveLength(3);
  for (const name of told) {
    const command = compose.services[name]?.command ?? [];
    expect(command[command.indexOf('--routes') + 1]).toBe(told.map((each) => `nats://${each}:6222`).join(','));
  }
  const kustomization = textOf('deploy/kubernetes/kustomization.yaml');
  const pods = (/NATS_URL=(\S+)/.exec(kustomization)?.[1] ?? '').split(',').map((url) => new URL(url).hostname);
  expect(textOf('deploy/kubernetes/nats.yaml')).toContain(
    `--routes=${pods.map((pod) => `nats://${pod}:6222`).join(',')}`,
  );
});

test('every other setting reaches each node from .env, and none of them moves a port or the data', () => {
  for (const [, { env_file, environment = {} }] of nodes) {
    expect(env_file).toEqual([{ path: '.env', required: false }]);
    expect(environment).toMatchObject({ DATABASE_URL: '', DATA_DIR: '/var/lib/sigec' });
    expect(defaultPorts.map((port) => Object.values(environment).map(Number).includes(port))).not.toContain(false);
  }
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
    const backend =
      new RegExp(`^backend ${name}\\n(?: {4}(?!server).*\\n)*((?: {4}server .*\\n?)+)`, 'm').exec(config)?.[1] ?? '';
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
  const set = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'node') as Manifest;
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
  await using nats = await NatsServer.start();
  await using sigec = await startSigec({ NATS_URL: nats.url, DATABASE_READ_URL: 'postgresql://127.0.0.1:1/nobody' });
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
  const scraped = parse(textOf('deploy/prometheus/scrape.yaml')) as {
    scrape_configs: { job_name: string; metrics_path: string; authorization: object }[];
  };
  for (const { job_name, metrics_path, authorization } of scraped.scrape_configs)
    expect({ job_name, metrics_path, authorization }).toEqual({
      job_name: 'sigec',
      metrics_path: '/metrics',
      authorization: { credentials_file: '/etc/prometheus/sigec.key' },
    });
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

test('what alerts tell people to type is there', () => {
  const told = [...textOf('deploy/prometheus/alerts.yaml').matchAll(/\bsigec ((?:[a-z][a-z-]* ?)+)/g)];
  expect(told.length).toBeGreaterThan(2);
  const program = buildProgram(recordedTerminal(), () => undefined);
  for (const [, words = ''] of told) {
    const [noun = '', verb = ''] = words.split(' ');
    const found = program.commands.find((command) => command.name() === noun);
    expect({ noun, isThere: found !== undefined }).toEqual({ noun, isThere: true });
    const verbs = found?.commands.map((command) => command.name()) ?? [];
    expect({ noun, verb, isThere: verbs.length === 0 || verbs.includes(verb) }).toEqual({ noun, verb, isThere: true });
  }
});
