/**
 * What a session costs, calculated slowly and in another way than the product does: it walks through the session minute by
 * minute, asks a calendar what the clock says, and adds up fractions. Written from docs/guides/tariffs.md; it imports
 * nothing, so that no mistake is shared.
 */
export type SlowRow = {
  name: string | null;
  days: readonly string[] | null;
  hours: string | null;
  season: string | null;
  fromKwh: string;
  toKwh: string | null;
  fromMinutes: number;
  toMinutes: number | null;
  perKwh: string;
  perMinute: string;
  perIdleMinute: string | null;
};

export type SlowTerms = {
  currency: string;
  prices: readonly SlowRow[];
  idleGraceMinutes: number;
  sessionFee: string;
  reservationFee: string;
  perReservedMinute: string;
  energyStepWh: number;
  timeStepSeconds: number;
  minimum: string | null;
  maximum: string | null;
  taxes: readonly { name: string; percent: string }[];
  taxIncluded: boolean;
  holidays: readonly string[];
};

/** Times in ms, energy in mWh. */
export type SlowSession = {
  start: number;
  end: number;
  readings: readonly (readonly [at: number, mwh: number])[];
  idle: readonly (readonly [from: number, to: number])[];
  reservation: readonly [from: number, to: number] | null;
  /** The first from the start on, each other from its time on. */
  tariffs: readonly { terms: SlowTerms; from: number }[];
  timeZone: string;
};

export type SlowLine = {
  kind: string;
  tariff: number | null;
  row: number | null;
  quantity: Fraction | null;
  amount: bigint;
};
export type SlowCost = { lines: SlowLine[]; net: bigint; tax: bigint; total: bigint };

export type Fraction = { top: bigint; bottom: bigint };

type Kind = 'energy' | 'time' | 'idle';
type Tally = { kind: Kind; tariff: number; row: number; quantity: bigint; lastAt: number };

export function slowCost(session: SlowSession): SlowCost {
  const first = sure(session.tariffs[0]).terms;
  const energy = session.readings.at(-1)?.[1] ?? 0;
  const isInVain = energy === 0 && first.prices.some((row) => decimal(row.perKwh).top > 0n);
  const tallies = isInVain ? [] : tally(session);
  roundUpToSteps(tallies, session);
  const last = sure(session.tariffs[tariffAt(session, session.end)]).terms;
  const minor = 10n ** BigInt(fractionDigits(first.currency));
  const inMinorUnits = (amount: Fraction): bigint => halfUp(times(amount, { top: minor, bottom: 1n }));

  const lines: SlowLine[] = [];
  for (const kind of ['energy', 'time', 'idle'] as const) {
    for (const [tariff, { terms }] of session.tariffs.entries()) {
      if (terms.prices.every((row) => decimal(unitPrice(row, kind)).top === 0n)) continue;
      for (const [index, row] of terms.prices.entries()) {
        const found = tallies.find((one) => one.kind === kind && one.tariff === tariff && one.row === index);
        if (found === undefined) continue;
        const quantity = { top: found.quantity, bottom: kind === 'energy' ? 1_000_000n : 60_000n };
        const amount = inMinorUnits(times(quantity, decimal(unitPrice(row, kind))));
        lines.push({ kind, tariff, row: index, quantity, amount });
      }
    }
  }

  const fee = (kind: string, amount: Fraction, quantity: Fraction | null): void => {
    if (amount.top > 0n) lines.push({ kind, tariff: null, row: null, quantity, amount: inMinorUnits(amount) });
  };
  if (!isInVain && (energy > 0 || session.end > session.start)) fee('session-fee', decimal(first.sessionFee), null);
  if (session.reservation !== null) {
    const [from, to] = session.reservation;
    const minutes = { top: BigInt(to - from), bottom: 60_000n };
    fee('reservation-fee', decimal(first.reservationFee), null);
    fee('reservation-time', times(minutes, decimal(first.perReservedMinute)), minutes);
  }

  const soFar = lines.reduce((sum, line) => sum + line.amount, 0n);
  const least = last.minimum !== null && energy > 0 ? inMinorUnits(decimal(last.minimum)) : 0n;
  const most = last.maximum === null ? null : inMinorUnits(decimal(last.maximum));
  const limit = (kind: string, amount: bigint): void => {
    lines.push({ kind, tariff: null, row: null, quantity: null, amount });
  };
  if (soFar < least) limit('minimum', least - soFar);
  else if (most !== null && soFar > most) limit('maximum', most - soFar);

  return withTaxes(lines, last);
}

