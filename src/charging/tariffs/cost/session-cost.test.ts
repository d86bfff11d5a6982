import { describe, expect, test } from 'vitest';
import { newTariff } from '#contract/billing/tariff.ts';
import { type TariffTerms, tariffTerms } from '#contract/billing/tariff-terms.ts';
import { cpuClock } from '../../../../test/support/cpu-clock.ts';
import { isFlat, reservationCost, sessionCost, type Usage } from './session-cost.ts';

const timeZone = 'America/Sao_Paulo';

describe('quantities and prices', () => {
  test('energy, time and the fee of the session are lines of their own', () => {
    const cost = costOf({ prices: [{ perKwh: '0.49', perMinute: '0.05' }], sessionFee: '1' }, { kwh: 10, minutes: 60 });
    expect(cost.lines.map(({ kind, quantity, unit, price, amount }) => [kind, quantity, unit, price, amount])).toEqual([
      ['energy', '10', 'kWh', '0.49', '4.90'],
      ['time', '60', 'min', '0.05', '3.00'],
      ['session-fee', null, null, null, '1.00'],
    ]);
    expect(cost).toMatchObject({ currency: 'BRL', net: '8.90', tax: '0.00', total: '8.90' });
  });

  test('every line is rounded half a cent up', () => {
    expect(costOf({ prices: [{ perKwh: '0.005' }] }, { kwh: 1 }).total).toBe('0.01');
    expect(costOf({ prices: [{ perKwh: '0.0049' }] }, { kwh: 1 }).total).toBe('0.00');
  });

  test('a currency without cents has none', () => {
    expect(costOf({ currency: 'JPY', prices: [{ perKwh: '33.5' }] }, { kwh: 10 }).total).toBe('335');
  });

  test('more energy than a float can count is still exact', () => {
    const usage = { ...session({ minutes: 0 }), readings: [{ at: at('12:00'), mwh: 9_007_199_254_740_000 }] };
    const cost = sessionCost({ segments: [only({ prices: [{ perKwh: '999999999.9999' }] })], usage, timeZone });
    expect(cost.total).toBe('9007199254739099280.07');
  });

  test('a register that falls gives nothing back', () => {
    const readings = [
      { at: at('12:20'), mwh: 5_000_000 },
      { at: at('12:40'), mwh: 2_000_000 },
    ];
    expect(costOf({ prices: [{ perKwh: '1' }] }, { minutes: 60, readings }).total).toBe('5.00');
  });

  test('a session with neither energy nor time costs nothing, but its reservation does', () => {
    const terms = { prices: [{ perKwh: '1' }], sessionFee: '2', minimum: '5', reservationFee: '3' };
    expect(costOf(terms, { minutes: 0 }).total).toBe('0.00');
    const reservation = { from: at('11:30'), to: at('12:00') };
    expect(costOf(terms, { minutes: 0, reservation }).total).toBe('3.00');
  });
});

describe('steps', () => {
  test('energy is billed in whole steps, the last one full', () => {
    expect(costOf({ prices: [{ perKwh: '1' }], energyStepWh: 500 }, { kwh: 1.2 }).total).toBe('1.50');
  });

  test('what is added to the last step has the price of the row that counted last', () => {
    const prices = [
      { toKwh: '10', perKwh: '1' },
      { fromKwh: '10', perKwh: '2' },
    ];
    const cost = costOf({ prices, energyStepWh: 1000 }, { kwh: 10.4 });
    expect(cost.lines.map(({ row, quantity, amount }) => [row, quantity, amount])).toEqual([
      [0, '10', '10.00'],
      [1, '1', '2.00'],
    ]);
  });

  test('charging time and idle time are rounded up each for itself', () => {
    const terms = { prices: [{ perMinute: '1', perIdleMinute: '2' }], timeStepSeconds: 900 };
    const cost = costOf(terms, { minutes: 40, idle: [{ from: at('12:20'), to: at('12:40') }] });
    expect(cost.lines.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ['time', '30'],
      ['idle', '30'],
    ]);
  });
});

describe('idle time', () => {
  const idle = [
    { from: at('12:10'), to: at('12:20') },
    { from: at('12:30'), to: at('13:00') },
  ];

  test('the first minutes of all idle time are free', () => {
    const terms = { prices: [{ perMinute: '0.10', perIdleMinute: '1' }], idleGraceMinutes: 15 };
    const cost = costOf(terms, { minutes: 60, idle });
    expect(cost.lines).toMatchObject([
      { kind: 'time', quantity: '20', amount: '2.00' },
      { kind: 'idle', quantity: '25', amount: '25.00', from: at('12:35').toISOString(), to: at('13:00').toISOString() },
    ]);
  });

  test('without a price of its own it is time like any other, without grace', () => {
    const cost = costOf({ prices: [{ perMinute: '0.10' }], idleGraceMinutes: 15 }, { minutes: 60, idle });
    expect(cost.lines).toMatchObject([{ kind: 'time', quantity: '60', amount: '6.00' }]);
  });
});

