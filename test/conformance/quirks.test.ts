import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandList, CommandRecord } from '../../src/contract/commands/command.ts';
import type { EventPage } from '../../src/contract/event.ts';
import type { QuirkList, StationRepairs } from '../../src/contract/stations/quirk.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { quirks } from '../../src/doors/ocpp/quirks/quirks.ts';
import { expectedCodes } from '../support/expected-codes.ts';
import { type AnsweredCase, answeredCases, type SentCase, sentCases } from '../support/quirk-corpus.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let sigec: TestSigec;
let stations = 0;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

type Given = { version: OcppVersion; isStrict?: boolean; isBooted?: boolean };

/** A station of its own; strict: every rule is switched off for it. */
async function connect({ version, isStrict = false, isBooted = true }: Given) {
  stations += 1;
  const stationId = `QUIRK-${stations}`;
  const station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  if (isBooted)
    expect(opening(await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]), 1)).toEqual([3]);
  if (isStrict) await switchOff(stationId, 'all');
  return { stationId, station };
}

function switchOff(stationId: string, rule: string): Promise<StationRepairs> {
  return sigec.api.put<StationRepairs>(`/api/stations/${stationId}/quirks/${rule}`, { isOn: false });
}

/** The first elements of a frame: its type, id and perhaps error code. */
function opening(frame: unknown, elements: number): unknown[] {
  return (frame as unknown[]).slice(0, elements);
}

const repairsOf = (stationId: string) => sigec.api.get<StationRepairs>(`/api/stations/${stationId}/repairs`);

async function raw(
  stationId: string,
  { action, payload }: AnsweredCase['command'],
  more: object = {},
): Promise<CommandRecord> {
  return sigec.api.post<CommandRecord>(`/api/stations/${stationId}/raw/${action}`, { payload, ...more });
}

const named = (cases: readonly (SentCase | AnsweredCase)[]) =>
  cases.map((one) => [`${one.rule} (${one.from}, OCPP ${one.version})`, one] as const);

test.each(named(sentCases) as [string, SentCase][])('%s completes with the rules on', async (_name, given) => {
  const { action, payload, rule, field, after } = given;
  const { stationId, station } = await connect(given);
  await using _open = station;
  expect(opening(await station.ask([2, 'odd', action, payload]), 2)).toEqual([3, 'odd']);
  const { repairs } = await repairsOf(stationId);
  const shown = repairs.map((repair) => ({
    ...repair,
    after: repair.after.startsWith('"tok_') ? 'a hash' : repair.after,
  }));
  expect(shown).toContainEqual(expect.objectContaining({ rule, action, field, after, count: 1 }));
});

test.each(named(sentCases) as [string, SentCase][])('%s is refused with the rules off', async (_name, given) => {
  const { stationId, station } = await connect({ ...given, isStrict: true });
  await using _open = station;
  const answer = await station.ask([2, 'odd', given.action, given.payload]);
  expect(opening(answer, 3)).toEqual([4, 'odd', expectedCodes[given.version][given.wrong]]);
  expect((await repairsOf(stationId)).repairs).toEqual([]);
});

test.each(named(answeredCases) as [string, AnsweredCase][])('%s is read with the rules on', async (_name, given) => {
  const { stationId, station } = await connect(given);
  await using _open = station;
  const running = raw(stationId, given.command);
  const [, id] = (await station.next()) as [number, string];
  station.send(JSON.stringify([3, id, given.answer]));
  expect((await running).outcome).toMatchObject({ status: 'accepted', answer: given.read });
  expect((await repairsOf(stationId)).repairs).toContainEqual(expect.objectContaining({ rule: given.rule }));
});

test.each(named(answeredCases) as [string, AnsweredCase][])(
  '%s is an error with the rules off',
  async (_name, given) => {
    const { stationId, station } = await connect({ ...given, isStrict: true });
    await using _open = station;
    const running = raw(stationId, given.command);
    const [, id] = (await station.next()) as [number, string];
    station.send(JSON.stringify([3, id, given.answer]));
    const code = expectedCodes[given.version][given.wrong];
    expect((await running).outcome).toMatchObject({ status: 'rejected', code });
    // 2.1 also tells the station that its answer could not be read.
    if (given.version === '2.1') expect(opening(await station.next(), 3)).toEqual([5, id, code]);
  },
);

test.each(['1.6', '2.0.1', '2.1'] as const)(
  'a station of %s that does not boot after a reconnect is served',
  async (version) => {
    const { stationId, station } = await connect({ version });
    station.socket.close();
    await station.closed;
    const heartbeat = [2, 'beat', 'Heartbeat', {}];
    const again = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
    await using _again = again;
    expect(opening(await again.ask(heartbeat), 2)).toEqual([3, 'beat']);
    await switchOff(stationId, 'no-boot-after-reconnect');
    expect(opening(await again.ask(heartbeat), 3)).toEqual([4, 'beat', 'SecurityError']);
    expect(opening(await again.ask([2, 'boot', 'BootNotification', bootPayload[version]]), 2)).toEqual([3, 'boot']);
    expect(opening(await again.ask(heartbeat), 2)).toEqual([3, 'beat']);
  },
);

