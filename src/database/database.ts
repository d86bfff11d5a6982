import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientBase, type ClientConfig, type CustomTypesConfig, Pool, TypeOverrides, types } from 'pg';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { isDatabaseAway } from './database-errors.ts';

const { DATE, INT8, INTERVAL } = types.builtins;
const int8Array = 1016;
const dateArray = 1182;

/** How values of the database become values of ours, the same on every connection; `tables.generated.ts` relies on it. */
const valueParsers: CustomTypesConfig = withOverrides();

function withOverrides(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(INT8, readInteger);
  overrides.setTypeParser(int8Array, (text) =>
    readList(text).map((item) => (item === null ? null : readInteger(item))),
  );
  // A day has no hour: as a Date it would shift with the time zone of this machine.
  overrides.setTypeParser(DATE, (text) => text);
  overrides.setTypeParser(dateArray, readList);
  overrides.setTypeParser(INTERVAL, (text) => text);
  return overrides;
}

/** A number where it is exact, else a bigint: never a number that lies. */
function readInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** `{1,NULL,3}`: neither numbers nor days are ever quoted. */
function readList(text: string): (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : item));
}

export type Database = {
  readonly url: string;
  readonly pool: Pool;
  /** A connection of one's own, for a lock or for listening; whoever asks for it ends it. */
  connect(options?: ConnectOptions): Promise<Client>;
  close(): Promise<void>;
};

export type OpenDatabase = {
  url: string;
  log: Log;
  /** How long to wait for a server that is away at start. */
  patienceMs?: number;
  signal?: AbortSignal;
};

export type ConnectOptions = {
  queryTimeoutMs?: number;
  /** Statements are sent as they come, without waiting for the answers to those before. */
  isPipelined?: boolean;
};

export const oldestVersion = 18;

/** More than callers of all doors may use at once (principals/fair-reads.ts): the rest is for stations, changes and our own work. */
const poolSize = 16;
/** A new backend of PostgreSQL reads its catalogs first, which costs more than the queries of a minute. */
const idleConnectionMs = 120_000;

/** How long a connection gets to say goodbye: a server that has stopped answering never would. */
const goodbyeMs = 2_000;

/** Opens the pool once the server answers and is new enough; from then on a lost connection is an error of a query, never a crash. */
export async function openDatabase(options: OpenDatabase): Promise<Database> {
  await waitForDatabase(options);
  const { url, log } = options;
  const { pool, close } = openPool(url, log);
  const connect = ({ queryTimeoutMs, isPipelined = false }: ConnectOptions = {}) =>
    connectClient(url, log, {
      ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
      ...(isPipelined && { pipeline: true }),
    });
  return { url, pool, connect, close };
}

/** Connections to a server that may be away: a lost one is an error of a query, never a crash. */
export function openPool(url: string, log: Log, size = poolSize): Pick<Database, 'pool' | 'close'> {
  const pool = sayingWhenAway(new Pool({ ...connectionOptions(url), max: size, idleTimeoutMillis: idleConnectionMs }));
  pool.on('error', (error) => log.debug({ reason: error.message }, 'an idle database connection was lost'));
  const open = new Set<ClientBase>();
  pool.on('connect', (client) => {
    open.add(client);
    // The pool listens only while it holds the connection: one in use that dies between two queries would end the process.
    client.on('error', (error) => log.debug({ reason: error.message }, 'a database connection in use was lost'));
  });
  pool.on('remove', (client) => open.delete(client));
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= endOrCut(pool.end(), open);
    return closed;
  };
  return { pool, close };
}

export async function endClient(client: Client): Promise<void> {
  await endOrCut(
    client.end().catch(() => undefined), // a broken connection may refuse even to end
    [client],
  );
}