describe('energy and duration', () => {
  test('a step by energy divides the energy exactly, and the time at its first millisecond', () => {
    const prices = [
      { toKwh: '3', perKwh: '0', perMinute: '1' },
      { fromKwh: '3', perKwh: '2', perMinute: '0' },
    ];
    const cost = costOf({ prices }, { kwh: 7, minutes: 7 });
    expect(cost.lines.map(({ kind, row, quantity, amount }) => [kind, row, quantity, amount])).toEqual([
      ['energy', 0, '3', '0.00'],
      ['energy', 1, '4', '8.00'],
      ['time', 0, '3', '3.00'],
      ['time', 1, '4', '0.00'],
    ]);
  });

  test('from a minute of the session on another price holds', () => {
    const prices = [
      { toMinutes: 30, perKwh: '1' },
      { fromMinutes: 30, perKwh: '3' },
    ];
    expect(costOf({ prices }, { kwh: 10, minutes: 40 }).lines).toMatchObject([
      { row: 0, quantity: '7.5' },
      { row: 1, quantity: '2.5' },
    ]);
  });

  test('readings outside the session lose no energy', () => {
    const readings = [
      { at: at('11:00'), mwh: 1_000_000 },
      { at: at('15:00'), mwh: 4_000_000 },
    ];
    expect(costOf({ prices: [{ perKwh: '1' }] }, { minutes: 60, readings }).total).toBe('4.00');
  });
});

describe('the clock of the site', () => {
  const night = {
    prices: [
      { hours: '06:00-22:00', perMinute: '1' },
      { hours: '22:00-06:00', perMinute: '2' },
    ],
  };

  test('a session over midnight pays the night by the minute', () => {
    const cost = costOf(night, { startedAt: '2026-03-01T00:30:00Z', minutes: 600 }); // 21:30 to 07:30
    expect(cost.lines.map(({ row, quantity }) => [row, quantity])).toEqual([
      [0, '120'],
      [1, '480'],
    ]);
  });

  test('the hour that is repeated counts twice, the one that is skipped not at all', () => {
    const hour = {
      prices: [
        { hours: '01:00-02:00', perMinute: '1' },
        { hours: '02:00-01:00', perMinute: '0' },
      ],
    };
    const autumn = costOf(hour, { startedAt: '2026-10-24T23:00:00Z', minutes: 300, timeZone: 'Europe/Lisbon' });
    const spring = costOf(hour, { startedAt: '2026-03-28T23:00:00Z', minutes: 300, timeZone: 'Europe/Lisbon' });
    expect([autumn.total, spring.total]).toEqual(['120.00', '0.00']);
  });

  test('hours over midnight are the early and the late hours of the same day', () => {
    const prices = [
      { name: 'Friday night', days: ['fri'], hours: '22:00-06:00', perMinute: '1' },
      { days: ['fri'], hours: '06:00-22:00' },
      { days: ['mon', 'tue', 'wed', 'thu', 'sat', 'sun'] },
    ];
    const friday = costOf({ prices }, { startedAt: '2026-03-06T03:00:00Z', minutes: 24 * 60 }); // the whole Friday
    expect(friday.lines[0]).toMatchObject({ name: 'Friday night', quantity: '480' });
  });

  test('a holiday is no weekday where holidays have a price', () => {
    const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const prices = [
      { days: weekdays, perMinute: '1' },
      { days: ['holiday'], perMinute: '2' },
    ];
    const christmas = { startedAt: '2026-12-24T15:00:00Z', minutes: 24 * 60 };
    expect(costOf({ prices, holidays: ['12-25'] }, christmas).lines.map(({ quantity }) => quantity)).toEqual([
      '720',
      '720',
    ]);
    expect(costOf({ prices, holidays: ['2027-12-25'] }, christmas).lines.map(({ quantity }) => quantity)).toEqual([
      '1440',
    ]);
  });

  test('a season may go over the end of the year', () => {
    const prices = [
      { season: '12-21..03-20', perMinute: '1' },
      { season: '03-21..12-20', perMinute: '2' },
    ];
    const cost = costOf({ prices }, { startedAt: '2026-03-20T15:00:00Z', minutes: 24 * 60 });
    expect(cost.lines.map(({ row, quantity }) => [row, quantity])).toEqual([
      [0, '720'],
      [1, '720'],
    ]);
  });
});

