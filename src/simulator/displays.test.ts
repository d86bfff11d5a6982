import { expect, test } from 'vitest';
import { accepting, startSmallServer } from '../../test/support/small-station-server.ts';
import { startAccepted } from '../../test/support/test-station.ts';
import { simulatedVendor } from './transfers.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const twos = ['2.0.1', '2.1'] as const;

const message = (id: number, more: object = {}) => ({
  message: { id, priority: 'NormalCycle', message: { format: 'UTF8', content: `Message ${id}` }, ...more },
});

test.each(twos)('OCPP %s: what is set is reported in parts, and gone when it is cleared', async (version) => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version });
  const ask = (action: string, payload: object) => server.ask('CP-1', action, payload);
  expect(await ask('GetDisplayMessages', { requestId: 1 })).toEqual({ answer: { status: 'Unknown' } });
  for (const id of [1, 2])
    expect(await ask('SetDisplayMessage', message(id))).toEqual({ answer: { status: 'Accepted' } });
  expect(await ask('GetDisplayMessages', { requestId: 2 })).toEqual({ answer: { status: 'Accepted' } });
  const parts = [await server.received('NotifyDisplayMessages', 1), await server.received('NotifyDisplayMessages', 2)];
  expect(parts.map(({ payload }) => payload['tbc'])).toEqual([true, false]);
  expect(await ask('ClearDisplayMessage', { id: 1 })).toEqual({ answer: { status: 'Accepted' } });
  expect(await ask('ClearDisplayMessage', { id: 1 })).toEqual({ answer: { status: 'Unknown' } });
  expect(await ask('GetDisplayMessages', { requestId: 3, id: [1] })).toEqual({ answer: { status: 'Unknown' } });
});

test.each(twos)('OCPP %s: a message that cannot be shown is refused with its reason', async (version) => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version });
  const set = (more: object) => server.ask('CP-1', 'SetDisplayMessage', message(1, more));
  expect(await set({ transactionId: 'nobody' })).toEqual({ answer: { status: 'UnknownTransaction' } });
  expect(await set({ message: { format: 'HTML', content: '<b>' } })).toEqual({
    answer: { status: 'NotSupportedMessageFormat' },
  });
});

test.each(versions)('OCPP %s: a transfer to its vendor is answered, one to another is not known', async (version) => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version });
  const transfer = (payload: object) => server.ask('CP-1', 'DataTransfer', payload);
  expect(await transfer({ vendorId: simulatedVendor, messageId: 'Echo', data: 'hello' })).toEqual({
    answer: { status: 'Accepted', data: 'hello' },
  });
  expect(await transfer({ vendorId: simulatedVendor, messageId: 'Sing' })).toEqual({
    answer: { status: 'UnknownMessageId' },
  });
  expect(await transfer({ vendorId: 'nobody' })).toEqual({ answer: { status: 'UnknownVendorId' } });
});

test('a station of 1.6 takes the messages of 2.0.1 for displays as data', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server, { version: '1.6' });
  const carry = (messageId: string, data: object) =>
    server.ask('CP-1', 'DataTransfer', { vendorId: simulatedVendor, messageId, data: JSON.stringify(data) });
  expect(await carry('SetDisplayMessage', message(3))).toEqual({ answer: { status: 'Accepted' } });
  expect(station.displays.find({}).map(({ id }) => id)).toEqual([3]);
  expect(await carry('ClearDisplayMessage', { id: 3 })).toEqual({ answer: { status: 'Accepted' } });
  expect(station.displays.find({})).toEqual([]);
});
