import type { FirmwareStatus } from '#contract/stations/firmware.ts';

/** What is said about commands to stations and what came of them. */
export const ordersEn = {
  outcome: {
    status: {
      accepted: 'accepted',
      rejected: 'refused by the station',
      'no-answer': 'no answer',
      'not-sent': 'not sent',
    },
    running: 'under way',
    offline: 'the station is offline',
    lost: (field: string, why: string) => `not carried over: ${field}. ${why}.`,
    effect: (what: string, time: string) => `it took effect: ${what}, ${time}`,
    noEffect: (seconds: string) => `nothing was seen of it within ${seconds} s`,
    effects: {
      'station-booted': 'the station has started again',
      'connector-status': 'the connector has reported its status',
      'session-event': 'the session has reported',
      'report-completed': 'the report is complete',
      'firmware-installed': 'the firmware is installed',
      'firmware-failed': 'the firmware could not be installed',
      'log-uploaded': 'the log is uploaded',
      'log-failed': 'the log could not be uploaded',
    },
  },

  command: {
    columns: { asked: 'Asked', command: 'Command', input: 'Input', outcome: 'Outcome', by: 'By', why: 'Why' },
    none: 'Nothing was asked of this station yet.',
  },

  config: {
    columns: {
      name: 'Name',
      value: 'Value',
      status: 'Status',
      reason: 'Reason',
      key: 'Key of OCPP 1.6',
      mutability: 'May be',
      learned: 'Known since',
    },
    none: 'Nothing is known yet.',
    status: {
      accepted: 'accepted',
      'reboot-required': 'accepted, needs a restart',
      rejected: 'refused',
      'unknown-component': 'component unknown',
      'unknown-variable': 'unknown',
      'unsupported-attribute': 'attribute not supported',
    },
    mutability: { 'read-only': 'read', 'write-only': 'written', 'read-write': 'read and written' },
  },

  firmware: {
    version: 'Running',
    job: 'Last update',
    asked: 'Asked',
    outcome: 'Answer',
    status: 'Status',
    told: 'Told besides',
    noJob: 'none was asked for',
    noReport: 'not reported yet',
    statuses: {
      idle: 'idle',
      'download-scheduled': 'download scheduled',
      downloading: 'downloading',
      'download-paused': 'download paused',
      downloaded: 'downloaded',
      'download-failed': 'download failed',
      'signature-verified': 'signature verified',
      'invalid-signature': 'signature not valid',
      'install-scheduled': 'installation scheduled',
      installing: 'installing',
      'install-rebooting': 'restarting',
      installed: 'installed',
      'installation-failed': 'installation failed',
      'install-verification-failed': 'verification failed',
      'checksum-verified': 'checksum verified',
      'invalid-checksum': 'checksum not valid',
      published: 'published',
      'publish-failed': 'could not be published',
    } satisfies Record<FirmwareStatus, string> as Record<FirmwareStatus, string>,
  },
};
