import type { MeterMessageList } from '../../../src/contract/sessions/session.ts';
import type { StationCertificates } from '../../../src/contract/stations/certificates.ts';
import type { DataTransferList } from '../../../src/contract/stations/data-transfer.ts';
import type { DisplayMessageList } from '../../../src/contract/stations/display.ts';
import type { StationFirmware } from '../../../src/contract/stations/firmware.ts';
import type { StationLogs } from '../../../src/contract/stations/logs.ts';
import type { MessageList } from '../../../src/contract/stations/message.ts';
import type { Station } from '../../../src/contract/stations/station.ts';
import type { VariableView } from '../../../src/contract/stations/variables.ts';
import { simulatedVendor } from '../../../src/simulator/transfers.ts';
import type { Scenario } from './world.ts';

const accepted = 'accepted';

/** What is done with stations every day. */
export const everydayStations: readonly Scenario[] = [
  {
    name: 'boot: a station boots and is known with its plate',
    async run({ look, stationId }) {
      const { link, vendor, model, serialNumber, firmwareVersion, bootedAt } = await look<Station>();
      const isSerial = serialNumber === stationId;
      return { state: link.state, vendor, model, isSerial, firmwareVersion, hasBooted: bootedAt !== null };
    },
    comesOut: {
      state: 'online',
      vendor: 'Tucano Eletrica',
      model: 'Praia Duo',
      isSerial: true,
      firmwareVersion: '4.3.0',
      hasBooted: true,
    },
  },
  {
    name: 'status: a car is plugged in and leaves again',
    async run({ station, connector }) {
      const [place] = station.connectors.find({ evseId: 1 });
      if (place === undefined) throw new Error('The station has no EVSE 1.');
      station.changeConnector(place, { status: 'occupied', activity: 'preparing', fault: null });
      const seen = [await connector(1, 'occupied'), await connector(2, 'available')];
      station.changeConnector(place, { status: 'available', activity: null, fault: null });
      return [...seen, await connector(1, 'available')];
    },
    comesOut: ['occupied', 'available', 'available'],
  },
  {
    name: 'reset: a station is restarted and comes back',
    async run({ command }) {
      const { status, answer, effect } = await command('reset', {}, { waitForEffectSeconds: 15 });
      return { status, answer, effect: effect?.kind };
    },
    comesOut: { status: accepted, answer: { isScheduled: false }, effect: 'station-booted' },
  },
  {
    name: 'unlock: a stuck cable is set free',
    async run({ command }) {
      const { status, code } = await command('unlock', { evseId: 1 });
      return { status, code };
    },
    comesOut: { status: accepted, code: 'Unlocked' },
  },
  {
    name: 'availability: an EVSE is taken out of service and put back',
    async run({ command, connector }) {
      const off = await command('set-availability', { isOperative: false, evseId: 1 });
      const shown = [await connector(1, 'unavailable'), await connector(2, 'available')];
      const on = await command('set-availability', { isOperative: true, evseId: 1 });
      return [off.status, off.answer, ...shown, on.status, await connector(1, 'available')];
    },
    comesOut: [accepted, { isScheduled: false }, 'unavailable', 'available', accepted, 'available'],
  },
  {
    name: 'variables: a setting is read, changed and read again',
    async run({ station, command, until }) {
      const name = 'OCPPCommCtrlr.HeartbeatInterval';
      const read = async () => (await command('get-variables', { variables: [{ name }] })).answer['results'];
      const valueOf = (results: unknown) => (results as { value: string }[]).map(({ value }) => value);
      const before = valueOf(await read());
      const { status } = await command('set-variables', { variables: [{ name, value: '45' }] });
      const after = valueOf(await read());
      const { variables } = await until<VariableView>(`/variables?name=${name}`, (view) => view.variables.length > 0);
      const shown = variables.map(({ attributes, key }) => [key, attributes[0]?.value]);
      return { before, status, after, shown, beatsEvery: station.heartbeatSeconds };
    },
    comesOut: {
      before: ['300'],
      status: accepted,
      after: ['45'],
      shown: [['HeartbeatInterval', '45']],
      beatsEvery: 45,
    },
  },
  {
    name: 'firmware: a station fetches and installs a new version',
    async run({ command, until }) {
      const order = { location: 'https://files.example/praia-5.1.bin' };
      const { status, effect } = await command('update-firmware', order, { waitForEffectSeconds: 15 });
      const { version, jobs } = await until<StationFirmware>('/firmware', (firmware) => firmware.version === '5.1');
      return { status, effect: effect?.kind, version, steps: jobs[0]?.reports.map((report) => report.status) };
    },
    comesOut: {
      status: accepted,
      effect: 'firmware-installed',
      version: '5.1',
      steps: ['downloading', 'downloaded', 'installing', 'installed'],
    },
  },
  {
    name: 'log: a station uploads its diagnostics',
    async run({ command, until }) {
      const order = { location: 'https://files.example/logs/' };
      const { status, effect } = await command('get-log', order, { waitForEffectSeconds: 15 });
      const { requests } = await until<StationLogs>('/logs', (logs) => logs.requests[0]?.status === 'uploaded');
      const told = requests.map((log) => [log.kind, log.fileName !== null, log.reports.map((report) => report.status)]);
      return { status, effect: effect?.kind, told };
    },
    comesOut: {
      status: accepted,
      effect: 'log-uploaded',
      told: [['diagnostics', true, ['uploading', 'uploaded']]],
    },
  },
  {
    name: 'trigger: a station is asked for its status and its meter',
    async run({ command, until }) {
      const now = new Date().toISOString();
      const status = await command('trigger', { message: 'status', evseId: 1 });
      const told = `/messages?action=StatusNotification&since=${now}`;
      await until<MessageList>(told, (view) => view.messages.length === 1);
      const meter = await command('trigger', { message: 'meter-values', evseId: 1 });
      const { messages } = await until<MeterMessageList>('/meter-values', (view) => view.messages.length > 0);
      const samples = messages.flatMap((message) => message.samples);
      return [status.status, meter.status, samples.map(({ measurand, context }) => [measurand, context])];
    },
    comesOut: [accepted, accepted, [['Energy.Active.Import.Register', 'Trigger']]],
  },
  {
    name: 'data transfer: something beyond OCPP goes there and comes back',
    async run({ command, station, look }) {
      const sent = await command('transfer-data', { vendorId: simulatedVendor, messageId: 'Echo', data: 'ola' });
      const heard = await station.say('DataTransfer', { vendorId: simulatedVendor, messageId: 'Mood', data: 'fine' });
      const { transfers } = await look<DataTransferList>('/data-transfers');
      const told = transfers.map(({ direction, data, status, answer }) => ({ direction, data, status, answer }));
      return { status: sent.status, answer: sent.answer, heard, told };
    },
    comesOut: {
      status: accepted,
      answer: { status: accepted, data: 'ola' },
      heard: { status: 'Accepted', data: 'heard' },
      told: [
        { direction: 'from-station', data: 'fine', status: accepted, answer: 'heard' },
        { direction: 'to-station', data: 'ola', status: accepted, answer: 'ola' },
      ],
    },
  },
  {
    name: 'display: a text is shown to drivers and taken away',
    async run({ command, station, look }) {
      const shown = await command('set-display-message', { text: 'Bem-vindo', language: 'pt-BR' });
      const { messages } = await look<DisplayMessageList>('/display-messages');
      const atTheStation = station.displays.find({}).map(({ message }) => message.content);
      const cleared = await command('clear-display-message', { id: shown.answer['id'] });
      const wanted = messages.map((message) => message.wanted?.texts);
      return [shown.status, wanted, atTheStation, cleared.status, station.displays.find({})];
    },
    comesOut: [accepted, [[{ text: 'Bem-vindo', format: 'utf8', language: 'pt-BR' }]], ['Bem-vindo'], accepted, []],
  },
  {
    name: 'certificate list: a station tells whom it trusts',
    async run({ command, look }) {
      const none = await command('list-certificates');
      const installed = await command('install-certificate', { purpose: 'csms-root' });
      const listed = await command('list-certificates', { purposes: ['csms-root'] });
      const shown = (await look<StationCertificates>('/certificates')).installed;
      return [none.answer, installed.status, listed.status, listed.answer, shown.map(({ purpose }) => purpose)];
    },
    comesOut: [{ count: 0 }, accepted, accepted, { count: 1 }, ['csms-root']],
  },
];
