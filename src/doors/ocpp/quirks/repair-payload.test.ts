import fc from 'fast-check';
import { expect, test } from 'vitest';
import { v16 } from '../v16/version.ts';
import { v21 } from '../v21/version.ts';
import { v201 } from '../v201/version.ts';
import { repairRules } from './quirks.ts';
import { type BrokenPayload, repairPayload } from './repair-payload.ts';
import { extraField } from './rules/words.ts';

const receivedAt = new Date('2026-03-01T12:00:00Z');

function broken(action: string, payload: unknown, version: BrokenPayload['version'] = v16): BrokenPayload {
  return { version, schema: `${action}Request`, action, isAnswer: false, payload, receivedAt };
}

const sample = (more: object) => ({ value: '1', measurand: 'Energy.Active.Import.Register', unit: 'Wh', ...more });

test('flaws of many kinds in one message are all mended, and each is told', () => {
  const payload = {
    connectorId: '1',
    transactionId: null,
    meterValue: { timestamp: '2026-03-01 08:00:00', sampledValue: [sample({ value: 5 }), sample({ unit: 'parsec' })] },
    bogus: true,
  };
  const repaired = repairPayload(broken('MeterValues', payload), repairRules);
  expect(repaired?.payload).toEqual({
    connectorId: 1,
    meterValue: [{ timestamp: '2026-03-01T08:00:00.000Z', sampledValue: [sample({ value: '5' })] }],
  });
  expect(new Set(repaired?.repairs.map(({ rule }) => rule))).toEqual(
    new Set([
      'number-as-text',
      'null-for-absent',
      'single-for-list',
      'timestamp-form',
      'text-as-number',
      'unknown-sample-word',
      'extra-field',
    ]),
  );
});

test('what came is left as it was: a copy is mended', () => {
  const payload = Object.freeze({ connectorId: '1', errorCode: 'NoError', status: 'Available' });
  expect(repairPayload(broken('StatusNotification', payload), repairRules)?.payload).toMatchObject({ connectorId: 1 });
  expect(payload.connectorId).toBe('1');
});

test('one flaw without a rule leaves the whole message unrepaired', () => {
  const payload = { connectorId: '1', errorCode: 'NoError', status: 'Levitating' };
  expect(repairPayload(broken('StatusNotification', payload), repairRules)).toBeUndefined();
});

test('a rule that is off does not mend', () => {
  const payload = { connectorId: '1', errorCode: 'NoError', status: 'Available' };
  expect(repairPayload(broken('StatusNotification', payload), [extraField])).toBeUndefined();
});

test.each([
  ['Authorize', { idTag: 'A-TOKEN-OF-MORE-THAN-TWENTY' }, v16],
  ['Authorize', { idToken: { idToken: 'x'.repeat(300), type: 'Central' } }, v201],
  ['Authorize', { idTag: 2 ** 60 }, v16],
  ['StartTransaction', { connectorId: 1.5, idTag: 'A', meterStart: 0, timestamp: '2026-03-01T08:00:00Z' }, v16],
  ['SignCertificate', { csr: 'x'.repeat(6000) }, v201],
  ['SignCertificate', { csr: 'x', certificateType: 'Master' }, v21],
] as const)(
  '%s with a token, an id or a certificate that is wrong is never made another one',
  (action, payload, version) => {
    expect(repairPayload(broken(action, payload, version), repairRules)).toBeUndefined();
  },
);

test('a payload with thousands of flaws is given up at once', () => {
  const sampledValue = Array.from({ length: 5_000 }, () => ({ value: 1 }));
  const payload = { connectorId: 1, meterValue: [{ timestamp: '2026-03-01T08:00:00Z', sampledValue }] };
  expect(repairPayload(broken('MeterValues', payload), repairRules)).toBeUndefined();
});

test('whatever comes, the result fits its schema or there is none', () => {
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, '', 'true', '1', 'Available', '2026-03-01 08:00', -1, 0, 1.5, true, [], {}),
      fc.string(),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('value', 'unit', 'timestamp', 'sampledValue', 'idToken', 'x'), tie('value')),
    ),
  })).value;
  const names = ['connectorId', 'status', 'errorCode', 'timestamp', 'meterValue', 'idTag', 'evse', 'transactionInfo'];
  const payloads = fc.dictionary(fc.constantFrom(...names), anything);
  fc.assert(
    fc.property(
      payloads,
      fc.constantFrom('StatusNotification', 'MeterValues', 'BootNotification'),
      (payload, action) => {
        const repaired = repairPayload(broken(action, payload), repairRules);
        if (repaired !== undefined) expect(v16.validator.check(`${action}Request`, repaired.payload)).toBeUndefined();
      },
    ),
  );
});
