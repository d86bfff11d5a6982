import { expect } from 'vitest';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { DisplayMessageList } from '../../src/contract/stations/display.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const since201 = ['2.0.1', '2.1'] as const;

const shown = ({ view }: UseCase) => view<DisplayMessageList>('display-messages');

async function setMessage({ command, station }: UseCase, input: object): Promise<Record<string, unknown>> {
  const running = command('set-display-message', input);
  const asked = await station.answer('SetDisplayMessage', { status: 'Accepted' });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  return asked;
}

useCase('O01', 'Set DisplayMessage', since201, async (given) => {
  const asked = await setMessage(given, {
    priority: 'in-front',
    state: 'idle',
    startsAt: '2026-03-01T08:00:00.000Z',
    endsAt: '2026-03-02T08:00:00.000Z',
    text: 'Bem-vindo',
    language: 'pt-BR',
  });
  expect(asked).toEqual({
    message: {
      id: 1,
      priority: 'InFront',
      state: 'Idle',
      startDateTime: '2026-03-01T08:00:00.000Z',
      endDateTime: '2026-03-02T08:00:00.000Z',
      message: { format: 'UTF8', content: 'Bem-vindo', language: 'pt-BR' },
    },
  });
  expect((await shown(given)).messages).toMatchObject([
    { id: 1, wanted: { priority: 'in-front', texts: [{ text: 'Bem-vindo' }] }, shown: null },
  ]);
  return { messages: ['SetDisplayMessage'] };
});

useCase('O01', 'Set DisplayMessage that the station refuses', since201, async (given) => {
  const { command, station } = given;
  const running = command('set-display-message', { text: '<b>Oi</b>', format: 'html' });
  await station.answer('SetDisplayMessage', {
    status: 'NotSupportedMessageFormat',
    statusInfo: { reasonCode: 'UnsupportedParam' },
  });
  expect(await running).toMatchObject({
    outcome: { status: 'rejected', code: 'NotSupportedMessageFormat', reason: 'UnsupportedParam' },
  });
  expect((await shown(given)).messages).toEqual([]);
  return { messages: ['SetDisplayMessage'] };
});

useCase('O01', 'Set DisplayMessage in several languages', since201, async (given) => {
  const { command, station, version } = given;
  const running = command('set-display-message', {
    text: 'Bem-vindo',
    language: 'pt-BR',
    otherLanguages: [{ text: 'Welcome', language: 'en' }],
  });
  const asked = await station.answer('SetDisplayMessage', { status: 'Accepted' });
  const isFull = version === '2.1';
  expect(asked).toMatchObject({
    message: isFull
      ? { messageExtra: [{ content: 'Welcome', language: 'en' }] }
      : { message: { content: 'Bem-vindo' } },
  });
  expect((await running).outcome?.losses.map(({ field }) => field)).toEqual(isFull ? [] : ['otherLanguages']);
  expect((await shown(given)).messages[0]?.wanted?.texts).toHaveLength(isFull ? 2 : 1);
  return { messages: ['SetDisplayMessage'] };
});

useCase('O02', 'Set DisplayMessage for Transaction', since201, async (given) => {
  const { station, sigec, stationId } = given;
  await station.call('TransactionEvent', {
    eventType: 'Started',
    timestamp: '2026-03-01T08:00:00Z',
    triggerReason: 'CablePluggedIn',
    seqNo: 0,
    transactionInfo: { transactionId: `T-${stationId}`, chargingState: 'EVConnected' },
    evse: { id: 1, connectorId: 1 },
  });
  const { sessions } = await sigec.api.get<SessionPage>(`/api/stations/${stationId}/sessions`);
  const asked = await setMessage(given, { text: '12 kWh', sessionId: sessions[0]?.id });
  expect(asked).toMatchObject({ message: { transactionId: `T-${stationId}` } });
  expect((await shown(given)).messages).toMatchObject([{ wanted: { sessionRef: `T-${stationId}` } }]);
  return { messages: ['TransactionEvent', 'SetDisplayMessage'] };
});

const reported = (id: number, content: string) => ({
  id,
  priority: 'AlwaysFront',
  message: { format: 'ASCII', content },
});