function withTaxes(lines: SlowLine[], { taxes, taxIncluded }: SlowTerms): SlowCost {
  const sum = lines.reduce((all, line) => all + line.amount, 0n);
  const rates = taxes.map(({ percent }) => times(decimal(percent), { top: 1n, bottom: 100n }));
  const allRates = rates.reduce(plus, { top: 0n, bottom: 1n });
  const amounts: bigint[] = [];
  let net = sum;
  if (taxIncluded) {
    net = halfUp(over({ top: sum, bottom: 1n }, plus(allRates, { top: 1n, bottom: 1n })));
    let rateSoFar: Fraction = { top: 0n, bottom: 1n };
    let given = 0n;
    for (const rate of rates) {
      rateSoFar = plus(rateSoFar, rate);
      const upToHere =
        allRates.top === 0n ? 0n : halfUp(times({ top: sum - net, bottom: 1n }, over(rateSoFar, allRates)));
      amounts.push(upToHere - given);
      given = upToHere;
    }
  } else {
    for (const rate of rates) amounts.push(halfUp(times({ top: net, bottom: 1n }, rate)));
  }
  const tax = amounts.reduce((all, amount) => all + amount, 0n);
  const taxLines = taxes.map(({ percent }, index) => ({
    kind: taxIncluded ? 'included-tax' : 'tax',
    tariff: null,
    row: null,
    quantity: decimal(percent),
    amount: sure(amounts[index]),
  }));
  return { lines: [...lines, ...taxLines], net, tax, total: net + tax };
}

/** Walks through the session in steps of at most a minute and writes down what belongs to which price. */
function tally(session: SlowSession): Tally[] {
  const { start, end } = session;
  const tallies: Tally[] = [];
  let counter = 0;
  const put = (kind: Kind, tariff: number, row: number, quantity: bigint): void => {
    if (quantity === 0n) return;
    let found = tallies.find((one) => one.kind === kind && one.tariff === tariff && one.row === row);
    if (found === undefined) {
      found = { kind, tariff, row, quantity: 0n, lastAt: 0 };
      tallies.push(found);
    }
    found.quantity += quantity;
    found.lastAt = counter;
    counter += 1;
  };

  const edges = [
    ...session.tariffs.map(({ from }) => from),
    ...session.idle.flat(),
    ...session.readings.map(([at]) => at),
  ];
  let idleSoFar = 0;
  for (let now = start; now < end; ) {
    const tariff = tariffAt(session, now);
    const { terms } = sure(session.tariffs[tariff]);
    const clock = clockAt(session.timeZone, now);
    const isIdle = session.idle.some(([from, to]) => from <= now && now < to);
    const graceLeft = terms.idleGraceMinutes * 60_000 - idleSoFar;

    // Nothing that matters by the clock or since the start can change before the next full minute of either.
    let next = Math.min(end, now + 60_000 - mod(now, 60_000), now + 60_000 - mod(now - start, 60_000));
    for (const edge of edges) if (edge > now && edge < next) next = edge;
    if (isIdle && graceLeft > 0) next = Math.min(next, now + graceLeft);

    const minutes = Math.floor((now - start) / 60_000);
    const holding = terms.prices.flatMap((row, index) => (holds(terms, row, clock, minutes) ? [index] : []));
    const rowAt = (mwh: number): number =>
      onlyOne(holding.filter((index) => holdsForEnergy(sure(terms.prices[index]), mwh)));

    // Energy, mWh by mWh in stretches of one price.
    let taken = energyJustBefore(session, now);
    const untilNext = energyJustBefore(session, next);
    while (taken < untilNext) {
      const row = rowAt(taken);
      const edges = holding
        .flatMap((index) => [sure(terms.prices[index]).fromKwh, sure(terms.prices[index]).toKwh ?? '0'])
        .map(toMwh);
      const upTo = Math.min(untilNext, ...edges.filter((edge) => edge > taken));
      put('energy', tariff, row, BigInt(upTo - taken));
      taken = upTo;
    }

    // Time, in stretches in which the energy stays on one side of every step.
    let at = now;
    while (at < next) {
      const row = rowAt(energyAt(session, at));
      let until = next;
      if (rowAt(energyAt(session, next - 1)) !== row) {
        let same = at; // the last millisecond that is known to have the same price
        let other = next - 1;
        // Prices by energy need not be in order, but within a stretch energy only rises: find where it first leaves the row.
        const { toKwh } = sure(terms.prices[row]);
        while (other - same > 1) {
          const middle = Math.floor((same + other) / 2);
          if (toKwh !== null && energyAt(session, middle) >= toMwh(toKwh)) other = middle;
          else same = middle;
        }
        until = other;
      }
      const perIdle = sure(terms.prices[row]).perIdleMinute;
      const length = until - at;
      if (!isIdle || perIdle === null) put('time', tariff, row, BigInt(length));
      else if (graceLeft <= 0) put('idle', tariff, row, BigInt(length));
      at = until;
    }
    if (isIdle) idleSoFar += next - now;
    now = next;
  }

  // What was read in the very moment of the end.
  let taken = energyJustBefore(session, end);
  const all = energyAt(session, end);
  const tariff = tariffAt(session, end);
  const { terms } = sure(session.tariffs[tariff]);
  const clock = clockAt(session.timeZone, end);
  while (taken < all) {
    const holding = terms.prices.flatMap((row, index) => {
      return holds(terms, row, clock, Math.floor((end - start) / 60_000)) && holdsForEnergy(row, taken) ? [index] : [];
    });
    const row = onlyOne(holding);
    const { toKwh } = sure(terms.prices[row]);
    const upTo = toKwh === null ? all : Math.min(all, toMwh(toKwh));
    put('energy', tariff, row, BigInt(upTo - taken));
    taken = upTo;
  }
  return tallies;
}

