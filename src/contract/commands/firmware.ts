import { z } from 'zod';
import { time } from '../common.ts';
import { defineCommand } from './define-command.ts';
import { fileLocation, retries, retryIntervalSeconds } from './file-transfer.ts';

const checksum = z
  .string()
  .regex(/^[0-9a-fA-F]{32}$/, 'must be an MD5 of 32 hexadecimal digits')
  .describe('MD5 of the file, as OCPP wants it');

/** Use cases L01 to L04. */
export const firmwareCommands = {
  'update-firmware': defineCommand({
    title: 'Let the station fetch and install new firmware',
    input: z.object({
      location: fileLocation,
      retrieveAt: time.optional().describe('Absent: now'),
      installAt: time.optional().describe('Absent: as soon as it is fetched'),
      signingCertificate: z.string().max(5500).optional().describe('PEM; with the signature: a secure update'),
      signature: z.string().max(800).optional().describe('Base64, of the firmware file'),
      retries,
      retryIntervalSeconds,
    }),
    answer: z.object({
      hasCanceledEarlier: z.boolean().describe('An update that was under way has been given up for it'),
    }),
    effects: ['firmware-installed', 'firmware-failed'],
  }),
  'publish-firmware': defineCommand({
    title: 'Let a local controller offer a firmware file to its stations',
    input: z.object({ location: fileLocation, checksum, retries, retryIntervalSeconds }),
    effects: ['firmware-published', 'firmware-failed'],
  }),
  'unpublish-firmware': defineCommand({
    title: 'Let a local controller withdraw a firmware file',
    input: z.object({ checksum }),
    effects: ['firmware-unpublished'],
  }),
};
