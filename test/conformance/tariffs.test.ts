import { expect } from 'vitest';
import type { TokenList } from '../../src/contract/access/token.ts';
import type { SessionCostList, StationTariffs, TariffList } from '../../src/contract/billing/tariff.ts';
import { beginSession, sessionMessages } from '../support/charge.ts';
import { setVariable } from '../support/set-variable.ts';
import { authorize, enterToken } from '../support/tokens.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const later = ['2.0.1', '2.1'] as const;

const texts = [
  { language: 'en', text: '0.50 EUR per kWh' },
  { language: 'pt-BR', text: '0,50 EUR por kWh' },
];

/** Half a euro per kWh unless told otherwise. */
async function makeTariff({ sigec, stationId }: UseCase, name = 'day', more: object = {}): Promise<string> {
  const id = `${name}-${stationId}`;
  await sigec.api.post('/api/tariffs', { id, currency: 'EUR', perKwh: '0.5', texts, ...more });
  return id;
}

/** What is told with an answer is written down a moment later. */
const toldAWhileLater = { timeout: 20_000 };
const costsOf =
  ({ view }: UseCase) =>
  async () =>
    (await view<SessionCostList>('costs')).costs;
const tariffsOf = ({ view }: UseCase) => view<StationTariffs>('tariffs');

/** Gives the station a price in the way of its version; gives back what it was told. */
async function setDefault({ version, station, command }: UseCase, tariffId: string, more: object = {}) {
  const running = command('set-default-tariff', { tariffId, ...more });
  const told = await answerSetting(station, version);
  const { outcome } = await running;
  expect(outcome?.status).toBe('accepted');
  return { told, losses: outcome?.losses.map(({ field }) => field) };
}

function answerSetting(station: UseCase['station'], version: string) {
  if (version === '1.6') return station.answer('ChangeConfiguration', { status: 'Accepted' });
  if (version === '2.1') return station.answer('SetDefaultTariff', { status: 'Accepted' });
  const place = { component: { name: 'TariffCostCtrlr' }, variable: { name: 'TariffFallbackMessage' } };
  return station.answer('SetVariables', { setVariableResult: [{ ...place, attributeStatus: 'Accepted' }] });
}

/** Takes the cost of a session as the version brings it; only 1.6 can say that it does not know it. */
function answerCost({ station, version }: UseCase, status: string) {
  return version === '1.6' ? station.answer('DataTransfer', { status }) : station.answer('CostUpdated', {});
}

useCase('I01', 'Show EV Driver-specific Tariff Information', later, async (given) => {
  const { sigec, station, version } = given;
  const tariffId = await makeTariff(given);
  const [german, brazilian] = [`I01A-${version}`, `I01B-${version}`];
  await enterToken(sigec, german, { tariffId, language: 'de' });
  await enterToken(sigec, brazilian, { tariffId, language: 'pt-BR' });
  expect(await authorize(station, version, { value: brazilian })).toEqual({
    status: 'Accepted',
    language1: 'pt-BR',
    personalMessage: { format: 'UTF8', language: 'pt-BR', content: '0,50 EUR por kWh' },
  });
  expect(await authorize(station, version, { value: german })).toMatchObject({
    language1: 'de',
    personalMessage: { language: 'en', content: '0.50 EUR per kWh' },
  });
  const { tariffs } = await sigec.api.get<TariffList>('/api/tariffs');
  expect(tariffs).toContainEqual(
    expect.objectContaining({
      id: tariffId,
      current: expect.objectContaining({ version: 1, terms: expect.objectContaining({ texts }) as object }) as object,
    }),
  );
  return { messages: ['Authorize', 'Authorize'] };
});

useCase('I02', 'Running Total Cost During Charging', all, async (given) => {
  const { station, version, command, sigec } = given;
  const value = `I02-${version}`;
  await enterToken(sigec, value, { tariffId: await makeTariff(given) });
  const session = await beginSession(given, { value });
  const answer = await session.meter(5000);
  // 4 kWh at half a euro. 2.x hears it with each answer, any version when somebody asks for it.
  if (version !== '1.6') expect(answer).toEqual({ totalCost: 2 });
  const { id: sessionId } = await session.read();
  let running = command('update-cost', { sessionId });
  if (version === '1.6') {
    const told = await station.answer('DataTransfer', { status: 'Accepted' });
    expect(told).toMatchObject({ vendorId: 'org.openchargealliance.costmsg', messageId: 'RunningCost' });
    expect(JSON.parse(String(told['data']))).toMatchObject({
      transactionId: Number(session.ref),
      meterValue: 5000,
      cost: 2,
      chargingPrice: { kWhPrice: 0.5, hourPrice: 0, flatFee: 0 },
    });
  } else {
    expect(await station.answer('CostUpdated', {})).toEqual({ transactionId: session.ref, totalCost: 2 });
  }
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { total: '2.00' } } });
  await expect
    .poll(costsOf(given), toldAWhileLater)
    .toMatchObject([
      { sessionRef: session.ref, source: 'ours', total: '2.00', currency: 'EUR', energyWh: 4000, isFinal: false },
    ]);
  running = command('update-cost', { sessionId, total: '3.10' });
  await answerCost(given, 'UnknownVendorId');
  expect(await running).toMatchObject({ outcome: { status: version === '1.6' ? 'rejected' : 'accepted' } });
  await expect.poll(costsOf(given), toldAWhileLater).toMatchObject([{ total: version === '1.6' ? '2.00' : '3.10' }]);
  const [started, meter] = sessionMessages(version);
  return { messages: [started ?? '', meter ?? '', version === '1.6' ? 'DataTransfer' : 'CostUpdated'] };
});

