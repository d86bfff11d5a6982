import { existsSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..');

/** Where the real charging sessions lie: named by the caller, in the repository, or beside it. */
export function findDataFolder(): string | undefined {
  const named = process.env['SIGEC_BENCH_DATA'];
  const folders = [named, join(repository, 'bench', 'data'), join(repository, '..', 'shared', 'data', 'energy')];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'acn-caltech-2019-03.json.gz')));
}
