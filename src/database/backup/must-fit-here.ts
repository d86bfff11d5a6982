import { major } from '../embedded/cluster.ts';
import type { Manifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import type { Restore } from './restore.ts';

/** Whether this program can work with the backup, told before anything is touched. */
export function mustFitHere(manifest: Manifest, { productVersion, knownMigrations, until }: Restore): void {
  const here = `${process.platform}-${process.arch}`;
  if (manifest.platform !== here) throw new BackupProblem('other-platform', { made: manifest.platform, here });
  if (manifest.postgresVersion.split('.')[0] !== major)
    throw new BackupProblem('other-postgres', { made: manifest.postgresVersion, here: major });
  const unknown = manifest.migrations.find(({ owner, number }) => !knownMigrations.has(`${owner}/${number}`));
  if (unknown !== undefined)
    throw new BackupProblem('newer-product', {
      made: manifest.productVersion,
      here: productVersion,
      migration: `${unknown.owner}/${unknown.name}`,
    });
  const endedAt = new Date(manifest.endedAt);
  if (until instanceof Date && until < endedAt) throw new BackupProblem('until-in-backup', { until, endedAt });
}
