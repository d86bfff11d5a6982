import { readTime } from '../ocpi-time.ts';

type Plain = Record<string, unknown>;

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields that hold a moment; others that look like one, such as the days of a tariff, do not. */
const moments = new Set([
  ...['lastUpdated', 'startDateTime', 'endDateTime', 'timestamp', 'expiryDate', 'departureTime'],
  ...['periodBegin', 'periodEnd', 'begin', 'end'],
  ...['startFrom', 'endBefore', 'beginFrom', 'requestReceived'],
]);

/** `last_updated` is `lastUpdated` in our model; times are UTC with milliseconds there, whatever came. */
export function fromWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWireNames);
  if (!isPlain(value)) return value;
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    if (inner === null || name === '__proto__') return [];
    const key = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const at = moments.has(key) ? readTime(inner) : undefined;
    return [[key, at === undefined ? fromWireNames(inner) : at.toISOString()]];
  });
  return Object.fromEntries(fields);
}

/** Numbers have four decimals at most; what is null or undefined is left out. */
export function toWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWireNames);
  if (typeof value === 'number') return Math.round(value * 10_000) / 10_000;
  if (!isPlain(value)) return value;
  const fields = Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined || inner === null
      ? []
      : [[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), toWireNames(inner)]],
  );
  return Object.fromEntries(fields);
}
