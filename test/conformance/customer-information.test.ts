import { expect } from 'vitest';
import type {
  CustomerInformationList,
  CustomerInformationText,
} from '../../src/contract/stations/customer-information.ts';
import { someNumber, someText, textWith } from '../support/some.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const twos = ['2.0.1', '2.1'] as const;

const token = 'DEADBEEF042';
const list = ({ view }: UseCase) => view<CustomerInformationList>('customer-information');

function read({ sigec, stationId }: UseCase, requestId: unknown): Promise<CustomerInformationText> {
  return sigec.api.post(`/api/stations/${stationId}/customer-information/${String(requestId)}/read`);
}

function part(requestId: unknown, seqNo: number, data: string, tbc?: boolean) {
  return { requestId, seqNo, data, generatedAt: '2026-03-01T08:00:00Z', ...(tbc !== undefined && { tbc }) };
}

useCase('N09', 'Get Customer Information', twos, async (given) => {
  const { station, command, view } = given;
  const running = command('get-customer-information', { token: { value: token, type: 'iso14443' } });
  const asked = await station.answer('CustomerInformation', { status: 'Accepted' });
  const { requestId } = asked;
  expect(asked).toEqual({
    requestId: someNumber,
    report: true,
    clear: false,
    idToken: { idToken: token, type: 'ISO14443' },
  });
  const record = await running;
  expect(record).toMatchObject({ outcome: { status: 'accepted' } });
  // Parts may come in any order, and twice.
  await station.call('NotifyCustomerInformation', part(requestId, 1, 'lives in Recife.'));
  expect(await list(given)).toMatchObject({ requests: [{ parts: 1, isComplete: false }] });
  await expect(read(given, requestId)).rejects.toThrow('409');
  for (let time = 0; time < 2; time += 1)
    await station.call('NotifyCustomerInformation', part(requestId, 0, 'Maria Souza ', true));
  const before = await list(given);
  expect(before).toMatchObject({
    requests: [{ requestId, about: 'token', isReport: true, isClear: false, parts: 2, isComplete: true, readAt: null }],
  });
  const kept = JSON.stringify([before, record, await view('messages?limit=1000'), await view('commands')]);
  for (const personal of [token, 'Maria', 'Recife']) expect(kept).not.toContain(personal);
  expect(await read(given, requestId)).toEqual({ text: 'Maria Souza lives in Recife.' });
  expect(await list(given)).toMatchObject({
    requests: [{ parts: 0, isComplete: false, readAt: someText, readBy: someText }],
  });
  await expect(read(given, requestId)).rejects.toThrow('is not kept');
  await station.call('NotifyCustomerInformation', part(requestId, 0, 'Maria Souza ', true)); // late, and not kept again
  expect(await list(given)).toMatchObject({ requests: [{ parts: 0 }] });
  return { messages: ['CustomerInformation', 'NotifyCustomerInformation', 'NotifyCustomerInformation'] };
});

useCase('N09', 'Get Customer Information, refused', twos, async (given) => {
  const { station, command } = given;
  const running = command('get-customer-information', { customerIdentifier: 'cliente-9' });
  expect(await station.answer('CustomerInformation', { status: 'Invalid' })).toMatchObject({
    customerIdentifier: 'cliente-9',
  });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'Invalid' } });
  expect(await command('get-customer-information', {})).toMatchObject({
    outcome: { status: 'not-sent', reason: textWith('exactly one') },
  });
  // Nobody asked for this: it is heard, and not kept.
  expect(await station.call('NotifyCustomerInformation', part(4711, 0, 'Maria Souza'))).toEqual({});
  expect(await list(given)).toMatchObject({ requests: [{ about: 'customer', outcome: 'rejected', parts: 0 }] });
  return { messages: ['CustomerInformation', 'NotifyCustomerInformation'] };
});

useCase('N10', 'Clear Customer Information', twos, async (given) => {
  const { station, command } = given;
  const certificate = { hashAlgorithm: 'SHA256', issuerNameHash: 'aa', issuerKeyHash: 'bb', serialNumber: 'c' };
  const running = command('get-customer-information', { report: false, clear: true, certificate });
  const asked = await station.answer('CustomerInformation', { status: 'Accepted' });
  expect(asked).toEqual({
    requestId: someNumber,
    report: false,
    clear: true,
    customerCertificate: certificate,
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await list(given)).toMatchObject({
    requests: [{ about: 'certificate', isReport: false, isClear: true, outcome: 'accepted', parts: 0 }],
  });
  return { messages: ['CustomerInformation'] };
});