useCase('I03', 'Final Total Cost After Charging', later, async (given) => {
  const { version, sigec } = given;
  const value = `I03-${version}`;
  const tariffId = await makeTariff(given, 'all', { perMinute: '0.1', sessionFee: '1' });
  await enterToken(sigec, value, { tariffId });
  const session = await beginSession(given, { value });
  await session.meter(2000);
  // 3 kWh, two minutes and the fee.
  expect(await session.stop(4000)).toEqual({ totalCost: 2.7 });
  await expect
    .poll(costsOf(given), toldAWhileLater)
    .toMatchObject([
      { sessionRef: session.ref, total: '2.70', isFinal: true, tariffId, energyWh: 3000, chargingSeconds: 120 },
    ]);
  return { messages: sessionMessages(version) };
});

useCase('I04', 'Show Fallback Tariff Information', ['1.6', '2.0.1'], async (given) => {
  const { version, view } = given;
  const tariffId = await makeTariff(given);
  const { told, losses } = await setDefault(given, tariffId, { evseId: 1 });
  if (version === '1.6') {
    expect(told).toMatchObject({ key: 'DefaultPrice' });
    expect(JSON.parse(String(told['value']))).toMatchObject({ priceText: '0.50 EUR per kWh' });
    expect(losses).toEqual(['evseId']);
  } else {
    expect(told).toMatchObject({ setVariableData: [{ attributeValue: '0.50 EUR per kWh' }] });
    expect(losses).toEqual(['tariffId', 'evseId']);
  }
  expect(await tariffsOf(given)).toMatchObject({ set: [{ evseId: 0, tariffId }] });
  const name = version === '1.6' ? 'DefaultPrice' : 'TariffCostCtrlr.TariffFallbackMessage';
  expect(await view(`variables?name=${name}`)).toMatchObject({ variables: [{ attributes: [{ learnedBy: 'set' }] }] });
  return { messages: [version === '1.6' ? 'ChangeConfiguration' : 'SetVariables'] };
});

useCase('I04', 'Show Fallback Tariff Information', ['2.1'], async (given) => {
  await setVariable(given, { name: 'TariffCostCtrlr.TariffFallbackMessage', value: 'Ask for the price' });
  return { messages: ['SetVariables'] };
});

useCase('I05', 'Show Fallback Total Cost Message', later, async (given) => {
  await setVariable(given, { name: 'TariffCostCtrlr.TotalCostFallbackMessage', value: 'The price is on your bill' });
  return { messages: ['SetVariables'] };
});

useCase('I06', 'Update Tariff Information During Transaction', later, async (given) => {
  const { command, sigec, station, version } = given;
  const value = `I06-${version}`;
  await enterToken(sigec, value, { tariffId: await makeTariff(given) });
  const night = await makeTariff(given, 'night', { perKwh: '0.2', texts: [{ language: 'en', text: 'Now 0.20' }] });
  const session = await beginSession(given, { value, minutesAgo: 1 });
  expect(await session.meter(6000)).toEqual({ totalCost: 2.5 });
  const { id: sessionId } = await session.read();
  const running = command('change-session-tariff', { sessionId, tariffId: night });
  if (version === '2.1') {
    // A station that does not calculate by itself has no use for the tariff.
    const [, id] = (await station.next()) as [number, string];
    station.send(JSON.stringify([4, id, 'NotSupported', '', {}]));
  }
  expect(await running).toMatchObject({ outcome: { status: 'accepted', losses: [{ field: 'tariffId' }] } });
  // Told once, with the next answer. What was used before keeps its price.
  expect(await session.meter(6000)).toEqual({
    totalCost: 2.5,
    updatedPersonalMessage: { format: 'UTF8', language: 'en', content: 'Now 0.20' },
  });
  expect(await session.meter(11000)).toEqual({ totalCost: 3.5 });
  await expect.poll(costsOf(given), toldAWhileLater).toMatchObject([{ tariffId: night, total: '3.50' }]);
  return { messages: ['TransactionEvent', 'TransactionEvent', 'TransactionEvent'] };
});