async function endOrCut(ended: Promise<void>, clients: Iterable<ClientBase>): Promise<void> {
  const patience = new AbortController();
  await Promise.race([
    ended,
    pause(goodbyeMs, undefined, { signal: patience.signal }).catch(() => undefined), // ended in time
  ]);
  patience.abort();
  for (const client of clients) (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}

/** A query that fails for want of a database says so in words a door can pass on: nothing is wrong with the question. */
function sayingWhenAway(pool: Pool): Pool {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const saying = (...given: unknown[]) =>
    query(...given).catch((cause: unknown) => {
      if (!isDatabaseAway(cause)) throw cause;
      throw new SigecError('DATABASE_AWAY', 'The database does not answer. Try again in a moment.', { cause });
    });
  return Object.assign(pool, { query: saying });
}

/** Tries with growing pauses until the server answers; a server that answers but cannot serve us ends the wait with a sentence. */
export async function waitForDatabase({ url, log, patienceMs = 60_000, signal }: OpenDatabase): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 10_000)) {
    try {
      await checkVersion(url, log);
      return await checkSessions(url, log);
    } catch (error) {
      if (error instanceof SigecError) throw error;
      const reason = reasonOf(error);
      if (!isDatabaseAway(error)) throw cannotOpen(url, reason, error);
      if (Date.now() + pauseMs > giveUpAt) throw stayedAway(url, reason, error);
      log.warn({ database: placeOf(url), reason, retryInMs: pauseMs }, 'the database does not answer, trying again');
      await pause(pauseMs, undefined, { signal });
    }
  }
}

/** A connection outside the pool. Its listener keeps a lost connection from ending the process; add another to learn of it. */
export async function connectClient(url: string, log: Log, options: ClientConfig = {}): Promise<Client> {
  const client = new Client({ ...connectionOptions(url), ...options });
  client.on('error', (error) => log.debug({ reason: error.message }, 'a database connection was lost'));
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined); // it never was open
    throw error;
  }
  return client;
}

function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'sigec',
    types: valueParsers,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000, // a server behind a dead network path says nothing at all
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

async function checkVersion(url: string, log: Log): Promise<void> {
  const client = await connectClient(url, log);
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const version = rows[0]?.server_version ?? '0';
    if (Number.parseInt(version, 10) >= oldestVersion) return;
    throw new SigecError(
      'CANNOT_START',
      `The database at ${placeOf(url)} is PostgreSQL ${version.split(' ')[0]}, and SIGEC needs ${oldestVersion} or newer: upgrade it, or remove DATABASE_URL to use the embedded one.`,
    );
  } finally {
    await client.end().catch(() => undefined); // the answer is known, the connection may go as it likes
  }
}

/** Two connections of ours that meet in one session of the server: something between hands sessions out by the transaction. */
async function checkSessions(url: string, log: Log): Promise<void> {
  const clients = await Promise.all([connectClient(url, log), connectClient(url, log)]);
  try {
    for (let look = 0; look < 3; look += 1) {
      const sessions = new Set<number>();
      for (const client of clients) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        sessions.add(rows[0]?.pid ?? 0);
      }
      if (sessions.size < clients.length) throw isPooledByTransaction(url);
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

function isPooledByTransaction(url: string): SigecError {
  return new SigecError(
    'CANNOT_START',
    `The database at ${placeOf(url)} stands behind a pool that hands out its sessions by the transaction. SIGEC holds locks and listens as long as it runs, so each of its connections needs a session: set pool_mode = session (PgBouncer), or connect directly.`,
  );
}

function cannotOpen(url: string, reason: string, cause: unknown): SigecError {
  return new SigecError(
    'CANNOT_START',
    `The database at ${placeOf(url)} refuses us: ${reason}. Check user, password and database in DATABASE_URL.`,
    { cause },
  );
}

function stayedAway(url: string, reason: string, cause: unknown): SigecError {
  return new SigecError(
    'CANNOT_START',
    `The database at ${placeOf(url)} does not answer: ${reason}. Start it, or correct DATABASE_URL, or remove it to use the embedded one.`,
    { cause },
  );
}

/** Host and database without user and password: a sentence may end up anywhere. */
export function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) return 'DATABASE_URL';
  const host = parsed.searchParams.get('host') ?? (parsed.host || 'localhost');
  return `${host}${parsed.pathname}`;
}

/** Node tries every address of a name and reports them together, without a sentence of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map((each) => asError(each).message).join(', ');
  return asError(error).message || String((error as { code?: string }).code);
}

/** How long the connections of a process that has just ended may be seen. */
const lingerMs = 2_000;

/** Whether others work with the server: the product is always connected while it runs. */
export async function isUsed(url: string, log: Log): Promise<boolean> {
  const client = await connectClient(url, log);
  try {
    for (const giveUpAt = Date.now() + lingerMs; Date.now() < giveUpAt; await pause(50)) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (rowCount === 0) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}
