import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { minorDigits } from '#charging/decimal.ts';
import { sessionCost } from '#charging/tariffs/cost/session-cost.ts';
import type { Cost, CostLine } from '#contract/billing/cost.ts';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { Random } from '../simulation/random.ts';
import { scale } from '../support/scale.ts';
import { type Boundary, boundaries, boundariesOf } from './boundaries.ts';
import { type RandomCase, randomCase } from './random-case.ts';
import { type Fraction, type SlowCost, slowCost } from './slow-cost.ts';

const count = scale({ test: 4_000, soak: 100_000 });
const fewer = scale({ test: 2_000, soak: 20_000 });
const firstSeed = Number(process.env['SIGEC_SEED'] ?? 1);
const timeout = scale({ test: 300_000, soak: 3_000_000 });

test(`the cost equals that of the slow calculation, line by line, for ${count} sessions`, { timeout }, async () => {
  const crossed = new Map<Boundary, number>(boundaries.map((boundary) => [boundary, 0]));
  for await (const { seed, given } of randomCases(count)) {
    const cost = sessionCost(given);
    expect(shown(cost), `seed ${seed}`).toEqual(slowShown(slow(given), cost.currency));
    const kinds = cost.lines.map(({ kind }) => kind);
    const lines: Boundary[] = [
      ...(['minimum', 'maximum'] as const).filter((kind) => kinds.includes(kind)),
      ...(kinds.includes('idle') ? (['idle after grace'] as const) : []),
    ];
    for (const boundary of [...boundariesOf(given), ...lines]) crossed.set(boundary, (crossed.get(boundary) ?? 0) + 1);
  }
  console.log(`sessions that went across: ${[...crossed].map(([name, times]) => `${name} ${times}`).join(', ')}`);
  const rare = [...crossed].filter(([, times]) => times < count / 100);
  expect(rare).toEqual([]);
});

test('no cost is below zero, and the lines add up to the total to the cent', { timeout }, async () => {
  for await (const { seed, given } of randomCases(fewer)) {
    const { lines, net, tax, total } = sessionCost(given);
    const sum = (kept: (line: CostLine) => boolean) =>
      lines.filter(kept).reduce((all, line) => all + minor(line.amount), 0n);
    const outside = lines.filter(({ kind, from, to }) => {
      if (from === null || to === null || kind === 'reservation-time') return false;
      return from > to || from < given.usage.startedAt.toISOString() || to > given.usage.until.toISOString();
    });
    const found = {
      total: sum(({ kind }) => kind !== 'included-tax'),
      tax: sum(({ kind }) => kind === 'included-tax' || kind === 'tax'),
      net: minor(total) - minor(tax),
      belowZero: lines.filter(({ kind, amount }) => kind !== 'maximum' && amount.startsWith('-')),
      isBelowZero: [net, tax, total].some((amount) => amount.startsWith('-')),
      outside,
    };
    const expected = {
      total: minor(total),
      tax: minor(tax),
      net: minor(net),
      belowZero: [],
      isBelowZero: false,
      outside: [],
    };
    expect(found, `seed ${seed}`).toEqual(expected);
  }
});

test('more readings on the same line and idle time told in pieces change nothing', { timeout }, async () => {
  let inserted = 0;
  for await (const { seed, given, random } of randomCases(fewer)) {
    const { usage } = given;
    const readings = usage.readings.flatMap((reading, index) => {
      const before = usage.readings[index - 1] ?? { at: usage.startedAt, mwh: 0 };
      const between = pointsOnLine(before, reading, usage, random);
      inserted += between.length;
      return [...between, reading];
    });
    const idle = usage.idle.flatMap(({ from, to }) => {
      const middle = new Date(random.between(+from, +to));
      return [
        { from, to: middle },
        { from: middle, to },
      ];
    });
    expect(sessionCost({ ...given, usage: { ...usage, readings, idle } }), `seed ${seed}`).toEqual(sessionCost(given));
  }
  expect(inserted).toBeGreaterThan(fewer / 4);
});

test('counted in any intervals, the quantities add up to those of the whole', { timeout }, async () => {
  for await (const { seed, given, random } of randomCases(fewer)) {
    const { terms } = given.segments[0];
    const [start, until] = [+given.usage.startedAt, +given.usage.until];
    const cuts = Array.from({ length: random.between(1, 12) }, () => random.between(start, until)).toSorted(
      (a, b) => a - b,
    );
    const whole = sessionCost({ ...given, segments: [{ terms, from: null }] });
    const parts = sessionCost({
      ...given,
      segments: [{ terms, from: null }, ...cuts.map((ms) => ({ terms, from: new Date(ms) }))],
    });
    const [expected, found] = [quantities(whole), quantities(parts)];
    expect([...found.keys()].toSorted(), `seed ${seed}`).toEqual([...expected.keys()].toSorted());
    for (const [key, quantity] of expected) {
      // Minutes are shown to a millionth, so that many parts may differ from the whole by as many halves of one.
      const slack = key.startsWith('energy') ? 0n : BigInt(cuts.length + 1);
      const difference = (found.get(key) ?? 0n) - quantity;
      expect(difference <= slack && difference >= -slack, `seed ${seed}, ${key}: ${difference}`).toBe(true);
    }
  }
});

