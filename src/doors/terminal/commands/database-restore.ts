import { readConfig } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { openLog } from '#base/log.ts';
import type { RestoredDatabase, RestoreStep } from '#main.ts';
import { tellingProblems } from '../backup-problem.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { flagsOf } from '../settings-flags.ts';
import type { Terminal } from '../terminal.ts';
import { dataSize } from '../text/gigabytes.ts';
import { localTime } from '../times.ts';

export type RestoreOptions = Record<string, unknown> & {
  folder: string;
  until?: string;
  timeline?: string;
  json?: boolean;
};

/** Puts a backup in the place of the database. */
export async function databaseRestore(terminal: Terminal, options: RestoreOptions): Promise<number> {
  const until = readUntil(terminal, options.until);
  const timeline = readTimeline(terminal, options.timeline);
  const config = readConfig({ flags: flagsOf(options), env: terminal.env, envFile: '.env' });
  const signal = terminal.untilInterrupted();
  const { restoreDatabase } = await import('#main.ts');
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
  if (options.json) terminal.out(json(shownRestore(restored)));
  else terminal.out(render(terminal, restored, until !== undefined).join('\n'));
  return done;
}

/** A time without its zone would be read by the zone of whoever types it: an hour too late can be a day of work. */
function readUntil({ text }: Terminal, given: string | undefined): Date | 'latest' | undefined {
  if (given === undefined || given === 'latest') return given;
  const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)$/.test(given)
    ? Date.parse(given)
    : NaN;
  if (!Number.isNaN(time)) return new Date(time);
  throw new SigecError(
    'INVALID_INPUT',
    text.wrongUse.invalidInput({ name: '--until', value: given, accepts: text.accepts.until }),
  );
}

function readTimeline({ text }: Terminal, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  const accepts = text.accepts.numberFrom('1', '999999999');
  throw new SigecError('INVALID_INPUT', text.wrongUse.invalidInput({ name: '--timeline', value: given, accepts }));
}

function stepSentence({ text, language }: Terminal, step: RestoreStep): string {
  const { database: words } = text;
  switch (step.step) {
    case 'copying':
      return words.copying({
        folder: step.folder,
        madeAt: localTime(step.madeAt),
        size: dataSize(step.bytes, language),
      });
    case 'recovering':
      return words.recovering;
    case 'checking':
      return words.checking;
  }
}

function render({ text, paint, command }: Terminal, restored: RestoredDatabase, isFurther: boolean): string[] {
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
