import { statSync } from 'node:fs';
import { chown, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The user of the operating system that PostgreSQL runs as. */
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

/** Hands a folder and all that is in it to the account. */
export async function giveTo(account: Account | undefined, folder: string): Promise<void> {
  if (account === undefined) return;
  await chown(folder, account.uid, account.gid);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
}