test('while a session runs, its cost never falls', { timeout }, async () => {
  for await (const { seed, given } of randomCases(fewer)) {
    const { terms, usage } = inWholeUnits(given);
    let before = 0n;
    for (const [index, { at }] of [...usage.readings, { at: usage.until }].entries()) {
      const idle = usage.idle.filter(({ from }) => from < at).map(({ from, to }) => ({ from, to: to < at ? to : at }));
      const soFar = { ...usage, until: at, readings: usage.readings.slice(0, index + 1), idle };
      const total = minor(
        sessionCost({ segments: [{ terms, from: null }], usage: soFar, timeZone: given.timeZone }).total,
      );
      expect(total + oneSecond(terms), `seed ${seed} at ${at.toISOString()}`).toBeGreaterThanOrEqual(before);
      before = total;
    }
  }
});

test('the slow calculation shares no code with the product', () => {
  expect(readFileSync(new URL('slow-cost.ts', import.meta.url), 'utf8')).not.toMatch(/\bimport\b[^;]*from|\brequire\(/);
});

async function* randomCases(cases: number): AsyncGenerator<{ seed: number; given: RandomCase; random: Random }> {
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const random = new Random(seed);
    yield { seed, given: randomCase(random), random };
    if (seed % 200 === 0) await setImmediate(); // the runner wants to hear from its worker
  }
}

/** To whole seconds and Wh, billed in steps of one, so that nothing is rounded up on the way. */
function inWholeUnits({ segments, usage }: RandomCase) {
  const second = (at: Date) => new Date(Math.floor(+at / 1000) * 1000);
  const start = second(usage.startedAt);
  const until = second(usage.until);
  const inside = (at: Date) => new Date(Math.min(Math.max(+second(at), +start), +until));
  return {
    terms: { ...segments[0].terms, energyStepWh: 1, timeStepSeconds: 1 },
    usage: {
      startedAt: start,
      until,
      readings: usage.readings.map(({ at, mwh }) => ({ at: inside(at), mwh: Math.floor(mwh / 1000) * 1000 })),
      idle: usage.idle.map(({ from, to }) => ({ from: inside(from), to: inside(to) })),
      reservation: usage.reservation,
    },
  };
}

/**
 * A row that begins with a kWh begins between two seconds. Until then the row before it is billed to the full second,
 * and what that came to, in minor units, may go again when a cheaper row follows.
 */
function oneSecond({ prices, currency }: TariffTerms): bigint {
  if (prices.every(({ fromKwh }) => Number(fromKwh) === 0)) return 0n;
  const perMinute = Math.max(...prices.flatMap((row) => [Number(row.perMinute), Number(row.perIdleMinute ?? 0)]));
  return BigInt(Math.ceil((perMinute / 60) * 10 ** minorDigits(currency)));
}

/** Moments at which the line between two readings goes through a whole mWh. */
function pointsOnLine(
  low: Reading,
  high: Reading,
  { startedAt, until }: RandomCase['usage'],
  random: Random,
): Reading[] {
  const clamp = (at: Date) => Math.min(Math.max(+at, +startedAt), +until);
  const [from, length] = [clamp(low.at), clamp(high.at) - clamp(low.at)];
  const rise = high.mwh - low.mwh;
  const parts = divisor(length, rise);
  if (length === 0 || parts === 1) return [];
  const places = Array.from({ length: 3 }, () => random.between(1, parts - 1)).toSorted((a, b) => a - b);
  return places.map((place) => ({
    at: new Date(from + (length / parts) * place),
    mwh: low.mwh + (rise / parts) * place,
  }));
}

type Reading = { at: Date; mwh: number };

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

function quantities({ lines }: Cost): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { kind, row, quantity } of lines) {
    if (row === null || quantity === null) continue;
    sums.set(`${kind} ${row}`, (sums.get(`${kind} ${row}`) ?? 0n) + millionths(quantity));
  }
  return sums;
}

function slow({ segments, usage, timeZone }: RandomCase): SlowCost {
  const { startedAt, until, readings, idle, reservation } = usage;
  return slowCost({
    start: +startedAt,
    end: +until,
    readings: readings.map(({ at, mwh }) => [+at, mwh]),
    idle: idle.map(({ from, to }) => [+from, +to]),
    reservation: reservation === null ? null : [+reservation.from, +reservation.to],
    tariffs: segments.map(({ terms, from }) => ({ terms, from: +(from ?? startedAt) })),
    timeZone,
  });
}

function shown({ lines, net, tax, total }: Cost) {
  return { lines: lines.map(({ kind, row, quantity, amount }) => ({ kind, row, quantity, amount })), net, tax, total };
}

function slowShown({ lines, net, tax, total }: SlowCost, currency: string) {
  const money = (units: bigint) => {
    const digits = { JPY: 0, KWD: 3 }[currency] ?? 2;
    const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
    const decimals = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
    return units < 0n ? `-${decimals}` : decimals;
  };
  const told = lines.map(({ kind, row, quantity, amount }) => ({
    kind,
    row,
    quantity: quantity === null ? null : kind.endsWith('tax') ? rate(quantity) : text(quantity),
    amount: money(amount),
  }));
  return { lines: told, net: money(net), tax: money(tax), total: money(total) };
}

/** With up to six decimals, half up. */
function text({ top, bottom }: Fraction): string {
  const rounded = (top * 2_000_000n + bottom) / (bottom * 2n);
  return String(Number(rounded) / 1_000_000);
}

function rate({ top, bottom }: Fraction): string {
  return String(Number(top) / Number(bottom));
}

function minor(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

function millionths(quantity: string): bigint {
  const [whole = '0', fraction = ''] = quantity.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}
