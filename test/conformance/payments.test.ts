import { expect } from 'vitest';
import type { AddedToken, RefusalList } from '../../src/contract/access/token.ts';
import type { PaymentList, SettlementList, VatValidationList } from '../../src/contract/billing/payment.ts';
import type { PaymentAddressList } from '../../src/contract/billing/payment-address.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import { beginSession } from '../support/charge.ts';
import { enterToken } from '../support/tokens.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const only = ['2.1'] as const;

const card = (last: string) => [
  { type: 'CardBin', additionalIdToken: '411111' },
  { type: 'CardLast4Digits', additionalIdToken: last },
  { type: 'HashedCardNr', additionalIdToken: '9f86d081884c7d659a2f' },
  { type: 'PaymentBrand', additionalIdToken: 'VISA' },
];
const direct = (pspRef: string, last = '1111') => ({
  idToken: { idToken: pspRef, type: 'DirectPayment', additionalInfo: card(last) },
});
const settledAt = '2026-03-01T09:00:00.000Z';

const paymentsOf = async ({ view }: UseCase) => (await view<PaymentList>('payments')).payments;
const settlementsOf = async ({ view }: UseCase) => (await view<SettlementList>('settlements')).settlements;

function settle({ station }: UseCase, pspRef: string, more: object) {
  return station.call('NotifySettlement', { pspRef, settlementTime: settledAt, settlementAmount: 0, ...more });
}

useCase('C17', 'Authorization with a prepaid card', only, async (given) => {
  const { sigec, stationId } = given;
  const { id } = await enterToken(sigec, 'C17-CARD', { credit: '12.5' });
  const session = await beginSession(given, { value: 'C17-CARD' });
  // Nobody may remember it: the credit is another the next time.
  const cacheExpiryDateTime = expect.any(String) as string;
  expect(session.started).toEqual({
    idTokenInfo: { status: 'Accepted', cacheExpiryDateTime },
    transactionLimit: { maxCost: 12.5 },
  });
  const shown = { idToken: { idToken: 'C17-CARD', type: 'ISO14443' } };
  const inForce = { transactionInfo: { transactionId: session.ref, transactionLimit: { maxCost: 12.5 } } };
  await session.meter(2000, { triggerReason: 'LimitSet', ...inForce });
  // Shown again while it charges: the limit was told once.
  expect(await session.meter(2500, shown)).not.toHaveProperty('transactionLimit');
  await session.stop(3000);
  await sigec.api.post(`/api/tokens/${id}`, { credit: '0' });
  const again = await beginSession(given, { value: 'C17-CARD' });
  expect(again.tokenInfo).toEqual({ status: 'NoCredit', cacheExpiryDateTime });
  const { refusals } = await sigec.api.get<RefusalList>(`/api/refusals?stationId=${stationId}`);
  expect(refusals).toMatchObject([{ tokenId: id, status: 'no-credit', reason: 'no-credit' }]);
  return { messages: ['TransactionEvent', 'TransactionEvent', 'TransactionEvent'] };
});

useCase('C18', 'Authorization using a locally connected payment terminal', only, async (given) => {
  const { station, sigec, stationId } = given;
  expect(await station.call('Authorize', direct('PSP-C18'))).toEqual({ idTokenInfo: { status: 'Accepted' } });
  const info = { transactionLimit: { maxCost: 40 } };
  const session = await beginSession(given, { value: '', more: direct('PSP-C18'), info });
  expect(session.tokenInfo).toEqual({ status: 'Accepted' });
  const [payment] = await paymentsOf(given);
  expect(payment).toMatchObject({
    pspRef: 'PSP-C18',
    brand: 'VISA',
    lastFour: '1111',
    maxAmount: '40',
    evseId: 1,
    sessionRef: session.ref,
    status: 'authorized',
  });
  expect(await session.read()).toMatchObject({ tokenHash: payment?.tokenId, tokenType: 'direct-payment' });
  // Nothing else of the card is anywhere.
  const { messages } = await sigec.api.get<MessageList>(`/api/stations/${stationId}/messages?limit=1000`);
  expect(JSON.stringify([messages, payment])).not.toMatch(/411111|9f86d081884c7d65/);
  return { messages: ['Authorize', 'TransactionEvent'] };
});

useCase('C19', 'Cancelation of an authorization before the transaction', only, async (given) => {
  const { station } = given;
  await station.call('Authorize', direct('PSP-C19'));
  const answer = await settle(given, 'PSP-C19', { status: 'Canceled', statusInfo: 'cable not plugged in' });
  expect(await paymentsOf(given)).toMatchObject([{ pspRef: 'PSP-C19', status: 'cancelled', sessionRef: null }]);
  const settlements = await settlementsOf(given);
  expect(settlements).toMatchObject([{ status: 'cancelled', amount: '0', statusInfo: 'cable not plugged in' }]);
  expect(answer).toEqual({ receiptId: settlements[0]?.id });
  // The station was not sure that we heard it: the same settlement again is the same one.
  expect(await settle(given, 'PSP-C19', { status: 'Canceled' })).toEqual(answer);
  expect(await settlementsOf(given)).toHaveLength(1);
  return { messages: ['Authorize', 'NotifySettlement', 'NotifySettlement'] };
});