useCase('O03', 'Get All DisplayMessages', since201, async (given) => {
  const { command, station } = given;
  await setMessage(given, { id: 1, text: 'One' });
  const report = async (...parts: object[][]) => {
    const running = command('get-display-messages', {}, { waitForEffectSeconds: 5 });
    const { requestId } = await station.answer('GetDisplayMessages', { status: 'Accepted' });
    for (const [index, messageInfo] of parts.entries())
      await station.call('NotifyDisplayMessages', { requestId, messageInfo, tbc: index < parts.length - 1 });
    expect(await running).toMatchObject({
      outcome: { status: 'accepted' },
      effect: { kind: 'display-messages-reported' },
    });
  };
  await report([reported(1, 'One')], [reported(2, 'Two')]);
  expect((await shown(given)).messages).toMatchObject([
    { id: 1, wanted: { texts: [{ text: 'One' }] }, shown: { priority: 'always-front', texts: [{ text: 'One' }] } },
    { id: 2, wanted: null, shown: { texts: [{ text: 'Two' }] } },
  ]);
  await report([reported(2, 'Two')]);
  expect((await shown(given)).messages).toMatchObject([
    { id: 1, shown: null },
    { id: 2, shown: { texts: [{ text: 'Two' }] } },
  ]);
  return { messages: ['GetDisplayMessages', 'NotifyDisplayMessages', 'NotifyDisplayMessages', 'GetDisplayMessages'] };
});

useCase('O03', 'Get All DisplayMessages of a station that has none', since201, async (given) => {
  const { command, station } = given;
  const running = command('get-display-messages');
  await station.answer('GetDisplayMessages', { status: 'Unknown' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'Unknown' } });
  expect(await shown(given)).toMatchObject({ messages: [], askedAt: expect.any(String) as string });
  return { messages: ['GetDisplayMessages'] };
});

useCase('O04', 'Get Specific DisplayMessages', since201, async (given) => {
  const { command, station } = given;
  const running = command('get-display-messages', { ids: [7], priority: 'always-front', state: 'charging' });
  const asked = await station.answer('GetDisplayMessages', { status: 'Accepted' });
  expect(asked).toEqual({ requestId: asked['requestId'], id: [7], priority: 'AlwaysFront', state: 'Charging' });
  expect((await running).outcome?.answer).toEqual({ requestId: asked['requestId'] });
  await station.call('NotifyDisplayMessages', { requestId: asked['requestId'], messageInfo: [reported(7, 'Seven')] });
  expect((await shown(given)).messages).toMatchObject([
    { id: 7, wanted: null, shown: { texts: [{ format: 'ascii' }] } },
  ]);
  return { messages: ['GetDisplayMessages', 'NotifyDisplayMessages'] };
});

useCase('O05', 'Clear DisplayMessage', since201, async (given) => {
  const { command, station } = given;
  await setMessage(given, { id: 5, text: 'Five' });
  const running = command('clear-display-message', { id: 5 });
  expect(await station.answer('ClearDisplayMessage', { status: 'Accepted' })).toEqual({ id: 5 });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect((await shown(given)).messages).toEqual([]);
  const unknown = command('clear-display-message', { id: 6 });
  await station.answer('ClearDisplayMessage', { status: 'Unknown' });
  expect(await unknown).toMatchObject({ outcome: { status: 'rejected', code: 'Unknown' } });
  return { messages: ['SetDisplayMessage', 'ClearDisplayMessage', 'ClearDisplayMessage'] };
});

useCase('O06', 'Replace DisplayMessage', since201, async (given) => {
  await setMessage(given, { id: 3, text: 'Before' });
  await setMessage(given, { id: 3, text: 'After', priority: 'always-front' });
  expect((await shown(given)).messages).toMatchObject([
    { id: 3, wanted: { priority: 'always-front', texts: [{ text: 'After' }] } },
  ]);
  return { messages: ['SetDisplayMessage', 'SetDisplayMessage'] };
});

useCase('O01', 'Set and clear DisplayMessage carried by DataTransfer', ['1.6'], async (given) => {
  const { command, station, sigec } = given;
  const vendor = '/api/data-transfer/vendors/br.ipe.display';
  const lost = await command('set-display-message', { text: 'Oi' });
  expect(lost).toMatchObject({ outcome: { status: 'not-sent', losses: [{ field: 'SetDisplayMessage' }] } });
  await sigec.api.put(vendor, { carriesDisplayMessages: true });
  const running = command('set-display-message', { id: 4, text: 'Oi' });
  const asked = await station.answer('DataTransfer', { status: 'Accepted' });
  expect(asked).toMatchObject({ vendorId: 'br.ipe.display', messageId: 'SetDisplayMessage' });
  expect(JSON.parse(String(asked['data']))).toMatchObject({ message: { id: 4, message: { content: 'Oi' } } });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', losses: [] } });
  expect((await shown(given)).messages).toMatchObject([{ id: 4, wanted: { texts: [{ text: 'Oi' }] } }]);
  const clearing = command('clear-display-message', { id: 4 });
  await station.answer('DataTransfer', { status: 'Accepted' });
  expect(await clearing).toMatchObject({ outcome: { status: 'accepted' } });
  expect((await shown(given)).messages).toEqual([]);
  await sigec.api.delete(vendor);
  return { messages: ['DataTransfer', 'DataTransfer'] };
});
