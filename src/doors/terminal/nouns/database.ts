import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

/** What is done to the database as a whole, on the machine where it is. */
export function addDatabase(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/database.ts'));
  addVerbs(program.command('database').description(help.database), {
    backup: {
      about: help.backup,
      args: { '[folder]': help.backupFolder },
      reach: 'settings',
      options: { '--with-key': help.backupWithKey, '--tidy': help.backupTidy, '--json': help.json },
      run: run('databaseBackup'),
    },
    restore: {
      about: help.restore,
      args: { '<folder>': help.restoreFolder },
      reach: 'settings',
      options: {
        '--until <time>': help.restoreUntil,
        '--timeline <number>': help.restoreTimeline,
        '--json': help.json,
      },
      run: run('databaseRestore'),
    },
    rebuild: {
      about: help.rebuild,
      reach: 'settings',
      options: { '--check': help.rebuildCheck, '--json': help.json },
      run: run('databaseRebuild'),
    },
  });
}