useCase('I07', 'Set Default Tariff', ['2.1'], async (given) => {
  const { station, command, sigec } = given;
  const tariffId = await makeTariff(given, 'day', { perMinute: '0.1', sessionFee: '1' });
  const { told, losses } = await setDefault(given, tariffId, { evseId: 1 });
  expect(told).toEqual({
    evseId: 1,
    tariff: {
      tariffId,
      currency: 'EUR',
      description: texts.map(({ language, text }) => ({ format: 'UTF8', language, content: text })),
      energy: { prices: [{ priceKwh: 0.5 }] },
      chargingTime: { prices: [{ priceMinute: 0.1 }] },
      idleTime: { prices: [{ priceMinute: 0.1 }] },
      fixedFee: { prices: [{ priceFixed: 1 }] },
    },
  });
  expect(losses).toEqual([]);
  expect(await tariffsOf(given)).toMatchObject({ set: [{ evseId: 1, tariffId }] });

  const refused = command('set-default-tariff', { tariffId });
  await station.answer('SetDefaultTariff', { status: 'DuplicateTariffId' });
  expect(await refused).toMatchObject({ outcome: { status: 'rejected', code: 'DuplicateTariffId' } });
  expect((await tariffsOf(given)).set).toHaveLength(1);
  expect(await command('set-default-tariff', { tariffId: 'nowhere' })).toMatchObject({
    outcome: { status: 'not-sent', reason: expect.stringContaining('no tariff nowhere') as string },
  });
  // It is the price of the place: a session of a driver without one of their own costs that.
  await enterToken(sigec, 'I07-DRIVER');
  const session = await beginSession(given, { value: 'I07-DRIVER', minutesAgo: 0 });
  expect(await session.stop(2000)).toEqual({ totalCost: 1.6 });
  return { messages: ['SetDefaultTariff', 'SetDefaultTariff', 'TransactionEvent', 'TransactionEvent'] };
});

useCase('I08', 'Receive Driver Tariff', ['2.1'], async (given) => {
  const { station, sigec, stationId } = given;
  const tariffId = await makeTariff(given);
  const { id } = await enterToken(sigec, 'I08-DRIVER');
  const ask = () => station.call('Authorize', { idToken: { idToken: 'I08-DRIVER', type: 'ISO14443' } });
  expect(await ask()).toEqual({ idTokenInfo: { status: 'Accepted' } });
  expect(await sigec.api.post(`/api/tokens/${id}`, { tariffId })).toMatchObject({ tariffId });
  expect(await ask()).toMatchObject({
    idTokenInfo: { status: 'Accepted' },
    tariff: { tariffId, currency: 'EUR', energy: { prices: [{ priceKwh: 0.5 }] } },
  });
  const { tokens } = await sigec.api.get<TokenList>('/api/tokens?limit=1000');
  expect(tokens).toContainEqual(expect.objectContaining({ id, tariffId, lastUsedStationId: stationId }));
  return { messages: ['Authorize', 'Authorize'] };
});

useCase('I09', 'Get Tariffs', ['2.1'], async (given) => {
  const { station, command, view } = given;
  const running = command('get-tariffs', { evseId: 1 });
  const asked = await station.answer('GetTariffs', {
    status: 'Accepted',
    tariffAssignments: [
      { tariffId: 'old', tariffKind: 'DefaultTariff', evseIds: [1], validFrom: '2026-01-01T00:00:00Z' },
      { tariffId: 'own', tariffKind: 'DriverTariff', idTokens: ['I09-DRIVER'] },
    ],
  });
  expect(asked).toEqual({ evseId: 1 });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { tariffIds: ['old', 'own'] } } });
  expect((await tariffsOf(given)).reported).toMatchObject([
    { tariffId: 'old', kind: 'default', evseIds: [1], validFrom: '2026-01-01T00:00:00.000Z', tokenIds: [] },
    { tariffId: 'own', kind: 'driver', evseIds: [], tokenIds: [expect.stringMatching(/^tok_/)] },
  ]);
  const none = command('get-tariffs');
  await station.answer('GetTariffs', { status: 'NoTariff' });
  expect(await none).toMatchObject({ outcome: { status: 'accepted', answer: { tariffIds: [] } } });
  expect((await tariffsOf(given)).reported).toEqual([]);
  expect(JSON.stringify(await view('messages?limit=1000'))).not.toContain('I09-DRIVER');
  return { messages: ['GetTariffs', 'GetTariffs'] };
});

