import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, externalDatabaseUrl } from '#base/config.ts';
import { version } from '#base/version.ts';
import { keyName } from './back-up.ts';
import { writeFileForGood } from './copy-files.ts';
import { BackupProblem } from './problem.ts';
import { type Restore, type Restored, restore } from './restore.ts';

export type RestoreDatabase = Pick<Restore, 'folder' | 'until' | 'timeline' | 'now' | 'log' | 'signal' | 'onStep'> & {
  config: Config;
};

type Needs = RestoreDatabase &
  Pick<Restore, 'knownMigrations'> & {
    /** As the database remembers the installation key. */
    fingerprintOf: (key: Buffer) => Buffer;
  };

export type RestoredDatabase = Restored & { key: KeyAfterRestore };

/**
 * Whether the product will start with the key that is there. `fits`: it will. `brought`: the key came out of the backup.
 * `wanted`: the one that belongs to this database has to be put there first.
 */
export type KeyAfterRestore = { state: 'fits' | 'brought' | 'wanted'; file: string; movedTo: string | null };

export async function restoreDatabase(needs: Needs): Promise<RestoredDatabase> {
  const { config, now } = needs;
  if (externalDatabaseUrl(config) !== undefined) throw new BackupProblem('external-database', {});
  const { dataDir, databaseKeepWal } = config;
  const restored = await restore({ ...needs, dataDir, keepWal: databaseKeepWal || undefined, productVersion: version });
  return { ...restored, key: await placeKey({ ...needs, restored, now }) };
}

async function placeKey({
  config,
  restored,
  now,
  fingerprintOf,
}: Needs & { restored: Restored }): Promise<KeyAfterRestore> {
  const { keyFingerprint, hasKey } = restored.manifest;
  const file = join(config.dataDir, keyName);
  const fits = (hex: string) => fingerprintOf(Buffer.from(hex, 'hex')).toString('hex') === keyFingerprint;
  const present = config.installationKey || (await readKey(file));
  if (keyFingerprint === null || (present !== undefined && fits(present)))
    return { state: 'fits', file, movedTo: null };
  const backedUp = hasKey ? await readKey(join(restored.folder, keyName)) : undefined;
  if (config.installationKey !== '' || backedUp === undefined || !fits(backedUp))
    return { state: 'wanted', file, movedTo: null };
  const movedTo = existsSync(file) ? `${file}.before-restore-${now.toISOString().replace(/[-:]|\.\d+/g, '')}` : null;
  if (movedTo !== null) await rename(file, movedTo);
  await writeFileForGood(file, `${backedUp}\n`);
  return { state: 'brought', file, movedTo };
}

async function readKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text?.trim();
}
