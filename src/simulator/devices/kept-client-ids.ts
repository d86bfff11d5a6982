import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecord } from '#base/json.ts';

/** The client id of each device, from a file where there is one: the server lets a device in by it, and only by it. */
export async function keptClientIds(file: string, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const kept = await readKept(file);
  const ids = new Map([...kept, ...deviceIds.filter((id) => !kept.has(id)).map((id) => [id, randomUUID()] as const)]);
  if (ids.size > kept.size) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(Object.fromEntries(ids), undefined, 2)}\n`, { mode: 0o600 });
  }
  return ids;
}

async function readKept(file: string): Promise<Map<string, string>> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isRecord(kept)) return new Map();
    return new Map(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map(); // none yet, or spoilt: they get new ones, and somebody has to activate them again
  }
}