useCase('C20', 'Cancelation after the start of the transaction', only, async (given) => {
  const session = await beginSession(given, { value: '', more: direct('PSP-C20') });
  await session.stop(1000);
  await settle(given, 'PSP-C20', { status: 'Canceled', transactionId: session.ref });
  expect(await paymentsOf(given)).toMatchObject([{ pspRef: 'PSP-C20', status: 'cancelled', sessionRef: session.ref }]);
  expect(await session.read()).toMatchObject({ state: 'ended', energyWh: 0 });
  return { messages: ['TransactionEvent', 'TransactionEvent', 'NotifySettlement'] };
});

useCase('C21', 'Settlement at the end of the transaction', only, async (given) => {
  const { station, view } = given;
  const session = await beginSession(given, { value: '', more: direct('PSP-C21', '4242') });
  await session.stop(9000);
  // The driver wants a receipt for a company.
  expect(await station.call('VatNumberValidation', { vatNumber: 'BE0403170701', evseId: 1 })).toEqual({
    vatNumber: 'BE0403170701',
    evseId: 1,
    status: 'Accepted',
    statusInfo: { reasonCode: 'FormatOnly', additionalInfo: 'The form was checked, no register was asked' },
  });
  expect(await station.call('VatNumberValidation', { vatNumber: 'BE0403170702' })).toMatchObject({
    status: 'Rejected',
    statusInfo: { reasonCode: 'WrongCheckDigits' },
  });
  expect((await view<VatValidationList>('vat-validations')).validations).toMatchObject([
    { vatNumber: 'BE0403170702', isAccepted: false, reason: 'wrong-check-digits' },
    { vatNumber: 'BE0403170701', isAccepted: true, reason: 'format-fits', evseId: 1 },
  ]);
  const answer = await settle(given, 'PSP-C21', {
    status: 'Settled',
    transactionId: session.ref,
    settlementAmount: 8.45,
    receiptId: 'R-7',
    receiptUrl: 'https://pay.example/r/7',
    vatNumber: 'BE0403170701',
    vatCompany: { name: 'Acme', address1: 'Rue 1', city: 'Namur', postalCode: '5000', country: 'BE' },
  });
  expect(answer).toEqual({});
  expect(await settlementsOf(given)).toMatchObject([
    {
      pspRef: 'PSP-C21',
      sessionRef: session.ref,
      status: 'settled',
      amount: '8.45',
      settledAt,
      receiptId: 'R-7',
      receiptUrl: 'https://pay.example/r/7',
      vatNumber: 'BE0403170701',
      company: { name: 'Acme', address: ['Rue 1'], city: 'Namur', postalCode: '5000', country: 'BE' },
    },
  ]);
  expect(await paymentsOf(given)).toMatchObject([{ status: 'settled', lastFour: '4242' }]);
  // A station that leaves the receipt to us is told where it is; whoever has the link needs no account.
  const left = await settle(given, 'PSP-C21', {
    status: 'Settled',
    transactionId: session.ref,
    settlementAmount: 8.45,
    settlementTime: '2026-03-01T09:05:00Z',
  });
  expect(String(left['receiptUrl'])).toMatch(/^http.*\/pay\/[\da-f-]{36}\.[\w-]{43}\/receipt$/);
  await expect.poll(async () => (await fetch(String(left['receiptUrl']))).status).toBe(200);
  return {
    messages: [
      'TransactionEvent',
      'TransactionEvent',
      'VatNumberValidation',
      'VatNumberValidation',
      'NotifySettlement',
      'NotifySettlement',
    ],
  };
});

useCase('C22', 'Settlement is rejected or fails', only, async (given) => {
  const session = await beginSession(given, { value: '', more: direct('PSP-C22') });
  await session.stop(9000);
  await settle(given, 'PSP-C22', { status: 'Failed', settlementAmount: 4.2, statusInfo: 'provider not reached' });
  expect(await paymentsOf(given)).toMatchObject([{ status: 'failed' }]);
  await settle(given, 'PSP-C22', { status: 'Rejected', settlementAmount: 4.2, statusInfo: 'card expired' });
  expect(await paymentsOf(given)).toMatchObject([{ status: 'rejected' }]);
  const settlements = await settlementsOf(given);
  expect(settlements.map(({ status, amount }) => `${status} ${amount}`).toSorted()).toEqual([
    'failed 4.2',
    'rejected 4.2',
  ]);
  return { messages: ['TransactionEvent', 'TransactionEvent', 'NotifySettlement', 'NotifySettlement'] };
});