describe('a session without energy', () => {
  const session = { kwh: 0, minutes: 10 };

  test('costs nothing where energy has a price', () => {
    const cost = costOf({ prices: [{ perKwh: '1', perMinute: '0.01' }], sessionFee: '2', minimum: '5' }, session);
    expect(cost).toMatchObject({ lines: [], total: '0.00' });
  });

  test('costs its time and fee where only those have one', () => {
    const cost = costOf({ prices: [{ perMinute: '0.01' }], sessionFee: '2' }, session);
    expect(cost.total).toBe('2.10');
  });
});

describe('least, most and taxes', () => {
  test('the minimum is filled up where there was energy', () => {
    const cost = costOf({ prices: [{ perKwh: '1' }], minimum: '5' }, { kwh: 2, minutes: 0 });
    expect(cost.lines.at(-1)).toMatchObject({ kind: 'minimum', amount: '3.00' });
    const byTime = { prices: [{ perMinute: '0.01' }], minimum: '5' };
    expect(costOf(byTime, { kwh: 0, minutes: 10 }).total).toBe('0.10');
  });

  test('above the maximum a line takes back what is too much', () => {
    const cost = costOf({ prices: [{ perKwh: '1' }], maximum: '15.50' }, { kwh: 20 });
    expect(cost.lines.at(-1)).toMatchObject({ kind: 'maximum', amount: '-4.50' });
    expect(cost.total).toBe('15.50');
  });

  test('taxes that are included are shown inside and add nothing', () => {
    const taxes = [
      { name: 'A', percent: '10' },
      { name: 'B', percent: '5.5' },
    ];
    const cost = costOf({ prices: [{ perKwh: '1' }], taxes }, { kwh: 10 });
    expect(cost).toMatchObject({ net: '8.66', tax: '1.34', total: '10.00' });
    expect(cost.lines.slice(1).map(({ kind, name, quantity, amount }) => [kind, name, quantity, amount])).toEqual([
      ['included-tax', 'A', '10', '0.86'],
      ['included-tax', 'B', '5.5', '0.48'],
    ]);
  });

  test('taxes that are added are rounded each', () => {
    const taxes = [
      { name: 'A', percent: '10' },
      { name: 'B', percent: '5.5' },
    ];
    const cost = costOf({ prices: [{ perKwh: '0.55' }], taxes, taxIncluded: false }, { kwh: 1 });
    expect(cost.lines.slice(1).map(({ amount }) => amount)).toEqual(['0.06', '0.03']);
    expect(cost).toMatchObject({ net: '0.55', tax: '0.09', total: '0.64' });
  });
});

describe('reservations', () => {
  const terms = parse({
    prices: [{}],
    reservationFee: '2',
    perReservedMinute: '0.10',
    taxes: [{ name: 'A', percent: '20' }],
  });
  const reserved = { from: at('12:00'), to: at('12:30') };

  test('one that nobody used costs its fee and its time', () => {
    expect(reservationCost(terms, reserved)).toMatchObject({ net: '4.17', tax: '0.83', total: '5.00' });
  });

  test('one that was used is part of the session', () => {
    const usage = { ...session({ minutes: 10 }), reservation: reserved };
    const cost = sessionCost({ segments: [{ terms, from: null }], usage, timeZone });
    expect(cost.lines.map(({ kind }) => kind)).toEqual(['reservation-fee', 'reservation-time', 'included-tax']);
  });
});

describe('another tariff while the session runs', () => {
  const before = parse({ prices: [{ perKwh: '1' }], sessionFee: '1', minimum: '50' });
  const after = parse({ prices: [{ perKwh: '2' }], sessionFee: '7' });

  test('each counts what was used under it; fee of the first, limits of the last', () => {
    const segments = [
      { terms: before, from: null },
      { terms: after, from: at('12:30') },
    ] as const;
    const cost = sessionCost({ segments, usage: session({ kwh: 10, minutes: 60 }), timeZone });
    expect(cost.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['energy', '5.00'],
      ['energy', '10.00'],
      ['session-fee', '1.00'],
    ]);
  });

  test('one that was given after the end changes nothing', () => {
    const segments = [
      { terms: before, from: null },
      { terms: after, from: at('13:30') },
    ] as const;
    expect(sessionCost({ segments, usage: session({ kwh: 10, minutes: 60 }), timeZone }).total).toBe('50.00');
  });

  test('another currency is refused', () => {
    const euro = { ...after, currency: 'EUR' };
    const segments = [
      { terms: before, from: null },
      { terms: euro, from: at('12:30') },
    ] as const;
    expect(() => sessionCost({ segments, usage: session({}), timeZone })).toThrow(
      'cannot go on with a tariff that is in EUR',
    );
  });
});

