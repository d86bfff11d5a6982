import type { StationFirmware } from '../../../src/contract/stations/firmware.ts';
import type { StationLogs } from '../../../src/contract/stations/logs.ts';
import type { SecurityEventList } from '../../../src/contract/stations/security.ts';
import { makeRoot } from '../../support/csr.ts';
import type { Scenario } from './world.ts';

const location = 'https://files.example/praia-5.1.bin';
const signature = 'c2lnbmF0dXJl';
const checksum = 'd41d8cd98f00b204e9800998ecf8427e';
const waiting = { waitForEffectSeconds: 15 };

/** Firmware and logs. */
export const files: readonly Scenario[] = [
  {
    name: 'signed firmware is checked before it is installed',
    async run({ command, until }) {
      const signed = { location, signature, signingCertificate: await makeRoot('CN=Fabricante') };
      const { status, effect } = await command('update-firmware', signed, waiting);
      const { jobs, version } = await until<StationFirmware>('/firmware', (firmware) => firmware.version === '5.1');
      const told = jobs.map((job) => [job.isSigned, job.reports.map((report) => report.status)]);
      return { status, effect: effect?.kind, version, told };
    },
    comesOut: {
      status: 'accepted',
      effect: 'firmware-installed',
      version: '5.1',
      told: [[true, ['downloading', 'downloaded', 'signature-verified', 'installing', 'installed']]],
    },
  },
  {
    name: 'firmware with a false signature is not installed, and the operator is warned',
    async run({ station, command, until, look }) {
      station.upkeep.fault = 'signature';
      const signed = { location, signature, signingCertificate: await makeRoot('CN=Fabricante') };
      const { effect } = await command('update-firmware', signed, waiting);
      const { events } = await until<SecurityEventList>('/security-events', (list) => list.open > 0);
      const { version } = await look<StationFirmware>('/firmware');
      // The status says it, and the station may add an event of its own.
      return [effect?.kind, version, [...new Set(events.map(({ type, severity }) => `${type} ${severity}`))]];
    },
    comesOut: ['firmware-failed', '4.3.0', ['InvalidFirmwareSignature critical']],
  },
  {
    name: 'firmware that cannot be fetched leaves the station as it was',
    async run({ station, command, look }) {
      station.upkeep.fault = 'download';
      const { status, effect } = await command('update-firmware', { location }, waiting);
      const { version, jobs } = await look<StationFirmware>('/firmware');
      return [status, effect?.kind, version, jobs.map((job) => job.status)];
    },
    comesOut: ['accepted', 'firmware-failed', '4.3.0', ['download-failed']],
  },
  {
    name: 'firmware is fetched now and installed at night',
    async run({ command }) {
      const installAt = new Date(Date.now() + 3_600_000).toISOString();
      return (await command('update-firmware', { location, installAt })).status;
    },
    comesOut: 'accepted',
  },
  {
    name: 'a local controller offers firmware to the stations behind it, and withdraws it',
    async run({ command, until }) {
      const published = await command('publish-firmware', { location, checksum }, waiting);
      const withdrawn = await command('unpublish-firmware', { checksum });
      const isGone = ({ jobs }: StationFirmware) => jobs.every(({ unpublishedAt }) => unpublishedAt !== null);
      const { jobs } = await until<StationFirmware>('/firmware', isGone);
      return [published.effect?.kind, withdrawn.status, jobs.map(({ status }) => status)];
    },
    comesOut: ['firmware-published', 'accepted', ['published']],
  },
  {
    name: 'the security log is uploaded',
    async run({ command, until }) {
      const { status, effect } = await command('get-log', { kind: 'security', location }, waiting);
      const { requests } = await until<StationLogs>('/logs', (logs) => logs.requests[0]?.status === 'uploaded');
      return [status, effect?.kind, requests.map(({ kind }) => kind)];
    },
    comesOut: ['accepted', 'log-uploaded', ['security']],
  },
  {
    name: 'an upload that fails is told',
    async run({ station, command, until }) {
      station.upkeep.fault = 'upload';
      const { effect } = await command('get-log', { location }, waiting);
      const { requests } = await until<StationLogs>('/logs', (logs) => logs.requests[0]?.status === 'upload-failed');
      return [effect?.kind, requests.map(({ reports }) => reports.map(({ status }) => status))];
    },
    comesOut: ['log-failed', [['uploading', 'upload-failed']]],
  },
  {
    name: 'what the station collected for research is uploaded',
    async run({ command }) {
      return (await command('get-log', { kind: 'data-collector', location }, waiting)).effect?.kind;
    },
    comesOut: 'log-uploaded',
  },
];
