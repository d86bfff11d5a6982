import { describe, expect, test } from 'vitest';
import type { Tariff } from '#contract/billing/tariff.ts';
import { someText } from '../../../test/support/some.ts';
import { translated } from '../../../test/support/translated.ts';

const accepted = { status: 'Accepted' };
const sessionId = '0198e1a0-0000-7000-8000-000000000001';
const session = { stationId: 'CP-1', ref: '42', state: 'running', lastRegisterWh: 5000, chargingState: 'charging' };
const row = {
  perKwh: '0.50',
  perMinute: '0.0123',
  perIdleMinute: '0.1',
  days: null,
  hours: null,
  season: null,
  fromKwh: '0',
  toKwh: null,
  fromMinutes: 0,
  toMinutes: null,
};
const terms = {
  currency: 'BRL',
  texts: [],
  minimum: null,
  maximum: null,
  sessionFee: '1',
  reservationFee: '0',
  perReservedMinute: '0',
  idleGraceMinutes: 0,
  taxes: [],
  taxIncluded: false,
  energyStepWh: 1,
  timeStepSeconds: 1,
  prices: [row],
};
const tariff = { id: 'day', current: { terms } } as unknown as Tariff;
const price = { total: '3.20', currency: 'BRL', terms };
const business = {
  'sessions.get': session,
  'tariffs.get': tariff,
  'tariffs.getForSession': tariff,
  'tariffs.priceOf': price,
  'tariffs.textFor': { text: 'R$ 0.50/kWh', language: 'en' },
  'tariffs.ofStation': { set: [{ tariffId: 'day' }, { tariffId: 'night' }] },
  'authorization.tokenOf': ({ token }: { token: { idToken: string } }) => ({ hash: `tok_${token.idToken}` }),
};
const set = (name: string) => [['tariffs.setForStation', { stationId: 'CP-1', evseId: 0, tariffId: name }]];
const chargingPrice = { chargingPrice: { kWhPrice: 0.5, hourPrice: 0.738, flatFee: 1 }, idlePrice: { hourPrice: 6 } };

/** The data of the one DataTransfer that 1.6 carries costs with. */
function dataOf(sent: [string, unknown][]): unknown {
  const [[, payload] = []] = sent;
  const { data, ...rest } = payload as { data: string };
  return { ...rest, ...(JSON.parse(data) as object) };
}

describe('update-cost', () => {
  test('1.6 tells a running session by DataTransfer, with the register and the price', async () => {
    const outcome = await translated(
      '1.6',
      'update-cost',
      { sessionId },
      { answers: { DataTransfer: accepted }, business },
    );
    expect(dataOf(outcome.sent)).toEqual({
      vendorId: 'org.openchargealliance.costmsg',
      messageId: 'RunningCost',
      transactionId: 42,
      timestamp: someText,
      meterValue: 5000,
      cost: 3.2,
      state: 'Charging',
      ...chargingPrice,
    });
    expect(outcome.recorded.at(-1)).toEqual([
      'tariffs.recordTold',
      { stationId: 'CP-1', ref: '42', total: '3.20', price },
    ]);
    expect(outcome.answer).toEqual({ total: '3.20' });
  });

  test.each([
    ['suspended-ev', 'Idle'],
    ['charging', 'Charging'],
    [null, 'Charging'],
  ])('1.6 calls the charging state %s %s, without a price where none is known', async (chargingState, state) => {
    const other = {
      ...business,
      'sessions.get': { ...session, chargingState, lastRegisterWh: null },
      'tariffs.priceOf': undefined,
    };
    const input = { sessionId, total: '2' };
    const { sent } = await translated('1.6', 'update-cost', input, {
      answers: { DataTransfer: accepted },
      business: other,
    });
    expect(dataOf(sent)).toMatchObject({ state, cost: 2, meterValue: 0 });
    expect(dataOf(sent)).not.toHaveProperty('chargingPrice');
  });

  test('several prices are told by their text alone, and no idle price where idling costs the same', async () => {
    const told = async (prices: object[]) => {
      const other = { ...business, 'tariffs.priceOf': { ...price, terms: { ...terms, prices } } };
      const { sent } = await translated(
        '1.6',
        'update-cost',
        { sessionId },
        { answers: { DataTransfer: accepted }, business: other },
      );
      return dataOf(sent);
    };
    expect(await told([row, row])).not.toHaveProperty('chargingPrice');
    expect(await told([])).not.toHaveProperty('chargingPrice');
    expect(await told([{ ...row, perIdleMinute: null }])).not.toHaveProperty('idlePrice');
  });

  test('1.6 tells the sum of an ended session, in words too', async () => {
    const told = async (other: object) => {
      const ended = { ...business, 'sessions.get': { ...session, state: 'ended' }, ...other };
      const { sent } = await translated(
        '1.6',
        'update-cost',
        { sessionId, total: '4' },
        { answers: { DataTransfer: accepted }, business: ended },
      );
      return dataOf(sent);
    };
    expect(await told({})).toMatchObject({ messageId: 'FinalCost', transactionId: 42, cost: 4, priceText: '4 BRL' });
    expect(await told({ 'tariffs.priceOf': undefined })).toMatchObject({ priceText: '4' });
  });

  test('1.6 forgets what the station did not take', async () => {
    const { recorded } = await translated(
      '1.6',
      'update-cost',
      { sessionId },
      { answers: { DataTransfer: { status: 'Rejected' } }, business },
    );
    expect(recorded.map(([path]) => path)).not.toContain('tariffs.recordTold');
  });

  test('2.x has a message for it', async () => {
    const { sent, recorded } = await translated(
      '2.0.1',
      'update-cost',
      { sessionId },
      { answers: { CostUpdated: {} }, business },
    );
    expect(sent).toEqual([['CostUpdated', { transactionId: '42', totalCost: 3.2 }]]);
    expect(recorded.at(-1)?.[0]).toBe('tariffs.recordTold');
  });

  test('a session without a tariff needs a sum', async () => {
    const other = { ...business, 'tariffs.priceOf': undefined };
    await expect(translated('2.1', 'update-cost', { sessionId }, { business: other })).rejects.toThrow(
      'has no tariff: give total',
    );
  });
});

