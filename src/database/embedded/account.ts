import { statSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export type Account = { uid: number; gid: number };

const nobody: Account = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root, so root lends it another account: the owner of the folders if they were given to
 * someone, else nobody. An ordinary user needs none: `undefined` means our own account.
 */
export function chooseAccount(folders: readonly string[]): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owned = folders
    .map((folder) => statSync(folder, { throwIfNoEntry: false }))
    .find((found) => found && found.uid !== 0);
  return owned ? { uid: owned.uid, gid: owned.gid } : nobody;
}

export async function giveTo(account: Account | undefined, folder: string): Promise<void> {
  if (account === undefined) return;
  await chown(folder, account.uid, account.gid);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
}

/** Makes the folder and the missing ones above it. Root's are passable for the account it lends, however strict its umask is. */
export async function makePassable(folder: string, mode = 0o777): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  if (first === undefined || process.getuid?.() !== 0) return; // a folder that was there keeps the rights its owner wants
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made))
    await chmod(made, ((await stat(made)).mode & 0o777) | 0o011);
}

/** PostgreSQL inherits nothing that it does not need: our environment holds keys, and its account could show them to others. */
export function serverEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env; // the last three are for Windows
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC', ...extra };
}
