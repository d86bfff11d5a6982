import type { ProblemName, Problems } from '#main/maintenance-commands.ts';
import { localTime } from '../times.ts';
import { dataSize } from './gigabytes.ts';

type ProblemTexts = { [Name in ProblemName]: (facts: Problems[Name]) => string };

const problems: ProblemTexts = {
  'external-database': () =>
    'DATABASE_URL names a database of your own, which is backed up by its own tools: "pg_basebackup -D FOLDER -X stream -c fast -d URL" copies the server. Back up the installation key as well.',
  'folder-in-cluster': ({ folder }) => `${folder} is inside the database; choose a folder outside DATA_DIR/postgres.`,
  'folder-unusable': ({ folder, reason }) => `No backup can be written into ${folder}: ${reason}.`,
  'no-space': ({ folder, neededBytes, freeBytes }) =>
    `This needs ${dataSize(neededBytes, 'en')}, and ${folder} has ${dataSize(freeBytes, 'en')} free. Free some, or choose another folder.`,
  'has-tablespaces': () =>
    'The database has tablespaces outside DATA_DIR, which this backup does not copy. Use pg_basebackup of PostgreSQL 18.',
  'log-recycled': ({ segment }) =>
    `The server has given up the log ${segment} before it could be copied. Try again; if max_slot_wal_keep_size is set in postgresql.conf, raise it.`,
  'server-lost': ({ reason }) => `The database stopped during the backup: ${reason}. Nothing is left of it; try again.`,
  'no-key-file': ({ file }) =>
    `There is no ${file} to put into the backup. Where INSTALLATION_KEY is set, keep that setting instead and leave --with-key away.`,
  'nothing-kept': () => '--tidy is for the log that DATABASE_KEEP_WAL keeps, and that is not set.',
  'no-backup': ({ folder }) => `There is no backup in ${folder}: it has no manifest.json, nor has a folder in it.`,
  'no-backup-before': ({ folder, until }) =>
    `No backup in ${folder} ended before ${localTime(until)}. Choose a later time, or an older backup.`,
  'is-unfinished': ({ folder }) => `${folder} was never finished and cannot be restored. It may be deleted.`,
  'manifest-unreadable': ({ file, reason }) =>
    `${file} cannot be read: ${reason}. The backup is damaged, or of another SIGEC; take another one.`,
  'other-platform': ({ made, here }) =>
    `The backup was made on ${made}, and this is ${here}: its files fit the kind of machine they come from.`,
  'other-postgres': ({ made, here }) =>
    `The backup is of PostgreSQL ${made}, and this SIGEC brings PostgreSQL ${here}.`,
  'newer-product': ({ made, here, migration }) =>
    `The backup is of SIGEC ${made}, and this is ${here}, which does not know ${migration}. Upgrade SIGEC first.`,
  'file-missing': ({ file }) =>
    `The backup is not whole: ${file} is missing. Nothing was changed; take another backup.`,
  'file-differs': ({ file }) =>
    `The backup is damaged: ${file} is not as it was written. Nothing was changed; take another backup.`,
  'product-runs': ({ dataDir }) => `SIGEC runs on ${dataDir}. Stop it first, then restore.`,
  'until-in-backup': ({ until, endedAt }) =>
    `${localTime(until)} is before the backup ended (${localTime(endedAt)}). Take an older backup, or a later time.`,
  'no-log': ({ segment }) =>
    `There is no log after ${segment}, with which the backup ends. --until needs the folder of DATABASE_KEEP_WAL; without --until the backup itself is restored.`,
  'several-timelines': ({ timelines }) =>
    `After this backup the log went on in several ways, since it was restored before: ${timelines.map(({ timeline, until }) => `${timeline} (until ${localTime(until)})`).join(', ')}. Choose one with --timeline.`,
  'log-has-hole': ({ segment, wholeUntil }) =>
    `The kept log has a hole: ${segment} is missing. Put it back, or restore with --until ${wholeUntil.toISOString()} or earlier.`,
  'log-ends-early': ({ until, lastAt }) =>
    `The log ends before ${localTime(until)}${lastAt === null ? '' : `; its last change is of ${localTime(lastAt)}`}. With --until latest all of it is restored. Nothing was changed.`,
  'recovery-failed': ({ reason }) => `PostgreSQL could not recover the backup: ${reason}. Nothing was changed.`,
  'table-damaged': ({ table, reason }) =>
    `${table} was damaged already when the backup was made: ${reason}. Nothing was changed; take an older backup.`,
};