useCase('I10', 'Clear Tariffs', all, async (given) => {
  const { station, version, command } = given;
  const tariffId = await makeTariff(given);
  await setDefault(given, tariffId);
  const running = command('clear-tariffs', { tariffIds: [tariffId] });
  if (version === '2.1') {
    const asked = await station.answer('ClearTariffs', { clearTariffsResult: [{ tariffId, status: 'Accepted' }] });
    expect(asked).toEqual({ tariffIds: [tariffId] });
  } else {
    await answerSetting(station, version);
  }
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { cleared: [tariffId] } } });
  expect((await tariffsOf(given)).set).toEqual([]);
  const message = { '1.6': 'ChangeConfiguration', '2.0.1': 'SetVariables', '2.1': 'ClearTariffs' }[version];
  return { messages: [message] };
});

useCase('I10', 'Clear Tariffs, refused', ['2.1'], async (given) => {
  const { station, command } = given;
  const [one, two] = [await makeTariff(given, 'one'), await makeTariff(given, 'two')];
  await setDefault(given, one, { evseId: 1 });
  await setDefault(given, two, { evseId: 2 });
  const running = command('clear-tariffs');
  await station.answer('ClearTariffs', {
    clearTariffsResult: [
      { tariffId: one, status: 'Accepted' },
      { tariffId: two, status: 'Rejected' },
    ],
  });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', answer: { cleared: [one] } } });
  expect(await tariffsOf(given)).toMatchObject({ set: [{ evseId: 2, tariffId: two }] });
  return { messages: ['ClearTariffs'] };
});

useCase('I11', 'Change transaction tariff', ['1.6', '2.1'], async (given) => {
  const { station, version, command, sigec } = given;
  const value = `I11-${version}`;
  await enterToken(sigec, value, { tariffId: await makeTariff(given) });
  const cheap = await makeTariff(given, 'cheap', { perKwh: '0.1' });
  const session = await beginSession(given, { value, minutesAgo: 1 });
  await session.meter(2000);
  const { id: sessionId } = await session.read();
  let running = command('change-session-tariff', { sessionId, tariffId: cheap });
  if (version === '1.6') {
    const told = await station.answer('DataTransfer', { status: 'Accepted' });
    expect(JSON.parse(String(told['data']))).toMatchObject({ cost: 0.5, chargingPrice: { kWhPrice: 0.1 } });
  } else {
    const told = await station.answer('ChangeTransactionTariff', { status: 'Accepted' });
    expect(told).toMatchObject({ transactionId: session.ref, tariff: { tariffId: cheap } });
  }
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  await session.meter(2000);
  const answer = await session.stop(11_000);
  // 1 kWh by the price of before, 9 by the new one.
  if (version === '2.1') expect(answer).toEqual({ totalCost: 1.4 });
  running = command('update-cost', { sessionId });
  await answerCost(given, 'Accepted');
  await running;
  await expect.poll(costsOf(given), toldAWhileLater).toMatchObject([{ tariffId: cheap, total: '1.40', isFinal: true }]);
  return { messages: [version === '1.6' ? 'DataTransfer' : 'ChangeTransactionTariff'] };
});

useCase('I12', 'Cost Details', ['2.1'], async (given) => {
  const { sigec } = given;
  await enterToken(sigec, 'I12-DRIVER', { tariffId: await makeTariff(given) });
  const session = await beginSession(given, { value: 'I12-DRIVER' });
  const costDetails = {
    totalCost: { currency: 'EUR', typeOfCost: 'NormalCost', total: { exclTax: 1.55, inclTax: 1.84 } },
    totalUsage: { energy: 3.1, chargingTime: 1200, idleTime: 60 },
    chargingPeriods: [
      { startPeriod: '2026-03-01T08:00:00Z', tariffId: 'x', dimensions: [{ type: 'Energy', volume: 3.1 }] },
    ],
  };
  // It calculates by itself, so it is not told.
  expect(await session.meter(4100, { costDetails })).toEqual({});
  await expect.poll(costsOf(given), toldAWhileLater).toMatchObject([
    {
      sessionRef: session.ref,
      source: 'station',
      total: '1.55',
      totalWithTax: '1.84',
      energyWh: 3100,
      chargingSeconds: 1200,
      idleSeconds: 60,
      isFinal: false,
      failure: null,
    },
  ]);
  await session.stop(4100, { costDetails: { ...costDetails, failureToCalculate: true, failureReason: 'no tariff' } });
  await expect
    .poll(costsOf(given), toldAWhileLater)
    .toMatchObject([{ source: 'station', isFinal: true, failure: 'no tariff' }]);
  return { messages: sessionMessages('2.1') };
});
