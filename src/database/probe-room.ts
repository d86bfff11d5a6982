import { statfs } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { isDiskFailing } from './database-errors.ts';

/** Two pieces of the write-ahead log: with less, a server that could write a moment ago cannot write any more. */
export const leastRoomBytes = 32 * 1024 ** 2;

const rowBytes = 8_000;
const filler = `
  with filler as materialized (select repeat('x', ${rowBytes}) from generate_series(1, ${Math.ceil(leastRoomBytes / rowBytes)}))
  select count(*) from filler`;

/**
 * Fails where the server's disk has no room left. The rows do not fit into the memory that they are allowed, so the server writes
 * them to a file of its own and removes it afterwards: nothing is changed in the database.
 */
export async function probeRoom(client: ClientBase): Promise<void> {
  await client.query('begin; set local work_mem = 64');
  try {
    await client.query(filler);
  } catch (error) {
    if (isDiskFailing(error)) throw error; // what else stands in the way, such as a limit of such files, is not about the disk
  }
  await client.query('rollback');
}

/** Room on the disk of a folder, for those who may not be root. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