/** What is said about backup, restore and rebuild. */
export const databaseEn = {
  database: {
    problems,
    filesFailed: (reason: string) => `A file or folder cannot be used: ${reason}. The database is as it was.`,
    interrupted: 'Stopped before the end; nothing was changed.',
    copied: (size: string, total: string) => `Copied ${size} of about ${total} …`,
    backedUp: (made: { folder: string; size: string; seconds: string }) =>
      `The backup is whole: ${made.folder}, ${made.size}, in ${made.seconds} s.`,
    holdsUntil: (time: string) => `It holds everything that was acknowledged until ${time}.`,
    keyInside:
      'The installation key is in it: whoever has this folder can try card numbers against it. Keep it as you keep passwords.',
    keyApart: (file: string) =>
      `The installation key is not in it. Keep a copy of ${file} in another place: without it no token can be looked up and every station needs a new password.`,
    keyInSetting:
      'The installation key is not in it, since INSTALLATION_KEY is a setting. Keep it: without it no token can be looked up.',
    tidied: (files: string, size: string) => `Deleted ${files} files of the kept log that no backup needs, ${size}.`,
    leftUnfinished: (folder: string) =>
      `${folder} is of a backup that did not end; unless one is at work there, it may be deleted.`,
    toRestore: (command: string) => `Copy it to another machine. To restore it, stop SIGEC and call: ${command}`,
    copying: (backup: { folder: string; madeAt: string; size: string }) =>
      `Copying and checking ${backup.folder} of ${backup.madeAt}, ${backup.size} …`,
    recovering: 'PostgreSQL is recovering it …',
    checking: 'Reading every table …',
    restored: (given: { dataDir: string; tables: string; rows: string }) =>
      `Restored into ${given.dataDir}: ${given.tables} tables with ${given.rows} rows, every page of them read.`,
    restoredUntil: (time: string) => `Its last change is of ${time}.`,
    movedTo: (folder: string) =>
      `The database that was there before is in ${folder}; delete it when you need it no more.`,
    keyBrought: (file: string) => `The installation key came out of the backup: ${file}.`,
    keyMovedTo: (file: string) => `The installation key that was there before is in ${file}.`,
    keyWanted: (file: string) =>
      `The installation key of this database is not here, and SIGEC will not start without it: put it into ${file}, or set INSTALLATION_KEY.`,
    toStart: (command: string) => `Start it with: ${command}`,
    compared: (sessions: string) => `Compared ${sessions} sessions …`,
    allCompared: (all: { sessions: string; rows: string; tables: string; seconds: string }) =>
      `Computed ${all.sessions} sessions from the ledger and compared ${all.rows} rows of ${all.tables} other tables in ${all.seconds} s.`,
    allEqual: 'All are as the ledger says.',
    different: (count: string, columns: string) => `${count} differ: ${columns}`,
    missing: (count: string) => `${count} are in the ledger and have no row`,
    withoutEvents: (count: string) => `${count} have a row and no event in the ledger; they are left as they are`,
    found: { missing: 'no row', 'without-events': 'no event in the ledger' },
    wrongBills: (count: string, all: string) =>
      `${count} of ${all} bills are not what their sessions come to; without --check they are billed again, by an adjustment`,
    foundBill: {
      different: 'its session comes to something else',
      'wrong-sums': 'its sum is not that of its entries',
      missing: 'ended, and not billed',
    },
    wrongOutages: (outages: string, stations: string) =>
      `${outages} outages and what is known of ${stations} stations are not what the ledger says`,
    wrongEnergy: (tables: string) => `rows of energy are not what the ledger says: ${tables}`,
    wrongConnectors: (count: string) => `the status of ${count} connectors is not what the ledger says:`,
    wrongRows: (table: string, count: string) => `${count} rows of ${table} are not as their commits left them:`,
    foundRow: { missing: 'it is gone', unknown: 'no commit wrote it', changed: 'it was changed' },
    refusedTable: (table: string, reason: string) => `${table} could not be put right: ${reason}`,
    refused: (given: { station: string; ref: string; reason: string }) =>
      `${given.station} ${given.ref} could not be written: ${given.reason}`,
    written: (count: string) => `${count} rows were written anew.`,
    runningOnes: 'If SIGEC runs meanwhile, look once more with --check when the sessions among them have ended.',
    toRebuild: (command: string) => `This puts them right: ${command}`,
  },
};
