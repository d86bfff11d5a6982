import { expect, test } from 'vitest';
import type { OcppVersion } from '#contract/stations/station.ts';
import { accepting, type ReceivedCall, startSmallServer } from '../../test/support/small-station-server.ts';
import { startAccepted } from '../../test/support/test-station.ts';
import type { OddityName } from './session-oddities.ts';

const isOfSession = ({ action }: ReceivedCall) => /Transaction|MeterValues/.test(action);

function welcoming(call: ReceivedCall): object {
  return call.action === 'StartTransaction'
    ? { transactionId: 7, idTagInfo: { status: 'Accepted' } }
    : accepting()(call);
}

type Value = { value: number | string; unit?: string; unitOfMeasure?: object; measurand?: string };

/** Start, four samples of 100 Wh with a voltage, stop: what a server hears of it from a station with this oddity. */
async function heard(version: OcppVersion, oddity: OddityName, expected: number): Promise<ReceivedCall[]> {
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version, oddities: [oddity], initialRegisterWh: 5000 });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  await server.until(() => version !== '1.6' || session.ref === '7' || oddity === 'forgets-starts');
  for (let sample = 0; sample < 4; sample += 1) station.sessions.charge(session, 100, { Voltage: 230 });
  station.sessions.stop(session, 'Local');
  expect(station.sessions.deliveredWh(session)).toBe(400); // whatever is told, this is the truth
  await server.until(() => server.calls.filter(isOfSession).length >= expected && !station.hasQueuedMessages);
  return server.calls.filter(isOfSession);
}

const seqs = (calls: readonly ReceivedCall[]) => calls.map(({ payload }) => payload['seqNo']);
const samplesOf = ({ payload }: ReceivedCall) =>
  ((payload['meterValue'] as { sampledValue: Value[] }[] | undefined) ?? []).flatMap(
    ({ sampledValue }) => sampledValue,
  );
const registerOf = (call: ReceivedCall) =>
  samplesOf(call).find(({ measurand = 'Energy.Active.Import.Register' }) => measurand.startsWith('Energy'));
const values = (calls: readonly ReceivedCall[]) => calls.map((call) => Number(registerOf(call)?.value));

test('every event is told again, with another word about the connection', async () => {
  const calls = await heard('2.0.1', 'repeats-events', 12);
  expect(seqs(calls)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  expect(calls.slice(0, 2).map(({ payload }) => payload['offline'] ?? false)).toEqual([false, true]);
});

test('OCPP 1.6: a start is tried five times', async () => {
  const calls = await heard('1.6', 'repeats-starts', 10);
  const starts = calls.filter(({ action }) => action === 'StartTransaction');
  expect(starts).toHaveLength(5);
  expect(new Set(starts.map(({ payload }) => JSON.stringify(payload))).size).toBe(1);
  expect(new Set(starts.map(({ id }) => id)).size).toBe(5);
});

test.each<[OddityName, number[]]>([
  ['swaps-events', [1, 0, 3, 2, 5, 4]],
  ['drops-updates', [0, 2, 4, 5]],
  ['late-updates', [0, 2, 3, 4, 5, 1]],
  ['splits-samples', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['forgets-starts', [1, 2, 3, 4, 5]],
  ['forgets-stops', [0, 1, 2, 3, 4]],
  ['two-stops', [0, 1, 2, 3, 4, 5, 6]],
])('OCPP 2.1: %s', async (oddity, expected) => {
  expect(seqs(await heard('2.1', oddity, expected.length))).toEqual(expected);
});

test.each<[OddityName, string[]]>([
  ['swaps-events', ['StartTransaction', 'MeterValues', 'MeterValues', 'MeterValues', 'MeterValues', 'StopTransaction']],
  ['late-updates', ['StartTransaction', 'MeterValues', 'MeterValues', 'MeterValues', 'StopTransaction', 'MeterValues']],
  ['forgets-starts', ['MeterValues', 'MeterValues', 'MeterValues', 'MeterValues', 'StopTransaction']],
])('OCPP 1.6: %s', async (oddity, expected) => {
  expect((await heard('1.6', oddity, expected.length)).map(({ action }) => action)).toEqual(expected);
});

test.each<[OcppVersion, OddityName, number[]]>([
  ['2.1', 'resets-meter', [5000, 5100, 5200, 5300, 0, 100, 100]],
  ['2.1', 'relative-samples', [5000, 100, 200, 300, 400, 5400]],
  ['2.1', 'kwh-without-unit', [5000, 5.1, 5.2, 5.3, 5.4, 5400]],
  ['2.1', 'kwh-unit', [5, 5.1, 5.2, 5.3, 5.4, 5.4]],
  ['2.1', 'unit-multiplier', [5, 5.1, 5.2, 5.3, 5.4, 5.4]],
])('OCPP %s: %s tells the registers so', async (version, oddity, expected) => {
  expect(values(await heard(version, oddity, expected.length))).toEqual(expected);
});

test('units and multipliers are told where they are right', async () => {
  const [, kwh] = await heard('2.1', 'kwh-unit', 6);
  expect(kwh && registerOf(kwh)).toMatchObject({ unitOfMeasure: { unit: 'kWh' } });
  const [, multiplied] = await heard('2.1', 'unit-multiplier', 6);
  expect(multiplied && registerOf(multiplied)).toMatchObject({ unitOfMeasure: { unit: 'Wh', multiplier: 3 } });
  const [, old] = await heard('1.6', 'kwh-unit', 6);
  expect(old && registerOf(old)).toMatchObject({ value: '5.1', unit: 'kWh' });
});

test('a second stop says something else', async () => {
  const stops = (await heard('1.6', 'two-stops', 7)).filter(({ action }) => action === 'StopTransaction');
  expect(stops.map(({ payload }) => payload['meterStop'])).toEqual([5400, 6400]);
});

test('a split sample has one time and no reading twice', async () => {
  const [, first, second] = await heard('2.0.1', 'splits-samples', 10);
  expect(first?.payload['timestamp']).toBe(second?.payload['timestamp']);
  expect([first, second].map((call) => call && samplesOf(call).map(({ measurand }) => measurand))).toEqual([
    [undefined],
    ['Voltage'],
  ]);
});

test('a clock may be hours ahead, begin at 1970, or be set back', async () => {
  const times = async (oddity: OddityName) =>
    (await heard('2.0.1', oddity, 6)).map(({ payload }) => Date.parse(String(payload['timestamp'])));
  const hourMs = 3_600_000;
  const [ahead = 0] = await times('clock-ahead');
  expect((ahead - Date.now()) / hourMs).toBeCloseTo(5, 1);
  expect(Math.max(...(await times('clock-1970')))).toBeLessThan(60_000);
  const jumping = await times('clock-jumps');
  expect(jumping.some((time, index) => time < (jumping[index - 1] ?? 0) - hourMs / 2)).toBe(true);
});