useCase('C23', 'Increasing the authorization amount', only, async (given) => {
  const info = { transactionLimit: { maxCost: 20 } };
  const session = await beginSession(given, { value: '', more: direct('PSP-C23'), info });
  expect(await paymentsOf(given)).toMatchObject([{ maxAmount: '20' }]);
  await session.meter(9000, {
    triggerReason: 'LimitSet',
    ...direct('PSP-C23'),
    transactionInfo: { transactionId: session.ref, transactionLimit: { maxCost: 50 } },
  });
  expect(await paymentsOf(given)).toMatchObject([{ pspRef: 'PSP-C23', maxAmount: '50', status: 'authorized' }]);
  return { messages: ['TransactionEvent', 'TransactionEvent'] };
});

useCase('C24', 'Authorization using a stand-alone payment terminal', only, async (given) => {
  const { sigec, station, command } = given;
  // The terminal's provider told us, not the station, that the card was taken.
  const { token } = await sigec.api.post<AddedToken>('/api/tokens', { value: 'PSP-C24', type: 'direct-payment' });
  const running = command('start-session', { tokenId: token.id, evseId: 1 });
  expect(await station.answer('RequestStartTransaction', { status: 'Accepted' })).toMatchObject({
    idToken: { idToken: 'PSP-C24', type: 'DirectPayment' },
    evseId: 1,
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  const session = await beginSession(given, { value: 'PSP-C24', type: 'DirectPayment' });
  await session.stop(5000);
  expect(await session.read()).toMatchObject({ tokenHash: token.id, energyWh: 4000 });
  expect(await paymentsOf(given)).toMatchObject([{ pspRef: 'PSP-C24', tokenId: token.id, sessionRef: session.ref }]);
  return { messages: ['RequestStartTransaction', 'TransactionEvent', 'TransactionEvent'] };
});

useCase('C25', 'Ad hoc payment via a QR code', only, async (given) => {
  const { sigec, station, command, view } = given;
  let running = command('notify-web-payment', { evseId: 1, timeoutSeconds: 90 });
  expect(await station.answer('NotifyWebPaymentStarted', {})).toEqual({ evseId: 1, timeout: 90 });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  const { webPayments } = await view<PaymentList>('payments');
  expect(webPayments).toMatchObject([{ evseId: 1 }]);
  const [started] = webPayments;
  expect(Date.parse(started?.expiresAt ?? '') - Date.parse(started?.toldAt ?? '')).toBe(90_000);

  const { token } = await sigec.api.post<AddedToken>('/api/tokens', { value: 'PSP-C25', type: 'direct-payment' });
  running = command('start-session', { tokenId: token.id, evseId: 1 });
  await station.answer('RequestStartTransaction', { status: 'Accepted' });
  await running;
  const session = await beginSession(given, { value: 'PSP-C25', type: 'DirectPayment' });
  expect(session.tokenInfo).toEqual({ status: 'Accepted' });
  expect(await session.read()).toMatchObject({ tokenHash: token.id });
  return { messages: ['NotifyWebPaymentStarted', 'RequestStartTransaction', 'TransactionEvent'] };
});

useCase('C25', 'A QR code that the station makes itself', only, async (given) => {
  const { sigec, station, command, view } = given;
  const addressOf = async () => (await view<PaymentAddressList>('payment-addresses')).addresses[0];
  expect(await addressOf()).toMatchObject({ evseId: 1, code: 'static' });
  const running = command('set-payment-code', { evseId: 1, validitySeconds: 30, length: 16 });
  const accepted = (data: Wanted[]) => ({
    setVariableResult: data.map(({ component, variable }) => ({ component, variable, attributeStatus: 'Accepted' })),
  });
  const [, id, action, payload] = (await station.next()) as [number, string, string, { setVariableData: Wanted[] }];
  expect(action).toBe('SetVariables');
  const { setVariableData: wanted } = payload;
  station.send(JSON.stringify([3, id, accepted(wanted)]));
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(wanted.map(({ component }) => component)).toEqual(
    wanted.map(() => ({ name: 'WebPaymentsCtrlr', evse: { id: 1 } })),
  );
  const set = Object.fromEntries(wanted.map(({ variable, attributeValue }) => [variable.name, attributeValue]));
  expect(set).toMatchObject({ TOTPVersion: 'v1', ValidityTime: '30', Length: '16', Enabled: 'true' });
  expect(set['URLTemplate']).toMatch(/^http.*\/pay\/\{chargingstationid\}\/\{evse\}\/\{totp\}\?v=\{version\}$/);
  expect(set['SharedSecret']).toMatch(/^[\w-]{32}$/);
  expect(await addressOf()).toMatchObject({ code: 'dynamic', url: null, validitySeconds: 30 });
  // Nobody may read the secret, here or there.
  const { messages } = await sigec.api.get<MessageList>(`/api/stations/${given.stationId}/messages?limit=1000`);
  const commands = await view<object>('commands');
  expect(JSON.stringify([messages, commands])).not.toContain(set['SharedSecret']);
  return { messages: ['SetVariables'] };
});

type Wanted = { component: object; variable: { name: string }; attributeValue: string };