describe('set-default-tariff', () => {
  const answers = {
    ChangeConfiguration: accepted,
    SetVariables: {
      setVariableResult: [
        {
          attributeStatus: 'Accepted',
          component: { name: 'TariffCostCtrlr' },
          variable: { name: 'TariffFallbackMessage' },
        },
      ],
    },
    SetDefaultTariff: accepted,
  };

  test('1.6 keeps it as a configuration key, for the whole station', async () => {
    const { sent, losses, recorded } = await translated(
      '1.6',
      'set-default-tariff',
      { tariffId: 'day', evseId: 2 },
      { answers, business },
    );
    const [[, payload] = []] = sent;
    expect(payload).toMatchObject({ key: 'DefaultPrice' });
    expect(JSON.parse((payload as { value: string }).value)).toEqual({
      priceText: 'R$ 0.50/kWh',
      priceTextOffline: 'R$ 0.50/kWh',
      ...chargingPrice,
    });
    expect(losses.map(({ field }) => field)).toEqual(['evseId']);
    expect(recorded.filter(([path]) => path === 'tariffs.setForStation')).toEqual(set('day'));
  });

  test('a tariff that says nothing yet is a text alone', async () => {
    const other = { ...business, 'tariffs.get': { id: 'day', current: null } };
    const { sent } = await translated('1.6', 'set-default-tariff', { tariffId: 'day' }, { answers, business: other });
    expect(JSON.stringify(sent)).not.toContain('chargingPrice');
  });

  test('2.0.1 shows its text', async () => {
    const { sent, losses } = await translated(
      '2.0.1',
      'set-default-tariff',
      { tariffId: 'day' },
      { answers, business },
    );
    expect(JSON.stringify(sent)).toContain('"attributeValue":"R$ 0.50/kWh"');
    expect(losses.map(({ field }) => field)).toEqual(['tariffId']);
  });

  test('2.1 takes the tariff itself; one that follows from elsewhere is not the station’s own', async () => {
    const asked = (input: { evseId?: number; isKept?: boolean }) =>
      translated('2.1', 'set-default-tariff', { tariffId: 'day', ...input }, { answers, business });
    const { sent, recorded } = await asked({});
    expect(sent).toMatchObject([['SetDefaultTariff', { evseId: 0, tariff: { tariffId: 'day', currency: 'BRL' } }]]);
    expect(recorded.slice(1)).toEqual(set('day'));
    expect((await asked({ evseId: 2, isKept: true })).recorded).toHaveLength(1);
  });

  test('what the station refuses does not hold', async () => {
    const refusing = { ChangeConfiguration: { status: 'Rejected' }, SetDefaultTariff: { status: 'TooManyElements' } };
    for (const version of ['1.6', '2.1'] as const) {
      const { recorded, status } = await translated(
        version,
        'set-default-tariff',
        { tariffId: 'day' },
        { answers: refusing, business },
      );
      expect(status).toBe('rejected');
      expect(recorded.map(([path]) => path)).not.toContain('tariffs.setForStation');
    }
  });
});

