import type { AlertList } from '../../../src/contract/stations/monitoring.ts';
import type { StreamList } from '../../../src/contract/stations/streams.ts';
import type { VariableView } from '../../../src/contract/stations/variables.ts';
import type { Scenario } from './world.ts';

const waiting = { waitForEffectSeconds: 15 };

/** How a station is set, and what it watches. */
export const settings: readonly Scenario[] = [
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
      return [status, station.access.dump().slots.slice(1)];
    },
    comesOut: ['accepted', [{ slot: 2, url: 'wss://other.example/ocpp', profile: 2 }]],
  },
];
