import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type Duty, every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { AskLogFile, LogFile, LogText } from '#contract/stations/log-files.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import type { Ask } from '../commands/run-command.ts';
import { type FileReader, fileReader, removeFile } from '../files/file-parts.ts';
import { hashOf, makeToken } from '../files/file-token.ts';
import { problemOf } from '../problem.ts';
import { changedLogFiles, isPlaceOpen, newLogFiles, readExpired, readLogFile, readLogFiles } from './log-file-store.ts';
import { type Received, receiveLogFile, type Upload } from './receive-log-file.ts';
import { readTexts } from './unpack/read-texts.ts';

export type LogFileNeeds = Duty & {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  /** Where a station brings its files, up to the token; null: nothing says by which name it reaches us. */
  uploadAddress(stationId: string, way: AskLogFile['way']): string | null;
  maxBytes: number;
  keepDays: number;
  runCommand(ask: Ask): Promise<CommandRecord>;
};

const hourMs = 3_600_000;
const tokenLastsMs = 24 * hourMs;
const answerWithinSeconds = 60;
const maxShown = 50;
const maxTextCharacters = 1_000_000;

export type LogFiles = ReturnType<typeof openLogFiles>;
/** Whoever waits for the upload says how long. */
type WantedLogFile = AskLogFile & { stationId: string } & Pick<Ask, 'waitForEffectSeconds' | 'signal'>;
export type AskedLogFile = { logFile: LogFile; command: CommandRecord };

/** Log files that stations bring to us (N01; GetDiagnostics of OCPP 1.6): asked for, taken, looked through and thrown away in time. */
export function openLogFiles(needs: LogFileNeeds) {
  const { pool, log } = needs;
  const upkeep = every({
    task: 'throw old log files away',
    everyMs: hourMs,
    log,
    only: needs.isKeeper,
    run: () => throwOldAway(needs),
  });
  return {
    ask: (wanted: WantedLogFile, actor: Actor) => askForLog(needs, wanted, actor),
    find: (stationId: string): Promise<LogFile[]> => readLogFiles(pool, stationId, maxShown),
    get: (id: string) => mustRead(pool, id),
    /** What the station brings: the token in its address says what for. */
    receive: (upload: Upload): Promise<Received> => receiveLogFile(needs, upload),
    /** Whether anything is to be brought with this token; for whoever has to read before it knows what comes. */
    isAwaited: (token: string) => isPlaceOpen(pool, { tokenHash: hashOf(token), now: needs.clock.now() }),
    /** The file as it came. For people: what a station wrote may be meant for a model. */
    async content(id: string, actor: Actor): Promise<{ logFile: LogFile; reader: FileReader }> {
      const logFile = await mustBeKept(pool, id, actor);
      await noteReading(needs, logFile, actor);
      return { logFile, reader: fileReader(pool, { fileId: id, bytes: logFile.bytes ?? 0 }) };
    },
    /** The beginning of what it says, all its texts one after the other. For people, like the file. */
    async text(id: string, actor: Actor): Promise<LogText> {
      const logFile = await mustBeKept(pool, id, actor);
      await noteReading(needs, logFile, actor);
      return readText(fileReader(pool, { fileId: id, bytes: logFile.bytes ?? 0 }));
    },
    /** Throws away now what is too old. */
    throwOldAway: () => upkeep.now(),
    close: () => upkeep.close(),
  };
}

async function askForLog(
  needs: LogFileNeeds,
  { stationId, kind, oldestAt, latestAt, way, why, ...waiting }: WantedLogFile,
  actor: Actor,
): Promise<AskedLogFile> {
  const { pool, ledger, clock } = needs;
  const address = needs.uploadAddress(stationId, way);
  if (address === null) throw problemOf('CONFLICT', sentenceOf(way === 'ftp' ? 'log-no-ftp' : 'files-no-address'));
  const token = makeToken();
  const askedAt = clock.now();
  const id = randomUUID();
  await ledger.commit({
    events: [
      {
        kind: 'log-file-asked',
        stationId,
        happenedAt: askedAt,
        principal: actorName(actor),
        body: { logFileId: id, logKind: kind },
      },
    ],
    writes: [
      write(newLogFiles, {
        id,
        stationId,
        kind,
        tokenHash: hashOf(token),
        state: 'waiting',
        askedAt,
        askedBy: actorName(actor),
        expiresAt: new Date(askedAt.getTime() + tokenLastsMs),
      }),
    ],
  });
  const input = {
    kind,
    location: address.replace('{token}', token),
    ...(oldestAt !== undefined && { oldestAt }),
    ...(latestAt !== undefined && { latestAt }),
  };
  const command = await needs.runCommand({
    stationId,
    name: 'get-log',
    input,
    actor,
    why,
    answerWithinSeconds,
    ...waiting,
  });
  const isOff = command.outcome?.status !== 'accepted';
  await ledger.commit({
    writes: [write(changedLogFiles, { id, commandId: command.id, ...(isOff && { state: 'gone' }) })],
  });
  return { logFile: await mustRead(pool, id), command };
}

async function mustRead(pool: Pool, id: string): Promise<LogFile> {
  const known = await readLogFile(pool, id);
  if (known !== undefined) return known;
  throw problemOf('NOT_FOUND', sentenceOf('no-log-file', { id }));
}

async function mustBeKept(pool: Pool, id: string, { principal, door }: Actor): Promise<LogFile> {
  const isForAgents = door === 'mcp' || door === 'tools';
  if (isForAgents || (principal !== null && principal.kind !== 'person'))
    throw problemOf('NOT_ALLOWED', sentenceOf('log-for-people'));
  const known = await mustRead(pool, id);
  if (known.state === 'kept') return known;
  throw problemOf('CONFLICT', sentenceOf('log-not-here', { id }));
}

async function noteReading({ ledger }: LogFileNeeds, { id, stationId }: LogFile, actor: Actor): Promise<void> {
  await ledger.commit({ audit: [auditOf('read-log-file', stationId, actor, { logFileId: id })] });
}

async function readText(reader: FileReader): Promise<LogText> {
  let text = '';
  for await (const one of readTexts(reader)) {
    const decoder = new TextDecoder();
    for await (const chunk of one) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > maxTextCharacters) return { text: visible(text.slice(0, maxTextCharacters)), isCut: true };
    }
    text += '\n';
  }
  return { text: visible(text), isCut: false };
}

/** Line by line, so that colours and cursor moves of a terminal stay out. */
function visible(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => untrustedText(line.replaceAll('\t', '  '), 4_096))
    .join('\n');
}

async function throwOldAway({ pool, ledger, clock, keepDays }: LogFileNeeds): Promise<void> {
  const now = clock.now();
  const keptSince = new Date(now.getTime() - keepDays * 24 * hourMs);
  for (const { id, stationId } of await readExpired(pool, { now, keptSince })) {
    await removeFile(pool, id);
    await ledger.commit({
      events: [{ kind: 'log-file-gone', stationId, happenedAt: now, body: { logFileId: id } }],
      writes: [write(changedLogFiles, { id, state: 'gone' })],
    });
  }
}
