import { homedir } from 'node:os';
import { join } from 'node:path';
import { isTimeZone } from '../clock.ts';
import type { LogLevel } from '../log.ts';
import {
  oneOf,
  path,
  port,
  type Setting,
  schemeOf,
  seconds,
  secret,
  splitList,
  text,
  url,
  urls,
  wholeNumber,
} from './setting-kinds.ts';

export const allPacks = ['charging', 'money', 'devices', 'vehicles', 'bookshop'] as const;
type PackName = (typeof allPacks)[number];

/** The installation: its data, database and nodes. */
export const installationSettings = {
  operatorName: text(
    'OPERATOR_NAME',
    '',
    'Who runs the stations, as receipts name them; absent: the site alone is named.',
  ),
  packs: packs('PACKS', 'Subjects that agents can work on.'),
  dataDir: path(
    'DATA_DIR',
    defaultDataDir(),
    'Where the embedded database and the installation key live; for root /var/lib/sigec.',
  ),
  databaseUrl: databaseUrl('DATABASE_URL', 'An external PostgreSQL 18; absent: the embedded one in DATA_DIR.'),
  databaseReadUrl: databaseUrl(
    'DATABASE_READ_URL',
    'A streaming replica of DATABASE_URL that reports are read from, while it is at most 30 seconds behind; absent: from the database itself.',
  ),
  databaseKeepWal: path(
    'DATABASE_KEEP_WAL',
    '',
    'Where the embedded database keeps its write-ahead log, to be restored to any moment; absent: nowhere.',
  ),
  postgresUser: text('POSTGRES_USER', '', 'User of an external PostgreSQL, instead of DATABASE_URL.'),
  postgresPassword: secret('POSTGRES_PASSWORD', 'Password of POSTGRES_USER.'),
  postgresDb: text('POSTGRES_DB', '', 'Database of POSTGRES_USER.'),
  postgresHost: text('POSTGRES_HOST', '127.0.0.1', 'Host of the external PostgreSQL that POSTGRES_USER signs in to.'),
  postgresPort: port('POSTGRES_PORT', 5432, 'Port of the external PostgreSQL that POSTGRES_USER signs in to.'),
  natsUrl: {
    ...urls(
      'NATS_URL',
      'Joins the nodes of one installation, which share a PostgreSQL of their own: a NATS server, or all those of a cluster; absent: nodes on other machines cannot be reached.',
      ['nats', 'tls', 'ws', 'wss'],
    ),
    isSecret: true,
  },
  otlpEndpoint: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'A collector of OpenTelemetry that traces are sent to (OTLP over HTTP in JSON, /v1/traces is added); absent: none are made.',
    ['http', 'https'],
  ),
  otlpHeaders: headers(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'What the collector asks for, such as a key: name=value, separated by commas, values percent-encoded.',
  ),
  tracesShare: share(
    'OTEL_TRACES_SAMPLER_ARG',
    1,
    'Which share of what happens is traced, from 0 to 1; a request that brings a trace of its own is traced as that says.',
  ),
  drainSeconds: seconds(
    'DRAIN_SECONDS',
    30,
    'With NATS_URL: how long a node that is told to end takes to send its stations to the other nodes; 0: it ends at once.',
  ),
  nodes: nodeCount(
    'NODES',
    'How many processes serve stations on this machine, behind the same ports; auto: one for each of its cores. The first one also serves the API, agents and devices.',
  ),
  installationKey: hexKey(
    'INSTALLATION_KEY',
    'Key of the token hashes, shared by all nodes; absent: a file in DATA_DIR.',
  ),
  timeZone: timeZone(
    'TIME_ZONE',
    'By which clock days and prices are counted for stations that stand at no site; absent: the clock of this machine.',
  ),
  logLevel: oneOf(
    'LOG_LEVEL',
    ['info', 'debug', 'warn', 'error', 'silent'] satisfies [LogLevel, ...LogLevel[]],
    'How much is logged.',
  ),
};

function databaseUrl(env: string, about: string): Setting<string> {
  // Other languages write the driver into the scheme (postgresql+asyncpg://…); it means the same server.
  const read = (given: string) => {
    const plain = given.replace(/^(postgres(?:ql)?)\+[a-z0-9]+:/i, '$1:');
    return ['postgres', 'postgresql'].includes(schemeOf(plain) ?? '') ? plain : undefined;
  };
  return { env, about, accepts: 'postgresql://user:password@host:5432/database', fallback: '', isSecret: true, read };
}

/** PostgreSQL does not run as root, and root's home is closed to everyone else. */
function defaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/sigec' : join(homedir(), '.sigec');
}

function hexKey(env: string, about: string): Setting<string> {
  const read = (given: string) => (/^[0-9a-f]{64}$/i.test(given) ? given.toLowerCase() : undefined);
  return { env, about, accepts: '64 hexadecimal digits', fallback: '', isSecret: true, read };
}

/** 0: auto. */
function nodeCount(env: string, about: string): Setting<number> {
  return {
    env,
    about,
    accepts: 'auto or a number from 1 to 64',
    read: (text) => (text === 'auto' ? 0 : wholeNumber('', 1, 64)(env, 1, about).read(text)),
    fallback: 1,
  };
}

function packs(env: string, about: string): Setting<readonly PackName[]> {
  const read = (given: string) => {
    const names = splitList(given);
    return names.every((name): name is PackName => (allPacks as readonly string[]).includes(name)) ? names : undefined;
  };
  return { env, about, accepts: `any of ${allPacks.join(', ')}, separated by commas`, fallback: allPacks, read };
}

function timeZone(env: string, about: string): Setting<string> {
  const read = (given: string) => (isTimeZone(given) ? given : undefined);
  return { env, about, accepts: 'a time zone such as America/Sao_Paulo', fallback: '', read };
}

function share(env: string, fallback: number, about: string): Setting<number> {
  const read = (given: string) => (/^(0|1|0?\.\d{1,9}|1\.0+)$/.test(given) ? Number(given) : undefined);
  return { env, about, accepts: 'a number from 0 to 1', fallback, read };
}

/** As the variable of that name has it everywhere. */
function headers(env: string, about: string): Setting<Readonly<Record<string, string>>> {
  const read = (given: string) => {
    const pairs = given.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*([!-~]*)\s*$/.exec(pair));
    if (pairs.includes(null)) return undefined;
    return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? '', decoded(pair?.[2] ?? '')]));
  };
  return { env, about, accepts: 'name=value, separated by commas', fallback: {}, read, isSecret: true };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