describe('clear-tariffs', () => {
  test.each([
    [undefined, ['day', 'night'], 1],
    [['night'], ['night'], 1],
    [['gone'], [], 0],
  ])('1.6 clears of %o what the station has: %o', async (tariffIds, cleared, messages) => {
    const { sent, answer } = await translated(
      '1.6',
      'clear-tariffs',
      { tariffIds },
      { answers: { ChangeConfiguration: accepted }, business },
    );
    expect(answer).toEqual({ cleared });
    expect(sent).toHaveLength(messages);
    if (messages > 0) expect(sent).toEqual([['ChangeConfiguration', { key: 'DefaultPrice', value: '' }]]);
  });

  test('1.6 has cleared nothing that the station refused', async () => {
    const { answer, recorded } = await translated(
      '1.6',
      'clear-tariffs',
      {},
      { answers: { ChangeConfiguration: { status: 'Rejected' } }, business },
    );
    expect(answer).toEqual({ cleared: [] });
    expect(recorded.map(([path]) => path)).not.toContain('tariffs.clearForStation');
  });

  test('2.0.1 empties its text', async () => {
    const result = {
      attributeStatus: 'Accepted',
      component: { name: 'TariffCostCtrlr' },
      variable: { name: 'TariffFallbackMessage' },
    };
    const answers = { SetVariables: { setVariableResult: [result] } };
    const { sent, recorded } = await translated('2.0.1', 'clear-tariffs', {}, { answers, business });
    expect(JSON.stringify(sent)).toContain('"attributeValue":""');
    expect(recorded.at(-1)).toEqual(['tariffs.clearForStation', { stationId: 'CP-1', evseId: null, tariffIds: null }]);
  });

  const results = (...words: [string, string?][]) => ({
    ClearTariffs: {
      clearTariffsResult: words.map(([status, tariffId]) => ({ status, ...(tariffId && { tariffId }) })),
    },
  });
  const cleared21 = (
    input: { tariffIds?: string[]; evseId?: number; isKept?: boolean },
    answers: ReturnType<typeof results>,
  ) => translated('2.1', 'clear-tariffs', input, { answers, business });

  test('2.1 names the tariffs; one that was not there is gone as well', async () => {
    const { sent, recorded, answer } = await cleared21(
      { tariffIds: ['day', 'night'], evseId: 2 },
      results(['Accepted', 'day'], ['NoTariff', 'night']),
    );
    expect(sent).toEqual([['ClearTariffs', { tariffIds: ['day', 'night'], evseId: 2 }]]);
    expect(recorded).toEqual([
      ['tariffs.clearForStation', { stationId: 'CP-1', evseId: 2, tariffIds: ['day', 'night'] }],
    ]);
    expect(answer).toEqual({ cleared: ['day'] });
  });

  test('2.1 keeps what the station refused', async () => {
    const outcome = await cleared21({}, results(['Accepted', 'day'], ['Rejected', 'night']));
    expect(outcome.sent).toEqual([['ClearTariffs', {}]]);
    expect(outcome.recorded).toEqual([
      ['tariffs.clearForStation', { stationId: 'CP-1', evseId: null, tariffIds: ['day'] }],
    ]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: 'night', answer: { cleared: ['day'] } });
    const nothing = await cleared21({}, results(['Rejected'], ['Accepted']));
    expect(nothing).toMatchObject({ recorded: [], reason: null, answer: { cleared: [] } });
  });

  test('2.1 clears no assignment of its own for tariffs that follow from elsewhere', async () => {
    expect((await cleared21({ isKept: true }, results(['Accepted', 'day']))).recorded).toEqual([]);
  });
});

