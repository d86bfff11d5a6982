/** Help of what is done to the database. */
export const helpDatabaseEn = {
  database: 'the database as a whole: backup, restore, rebuild; on the machine where it is',
  backup: 'copy the embedded database while everything runs on',
  backupFolder: 'where backups are kept; each gets a folder of its own there (default: backups in DATA_DIR)',
  backupWithKey: 'put the installation key into it; without the key no token and no station password can be checked',
  backupTidy: 'delete of DATABASE_KEEP_WAL what is older than the oldest backup in that folder',
  restore: 'put a backup in the place of the database, which is moved aside; the system must not run',
  restoreFolder: 'a backup, or the folder where they are kept: then the newest that fits',
  restoreUntil:
    'go on from the backup until this time, such as 2026-11-15T10:00:00Z, or latest; needs DATABASE_KEEP_WAL',
  restoreTimeline: 'which way to follow where the log went on in several, as after a restore',
  rebuild:
    'compute all sessions, bills and outages again from the ledger and put right what differs, also while the system runs',
  rebuildCheck: 'only compare; ends with 1 where something differs',
};
