// What a record of OCPI 2.x costs, written from the specification alone: it imports nothing, so that it can be wrong in no way that our own
// bills and our own check of records are wrong in.

type Component = { type: string; price: number; stepSize: number };
type Restrictions = Record<string, unknown> & { startTime?: string | undefined; endTime?: string | undefined };
type Tariff = {
  currency: string;
  elements: readonly { priceComponents: readonly Component[]; restrictions?: Restrictions | undefined }[];
  minPrice?: { beforeTaxes: number } | undefined;
  maxPrice?: { beforeTaxes: number } | undefined;
};
type Period = { startDateTime: string; dimensions: readonly { type: string; volume: number }[] };
type Place = { weekday: string; day: string; time: string };

const perUnit: Record<string, bigint> = { ENERGY: 1_000_000n, TIME: 3_600_000n, PARKING_TIME: 3_600_000n, FLAT: 1n };

/** The net sum in the smallest coin of the currency. */
export function netByOcpi(tariff: Tariff, periods: readonly Period[], timeZone: string): bigint {
  const coin = tariff.currency === 'JPY' ? 1n : 100n;
  const begun = Date.parse(periods[0]?.startDateTime ?? '');
  const sums: {
    key: string;
    price: bigint;
    step: bigint;
    unit: bigint;
    isTime: boolean;
    isEnergy: boolean;
    quantity: bigint;
  }[] = [];
  let mwh = 0n;
  for (const { startDateTime, dimensions } of periods) {
    const at = Date.parse(startDateTime);
    const place = placeAt(at, timeZone);
    const before = mwh;
    for (const { type, volume } of dimensions) {
      const quantity = BigInt(Math.round(volume * Number(perUnit[type])));
      if (type === 'ENERGY') mwh += quantity;
      const found = componentAt(tariff, type, { place, mwh: before, seconds: (at - begun) / 1_000 });
      if (found === undefined) continue;
      const price = BigInt(Math.round(found.component.price * 10_000));
      const isTime = type !== 'ENERGY';
      // Charging and parking at one price are one sum; it is rounded once.
      const key = `${found.index} ${isTime ? `time ${price}` : type}`;
      const known = sums.find((each) => each.key === key);
      const sum = {
        key,
        price,
        isTime,
        isEnergy: !isTime,
        unit: perUnit[type] ?? 1n,
        step: BigInt(Math.max(1, found.component.stepSize)) * 1_000n, // Wh in mWh, seconds in ms
        quantity: (known?.quantity ?? 0n) + quantity,
      };
      if (known !== undefined) sums.splice(sums.indexOf(known), 1);
      sums.push(sum);
    }
  }
  // Once for energy, once for charging and parking together, on the whole, at the step of what counted last.
  for (const isOfKind of [({ isEnergy }) => isEnergy, ({ isTime }) => isTime] as ((
    sum: (typeof sums)[number],
  ) => boolean)[]) {
    const together = sums.filter(isOfKind);
    const last = together.at(-1);
    if (last === undefined) continue;
    const whole = together.reduce((total, { quantity }) => total + quantity, 0n);
    last.quantity += ((whole + last.step - 1n) / last.step) * last.step - whole;
  }
  let net = sums.reduce(
    (total, { price, unit, quantity }) => total + half(price * quantity * coin, unit * 10_000n),
    0n,
  );
  const flat = componentAt(tariff, 'FLAT', { place: placeAt(begun, timeZone), mwh: 0n, seconds: 0 });
  if (flat !== undefined) net += half(BigInt(Math.round(flat.component.price * 10_000)) * coin, 10_000n);
  const limit = (price: number) => half(BigInt(Math.round(price * 10_000)) * coin, 10_000n);
  if (tariff.minPrice !== undefined && net < limit(tariff.minPrice.beforeTaxes))
    net = limit(tariff.minPrice.beforeTaxes);
  if (tariff.maxPrice !== undefined && net > limit(tariff.maxPrice.beforeTaxes))
    net = limit(tariff.maxPrice.beforeTaxes);
  return net;
}

function half(amount: bigint, by: bigint): bigint {
  return (2n * amount + by) / (2n * by);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function placeAt(ms: number, timeZone: string): Place {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...({ timeZone, hourCycle: 'h23', weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit' } as const),
      ...({ hour: '2-digit', minute: '2-digit' } as const),
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return {
    weekday: (parts['weekday'] ?? '').toUpperCase(),
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  };
}

type Moment = { place: Place; mwh: bigint; seconds: number };

/** Of each dimension the first element counts that has it and all of whose restrictions hold. */
function componentAt({ elements }: Tariff, type: string, moment: Moment) {
  for (const [index, { priceComponents, restrictions }] of elements.entries()) {
    const component = priceComponents.find((each) => each.type === type);
    if (component !== undefined && holds(restrictions ?? {}, moment)) return { index, component };
  }
  return undefined;
}

function holds(restrictions: Restrictions, { place, mwh, seconds }: Moment): boolean {
  return Object.entries(restrictions).every(([name, value]) => {
    if (value === undefined) return true;
    switch (name) {
      case 'startTime':
      case 'endTime':
        return isInHours(place.time, restrictions.startTime, restrictions.endTime);
      case 'startDate':
        return place.day >= (value as string);
      case 'endDate':
        return place.day < (value as string);
      case 'dayOfWeek':
        return (value as string[]).includes(place.weekday);
      case 'minKwh':
        return mwh >= BigInt(Math.round(Number(value) * 1e6));
      case 'maxKwh':
        return mwh < BigInt(Math.round(Number(value) * 1e6));
      case 'minDuration':
        return seconds >= Number(value);
      case 'maxDuration':
        return seconds < Number(value);
      default:
        return false; // reservations, and what no record tells
    }
  });
}

function isInHours(time: string, start = '00:00', to = '24:00'): boolean {
  const end = to === '00:00' ? '24:00' : to;
  return start < end ? start <= time && time < end : start <= time || time < end;
}
