import type { CertificateRequests, StationCertificates } from '../../../src/contract/certificates.ts';
import type { CustomerInformationList, CustomerInformationText } from '../../../src/contract/customer-information.ts';
import type { DataTransferList } from '../../../src/contract/data-transfer.ts';
import type { DisplayMessageList } from '../../../src/contract/display.ts';
import type { StationFirmware } from '../../../src/contract/firmware.ts';
import type { StationLogs } from '../../../src/contract/logs.ts';
import type { AlertList } from '../../../src/contract/monitoring.ts';
import type { SecurityEventList, StationSecurity } from '../../../src/contract/security.ts';
import type { Station } from '../../../src/contract/station.ts';
import type { StreamList } from '../../../src/contract/streams.ts';
import type { VariableView } from '../../../src/contract/variables.ts';
import { makeRoot } from '../../support/csr.ts';
import type { Scenario } from './world.ts';

const location = 'https://files.example/praia-5.1.bin';
const signature = 'c2lnbmF0dXJl';
const checksum = 'd41d8cd98f00b204e9800998ecf8427e';
const waiting = { waitForEffectSeconds: 15 };

/** Settings, firmware, logs, certificates, displays: what keeps a station in order. */
export const upkeep: readonly Scenario[] = [
  {
    name: 'a station tells how it is set',
    async run({ command, look }) {
      const { status, effect } = await command('get-report', { base: 'configuration' }, waiting);
      const { variables } = await look<VariableView>('/variables');
      const values = new Map(variables.map(({ name, attributes }) => [name, attributes[0]?.value]));
      const asked = ['TxCtrlr.EVConnectionTimeOut', 'AuthCtrlr.LocalPreAuthorize', 'LocalAuthListCtrlr.Enabled'];
      return [status, effect?.kind, asked.map((name) => values.get(name))];
    },
    comesOut: ['accepted', 'report-completed', ['120', 'false', 'true']],
  },
  {
    name: 'what differs from the template is shown and set right',
    async run({ command, look, sigec, own }) {
      const template = own('T');
      const variables = [{ name: 'TxCtrlr.EVConnectionTimeOut', value: '90' }];
      await sigec.api.put(`/api/templates/${template}`, { variables });
      await command('get-report', { base: 'configuration' }, waiting);
      const differing = async () =>
        (await look<VariableView>(`/variables?template=${template}`)).differences.map(
          ({ name, expected, actual }) => `${name} ${expected} ${actual}`,
        );
      const before = await differing();
      const { status } = await command('set-variables', { variables });
      return { before, status, after: await differing() };
    },
    comesOut: { before: ['TxCtrlr.EVConnectionTimeOut 90 120'], status: 'accepted', after: [] },
  },
  {
    name: 'a value that makes no sense is refused, and what cannot be changed stays',
    async run({ command }) {
      const set = (name: string, value: string) => command('set-variables', { variables: [{ name, value }] });
      const nonsense = await set('TxCtrlr.EVConnectionTimeOut', 'soon');
      const fixed = await set('LocalAuthListCtrlr.ItemsPerMessage', '5');
      return [nonsense.status, fixed.status];
    },
    comesOut: ['rejected', 'rejected'],
  },
  {
    name: 'a setting that the station does not have cannot be read',
    async run({ command }) {
      const name = 'Vendor.Wallpaper';
      const { status, answer } = await command('get-variables', { variables: [{ name }] });
      return [status, (answer['results'] as { value: string | null }[]).map(({ value }) => value)];
    },
    comesOut: ['rejected', [null]],
  },
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
      return [effect?.kind, version, events.map(({ type, isCritical }) => [type, isCritical])];
    },
    comesOut: ['firmware-failed', '4.3.0', [['InvalidFirmwareSignature', true]]],
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
  {
    name: 'a root certificate is installed and taken away again',
    async run({ station, command, look }) {
      await command('install-certificate', { purpose: 'manufacturer-root' });
      await command('list-certificates');
      const [installed] = (await look<StationCertificates>('/certificates')).installed;
      if (installed === undefined) throw new Error('The station has no certificate.');
      const { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber } = installed;
      const hash = { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber };
      const { status } = await command('delete-certificate', hash);
      const again = await command('delete-certificate', hash);
      const shown = (await look<StationCertificates>('/certificates')).installed;
      return [installed.purpose, status, again.status, shown.length, station.trust.list().length];
    },
    comesOut: ['manufacturer-root', 'accepted', 'rejected', 0, 0],
  },
  {
    name: 'a station trusts the root of the plug-and-charge world',
    async run({ command }) {
      const installed = await command('install-certificate', { purpose: 'v2g-root' });
      const listed = await command('list-certificates', { purposes: ['v2g-root'] });
      return [installed.status, listed.answer];
    },
    comesOut: ['accepted', { count: 1 }],
  },
  {
    name: 'a station gets a new certificate of its own',
    async run({ station, command, until }) {
      const { status } = await command('trigger', { message: 'sign-station-certificate' });
      const isDelivered = ({ requests: [first] }: CertificateRequests) => first?.state === 'installed';
      const { requests } = await until<CertificateRequests>('/certificate-requests', isDelivered);
      return [status, requests.map(({ purpose, state }) => [purpose, state]), station.trust.own !== null];
    },
    comesOut: ['accepted', [['station', 'installed']], true],
  },
  {
    name: 'a station gets a new password and comes back with it',
    async run({ command, until, look }) {
      const { status } = await command('change-password');
      const isUsed = ({ password }: StationSecurity) => password.changedAt !== null && password.changes.length === 0;
      await until<StationSecurity>('/security', isUsed);
      await until<Station>('', ({ link }) => link.state === 'online');
      return [status, (await look<Station>()).hasPassword];
    },
    comesOut: ['accepted', true],
  },
  {
    name: 'somebody opened the housing: an operator sees it and takes note',
    async run({ station, until, sigec, stationId }) {
      await station.upkeep.tellSecurityEvent('TamperDetectionActivated', 'Door contact');
      const path = '/security-events';
      const { events } = await until<SecurityEventList>(path, (list) => list.open === 1);
      await sigec.api.post(`/api/stations/${stationId}${path}/${events[0]?.id}/acknowledge`, { note: 'Fitter' });
      const { open } = await until<SecurityEventList>(path, (list) => list.open === 0);
      return [events.map(({ type, isCritical, details }) => ({ type, isCritical, details })), open];
    },
    comesOut: [[{ type: 'TamperDetectionActivated', isCritical: true, details: 'Door contact' }], 0],
  },
  {
    name: 'a text is shown in two languages',
    async run({ command, look }) {
      const otherLanguages = [{ text: 'Welcome', language: 'en' }];
      const text = { text: 'Bem-vindo', language: 'pt-BR', otherLanguages };
      const { status } = await command('set-display-message', text);
      const { messages } = await look<DisplayMessageList>('/display-messages');
      return [status, messages.flatMap(({ wanted }) => wanted?.texts.map(({ language }) => language))];
    },
    comesOut: ['accepted', ['pt-BR', 'en']],
  },
  {
    name: 'a text is shown while a session runs, and goes with it',
    async run({ station, command, charging }) {
      const { id: sessionId } = await charging();
      const { status } = await command('set-display-message', { text: 'Enjoy', sessionId });
      const during = station.displays.find({}).length;
      station.sessions.stopAll('Local');
      return [status, during, station.displays.find({}).length];
    },
    comesOut: ['accepted', 1, 0],
  },
  {
    name: 'a station tells which texts it shows',
    async run({ command, until }) {
      await command('set-display-message', { text: 'Closed at night', priority: 'in-front' });
      const { status, effect } = await command('get-display-messages', {}, waiting);
      const isTold = ({ messages: [first] }: DisplayMessageList) => first?.shown !== null;
      const { messages } = await until<DisplayMessageList>('/display-messages', isTold);
      return [status, effect?.kind, messages.map(({ shown }) => [shown?.priority, shown?.texts[0]?.text])];
    },
    comesOut: ['accepted', 'display-messages-reported', [['in-front', 'Closed at night']]],
  },
  {
    name: 'a vendor that the station does not know is refused, either way',
    async run({ station, command, look }) {
      const { status, code } = await command('transfer-data', { vendorId: 'org.nobody', data: 'x' });
      const heard = await station.say('DataTransfer', { vendorId: 'org.nobody', data: 'y' });
      const { transfers } = await look<DataTransferList>('/data-transfers');
      return [status, code, heard, transfers.map((transfer) => transfer.status)];
    },
    comesOut: ['rejected', 'UnknownVendorId', { status: 'UnknownVendorId' }, ['unknown-vendor', 'unknown-vendor']],
  },
  {
    name: 'a customer asks what the station keeps about them',
    async run({ station, command, until, sigec, stationId }) {
      station.upkeep.customers.set('CUSTOMER-7', 'Charged twice in May');
      const asked = await command('get-customer-information', { customerIdentifier: 'CUSTOMER-7' }, waiting);
      const isThere = ({ requests: [first] }: CustomerInformationList) => first?.isComplete === true;
      const { requests } = await until<CustomerInformationList>('/customer-information', isThere);
      const path = `/api/stations/${stationId}/customer-information/${requests[0]?.requestId}/read`;
      return [asked.effect?.kind, (await sigec.api.post<CustomerInformationText>(path)).text];
    },
    comesOut: ['customer-information-reported', 'Charged twice in May'],
  },
  {
    name: 'a station watches its power and raises the alarm',
    async run({ station, command, until }) {
      const watch = { name: 'EVSE@1.Power', type: 'upper-threshold', value: 11_000, severity: 3 };
      const { status } = await command('set-monitors', { monitors: [watch] });
      station.observe({ component: 'EVSE', evseId: 1, variable: 'Power' }, '12000');
      const { alerts } = await until<AlertList>('/alerts?isActive=true', (list) => list.alerts.length > 0);
      return [status, alerts.map(({ name, value, severity }) => ({ name, value, severity }))];
    },
    comesOut: ['accepted', [{ name: 'EVSE@1.Power', value: '12000', severity: 3 }]],
  },
  {
    name: 'a station streams what it measures',
    async run({ station, command, until }) {
      const stream = { values: 1 };
      const watch = { name: 'EVSE@1.Power', type: 'periodic', value: 1, severity: 8, stream };
      const { status, losses } = await command('set-monitors', { monitors: [watch] });
      await until<StreamList>('/streams', () => losses.length > 0 || station.streams.all.length === 1);
      station.observe({ component: 'EVSE', evseId: 1, variable: 'Power' }, '7400');
      const isHeard = ({ streams: [first] }: StreamList) => losses.length > 0 || first?.lastSample?.value === '7400';
      const { streams } = await until<StreamList>('/streams', isHeard);
      return [status, streams.map(({ messages, closedAt }) => ({ messages, closedAt }))];
    },
    comesOut: ['accepted', [{ messages: 1, closedAt: null }]],
  },
  {
    name: 'a station is told of a second server',
    async run({ station, command }) {
      const profile = { slot: 2, url: 'wss://other.example/ocpp', version: '2.0.1', interface: 'wired-0' };
      const { status } = await command('set-network-profile', { ...profile, securityProfile: 2 });
      return [status, [...station.networkProfiles.entries()]];
    },
    comesOut: ['accepted', [[2, 'wss://other.example/ocpp']]],
  },
];
