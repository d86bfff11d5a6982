import { expect, test } from 'vitest';
import type { Charging } from '#charging/open-charging.ts';
import { expectedCodes } from '../../../../test/support/expected-codes.ts';
import { answeredCases, sentCases } from '../../../../test/support/quirk-corpus.ts';
import { v16 } from '../v16/version.ts';
import { v21 } from '../v21/version.ts';
import { v201 } from '../v201/version.ts';
import { repairRules } from './quirks.ts';
import { repairPayload } from './repair-payload.ts';
import { findOddValue, oddValueRead, type ToleranceNeeds, tolerate } from './tolerate.ts';

const versions = { '1.6': v16, '2.0.1': v201, '2.1': v21 };
const receivedAt = new Date('2026-03-01T12:00:00Z');

/** A station at which these rules are on. */
function needsWith(isOn: (rule: string) => boolean): ToleranceNeeds {
  const quirks = { isOn: (_stationId: string, rule: string) => isOn(rule) };
  return {
    charging: { quirks } as unknown as Charging,
    redactTokens: (frame) => frame.replace(/("(?:idTag|idToken)":)"[^"]*"/, '$1"tok_1"'),
  };
}

const named = <Case extends { rule: string; from: string; version: string }>(cases: readonly Case[]) =>
  cases.map((one) => [`${one.rule} (${one.from}, OCPP ${one.version})`, one] as const);

test.each(named(sentCases))('%s', (_name, { version: name, action, payload, rule, field, after, wrong }) => {
  const version = versions[name];
  const schema = `${action}Request`;
  const broken = { version, schema, action, isAnswer: false, payload, receivedAt };
  const needs = needsWith(() => true);
  const violation = version.validator.check(schema, payload);
  if (violation === undefined) {
    const odd = findOddValue(name, action, payload);
    expect(odd?.rule.id).toBe(rule);
    expect(odd && oddValueRead(needs, action, odd)).toMatchObject({ rule, action, field, after });
    return;
  }
  expect(version.errorCodes[violation.fault]).toBe(expectedCodes[name][wrong]);
  const tolerated = tolerate(needs, 'CP-1', broken);
  const repairs = tolerated?.repairs.map((repair) =>
    repair.after.startsWith('"tok_') ? { ...repair, after: 'a hash' } : repair,
  );
  expect(repairs).toContainEqual(expect.objectContaining({ rule, action, field, after }));
  expect(version.validator.check(schema, tolerated?.payload)).toBeUndefined();
  expect(
    tolerate(
      needsWith(() => false),
      'CP-1',
      broken,
    ),
  ).toBeUndefined();
  const others = tolerate(
    needsWith((each) => each !== rule),
    'CP-1',
    broken,
  );
  expect(others?.repairs.map((repair) => repair.rule) ?? []).not.toContain(rule);
});

test.each(named(answeredCases))('the answer of %s', (_name, { version: name, command, answer, rule, read }) => {
  const version = versions[name];
  const { action } = command;
  const broken = { version, schema: `${action}Response`, action, isAnswer: true, payload: answer, receivedAt };
  const tolerated = tolerate(
    needsWith(() => true),
    'CP-1',
    broken,
  );
  expect(tolerated?.payload).toMatchObject(read);
  expect(tolerated?.repairs.map((repair) => repair.rule)).toContain(rule);
});

/** What is beyond the rules: nobody could say what the station meant. */
test.each<[string, string, object]>([
  ['a text that is no number', 'StatusNotification', { connectorId: 'one', errorCode: 'NoError', status: 'Available' }],
  [
    'a number of too many digits',
    'StatusNotification',
    { connectorId: '1'.repeat(16), errorCode: 'NoError', status: 'Available' },
  ],
  ['a number that has lost digits as a token', 'Authorize', { idTag: 2 ** 53 }],
  ['a token that is an object', 'Authorize', { idTag: {} }],
  ['an id with a fraction', 'StopTransaction', { transactionId: 1.5, meterStop: 1, timestamp: '2026-03-01T08:00:00Z' }],
  ['a list where a text belongs', 'BootNotification', { chargePointVendor: ['v'], chargePointModel: 'm' }],
  ['an empty text for a list', 'MeterValues', { connectorId: 1, meterValue: '' }],
  ['no list at all', 'MeterValues', { connectorId: 1, meterValue: null }],
])('%s is not guessed at', (_what, action, payload) => {
  const broken = { version: v16, schema: `${action}Request`, action, isAnswer: false, payload, receivedAt };
  expect(repairPayload(broken, repairRules)).toBeUndefined();
});

test.each<[string, string, object, object]>([
  ['the largest number that has lost no digit', 'Authorize', { idTag: 2 ** 53 - 1 }, { idTag: '9007199254740991' }],
  [
    'a quantity with a fraction',
    'StopTransaction',
    { transactionId: 1, meterStop: 7.6, timestamp: '2026-03-01T08:00:00Z' },
    { meterStop: 8 },
  ],
  ['an object as data', 'DataTransfer', { vendorId: 'v', data: { a: 1 } }, { data: '{"a":1}' }],
  ['a list as data', 'DataTransfer', { vendorId: 'v', data: [1] }, { data: '[1]' }],
])('%s is read', (_what, action, payload, read) => {
  const broken = { version: v16, schema: `${action}Request`, action, isAnswer: false, payload, receivedAt };
  expect(repairPayload(broken, repairRules)?.payload).toMatchObject(read);
});

const eight = '2026-03-01T08:00:00.000Z';

test.each<[unknown, string | undefined]>([
  ['2026-03-01 08:00', eight],
  ['2026-03-01T08:00:00', eight],
  ['2026-03-01 11:00+03', eight],
  ['2026-03-01 04:30 -0330', eight],
  [Date.parse(eight), eight],
  [Date.parse(eight) / 1000, eight],
  [9e8, undefined],
  [1e10, undefined],
  [9e11, undefined],
  [1e13, undefined],
  ['2026-13-01T08:00:00', undefined],
  ['yesterday', undefined],
])('the time %j is read as %s; one that says nothing is left out where it may be', (timestamp, read) => {
  const payload = { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp };
  const broken = { version: v16, schema: 'StatusNotificationRequest', action: 'StatusNotification', isAnswer: false };
  const repaired = repairPayload({ ...broken, payload, receivedAt }, repairRules);
  expect((repaired?.payload as { timestamp?: string } | undefined)?.timestamp).toBe(read);
});

test('a field is told by its name in all items of a list, a value by one short line', () => {
  const long = 'x'.repeat(300);
  const payload = {
    connectorId: 1,
    meterValue: [{ timestamp: '2026-03-01T08:00:00Z', sampledValue: [{ value: '1', [long]: `${long}\n` }] }],
  };
  const broken = {
    version: v16,
    schema: 'MeterValuesRequest',
    action: 'MeterValues',
    isAnswer: false,
    payload,
    receivedAt,
  };
  const [repair] =
    tolerate(
      needsWith(() => true),
      'CP-1',
      broken,
    )?.repairs ?? [];
  expect(repair).toMatchObject({ rule: 'extra-field', after: '(absent)' });
  expect(repair?.field).toMatch(/^meterValue\[\]\.sampledValue\[\]\.x+…$/);
  expect(repair?.field).toHaveLength(100);
  expect(repair?.before).toHaveLength(100);
});
