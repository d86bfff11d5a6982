import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

/** What is done to the database as a whole, on the machine where it is. */
export function addDatabase(program: Command, { terminal, runs, readsSettings }: CommandKit): void {
  const { help } = terminal.text;
  const database = program.command('database').description(help.database);
  runs(
    readsSettings(database.command('backup').description(help.backup).argument('[folder]', help.backupFolder))
      .option('--with-key', help.backupWithKey)
      .option('--tidy', help.backupTidy)
      .option('--json', help.json),
    async ({ args: [folder], options }) =>
      (await import('../commands/database-backup.ts')).databaseBackup(terminal, { ...options, folder }),
  );
  runs(
    readsSettings(database.command('restore').description(help.restore).argument('<folder>', help.restoreFolder))
      .option('--until <time>', help.restoreUntil)
      .option('--timeline <number>', help.restoreTimeline)
      .option('--json', help.json),
    async ({ args: [folder = ''], options }) =>
      (await import('../commands/database-restore.ts')).databaseRestore(terminal, { ...options, folder }),
  );
  runs(
    readsSettings(database.command('rebuild').description(help.rebuild))
      .option('--check', help.rebuildCheck)
      .option('--json', help.json),
    async ({ options }) => (await import('../commands/database-rebuild.ts')).databaseRebuild(terminal, { ...options }),
  );
}
