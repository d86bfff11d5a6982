import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { OcppVersion } from '../../src/contract/stations/station.ts';

/** What one use case exchanged with a station of one version, as the recorder held it. */
export type ShownMessages = { useCase: string; title: string; version: OcppVersion; messages: readonly string[] };

/** Beside `control.test.ts` lies `shown/control.jsonl`: one line per test, written by the tests themselves. */
export function shownFile(testPath: string): string {
  return join(dirname(testPath), 'shown', `${basename(testPath, '.test.ts')}.jsonl`);
}

export function parseShown(content: string): ShownMessages[] {
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ShownMessages);
}

type Kept = { testPath: string; declared: ReadonlySet<string>; shown: readonly ShownMessages[] };

/**
 * Keeps what the tests of a file showed, from which `docs/reference/ocpp-coverage.md` is generated. A test that was left
 * out of this run keeps its line, one that no longer exists loses it.
 */
export async function keepShown({ testPath, declared, shown }: Kept): Promise<void> {
  const file = shownFile(testPath);
  const before = await readFile(file, 'utf8').catch(() => '');
  const rows = new Map(parseShown(before).map((row) => [rowName(row), row]));
  for (const row of shown) rows.set(rowName(row), row);
  const lines = [...rows]
    .filter(([name]) => declared.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => `${JSON.stringify(row)}\n`);
  const after = lines.join('');
  if (after === before) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, after);
}

export function rowName({ useCase, title, version }: Omit<ShownMessages, 'messages'>): string {
  return `${useCase} ${title} (OCPP ${version})`;
}
