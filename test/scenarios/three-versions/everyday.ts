import { setTimeout as pause } from 'node:timers/promises';
import type { StationCertificates } from '../../../src/contract/certificates.ts';
import type { DataTransferList } from '../../../src/contract/data-transfer.ts';
import type { DisplayMessageList } from '../../../src/contract/display.ts';
import type { StationFirmware } from '../../../src/contract/firmware.ts';
import type { LocalList } from '../../../src/contract/local-list.ts';
import type { StationLogs } from '../../../src/contract/logs.ts';
import type { MessageList } from '../../../src/contract/message.ts';
import type { ReservationList } from '../../../src/contract/reservation.ts';
import type { CompositeScheduleList, ScheduleList } from '../../../src/contract/schedule.ts';
import type { MeterMessageList } from '../../../src/contract/session.ts';
import type { Station } from '../../../src/contract/station.ts';
import type { VariableView } from '../../../src/contract/variables.ts';
import { simulatedVendor } from '../../../src/simulator/transfers.ts';
import type { Scenario } from './world.ts';

const accepted = 'accepted';

/** What a network does every day; no version may lose any of it. */
export const everyday: readonly Scenario[] = [
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
      station.changeConnector(place, { status: 'in-use', activity: 'preparing', fault: null });
      const seen = [await connector(1, 'in-use'), await connector(2, 'free')];
      station.changeConnector(place, { status: 'free', activity: null, fault: null });
      return [...seen, await connector(1, 'free')];
    },
    comesOut: ['in-use', 'free', 'free'],
  },
  {
    name: 'authorise: a card that was entered is accepted',
    async run({ station, card, sigec }) {
      const { id, value } = await card('CARD');
      const { status } = await station.tokens.authorize(value.toLowerCase());
      const { lastUsedStationId } = await sigec.api.post<{ lastUsedStationId: string }>('/api/tokens/find', { value });
      return { status, isSeenHere: lastUsedStationId === station.id, isHidden: !id.includes(value) };
    },
    comesOut: { status: 'Accepted', isSeenHere: true, isHidden: true },
  },
  {
    name: 'start: a driver holds a card to the reader and charges',
    async run({ charging, connector }) {
      const { state, evseId, tokenHash, card, flags } = await charging();
      return { state, evseId, isOfTheCard: tokenHash === card.id, flags, connector: await connector(1, 'in-use') };
    },
    comesOut: { state: 'running', evseId: 1, isOfTheCard: true, flags: [], connector: 'in-use' },
  },
  {
    name: 'stop: the driver holds the card to the reader again and leaves',
    async run({ station, charging, session, connector }) {
      const { card } = await charging();
      const running = station.sessions.running(1);
      if (running !== undefined) station.sessions.charge(running, 2200);
      const reaction = await station.present({ evseId: 1, token: card.value });
      const { energyWh, stopReason, endedAt } = await session({ state: 'ended' });
      return { reaction, energyWh, stopReason, hasEnd: endedAt !== null, connector: await connector(1, 'free') };
    },
    comesOut: { reaction: 'stopped', energyWh: 2200, stopReason: 'Local', hasEnd: true, connector: 'free' },
  },
  {
    name: 'remote start and stop: an operator starts and stops a session from afar',
    async run({ station, command, session, card }) {
      const { id: tokenId } = await card('CARD');
      const started = await command('start-session', { tokenId, evseId: 2 });
      const { id, tokenHash } = await session({ state: 'running', evseId: 2 });
      const running = station.sessions.running(2);
      if (running !== undefined) station.sessions.charge(running, 900);
      await session({ energyWh: 900 });
      const stopped = await command('stop-session', { sessionId: id });
      const { energyWh, stopReason } = await session({ state: 'ended' });
      const isOfTheCard = tokenHash === tokenId;
      return { started: started.status, stopped: stopped.status, isOfTheCard, energyWh, stopReason };
    },
    comesOut: { started: accepted, stopped: accepted, isOfTheCard: true, energyWh: 900, stopReason: 'Remote' },
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
      const shown = [await connector(1, 'out-of-service'), await connector(2, 'free')];
      const on = await command('set-availability', { isOperative: true, evseId: 1 });
      return [off.status, off.answer, ...shown, on.status, await connector(1, 'free')];
    },
    comesOut: [accepted, { isScheduled: false }, 'out-of-service', 'free', accepted, 'free'],
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
    name: 'local list: a station learns two cards by heart',
    async run({ command, card, look }) {
      const tokenIds = [(await card('A')).id, (await card('B', { isBlocked: true })).id];
      const { status, answer } = await command('send-local-list', { mode: 'full', tokenIds });
      const asked = await command('get-local-list-version');
      const { version, isInStep, entries } = await look<LocalList>('/local-list');
      return {
        status,
        entries: answer['entries'],
        isSameVersion: asked.answer['version'] === version,
        isInStep,
        held: entries.map(({ state }) => state),
      };
    },
    comesOut: { status: accepted, entries: 2, isSameVersion: true, isInStep: true, held: ['held', 'held'] },
  },
  {
    name: 'reservation: an EVSE is kept for a driver who comes and charges',
    async run({ station, command, card, connector, session, until }) {
      const { id: tokenId, value } = await card('CARD');
      const { status, answer } = await command('reserve', { tokenId, evseId: 1 });
      const kept = await connector(1, 'reserved');
      const reaction = await station.present({ evseId: 1, token: value });
      const { reservationId } = await session({ state: 'running' });
      const isUsed = ({ reservations: [first] }: ReservationList) => first?.status === 'used';
      const { reservations } = await until<ReservationList>('/reservations', isUsed);
      const isForIt = reservationId === answer['reservationId'];
      return { status, kept, reaction, isForIt, became: reservations.map((one) => one.status) };
    },
    comesOut: { status: accepted, kept: 'reserved', reaction: 'started', isForIt: true, became: ['used'] },
  },
  {
    name: 'profile: a charging limit is set and the station follows it',
    async run({ command, look }) {
      const limit = { purpose: 'session-default', evseId: 1, kind: 'relative', unit: 'A' };
      const set = await command('set-schedule', { ...limit, periods: [{ startSeconds: 0, limit: 16.5 }] });
      const read = await command('get-composite-schedule', { evseId: 1, durationSeconds: 3600, unit: 'A' });
      const { schedules } = await look<ScheduleList>('/schedules');
      const { compositeSchedules } = await look<CompositeScheduleList>('/composite-schedule');
      return {
        set: set.status,
        read: read.status,
        holds: schedules.map(({ purpose, state }) => [purpose, state]),
        comesTo: compositeSchedules.map(({ unit, periods }) => [unit, periods]),
      };
    },
    comesOut: {
      set: accepted,
      read: accepted,
      holds: [['session-default', 'active']],
      comesTo: [['A', [{ startSeconds: 0, limit: 16.5 }]]],
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
  {
    name: 'meter values: a session is measured by register, power and state of charge',
    async run({ station, command, charging, session, sigec }) {
      const value = 'Energy.Active.Import.Register,Power.Active.Import,SoC';
      const set = await command('set-variables', {
        variables: [{ name: 'SampledDataCtrlr.TxUpdatedMeasurands', value }],
      });
      const { id } = await charging();
      const running = station.sessions.running(1);
      if (running === undefined) throw new Error('Nobody is charging.');
      station.sessions.charge(running, 1500, { 'Power.Active.Import': 7400, SoC: 41, Voltage: 231 });
      station.sessions.charge(running, 700, { 'Power.Active.Import': 3600, SoC: 43 });
      const { energyWh } = await session({ energyWh: 2200 });
      const { messages } = await sigec.api.get<MeterMessageList>(`/api/sessions/${id}/meter-values`);
      const samples = messages.flatMap((message) => message.samples);
      const periodic = samples.filter(({ context }) => context === 'Sample.Periodic');
      const told = periodic.map((sample) => `${sample.measurand} ${sample.value} ${sample.unit}`).toSorted();
      return { status: set.status, energyWh, told };
    },
    comesOut: {
      status: accepted,
      energyWh: 2200,
      told: [
        'Energy.Active.Import.Register 1500 Wh',
        'Energy.Active.Import.Register 2200 Wh',
        'Power.Active.Import 3600 W',
        'Power.Active.Import 7400 W',
        'SoC 41 Percent',
        'SoC 43 Percent',
      ],
    },
  },
  {
    name: 'offline session: what happened without a connection is told afterwards, to the watt-hour',
    async run({ station, charging, session, until, connector }) {
      await charging();
      const running = station.sessions.running(1);
      station.loseNetwork();
      await until<Station>('', ({ link }) => link.state === 'offline');
      if (running === undefined) throw new Error('Nobody is charging.');
      station.sessions.charge(running, 4321);
      station.sessions.stop(running, 'EVDisconnected');
      const goneAt = Date.now();
      await pause(50);
      station.regainNetwork();
      const { energyWh, stopReason, endedAt } = await session({ state: 'ended' });
      const hasOwnEnd = Date.parse(endedAt ?? '') <= goneAt;
      return { energyWh, stopReason, hasOwnEnd, connector: await connector(1, 'free') };
    },
    comesOut: { energyWh: 4321, stopReason: 'EVDisconnected', hasOwnEnd: true, connector: 'free' },
  },
];
