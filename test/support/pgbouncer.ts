import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real PgBouncer in front of a database. */
export class PgBouncer implements AsyncDisposable {
  readonly url: string;
  private readonly child: ChildProcess;
  private readonly folder: string;

  private constructor(given: { url: string; child: ChildProcess; folder: string }) {
    this.url = given.url;
    this.child = given.child;
    this.folder = given.folder;
  }

  static async start(database: { url: string }, poolMode: 'session' | 'transaction'): Promise<PgBouncer> {
    const { pathname, searchParams } = new URL(database.url);
    const socket = searchParams.get('host') ?? '';
    const user = searchParams.get('user') ?? '';
    const name = pathname.slice(1);
    const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    const file = join(folder, 'pgbouncer.ini');
    const own = await freePort();
    await writeFile(
      file,
      `[databases]
${name} = host=${socket} port=${searchParams.get('port')} dbname=${name} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = 60
ignore_startup_parameters = extra_float_digits
`,
    );
    await chmod(folder, 0o755);
    // It refuses to run as root, and the account of the database alone may enter its folder.
    const { uid, gid } = await stat(socket);
    const { PATH = '' } = process.env;
    const child = spawn('pgbouncer', [file], {
      env: { PATH: `${PATH}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(process.getuid?.() === 0 && { uid, gid }),
    });
    const { stderr } = child;
    if (stderr === null) throw new Error('pgbouncer has no output');
    let told = '';
    for await (const text of stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      told += String(text);
      if (told.includes('process up')) break;
    }
    stderr.resume();
    if (!told.includes('process up')) throw new Error(`pgbouncer did not start: ${told}`);
    return new PgBouncer({ url: `postgres://${user}@127.0.0.1:${own}/${name}`, child, folder });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    await rm(this.folder, { recursive: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