test('the example of the guide', () => {
  const city = {
    prices: [
      { name: 'Day', hours: '06:00-22:00', perKwh: '1.90', perIdleMinute: '0.50' },
      { name: 'Night', hours: '22:00-06:00', perKwh: '1.20' },
    ],
    idleGraceMinutes: 15,
    sessionFee: '2',
  };
  const clock = (time: string) => new Date(`2026-03-02T${time}:00-03:00`);
  const until = (end: string) => ({
    startedAt: clock('21:00').toISOString(),
    minutes: 120,
    readings: [{ at: clock(end), mwh: 20_000_000 }],
    idle: [{ from: clock(end), to: clock('23:00') }],
  });
  const cost = costOf(city, until('22:30'));
  expect(cost.lines.map(({ name, quantity, amount }) => [name, quantity, amount])).toEqual([
    ['Day', '13.333333', '25.33'],
    ['Night', '6.666667', '8.00'],
    [null, null, '2.00'],
  ]);
  expect(cost.total).toBe('35.33');
  expect(costOf(city, until('21:30')).lines[1]).toMatchObject({ kind: 'idle', quantity: '15', amount: '7.50' });
});

test('a session that stops and goes on thousands of times is counted in one pass', () => {
  const count = 30_000;
  const spellMs = 10_000;
  const time = (spells: number) => new Date(at('00:00').getTime() + spells * spellMs);
  const hours = Array.from({ length: 24 }, (_, hour) => `${pad(hour)}:00-${pad(hour + 1)}:00`);
  const prices = hours.map((hour) => ({ hours: hour, perKwh: '0.5', perIdleMinute: '0.6' }));
  const cpuMs = cpuClock();
  const cost = sessionCost({
    segments: [only({ prices })],
    usage: {
      startedAt: time(0),
      until: time(2 * count),
      readings: Array.from({ length: count + 1 }, (_, index) => ({ at: time(2 * index), mwh: index * 1000 })),
      idle: Array.from({ length: count }, (_, index) => ({ from: time(2 * index), to: time(2 * index + 1) })),
      reservation: null,
    },
    timeZone: 'UTC',
  });
  expect(cost.total).toBe('3015.00'); // 30 kWh and 5,000 idle minutes
  expect(cpuMs()).toBeLessThan(5_000); // one look at all of them for each took half a minute
});

test('one price for every moment needs no readings', () => {
  expect(isFlat(parse({ prices: [{ perKwh: '1', perMinute: '1' }] }))).toBe(true);
  expect(isFlat(parse({ prices: [{ perKwh: '1', perIdleMinute: '1' }] }))).toBe(false);
  expect(isFlat(parse({ prices: [{ toKwh: '1' }, { fromKwh: '1' }] }))).toBe(false);
});

test('a tariff with one price may name it at the top', () => {
  const { prices } = newTariff.parse({ id: 'day', currency: 'BRL', perKwh: '1.90' });
  expect(prices).toMatchObject([{ perKwh: '1.90', perMinute: '0', perIdleMinute: null, days: null }]);
});

type Session = Partial<Usage> & { kwh?: number; minutes?: number };

function costOf(
  terms: Record<string, unknown>,
  { startedAt, timeZone: zone, ...given }: Omit<Session, 'startedAt'> & { startedAt?: string; timeZone?: string },
) {
  const usage = session({ ...given, ...(startedAt === undefined ? {} : { startedAt: new Date(startedAt) }) });
  return sessionCost({ segments: [only(terms)], usage, timeZone: zone ?? timeZone });
}

function only(terms: Record<string, unknown>) {
  return { terms: parse(terms), from: null };
}

function parse(terms: Record<string, unknown>): TariffTerms {
  return tariffTerms.parse({ currency: 'BRL', ...terms });
}

function session({ kwh = 0, minutes = 60, startedAt = at('12:00'), ...more }: Session): Usage {
  const until = new Date(startedAt.getTime() + minutes * 60_000);
  return { startedAt, until, readings: [{ at: until, mwh: kwh * 1_000_000 }], idle: [], reservation: null, ...more };
}

function pad(hour: number): string {
  return String(hour).padStart(2, '0');
}

function at(time: string): Date {
  return new Date(`2026-03-01T${time}:00Z`);
}
