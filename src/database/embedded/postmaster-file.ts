import { readFileSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** What a server writes into its lock file. We only ever read it: deleting it could let two servers into one cluster. */
export type PostmasterFile = { pid: number; clusterDir: string; port: number; socketFolder: string };

/** The lock file's facts; `undefined` where there is none or it is not complete yet. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', servedDir = '', , port = '', socketFolder = ''] = text.split(/\r?\n/);
  return /^\d+$/.test(pid) ? { pid: Number(pid), clusterDir: servedDir, port: Number(port), socketFolder } : undefined;
}

/**
 * Whether the lock file's process is a server that works on this very folder. The file can be stale in three ways: the process
 * is dead, its number belongs to another program now (after a restart of a container), or the folder is a copy of another one.
 */
export async function isHeldBy(file: PostmasterFile, clusterDir: string): Promise<boolean> {
  if (!isServer(file.pid)) return false;
  const [served, ours] = await Promise.all(
    [file.clusterDir, clusterDir].map((folder) => realpath(folder).catch(() => folder)),
  );
  return served === ours;
}

/** Whether a PostgreSQL process of that number lives. */
export function isServer(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false; // EPERM: it lives, as another user
  }
  const facts = processFacts(pid);
  return facts === undefined || (facts.command.startsWith('postgres') && !'ZX'.includes(facts.state));
}

/** Linux tells more than that a number is taken: a dead process whose parent never asked for it stays as a zombie. */
function processFacts(pid: number): { command: string; state: string } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const [, command, state] = /\((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return command !== undefined && state !== undefined ? { command, state } : undefined;
  } catch {
    return undefined;
  }
}