test.each([
  ['1.6', 'OccurrenceConstraintViolation', 'OccurenceConstraintViolation'],
  ['1.6', 'FormatViolation', 'FormationViolation'],
  ['2.0.1', 'OccurenceConstraintViolation', 'OccurrenceConstraintViolation'],
  ['2.1', 'FormationViolation', 'FormatViolation'],
  ['2.1', 'NOT_SUPPORTED', 'NotSupported'],
] as const)('on %s the code %s is shown as %s', async (version, sent, shown) => {
  const { stationId, station } = await connect({ version });
  await using _open = station;
  const outcome = async () => {
    const running = raw(stationId, { action: 'ClearCache', payload: {} });
    const [, id] = (await station.next()) as [number, string];
    station.send(JSON.stringify([4, id, sent, '', {}]));
    return (await running).outcome;
  };
  expect(await outcome()).toMatchObject({ status: 'rejected', code: shown });
  await switchOff(stationId, 'error-code-spelling');
  expect(await outcome()).toMatchObject({ status: 'rejected', code: sent });
});

test('every rule has a case', () => {
  const conduct = ['no-boot-after-reconnect', 'error-code-spelling', 'late-answer'];
  const shown = new Set([...sentCases, ...answeredCases].map(({ rule }) => rule).concat(conduct));
  expect(quirks.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});

test('a frame that fits its schema is taken as it is, whatever it looks like', async () => {
  const { stationId, station } = await connect({ version: '1.6' });
  await using _open = station;
  const info = 'true, null and 42 \u0007';
  const payload = { connectorId: 1, errorCode: 'NoError', status: 'Faulted', info };
  expect(await station.ask([2, 'fits', 'StatusNotification', payload])).toEqual([3, 'fits', {}]);
  expect((await repairsOf(stationId)).repairs).toEqual([]);
});

test('a station that is repaired again and again costs one event a day, and every repair is counted', async () => {
  const { stationId, station } = await connect({ version: '1.6' });
  await using _open = station;
  const odd = { connectorId: '1', errorCode: 'NoError', status: 'Available' };
  for (let index = 0; index < 20; index += 1)
    expect(opening(await station.ask([2, `odd${index}`, 'StatusNotification', odd]), 1)).toEqual([3]);
  expect((await repairsOf(stationId)).repairs).toMatchObject([{ rule: 'number-as-text', count: 20, before: '"1"' }]);
  const told = async () => {
    const { events } = await sigec.api.get<EventPage>('/api/events?from=newest&limit=1000');
    return events.filter((event) => event.stationId === stationId && event.kind === 'message-repaired');
  };
  await expect
    .poll(told, { timeout: 5_000 })
    .toMatchObject([{ body: { field: 'connectorId', before: '"1"', after: '1' } }]);
});

test('names that a station invents for its fields do not fill the list of repairs', async () => {
  const { stationId, station } = await connect({ version: '2.0.1' });
  await using _open = station;
  for (let index = 0; index < 12; index += 1) {
    const extra = Object.fromEntries(Array.from({ length: 20 }, (_none, number) => [`x${index}-${number}`, 1]));
    expect(opening(await station.ask([2, `odd${index}`, 'Heartbeat', extra]), 1)).toEqual([3]);
  }
  const { repairs } = await repairsOf(stationId);
  expect(repairs.length).toBeLessThanOrEqual(101);
  expect(repairs.reduce((sum, { count }) => sum + count, 0)).toBe(240);
});

test('a rule can be switched for a model, and a station can be the exception', async () => {
  const boot = { chargePointVendor: 'Ipê', chargePointModel: 'Strict' };
  const odd = [2, 'odd', 'StatusNotification', { connectorId: '1', errorCode: 'NoError', status: 'Available' }];
  await sigec.api.put('/api/quirks/number-as-text', { vendor: 'Ipê', model: 'Strict', isOn: false });
  const { stationId, station } = await connect({ version: '1.6', isBooted: false });
  await using _open = station;
  expect(opening(await station.ask([2, 'boot', 'BootNotification', boot]), 1)).toEqual([3]);
  expect(opening(await station.ask(odd), 3)).toEqual([4, 'odd', 'TypeConstraintViolation']);
  await sigec.api.put(`/api/stations/${stationId}/quirks/number-as-text`, { isOn: true });
  expect(opening(await station.ask(odd), 2)).toEqual([3, 'odd']);
  const { quirks: decided } = await sigec.api.put<StationRepairs>(`/api/stations/${stationId}/quirks/number-as-text`, {
    isOn: null,
  });
  expect(decided).toContainEqual({ id: 'number-as-text', isOn: false, decidedBy: 'model' });
  expect(opening(await station.ask(odd), 3)).toEqual([4, 'odd', 'TypeConstraintViolation']);
  const { switches } = await sigec.api.get<QuirkList>('/api/quirks');
  expect(switches).toContainEqual(expect.objectContaining({ rule: 'number-as-text', model: 'Strict', isOn: false }));
  await expect(sigec.api.put('/api/quirks/no-such-rule', { vendor: 'a', model: 'b', isOn: false })).rejects.toThrow(
    '404',
  );
});

test.each([true, false])('an answer after we stopped waiting is attached to its command: %s', async (isOn) => {
  const { stationId, station } = await connect({ version: '1.6' });
  await using _open = station;
  if (!isOn) await switchOff(stationId, 'late-answer');
  const command = await raw(stationId, { action: 'ClearCache', payload: {} }, { answerWithinSeconds: 0.1 });
  expect(command).toMatchObject({ outcome: { status: 'no-answer' }, lateAnswer: null });
  const [, id] = (await station.next()) as [number, string];
  station.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect(opening(await station.ask([2, 'beat', 'Heartbeat', {}]), 2)).toEqual([3, 'beat']);
  const late = { action: 'ClearCache', answer: { status: 'Accepted' } };
  await expect
    .poll(async () => (await sigec.api.get<CommandList>(`/api/stations/${stationId}/commands`)).commands)
    .toMatchObject([{ outcome: { status: 'no-answer' }, lateAnswer: isOn ? late : null }]);
});
