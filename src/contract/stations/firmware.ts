import { z } from 'zod';
import { outcome } from '../commands/command.ts';
import { time } from '../common.ts';

export const firmwareStatus = z.enum([
  'idle',
  'download-scheduled',
  'downloading',
  'download-paused',
  'downloaded',
  'download-failed',
  'signature-verified',
  'invalid-signature',
  'install-scheduled',
  'installing',
  'install-rebooting',
  'installed',
  'installation-failed',
  'install-verification-failed',
  'checksum-verified',
  'invalid-checksum',
  'published',
  'publish-failed',
]);
export type FirmwareStatus = z.infer<typeof firmwareStatus>;

export const firmwareReport = z.object({
  requestId: z.int().nullable().describe('null: the station did not say which job it means'),
  kind: z.enum(['update', 'publish']),
  status: firmwareStatus,
  reason: z.string().nullable(),
  locations: z.array(z.string()).describe('Where a published file can be fetched from'),
  at: time,
});
export type FirmwareReport = z.infer<typeof firmwareReport>;

export const firmwareJob = z.object({
  requestId: z.int(),
  kind: z.enum(['update', 'publish']).describe('publish: a local controller offers the file to its stations'),
  location: z.string(),
  isSigned: z.boolean(),
  verification: z
    .enum(['verified', 'unchecked'])
    .nullable()
    .describe('Whether certificate and image were checked here before it was sent; null: it is not signed'),
  verificationReason: z.string().nullable().describe('Why the image could not be checked here'),
  checksum: z.string().nullable(),
  retrieveAt: time.nullable(),
  installAt: time.nullable(),
  askedAt: time,
  commandId: z.string().nullable(),
  outcome: outcome.shape.status.nullable().describe('How the command ended; null while it is under way'),
  status: firmwareStatus.nullable().describe('The latest report; null: none yet'),
  unpublishedAt: time.nullable(),
  reports: z.array(firmwareReport).describe('Its whole life, oldest first'),
});
export type FirmwareJob = z.infer<typeof firmwareJob>;

export const stationFirmware = z.object({
  version: z.string().nullable().describe('As the station told at its last boot'),
  jobs: z.array(firmwareJob).describe('Newest first'),
  otherReports: z.array(firmwareReport).describe('What the station told beyond our jobs, newest first'),
});
export type StationFirmware = z.infer<typeof stationFirmware>;