function roundUpToSteps(tallies: Tally[], { tariffs }: SlowSession): void {
  for (const kind of ['energy', 'time', 'idle'] as const) {
    const ofKind = tallies.filter((one) => one.kind === kind);
    if (ofKind.length === 0) continue;
    const last = ofKind.reduce((one, other) => (other.lastAt > one.lastAt ? other : one));
    const { energyStepWh, timeStepSeconds } = sure(tariffs[last.tariff]).terms;
    const step = BigInt(kind === 'energy' ? energyStepWh : timeStepSeconds) * 1000n;
    const over = ofKind.reduce((sum, { quantity }) => sum + quantity, 0n) % step;
    if (over > 0n) last.quantity += step - over;
  }
}

function tariffAt({ tariffs }: SlowSession, at: number): number {
  let found = 0;
  for (const [index, { from }] of tariffs.entries()) if (index > 0 && from <= at) found = index;
  return found;
}

function unitPrice(row: SlowRow, kind: Kind): string {
  if (kind === 'energy') return row.perKwh;
  return kind === 'time' ? row.perMinute : (row.perIdleMinute ?? '0');
}

// Energy

const pointsOf = new WeakMap<SlowSession, [at: number, mwh: number][]>();

function points(session: SlowSession): [at: number, mwh: number][] {
  const { start, end, readings } = session;
  const known = pointsOf.get(session);
  if (known !== undefined) return known;
  const inside = readings.map(([at, mwh]): [number, number] => [Math.max(start, Math.min(end, at)), mwh]);
  const made: [at: number, mwh: number][] = [[start, 0], ...inside];
  pointsOf.set(session, made);
  return made;
}

function energyAt(session: SlowSession, at: number): number {
  const known = points(session);
  let before = sure(known[0]);
  for (const point of known) {
    if (point[0] <= at) before = point;
    else return onTheLine(before, point, at);
  }
  return before[1];
}