describe('get-tariffs', () => {
  const assignments = [
    { tariffId: 'day', tariffKind: 'DefaultTariff', validFrom: '2026-03-01T08:00:00Z', evseIds: [1] },
    { tariffId: 'mine', tariffKind: 'DriverTariff', idTokens: [{ idToken: 'A', type: 'Central' }] },
  ];

  test('keeps what the station reports', async () => {
    const asked = (response: object) =>
      translated('2.1', 'get-tariffs', {}, { answers: { GetTariffs: response }, business });
    const { sent, answer, recorded } = await asked({ ...accepted, tariffAssignments: assignments });
    expect(sent).toEqual([['GetTariffs', { evseId: 0 }]]);
    expect(answer).toEqual({ tariffIds: ['day', 'mine'] });
    expect(recorded.at(-1)).toEqual([
      'tariffs.recordReported',
      'CP-1',
      [
        { tariffId: 'day', kind: 'default', validFrom: new Date('2026-03-01T08:00:00Z'), evseIds: [1], tokenIds: [] },
        { tariffId: 'mine', kind: 'driver', validFrom: null, evseIds: [], tokenIds: ['tok_A'] },
      ],
    ]);
    expect((await asked({ status: 'NoTariff' })).recorded).toEqual([['tariffs.recordReported', 'CP-1', []]]);
    expect(await asked({ status: 'Rejected' })).toMatchObject({ status: 'rejected', recorded: [] });
  });
});

describe('change-session-tariff', () => {
  const input = { sessionId, tariffId: 'day' };
  const change = (isTold: boolean) => [
    'tariffs.changeForSession',
    { stationId: 'CP-1', ref: '42', tariffId: 'day', isTold },
  ];

  test('1.6 sends the new price with the cost until now', async () => {
    const asked = (status: string, other: object = {}) =>
      translated('1.6', 'change-session-tariff', input, {
        answers: { DataTransfer: { status } },
        business: { ...business, ...other },
      });
    const { sent, recorded } = await asked('Accepted');
    expect(dataOf(sent)).toMatchObject({ cost: 3.2, ...chargingPrice });
    expect(recorded.at(-1)).toEqual(change(true));
    expect(dataOf((await asked('Accepted', { 'tariffs.priceOf': undefined })).sent)).toMatchObject({ cost: 0 });
    expect((await asked('Rejected')).recorded.map(([path]) => path)).not.toContain('tariffs.changeForSession');
  });

  test('2.0.1 tells the driver with the answer to the next event', async () => {
    const { sent, recorded, losses } = await translated('2.0.1', 'change-session-tariff', input, { business });
    expect(sent).toEqual([]);
    expect(recorded.at(-1)).toEqual(change(false));
    expect(losses.map(({ field }) => field)).toEqual(['tariffId']);
  });

  test('2.1 has a message for it', async () => {
    const asked = (answer: object | string) =>
      translated('2.1', 'change-session-tariff', input, { answers: { ChangeTransactionTariff: answer }, business });
    const { sent, recorded } = await asked(accepted);
    expect(sent).toMatchObject([['ChangeTransactionTariff', { transactionId: '42', tariff: { tariffId: 'day' } }]]);
    expect(recorded.at(-1)).toEqual(change(true));
    expect((await asked({ status: 'Rejected' })).recorded.at(-1)?.[0]).toBe('tariffs.getForSession');
  });

  test.each(['NotSupported', 'NotImplemented'])(
    'a 2.1 station that answers %s hears of it as one of 2.0.1',
    async (code) => {
      const { recorded } = await translated('2.1', 'change-session-tariff', input, {
        answers: { ChangeTransactionTariff: code },
        business,
      });
      expect(recorded.at(-1)).toEqual(change(false));
    },
  );

  test('another error of a 2.1 station ends the command', async () => {
    const refused = translated('2.1', 'change-session-tariff', input, {
      answers: { ChangeTransactionTariff: 'GenericError' },
      business,
    });
    await expect(refused).rejects.toMatchObject({ outcome: { code: 'GenericError' } });
  });
});

test('a web payment is told to the station and kept', async () => {
  const { sent, recorded } = await translated(
    '2.1',
    'notify-web-payment',
    { evseId: 1, timeoutSeconds: 60 },
    { answers: { NotifyWebPaymentStarted: {} } },
  );
  expect(sent).toEqual([['NotifyWebPaymentStarted', { evseId: 1, timeout: 60 }]]);
  expect(recorded).toEqual([['payments.recordWebPayment', { stationId: 'CP-1', evseId: 1, timeoutSeconds: 60 }]]);
});
