import { z } from 'zod';
import { time } from '../common.ts';
import { logKind } from '../stations/logs.ts';
import { defineCommand } from './define-command.ts';
import { fileLocation, retries, retryIntervalSeconds } from './file-transfer.ts';

/** Use case N01. */
export const logCommands = {
  'get-log': defineCommand({
    title: 'Let the station upload a log',
    input: z.object({
      kind: logKind.default('diagnostics'),
      location: fileLocation,
      oldestAt: time.optional(),
      latestAt: time.optional(),
      retries,
      retryIntervalSeconds,
    }),
    answer: z.object({
      fileName: z.string().nullable(),
      hasCanceledEarlier: z.boolean().describe('An upload that was under way has been given up for it'),
    }),
    effects: ['log-uploaded', 'log-failed'],
  }),
};
