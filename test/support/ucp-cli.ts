import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestAuthority } from './tls-certificates.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '..', '..', 'node_modules', '@shopify', 'ucp-cli', 'dist', 'bin.js');

export type UcpCli = AsyncDisposable & {
  /** Runs it and reads what it prints; a failure is an answer too. */
  ucp<Answer>(...words: string[]): Promise<Answer>;
};

type Wanted = { authority: TestAuthority; version: string; business: string };

/** The command line of UCP with a home and a profile of its own, which it publishes over TLS. */
export async function openUcpCli({ authority, version, business }: Wanted): Promise<UcpCli> {
  await using opened = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'ucp-cli-'));
  opened.defer(() => rm(home, { recursive: true, force: true }));
  const rootFile = join(home, 'root.pem');
  await writeFile(rootFile, authority.root);
  const { certificate, key } = await authority.issue();
  let document = '{}';
  const server = createServer({ cert: `${certificate}\n${authority.intermediate}`, key }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' });
    response.end(document);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    UCP_HOME: join(home, '.ucp'),
    NODE_EXTRA_CA_CERTS: rootFile,
    NO_COLOR: '1',
  };
  async function ucp<Answer>(...words: string[]): Promise<Answer> {
    const { stdout } = await run(process.execPath, [command, ...words, '--format', 'json'], {
      env,
      maxBuffer: 1e7,
    }).catch((error: unknown) => error as { stdout: string });
    return JSON.parse(stdout) as Answer;
  }
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/agent.json`;
  await ucp('profile', 'init', '--name', 'buyer', '--version', version, '--profile-url', url, '--activate');
  document = await readFile(join(home, '.ucp', 'profiles', 'buyer', 'profile.json'), 'utf8');
  const running = opened.move();
  return {
    ucp: <Answer>(...words: string[]) =>
      ucp<Answer>(...words, ...(words[0] === 'profile' ? [] : ['--business', business])),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
