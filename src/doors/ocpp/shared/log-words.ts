import type { LogStatus } from '#contract/stations/logs.ts';

export const logStatuses = {
  Idle: 'idle',
  Uploading: 'uploading',
  Uploaded: 'uploaded',
  UploadFailed: 'upload-failed', // 1.6 diagnostics
  UploadFailure: 'upload-failed',
  BadMessage: 'bad-message',
  NotSupportedOperation: 'not-supported',
  PermissionDenied: 'permission-denied',
  AcceptedCanceled: 'canceled',
} as const satisfies Record<string, LogStatus>;