function energyJustBefore(session: SlowSession, at: number): number {
  const known = points(session);
  let before = sure(known[0]);
  for (const point of known) {
    if (point[0] < at) before = point;
    else return before[0] < at ? onTheLine(before, point, at) : before[1];
  }
  return before[1];
}

function onTheLine([t0, e0]: [number, number], [t1, e1]: [number, number], at: number): number {
  return e0 + Number((BigInt(e1 - e0) * BigInt(at - t0)) / BigInt(t1 - t0));
}

// The calendar

type Clock = { date: string; weekday: string; time: string };

const formats = new Map<string, Intl.DateTimeFormat>();
const quarters = new Map<string, Map<number, Clock>>();

/** What a clock on the wall shows. Clocks are never changed but at full quarters of an hour of UTC. */
function clockAt(timeZone: string, at: number): Clock {
  const quarter = at - mod(at, 900_000);
  const known = quarters.get(timeZone) ?? new Map<number, Clock>();
  quarters.set(timeZone, known);
  const shown = known.get(quarter) ?? readClock(timeZone, quarter);
  known.set(quarter, shown);
  const minute = Number(shown.time.slice(3)) + Math.floor((at - quarter) / 60_000);
  return {
    date: shown.date,
    weekday: shown.weekday,
    time: shown.time.slice(0, 3) + (minute < 10 ? `0${minute}` : minute),
  };
}

function readClock(timeZone: string, at: number): Clock {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${part['year']}-${part['month']}-${part['day']}`,
    weekday: sure(part['weekday']).toLowerCase().slice(0, 3),
    time: `${part['hour']}:${part['minute']}`,
  };
}

function holds(terms: SlowTerms, row: SlowRow, { date, weekday, time }: Clock, minutes: number): boolean {
  if (minutes < row.fromMinutes || (row.toMinutes !== null && minutes >= row.toMinutes)) return false;
  const day = date.slice(5);
  if (row.season !== null) {
    const [first, last] = [row.season.slice(0, 5), row.season.slice(7)];
    const isIn = first <= last ? day >= first && day <= last : day >= first || day <= last;
    if (!isIn) return false;
  }
  if (row.hours !== null) {
    const [from, to] = [row.hours.slice(0, 5), row.hours.slice(6)];
    const isIn = from < to ? time >= from && time < to : time >= from || time < to;
    if (!isIn) return false;
  }
  if (row.days === null) return true;
  const holidaysMatter = terms.prices.some((other) => other.days?.includes('holiday'));
  const isHoliday = holidaysMatter && (terms.holidays.includes(day) || terms.holidays.includes(date));
  return row.days.includes(isHoliday ? 'holiday' : weekday);
}

function holdsForEnergy(row: SlowRow, mwh: number): boolean {
  return mwh >= toMwh(row.fromKwh) && (row.toKwh === null || mwh < toMwh(row.toKwh));
}

function onlyOne(rows: readonly number[]): number {
  if (rows.length !== 1) throw new Error(`${rows.length} prices hold at once.`);
  return sure(rows[0]);
}

// Numbers

function decimal(text: string): Fraction {
  const digits = text.replace('.', '');
  const places = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  return { top: BigInt(digits), bottom: 10n ** BigInt(places) };
}

const mwhOf = new Map<string, number>();

function toMwh(kwh: string): number {
  const known = mwhOf.get(kwh);
  if (known !== undefined) return known;
  const { top, bottom } = decimal(kwh);
  const mwh = Number((top * 1_000_000n) / bottom);
  mwhOf.set(kwh, mwh);
  return mwh;
}

function plus(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

function times(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

function over(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom, bottom: a.bottom * b.top };
}

/** To the nearest whole number, a half upwards. */
function halfUp({ top, bottom }: Fraction): bigint {
  const whole = top / bottom;
  return (top % bottom) * 2n >= bottom ? whole + 1n : whole;
}

const digitsOf = new Map<string, number>();

function fractionDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const shown = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(0);
  const digits = /\.(\d+)/.exec(shown)?.[1]?.length ?? 0;
  digitsOf.set(currency, digits);
  return digits;
}

function sure<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is none.');
  return value;
}

function mod(number: number, by: number): number {
  return ((number % by) + by) % by;
}
