import { expect } from 'vitest';
import type { DataTransferList } from '../../src/contract/stations/data-transfer.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;

const transfers = async ({ view }: UseCase) => (await view<DataTransferList>('data-transfers')).transfers;

useCase('P01', 'Data Transfer to the Charging Station', all, async (given) => {
  const { command, station, version } = given;
  const running = command('transfer-data', { vendorId: 'br.ipe', messageId: 'Paint', data: { colour: 'green' } });
  const asked = await station.answer('DataTransfer', { status: 'Accepted', data: 'painted' });
  const data = version === '1.6' ? '{"colour":"green"}' : { colour: 'green' };
  expect(asked).toEqual({ vendorId: 'br.ipe', messageId: 'Paint', data });
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', answer: { status: 'accepted', data: 'painted' } },
    input: { data: '(not kept)' },
  });
  expect(await transfers(given)).toMatchObject([
    { direction: 'to-station', vendorId: 'br.ipe', data: '{"colour":"green"}', status: 'accepted', answer: 'painted' },
  ]);
  return { messages: ['DataTransfer'] };
});

useCase('P01', 'Data Transfer that the station does not know', all, async (given) => {
  const { command, station } = given;
  const running = command('transfer-data', { vendorId: 'nobody' });
  await station.answer('DataTransfer', { status: 'UnknownVendorId' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'UnknownVendorId' } });
  expect(await transfers(given)).toMatchObject([{ status: 'unknown-vendor', data: null }]);
  return { messages: ['DataTransfer'] };
});

useCase('P02', 'Data Transfer to the CSMS', all, async (given) => {
  const { station, sigec, version } = given;
  const { api } = sigec;
  const vendor = `/api/data-transfer/vendors/br.ipe.${version}`;
  const vendorId = `br.ipe.${version}`;
  const send = (messageId: string, data: unknown) => station.call('DataTransfer', { vendorId, messageId, data });
  expect(await send('Ping', 'a')).toEqual({ status: 'UnknownVendorId' });
  await api.put(vendor, { messageId: 'Ping', data: '{"pong":1}' });
  expect(await send('Pong', 'b')).toEqual({ status: 'UnknownMessageId' });
  expect(await send('Ping', 'c')).toEqual({
    status: 'Accepted',
    data: version === '1.6' ? '{"pong":1}' : { pong: 1 },
  });
  await api.put(vendor, { messageId: 'Pay', status: 'rejected' });
  expect(await send('Pay', 'd')).toEqual({ status: 'Rejected' });
  expect((await transfers(given)).map(({ status, data }) => [status, data])).toEqual([
    ['rejected', 'd'],
    ['accepted', 'c'],
    ['unknown-message', 'b'],
    ['unknown-vendor', 'a'],
  ]);
  await api.delete(`${vendor}?messageId=Ping`);
  expect(await send('Ping', 'e')).toEqual({ status: 'UnknownMessageId' });
  return { messages: ['DataTransfer', 'DataTransfer', 'DataTransfer', 'DataTransfer', 'DataTransfer'] };
});

useCase('P02', 'Data Transfer with a token in it', all, async (given) => {
  const { station } = given;
  const data = JSON.stringify({ idTag: 'CARD-OF-ANA', note: 'x'.repeat(5000) });
  await station.call('DataTransfer', { vendorId: 'nobody', data });
  const [transfer] = await transfers(given);
  expect(transfer?.data).toMatch(/^\{"idTag":"tok_/);
  expect(transfer?.data).not.toContain('CARD-OF-ANA');
  expect(transfer).toMatchObject({ dataLength: data.length });
  expect(transfer?.data?.length).toBe(4000);
  return { messages: ['DataTransfer'] };
});
