import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SigecError } from '#base/errors.ts';
import type { Account } from './account.ts';
import { startFailure } from './failure.ts';

/** Where the embedded server is reached: a folder only its owner may enter, or on Windows loopback with a password. */
export type Endpoint = { kind: 'socket'; folder: string } | { kind: 'loopback'; port: number; password: string };

export const socketPort = 5432; // only names the socket file
const longestSocketPath = 107; // sun_path of Linux without its closing zero; macOS has 103
const superuser = 'sigec';

export function urlOf(endpoint: Endpoint, database: string): string {
  if (endpoint.kind === 'loopback')
    return `postgresql://${superuser}:${endpoint.password}@127.0.0.1:${endpoint.port}/${database}`;
  return `postgresql:///${database}?host=${encodeURIComponent(endpoint.folder)}&port=${socketPort}&user=${superuser}`;
}

export async function prepareEndpoint({
  dataDir,
  account,
}: {
  dataDir: string;
  account: Account | undefined;
}): Promise<Endpoint> {
  if (process.platform === 'win32')
    return { kind: 'loopback', port: await freePort(), password: await readPassword(dataDir) };
  const folder = socketFolder(dataDir);
  try {
    await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
    await claim({ folder, account, isShared: !folder.startsWith(dataDir) });
  } catch (reason) {
    if (reason instanceof SigecError) throw reason;
    throw startFailure({ what: `The socket folder ${folder} cannot be used`, reason, dataDir });
  }
  return { kind: 'socket', folder };
}

/** Beside the cluster when the path fits into a socket address, else a short one named after the data directory. */
export function socketFolder(dataDir: string): string {
  const beside = join(dataDir, 'socket');
  const limit = process.platform === 'darwin' ? longestSocketPath - 4 : longestSocketPath;
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${socketPort}`)) <= limit) return beside;
  return join(tmpdir(), `sigec-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/** The server trusts whoever reaches its socket, so the folder has to be ours alone; in /tmp a stranger could have made it first. */
async function claim({
  folder,
  account,
  isShared,
}: {
  folder: string;
  account: Account | undefined;
  isShared: boolean;
}): Promise<void> {
  const found = await lstat(folder);
  const isOurs = [process.getuid?.(), account?.uid].includes(found.uid);
  if (!found.isDirectory() || (isShared && !isOurs)) {
    throw new SigecError(
      'CANNOT_START',
      `${folder}, where PostgreSQL has to put its socket, belongs to user ${found.uid}: remove it, or set DATA_DIR to a folder with a shorter path.`,
    );
  }
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
}

/** The password of the superuser on Windows, made once and kept beside the cluster. */
async function readPassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(ignoreExisting);
  return (await readFile(file, 'utf8')).trim();
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
