import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../../src/doors/http-server/listen.ts';
import { askHttps } from './https.ts';
import { testAuthority } from './tls-certificates.ts';

export type Pebble = AsyncDisposable & {
  directory: string;
  /** A file with the root that its own address is known by. */
  rootFile: string;
  /** The root of what it issues. */
  issuerRoot(): Promise<string>;
};

/** A real ACME server, and a DNS server for which every name leads to this machine. `ports`: where the world finds us. */
export async function startPebble(ports: { http: number; tls: number }): Promise<Pebble> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sigec-pebble-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const authority = await testAuthority();
  const { certificate, key } = await authority.issue({ names: ['localhost', '127.0.0.1'] });
  const [acme, management, dns, dnsManagement] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const file = (name: string, content: string) => writeFile(join(folder, name), content).then(() => join(folder, name));
  const rootFile = await file('root.pem', authority.root);
  const config = await file(
    'pebble.json',
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${acme}`,
        managementListenAddress: `127.0.0.1:${management}`,
        certificate: await file('own.pem', `${certificate}\n${authority.intermediate}\n`),
        privateKey: await file('own.key.pem', key),
        httpPort: ports.http,
        tlsPort: ports.tls,
      },
    }),
  );
  const none = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const answers = [
    '-defaultIPv4',
    '127.0.0.1',
    '-dns01',
    `127.0.0.1:${dns}`,
    '-management',
    `127.0.0.1:${dnsManagement}`,
  ];
  opened.adopt(run('pebble-challtestsrv', [...answers, ...none]), stop);
  opened.adopt(run('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`]), stop);
  const ask = (url: string) => askHttps(url, { ca: authority.root });
  const directory = `https://127.0.0.1:${acme}/dir`;
  await until(async () => (await ask(directory)).status === 200);
  const running = opened.move();
  return {
    directory,
    rootFile,
    issuerRoot: async () => (await ask(`https://127.0.0.1:${management}/roots/0`)).text,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function run(command: string, args: string[]): ChildProcess {
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' };
  return spawn(command, args, { env, stdio: 'ignore' });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** A program tells nobody when it listens, so it is asked. */
async function until(isReady: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('pebble does not answer');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'a free port' });
  server.close();
  await once(server, 'close');
  return port;
}
