import { priceRow, tariffTerms } from '#contract/billing/tariff-terms.ts';

const rowKeys = Object.keys(priceRow.shape);
const termKeys = ['id', 'validFrom', ...Object.keys(tariffTerms.shape)];
/** A tariff with one price may name it at the top. */
const shorthandKeys = ['perKwh', 'perMinute', 'perIdleMinute'];

/** What may stand at a place of a tariff; null: nothing is known of that place. */
export function knownKeys(path: string, written: readonly string[]): readonly string[] | null {
  if (path === '') return written.includes('prices') ? termKeys : [...termKeys, ...shorthandKeys];
  if (/^prices\[\d+\]$/.test(path)) return rowKeys;
  if (/^taxes\[\d+\]$/.test(path)) return ['name', 'percent'];
  return /^texts\[\d+\]$/.test(path) ? ['language', 'text'] : null;
}

export const isRowKey = (key: string): boolean => rowKeys.includes(key);
export const isTermKey = (key: string): boolean => termKeys.includes(key);

export const wholeNumberKeys: ReadonlySet<string> = new Set([
  ...['fromMinutes', 'toMinutes', 'idleGraceMinutes', 'energyStepWh', 'timeStepSeconds'],
]);

export const amountKeys: ReadonlySet<string> = new Set([
  ...['perKwh', 'perMinute', 'perIdleMinute', 'fromKwh', 'toKwh', 'sessionFee', 'reservationFee', 'perReservedMinute'],
  ...['minimum', 'maximum'],
]);
