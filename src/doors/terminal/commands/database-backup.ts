import { readConfig } from '#base/config.ts';
import { openLog } from '#base/log.ts';
import type { DatabaseBackup } from '#main.ts';
import { tellingProblems } from '../backup-problem.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { decimalText } from '../money.ts';
import { everyFewSeconds } from '../progress.ts';
import { flagsOf } from '../settings-flags.ts';
import type { Terminal } from '../terminal.ts';
import { dataSize } from '../text/gigabytes.ts';
import { localTime } from '../times.ts';

export type BackupOptions = Record<string, unknown> & {
  folder?: string | undefined;
  withKey?: boolean;
  tidy?: boolean;
  json?: boolean;
};

/** Copies the database of a running product. */
export async function databaseBackup(terminal: Terminal, options: BackupOptions): Promise<number> {
  const { text, language, clock } = terminal;
  const config = readConfig({ flags: flagsOf(options), env: terminal.env, envFile: '.env' });
  const signal = terminal.untilInterrupted();
  const { backUpDatabase } = await import('#main.ts');
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
  if (options.json) terminal.out(json(shownBackup(backup, seconds)));
  else terminal.out(render(terminal, backup, seconds).join('\n'));
  return done;
}

function render({ text, paint, language, command }: Terminal, backup: DatabaseBackup, seconds: number): string[] {
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
