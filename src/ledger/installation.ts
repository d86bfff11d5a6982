import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asError, SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import type { Database } from '#database/database.ts';

/** What makes this installation itself: the node's name in the audit, and the key under which tokens are hashed. */
export type Installation = { nodeId: string; key: Buffer };

type InstallationOptions = {
  database: Database;
  dataDir: string;
  installationKey: string;
  /** Which of the nodes that share the folder this is. */
  seat?: number;
};

export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  await mkdir(options.dataDir, { recursive: true });
  const { seat = 1 } = options;
  const nodeFile = join(options.dataDir, seat === 1 ? 'node-id' : `node-id-${seat}`);
  const nodeId = await keep(nodeFile, () => randomUUID());
  if (!isUuid(nodeId))
    throw new SigecError(
      'CANNOT_START',
      `${nodeFile} does not hold the name of a node; restore it from a backup, or delete it to get a new one.`,
    );
  const keyFile = join(options.dataDir, 'installation.key');
  await refuseToReplaceKey(options, keyFile);
  const hex = options.installationKey || (await keep(keyFile, () => randomBytes(32).toString('hex')));
  if (!/^[0-9a-f]{64}$/.test(hex))
    throw new SigecError('CANNOT_START', `${keyFile} does not hold 64 hexadecimal digits; restore it from a backup.`);
  const key = Buffer.from(hex, 'hex');
  await checkFingerprint(options.database, key, keyFile);
  return { nodeId, key };
}

/** A new key beside a database of before would look as if all were well, and every token would be unknown. */
async function refuseToReplaceKey({ database, installationKey }: InstallationOptions, keyFile: string): Promise<void> {
  if (installationKey) return;
  const { rowCount } = await database.pool.query('select from installation');
  if (rowCount === 0 || existsSync(keyFile)) return; // in this order: a process that starts beside us writes the file first
  throw new SigecError(
    'CANNOT_START',
    `${keyFile} is missing, and this database was made with it. Put it back from where the database came from, or set INSTALLATION_KEY.`,
  );
}

/** Reads a small secret file, or writes it the first time, readable by us alone; the file is there whole or not at all. */
async function keep(file: string, make: () => string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cannotKeep(file, cause);
  }
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${make()}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await putInPlace(draft, file);
  } catch (cause) {
    throw cannotKeep(file, cause);
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

/** A link is made or not made: of two processes that start at once one wins, and both read what it wrote. */
async function putInPlace(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}

function cannotKeep(file: string, cause: unknown): SigecError {
  return new SigecError(
    'CANNOT_START',
    `${file} cannot be read or written: ${asError(cause).message}. Give SIGEC a DATA_DIR it may write to.`,
    { cause },
  );
}

/** Tells one key from another without telling the key. */
export function keyFingerprint(key: Buffer): Buffer {
  return createHash('sha256').update('sigec installation key').update(key).digest();
}

/** The database remembers which key its token hashes were made with: with another one every token would be unknown. */
async function checkFingerprint(database: Database, key: Buffer, keyFile: string): Promise<void> {
  const fingerprint = keyFingerprint(key);
  await database.pool.query('insert into installation (key_fingerprint) values ($1) on conflict do nothing', [
    fingerprint,
  ]);
  const { rows } = await database.pool.query<{ key_fingerprint: Buffer }>('select key_fingerprint from installation');
  if (rows[0]?.key_fingerprint.equals(fingerprint)) return;
  throw new SigecError(
    'CANNOT_START',
    `This database belongs to another installation key. Restore ${keyFile} from where the database came from, or set INSTALLATION_KEY.`,
  );
}

/** A keyed hash: equal values can be found again, and without the key nobody can guess them. */
export function keyedHash(key: Buffer, purpose: string, value: string | Buffer): Buffer {
  return createHmac('sha256', key).update(purpose).update('\0').update(value).digest();
}

/** How a driver's token appears everywhere but in its own record; readers do not regard case (OCPP 1.6 §7.15, 2.x IdTokenType). */
export function tokenHash(key: Buffer, token: string): string {
  return `tok_${keyedHash(key, 'token', token.toLowerCase()).toString('base64url').slice(0, 22)}`;
}

/** Frequent tokens are hashed once: a busy site sees the same few hundred all day, each several times per session. */
const maxRemembered = 5_000;

export function rememberingTokenHash(key: Buffer): (token: string) => string {
  const known = new Map<string, string>();
  return (token) => {
    const hash = known.get(token) ?? tokenHash(key, token);
    if (known.size >= maxRemembered) known.clear();
    known.set(token, hash);
    return hash;
  };
}
