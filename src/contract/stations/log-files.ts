import { z } from 'zod';
import { time } from '../common.ts';
import { logKind } from './logs.ts';

/** What a finding in a log is about. */
export const logFindingKind = z.enum([
  'reboot',
  'fault',
  'ocpp-error',
  'link',
  'memory',
  'temperature',
  'meter',
  'storage',
  'clock',
]);
export type LogFindingKind = z.infer<typeof logFindingKind>;

/** Words of ours and codes of standards alone: nothing that a station wrote. */
export const logFinding = z.object({
  kind: logFindingKind,
  code: z
    .string()
    .describe('A word of ours such as watchdog, or a code of OCPP or MREC such as GroundFailure or CX014'),
  count: z.int().describe('In how many lines'),
  firstAt: time.nullable().describe('By the clock of the station; null: the lines bear no time'),
  lastAt: time.nullable(),
  peak: z.number().nullable().describe('The highest number that the lines tell, such as °C; null: they tell none'),
});
export type LogFinding = z.infer<typeof logFinding>;

export const logFileRefusal = z.enum([
  'too-large',
  'bomb',
  'path',
  'link-inside',
  'encrypted',
  'too-many-files',
  'unreadable',
  'empty',
]);
export type LogFileRefusal = z.infer<typeof logFileRefusal>;

export const logFile = z.object({
  id: z.uuid(),
  stationId: z.string(),
  commandId: z.string().nullable().describe('The command that asked for it'),
  kind: logKind,
  state: z.enum(['waiting', 'receiving', 'kept', 'refused', 'gone']),
  askedAt: time,
  askedBy: z.string(),
  expiresAt: time.describe('Until when the station may bring it'),
  receivedAt: time.nullable(),
  fileName: z.string().nullable().describe('As the station named it'),
  format: z.enum(['text', 'gzip', 'tar', 'tar-gzip', 'zip']).nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  texts: z.int().nullable().describe('How many texts were found in it'),
  lines: z.int().nullable(),
  findings: z.array(logFinding).nullable().describe('Most frequent first; null: nothing was read yet'),
  refusal: logFileRefusal.nullable().describe('Why it was not taken'),
});
export type LogFile = z.infer<typeof logFile>;

export const logFileList = z.object({ logFiles: z.array(logFile).describe('Newest first') });

export const askLogFile = z.object({
  kind: logKind.default('diagnostics'),
  oldestAt: time.optional(),
  latestAt: time.optional(),
  way: z
    .enum(['http', 'ftp'])
    .default('http')
    .describe('ftp: for stations that know nothing else, where LOG_FTP_PORT is set'),
  why: z.string().max(300).optional(),
});
export type AskLogFile = z.output<typeof askLogFile>;

export const logText = z.object({
  text: z.string().describe('As the station wrote it, but for control characters'),
  isCut: z.boolean().describe('There is more: the file itself has all of it'),
});
export type LogText = z.infer<typeof logText>;
