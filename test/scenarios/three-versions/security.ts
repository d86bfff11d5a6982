import type { CertificateRequests, StationCertificates } from '../../../src/contract/stations/certificates.ts';
import type {
  CustomerInformationList,
  CustomerInformationText,
} from '../../../src/contract/stations/customer-information.ts';
import type { SecurityEventList, StationSecurity } from '../../../src/contract/stations/security.ts';
import type { Station } from '../../../src/contract/stations/station.ts';
import type { Scenario } from './world.ts';

const waiting = { waitForEffectSeconds: 15 };

/** Certificates, passwords, and what is known about people. */
export const security: readonly Scenario[] = [
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
];
