import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandList, commandRecord } from '#contract/commands/command.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { bootPayload, connectRaw, type RawStation } from '../../../test/support/raw-station.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { enterToken } from '../../../test/support/tokens.ts';
import { runSigec } from './run.ts';

let product: House;
beforeAll(async () => {
  product = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => product[Symbol.asyncDispose]());

type Shown = { exitCode: number; out: string; err: string };

async function sigec(...args: string[]): Promise<Shown> {
  const env = { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, server: product, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

async function booted(stationId: string, version: OcppVersion = '2.0.1'): Promise<RawStation> {
  const station = await connectRaw(product.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
  return station;
}

/** What the station is asked next, which it answers with this. */
async function answering(station: RawStation, answer: object): Promise<[string, unknown]> {
  const [, id, action, payload] = (await station.next()) as [number, string, string, unknown];
  station.send(JSON.stringify([3, id, answer]));
  return [action, payload];
}

/** Runs the command while the station answers once. */
async function asked(station: RawStation, answer: object, ...args: string[]) {
  const running = sigec(...args);
  const [action, payload] = await answering(station, answer);
  return { ...(await running), action, payload };
}

test('a reset is told as accepted, and what followed when one waits for it', async () => {
  await using station = await booted('CP-RESET');
  const running = sigec('station', 'reset', 'CP-RESET', '--now', '--why', 'it hangs', '--wait', '20');
  expect(await answering(station, { status: 'Accepted' })).toEqual(['Reset', { type: 'Immediate' }]);
  await station.ask([2, 'again', 'BootNotification', bootPayload['2.0.1']]);
  const { exitCode, out } = await running;
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^CP-RESET: accepted\n {2}it took effect: the station has started again, \d{4}-/);
});

test('what was waited for in vain is said', async () => {
  await using station = await booted('CP-IDLE');
  const shown = await asked(station, { status: 'Scheduled' }, 'station', 'reset', 'CP-IDLE', '--wait', '1');
  expect(shown).toMatchObject({
    exitCode: 0,
    payload: { type: 'OnIdle' },
    out: 'CP-IDLE: accepted: Scheduled\n  nothing was seen of it within 1 s\n',
  });
});

test('a refusal names the reason of the station and ends with 6', async () => {
  await using station = await booted('CP-REFUSE');
  const answer = { status: 'Rejected', statusInfo: { reasonCode: 'FwUpdateInProgress', additionalInfo: 'installing' } };
  expect(await asked(station, answer, 'station', 'reset', 'CP-REFUSE')).toMatchObject({
    exitCode: 6,
    out: 'CP-REFUSE: refused by the station: Rejected, FwUpdateInProgress: installing\n',
  });
});

test('a station that is away ends with 5, and is told so in both languages', async () => {
  await (await booted('CP-AWAY'))[Symbol.asyncDispose]();
  await expect
    .poll(async () => (await product.api.get<{ link: { state: string } }>('/api/stations/CP-AWAY')).link.state)
    .toBe('offline');
  expect(await sigec('station', 'reset', 'CP-AWAY')).toEqual({
    exitCode: 5,
    out: 'CP-AWAY: not sent: the station is offline\n',
    err: '',
  });
  expect(await sigec('station', 'unlock', 'CP-AWAY', '1', '--lang', 'pt-BR')).toMatchObject({
    exitCode: 5,
    out: 'CP-AWAY: não enviado: a estação está offline\n',
  });
});

test('a station that goes away without an answer ends with 1', async () => {
  await using station = await booted('CP-GONE');
  const running = sigec('station', 'reset', 'CP-GONE');
  await station.next();
  station.socket.terminate();
  expect(await running).toMatchObject({ exitCode: 1, out: 'CP-GONE: no answer: the station is offline\n' });
});

test('what a version cannot say is listed', async () => {
  await using station = await booted('CP-OLD', '1.6');
  const shown = await asked(station, { status: 'Accepted' }, 'station', 'reset', 'CP-OLD', '--evse', '2');
  expect(shown).toMatchObject({
    exitCode: 0,
    payload: { type: 'Soft' },
    out: 'CP-OLD: accepted\n  not carried over: evseId. Reset of OCPP 1.6 has no EVSE: the whole station restarts.\n',
  });
});

test('several stations are asked at once, a line each; the worst gives the exit code', async () => {
  await using one = await booted('CP-M1', '1.6');
  await using two = await booted('CP-M2', '2.1');
  const running = sigec('station', 'disable', 'CP-M1', 'CP-M2', '--connector', '1');
  expect(await answering(one, { status: 'Accepted' })).toEqual([
    'ChangeAvailability',
    { connectorId: 1, type: 'Inoperative' },
  ]);
  expect(await answering(two, { status: 'Rejected' })).toEqual([
    'ChangeAvailability',
    { operationalStatus: 'Inoperative', evse: { id: 1 } },
  ]);
  expect(await running).toMatchObject({
    exitCode: 6,
    out: 'CP-M1: accepted\nCP-M2: refused by the station: Rejected\n',
  });
  const both = sigec('station', 'trigger', 'CP-M1', 'heartbeat', '--also', 'CP-M2', '--json');
  await Promise.all([one, two].map((station) => answering(station, { status: 'Accepted' })));
  const { commands } = commandList.parse(JSON.parse((await both).out));
  expect(commands.map(({ stationId }) => stationId)).toEqual(['CP-M1', 'CP-M2']);
});

test('a station that does not exist ends with 4, and none of the others is asked', async () => {
  await using station = await booted('CP-REAL');
  const { exitCode, err } = await sigec('station', 'reset', 'CP-REAL', 'CP-NOBODY');
  expect([exitCode, err]).toEqual([4, expect.stringContaining('There is no station "CP-NOBODY", so none was asked.')]);
  expect(await sigec('station', 'commands', 'CP-REAL')).toMatchObject({
    err: 'Nothing was asked of this station yet.\n',
  });
  expect(await station.ask([2, 'beat', 'Heartbeat', {}])).toMatchObject([3, 'beat', {}]); // nothing came before
});

test('a connector is unlocked by the number it is shown with', async () => {
  await using station = await booted('CP-LOCK');
  const shown = await asked(station, { status: 'Unlocked' }, 'station', 'unlock', 'CP-LOCK', '2.3');
  expect(shown).toMatchObject({
    exitCode: 0,
    out: 'CP-LOCK: accepted: Unlocked\n',
    payload: { evseId: 2, connectorId: 3 },
  });
});

test('settings are set and read, with an answer for each', async () => {
  await using station = await booted('CP-CONF', '1.6');
  const setting = sigec('station', 'config', 'set', 'CP-CONF', 'HeartbeatInterval=60', 'Colour=blue=green');
  expect(await answering(station, { status: 'Accepted' })).toEqual([
    'ChangeConfiguration',
    { key: 'HeartbeatInterval', value: '60' },
  ]);
  expect(await answering(station, { status: 'NotSupported' })).toEqual([
    'ChangeConfiguration',
    { key: 'Colour', value: 'blue=green' },
  ]);
  const set = await setting;
  expect(set.out).toMatch(/HeartbeatInterval +60 +accepted$/m);
  expect(set.out).toMatch(/Colour +.*unknown$/m);

  const configurationKey = [{ key: 'HeartbeatInterval', readonly: false, value: '60' }];
  const read = await asked(station, { configurationKey }, 'station', 'config', 'get', 'CP-CONF', 'HeartbeatInterval');
  expect(read).toMatchObject({ exitCode: 0, payload: { key: ['HeartbeatInterval'] } });
  expect(read.out).toMatch(/HeartbeatInterval +60 +accepted$/m);
  const cached = await sigec('station', 'config', 'get', 'CP-CONF', '--cached');
  expect(cached.out).toMatch(/^OCPPCommCtrlr\.HeartbeatInterval +60 +HeartbeatInterval/m);
});

test('without names all settings are asked for, waited for and shown', async () => {
  await using station = await booted('CP-ALL');
  const running = sigec('station', 'config', 'get', 'CP-ALL');
  const [action, payload] = await answering(station, { status: 'Accepted' });
  expect(action).toBe('GetBaseReport');
  const { requestId } = payload as { requestId: number };
  const reportData = [
    {
      component: { name: 'OCPPCommCtrlr' },
      variable: { name: 'HeartbeatInterval' },
      variableAttribute: [{ value: '300', mutability: 'ReadWrite' }],
    },
  ];
  const report = { requestId, generatedAt: '2026-03-01T08:00:00Z', seqNo: 0, reportData };
  await station.ask([2, 'report', 'NotifyReport', report]);
  const shown = await running;
  expect(shown.exitCode).toBe(0);
  expect(shown.out).toMatch(/^OCPPCommCtrlr\.HeartbeatInterval +300 +HeartbeatInterval +read and written/m);
});

test('firmware is updated and its state told; a log is fetched', async () => {
  await using station = await booted('CP-CARE');
  const address = 'https://example.com/firmware.bin';
  const update = await asked(station, { status: 'Accepted' }, 'station', 'firmware', 'update', 'CP-CARE', address);
  expect(update).toMatchObject({ exitCode: 0, action: 'UpdateFirmware', payload: { firmware: { location: address } } });
  const { requestId } = update.payload as { requestId: number };
  await station.ask([2, 'status', 'FirmwareStatusNotification', { status: 'Downloading', requestId }]);
  const status = await sigec('station', 'firmware', 'status', 'CP-CARE');
  expect(status.out).toMatch(/^Last update +https:\/\/example\.com\/firmware\.bin$/m);
  expect(status.out).toMatch(/^Status +downloading, /m);
  const logs = await asked(
    station,
    { status: 'Accepted', filename: 'log.txt' },
    ...['station', 'logs', 'fetch', 'CP-CARE', 'https://example.com/upload/', '--kind', 'security'],
  );
  expect(logs).toMatchObject({ exitCode: 0, action: 'GetLog', payload: { logType: 'SecurityLog' } });
});

test('any command and any message can be sent, and what came back is shown', async () => {
  await using station = await booted('CP-ANY');
  const cleared = await asked(station, { status: 'Accepted' }, 'station', 'command', 'CP-ANY', 'clear-cache');
  expect(cleared).toMatchObject({ exitCode: 0, action: 'ClearCache', out: 'CP-ANY: accepted\n' });
  const called = await asked(
    station,
    { status: 'Accepted' },
    ...['station', 'call', 'CP-ANY', 'TriggerMessage', '{"requestedMessage":"Heartbeat"}', '--why', 'to see'],
  );
  expect(called).toMatchObject({ payload: { requestedMessage: 'Heartbeat' }, exitCode: 0 });
  expect(called.out).toBe('CP-ANY: accepted\n  status: Accepted\n');

  const wrong = await sigec('station', 'call', 'CP-ANY', 'TriggerMessage', '{}');
  expect(wrong.exitCode).toBe(1);
  expect(wrong.out).toContain('CP-ANY: not sent: TriggerMessage does not fit OCPP 2.0.1');
  const list = await sigec('station', 'commands', 'CP-ANY');
  expect(list.out).toMatch(/clear-cache +\{\} +accepted/);
  expect(list.out).toMatch(/raw .*accepted .*to see$/m);
  const record = commandRecord.parse(
    JSON.parse(
      (await asked(station, { status: 'Rejected' }, 'station', 'command', 'CP-ANY', 'clear-cache', '--json')).out,
    ),
  );
  expect(record.outcome).toMatchObject({ status: 'rejected' });
});

test('a session is started, listed, shown and stopped', async () => {
  await using station = await booted('CP-CHARGE');
  await enterToken(product, 'DRIVER-1');
  const start = await asked(
    station,
    { status: 'Accepted' },
    ...['session', 'start', 'CP-CHARGE', '--connector', '1', '--token', 'DRIVER-1'],
  );
  expect(start).toMatchObject({ exitCode: 0, payload: { evseId: 1, idToken: { idToken: 'DRIVER-1' } } });
  const event = (seqNo: number, eventType: string, more: object) => ({
    eventType,
    seqNo,
    timestamp: new Date(Date.UTC(2026, 2, 1, 8, seqNo)).toISOString(),
    triggerReason: 'RemoteStart',
    transactionInfo: { transactionId: 'T-7', chargingState: 'Charging' },
    ...more,
  });
  await station.ask([2, 't0', 'TransactionEvent', event(0, 'Started', { evse: { id: 1, connectorId: 1 } })]);

  const listed = await sigec('session', 'list', '--station', 'CP-CHARGE', '--state', 'running');
  const [, id = ''] = /^([0-9a-f-]{36}) +CP-CHARGE +1 +running, charging/m.exec(listed.out) ?? [];
  expect(id).not.toBe('');
  expect((await sigec('session', 'show', id)).out).toMatch(/^Number at the station +T-7$/m);
  const stopped = await asked(station, { status: 'Accepted' }, 'session', 'stop', id, '--why', 'the driver called');
  expect(stopped).toMatchObject({ exitCode: 0, action: 'RequestStopTransaction', payload: { transactionId: 'T-7' } });
  expect((await sigec('session', 'list', '--state', 'ended', '--station', 'CP-CHARGE')).err).toBe(
    'There is no such session.\n',
  );
});

test.each([
  [['station', 'reset', 'CP-1', '--now', '--resume'], 'Only one of these can be given: --now, --resume.'],
  [['station', 'unlock', 'CP-1', 'left'], 'CONNECTOR cannot be "left"; it accepts a number such as 2'],
  [['station', 'reset', 'CP-1', '--wait', '900'], '--wait cannot be "900"; it accepts a whole number from 1 to 240.'],
  [['station', 'command', 'CP-1', 'reset', '[1]'], 'JSON cannot be "[1]"; it accepts a JSON object'],
  [['station', 'config', 'set', 'CP-1', 'Heartbeat'], 'NAME=VALUE cannot be "Heartbeat"'],
  [['session', 'start', 'CP-1'], 'A start needs a token'],
])('%j is refused before anything is asked', async (args, sentence) => {
  const { exitCode, err } = await sigec(...args);
  expect([exitCode, err]).toEqual([2, expect.stringContaining(sentence)]);
});
