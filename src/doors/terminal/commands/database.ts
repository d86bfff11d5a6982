import { openLog } from '#base/log.ts';
import type { DatabaseBackup, RebuildReport, RestoredDatabase, RestoreStep } from '#main/maintenance-commands.ts';
import { tellingProblems } from '../backup-problem.ts';
import { done, failed } from '../exit-code.ts';
import { decimalText } from '../money.ts';
import { everyFewSeconds } from '../progress.ts';
import { invalidInput, optionReader, type Switches, type Texts } from '../read-options.ts';
import { configOf } from '../settings-flags.ts';
import { show } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { dataSize } from '../text/gigabytes.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type BackupOptions = Record<string, unknown> & Switches<'withKey' | 'tidy' | 'json'> & { folder?: string | undefined };

export async function databaseBackup(terminal: Terminal, options: BackupOptions): Promise<number> {
  const { text, language, clock } = terminal;
  const config = configOf(terminal, options);
  const signal = terminal.untilInterrupted();
  const { backUpDatabase } = await import('#main/maintenance-commands.ts');
  const began = performance.now();
  const tell = everyFewSeconds((bytes: number, ofBytes: number) =>
    terminal.err(text.database.copied(dataSize(bytes, language), dataSize(ofBytes, language))),
  );
  const backup = await tellingProblems(terminal, signal, () =>
    backUpDatabase({
      config,
      folder: options.folder,
      withKey: options.withKey === true,
      isTidy: options.tidy === true,
      now: clock.now(),
      log: openLog('error'),
      signal,
      onProgress: tell,
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return show(terminal, options, shownBackup(backup, seconds), () => backupLines(terminal, backup, seconds));
}

function backupLines({ text, paint, language, command }: Terminal, backup: DatabaseBackup, seconds: number): string[] {
  const { folder, manifest, key, tidied, unfinished } = backup;
  const { database: words } = text;
  const size = dataSize(manifest.bytes, language);
  const keyLine = key.isInBackup ? words.keyInside : key.isSetting ? words.keyInSetting : words.keyApart(key.file);
  return [
    paint('good', words.backedUp({ folder, size, seconds: decimalText(seconds, language, 1) })),
    words.holdsUntil(localTime(manifest.endedAt)),
    key.isInBackup ? paint('warning', keyLine) : keyLine,
    ...(tidied === null ? [] : [words.tidied(String(tidied.files), dataSize(tidied.bytes, language))]),
    ...unfinished.map((left) => words.leftUnfinished(left)),
    words.toRestore(`${command} database restore ${folder}`),
  ];
}

function shownBackup({ manifest, ...rest }: DatabaseBackup, seconds: number): object {
  const { files, folders: _folders, migrations, ...facts } = manifest;
  return { ...rest, ...facts, files: files.length, migrations: migrations.length, seconds };
}

type RestoreOptions = Texts<'until' | 'timeline'> & { folder: string; json?: boolean };

export async function databaseRestore(terminal: Terminal, options: RestoreOptions): Promise<number> {
  const until = readUntil(terminal, options.until);
  const timeline = optionReader(terminal, options).number('timeline', [1, 999_999_999]);
  const config = configOf(terminal, options);
  const signal = terminal.untilInterrupted();
  const { restoreDatabase } = await import('#main/maintenance-commands.ts');
  const restored = await tellingProblems(terminal, signal, () =>
    restoreDatabase({
      config,
      folder: options.folder,
      until,
      timeline,
      now: terminal.clock.now(),
      log: openLog('error'),
      signal,
      onStep: (step) => terminal.err(stepSentence(terminal, step)),
    }),
  );
  return show(terminal, options, shownRestore(restored), () => restoreLines(terminal, restored, until !== undefined));
}

/** A time without its zone would be read by the zone of whoever types it: an hour too late can be a day of work. */
function readUntil(terminal: Terminal, value: string | undefined): Date | 'latest' | undefined {
  if (value === undefined || value === 'latest') return value;
  const hasZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)$/.test(value);
  const time = hasZone ? Date.parse(value) : NaN;
  if (!Number.isNaN(time)) return new Date(time);
  throw invalidInput(terminal, { name: '--until', value, accepts: terminal.text.accepts.until });
}

function stepSentence({ text, language }: Terminal, step: RestoreStep): string {
  const { database: words } = text;
  if (step.step !== 'copying') return words[step.step];
  const { folder, madeAt, bytes } = step;
  return words.copying({ folder, madeAt: localTime(madeAt), size: dataSize(bytes, language) });
}

function restoreLines({ text, paint, command }: Terminal, restored: RestoredDatabase, isFurther: boolean): string[] {
  const { manifest, tables, lastTransactionAt, movedTo, key, dataDir } = restored;
  const { database: words } = text;
  const keyLine = {
    fits: [],
    brought: [words.keyBrought(key.file)],
    wanted: [paint('bad', words.keyWanted(key.file))],
  }[key.state];
  return [
    paint('good', words.restored({ dataDir, tables: String(tables.tables), rows: String(tables.rows) })),
    isFurther && lastTransactionAt !== null
      ? words.restoredUntil(localTime(lastTransactionAt))
      : words.holdsUntil(localTime(manifest.endedAt)),
    ...(movedTo === null ? [] : [words.movedTo(movedTo)]),
    ...(key.movedTo === null ? [] : [words.keyMovedTo(key.movedTo)]),
    ...keyLine,
    words.toStart(`${command} serve`),
  ];
}

function shownRestore({ manifest, ...rest }: RestoredDatabase): object {
  const { files: _files, folders: _folders, migrations: _migrations, ...facts } = manifest;
  return { ...rest, backup: facts };
}

type RebuildOptions = Record<string, unknown> & { check?: boolean; json?: boolean };

export async function databaseRebuild(terminal: Terminal, options: RebuildOptions): Promise<number> {
  const { text } = terminal;
  const config = configOf(terminal, options);
  const isCheck = options.check === true;
  const signal = terminal.untilInterrupted();
  const { rebuildDatabase } = await import('#main/maintenance-commands.ts');
  const began = performance.now();
  const onProgress = everyFewSeconds((sessions: number) => terminal.err(text.database.compared(String(sessions))));
  const report = await tellingProblems(terminal, signal, () =>
    rebuildDatabase(config, openLog('error'), { isCheck, signal, onProgress }),
  );
  const seconds = (performance.now() - began) / 1000;
  await show(terminal, options, { ...report, seconds }, () => rebuildLines(terminal, { report, isCheck, seconds }));
  return isWell(report, isCheck) ? done : failed;
}

function isWell(report: RebuildReport, isCheck: boolean): boolean {
  const { different, missing, withoutEvents, refused, copies } = report;
  const others = wrongElsewhere(report);
  const isEqual = different + missing + withoutEvents + others === 0;
  return isCheck ? isEqual : refused.length + withoutEvents + copies.refused.length === 0;
}

/** In whatever is no session. */
function wrongElsewhere({ bills, outages, energy, connectors, copies }: RebuildReport): number {
  return wrongBills(bills) + wrongOutages(outages) + energy.different + connectors.different + copies.different;
}

function wrongBills({ different, wrongSums, missing }: RebuildReport['bills']): number {
  return different + wrongSums + missing;
}

function wrongOutages({ different, wrongStates }: RebuildReport['outages']): number {
  return different + wrongStates;
}

type Rebuilt = { report: RebuildReport; isCheck: boolean; seconds: number };

function rebuildLines({ text, paint, command, language }: Terminal, { report, isCheck, seconds }: Rebuilt): string[] {
  const { database: words } = text;
  const { sessions, different, missing, withoutEvents, columns, written, refused, examples } = report;
  const { bills, outages, energy, connectors, copies } = report;
  const [wrong, wrongOnes] = [wrongBills(bills), wrongOutages(outages)];
  const allWritten = written + outages.written + energy.written + connectors.written + copies.written;
  const total = words.allCompared({
    sessions: String(sessions),
    rows: String(copies.rows + connectors.connectors),
    tables: String(copies.tables + 1),
    seconds: decimalText(seconds, language, 1),
  });
  if (different + missing + withoutEvents + wrongElsewhere(report) === 0) return [total, paint('good', words.allEqual)];
  const byColumn = Object.entries(columns).map(([column, count]) => `${column} (${count})`);
  return [
    total,
    ...(different === 0 ? [] : [paint('bad', words.different(String(different), byColumn.join(', ')))]),
    ...(missing === 0 ? [] : [paint('bad', words.missing(String(missing)))]),
    ...(withoutEvents === 0 ? [] : [paint('bad', words.withoutEvents(String(withoutEvents)))]),
    ...examples.map(
      ({ stationId, ref, columns: what }) =>
        `  ${visible(stationId)} ${visible(ref)}: ${typeof what === 'string' ? words.found[what] : what.join(', ')}`,
    ),
    ...(wrong === 0 ? [] : [paint('bad', words.wrongBills(String(wrong), String(bills.bills)))]),
    ...bills.examples.map(({ sessionId, what }) => `  ${sessionId}: ${words.foundBill[what]}`),
    ...(wrongOnes === 0
      ? []
      : [paint('bad', words.wrongOutages(String(outages.different), String(outages.wrongStates)))]),
    ...(energy.different === 0
      ? []
      : [
          paint(
            'bad',
            words.wrongEnergy(
              Object.entries(energy.tables)
                .map(([table, count]) => `${table} (${count})`)
                .join(', '),
            ),
          ),
        ]),
    ...(connectors.different === 0 ? [] : [paint('bad', words.wrongConnectors(String(connectors.different)))]),
    ...connectors.examples.map((each) => `  ${visible(each.stationId)} ${each.evseId}.${each.connectorId}`),
    ...Object.entries(copies.byTable).flatMap(([table, count]) => [
      paint('bad', words.wrongRows(table, String(count))),
      ...copies.examples.filter((each) => each.table === table).map((each) => `  ${differentRow(words, each)}`),
    ]),
    ...copies.refused.map(({ table, reason }) => paint('bad', words.refusedTable(table, visible(reason)))),
    ...refused.map(({ stationId, ref, reason }) =>
      paint('bad', words.refused({ station: visible(stationId), ref: visible(ref), reason: visible(reason) })),
    ),
    ...(isCheck
      ? [words.toRebuild(`${command} database rebuild`)]
      : [paint('good', words.written(String(allWritten))), words.runningOnes]),
  ];
}

function differentRow(
  words: Terminal['text']['database'],
  { key, what, columns }: RebuildReport['copies']['examples'][number],
): string {
  const named = Object.values(key)
    .map((value) => visible(String(value)))
    .join(' ');
  return `${named}: ${what === 'changed' ? columns.join(', ') : words.foundRow[what]}`;
}
