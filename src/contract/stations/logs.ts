import { z } from 'zod';
import { outcome } from '../commands/command.ts';
import { time } from '../common.ts';
import { logKinds } from '../word-lists.ts';

export const logKind = z.enum(logKinds);
export type LogKind = z.infer<typeof logKind>;

export const logStatus = z.enum([
  'idle',
  'uploading',
  'uploaded',
  'upload-failed',
  'bad-message',
  'not-supported',
  'permission-denied',
  'canceled',
]);
export type LogStatus = z.infer<typeof logStatus>;

export const logReport = z.object({
  requestId: z.int().nullable().describe('null: the station did not say which request it means'),
  status: logStatus,
  reason: z.string().nullable(),
  at: time,
});
export const logRequest = z.object({
  requestId: z.int(),
  kind: logKind,
  location: z.string().describe('Where the station uploads to'),
  oldestAt: time.nullable(),
  latestAt: time.nullable(),
  askedAt: time,
  commandId: z.string().nullable(),
  outcome: outcome.shape.status.nullable().describe('How the command ended; null while it is under way'),
  fileName: z.string().nullable().describe('As the station named it'),
  status: logStatus.nullable().describe('The latest report; null: none yet'),
  reports: z.array(logReport).describe('Its whole life, oldest first'),
});
export type LogRequest = z.infer<typeof logRequest>;

export const stationLogs = z.object({
  requests: z.array(logRequest).describe('Newest first'),
  otherReports: z.array(logReport).describe('What the station told beyond our requests, newest first'),
});
export type StationLogs = z.infer<typeof stationLogs>;
