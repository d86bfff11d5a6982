import { expect, test } from 'vitest';
import { ocmfMeter } from '../../../test/support/ocmf-meter.ts';
import { signedDataOf } from './signed-data.ts';

const meter = ocmfMeter();
const record = (number: number, reason: string, kwh: number) =>
  meter.record({ number, readings: [{ reason, at: '2026-03-01T10:00:00.000Z', kwh }] });
const [begin, end] = [record(1, 'B', 10), record(2, 'E', 25)];
const told = (context: string | null, data: string, more: object = {}) => ({
  context,
  data,
  encoding: 'OCMF',
  publicKey: null,
  ...more,
});

test.each([
  ['as 1.6 sends it', (text: string) => text],
  ['as 2.x sends it', (text: string) => Buffer.from(text).toString('base64')],
  ['in hexadecimal digits', (text: string) => Buffer.from(text).toString('hex')],
])('a record of OCMF, %s, is told to the byte, with what was signed beside it', (_way, sent) => {
  const data = signedDataOf([
    told('Transaction.Begin', sent(begin), { publicKey: meter.envelope }),
    told('Transaction.End', sent(end)),
  ]);
  expect(data).toMatchObject({ encodingMethod: 'OCMF', publicKey: meter.envelope });
  expect(data?.signedValues.map(({ nature }) => nature)).toEqual(['Start', 'End']);
  expect(data?.signedValues.map(({ signedData }) => Buffer.from(signedData, 'base64').toString())).toEqual([
    begin,
    end,
  ]);
  expect(data?.signedValues.map(({ plainData }) => `OCMF|${plainData}|`)).toEqual(
    [begin, end].map((text) => text.slice(0, text.lastIndexOf('|') + 1)),
  );
});

test('another encoding is told by its name, and one that is mixed in is left out', () => {
  const edl = Buffer.from([1, 2, 3]).toString('base64');
  const data = signedDataOf([told(null, edl, { encoding: 'EDL' }), told('Transaction.End', end)]);
  expect(data).toMatchObject({ encodingMethod: 'EDL', signedValues: [{ nature: 'Intermediate', signedData: edl }] });
  expect(data?.signedValues).toHaveLength(1);
});

test('without signed values there is nothing to tell', () => {
  expect(signedDataOf([])).toBeUndefined();
});
