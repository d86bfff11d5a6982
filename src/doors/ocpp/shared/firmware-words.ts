import type { FirmwareStatus } from '#contract/stations/firmware.ts';

/** Every word of every version for how an update or a publication goes: the same word means the same everywhere. */
export const firmwareStatuses = {
  Idle: 'idle',
  DownloadScheduled: 'download-scheduled',
  Downloading: 'downloading',
  DownloadPaused: 'download-paused',
  Downloaded: 'downloaded',
  DownloadFailed: 'download-failed',
  SignatureVerified: 'signature-verified',
  InvalidSignature: 'invalid-signature',
  InstallScheduled: 'install-scheduled',
  Installing: 'installing',
  InstallRebooting: 'install-rebooting',
  Installed: 'installed',
  InstallationFailed: 'installation-failed',
  InstallVerificationFailed: 'install-verification-failed',
  ChecksumVerified: 'checksum-verified',
  InvalidChecksum: 'invalid-checksum',
  Published: 'published',
  PublishFailed: 'publish-failed',
} as const satisfies Record<string, FirmwareStatus>;
