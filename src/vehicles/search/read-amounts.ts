import type { VehicleFilter } from '#contract/vehicles/vehicle.ts';

type Found = { at: number; words: string; meaning: Partial<VehicleFilter> };

const number = String.raw`(?:r\$ ?)?(\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d{1,2})?) ?(mil|k|thousand)?\b(?: ?(reais|brl|km|kms|quilometros?))?`;
const about = String.raw`(?:uns |umas |cerca de |around |about |r\$ ?)?`;
const most =
  'ate|no maximo|maximo de|maximo|abaixo de|menos de|menor que|menor do que|inferior a|antes de|under|below|up to|less than|at most|cheaper than|before';
const least =
  'a partir de|acima de|mais de|maior que|desde|no minimo|minimo de|pelo menos|superior a|depois de|over|above|since|at least|more than|after|from';

const pattern = (text: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])${text}`, 'gu');

const forms: readonly [RegExp, (parts: readonly (string | undefined)[]) => Partial<VehicleFilter> | undefined][] = [
  [
    pattern(String.raw`(?:entre|between|de|from) ${about}${number} (?:e|a|ate|and|to) ${about}${number}`),
    ([low, lowUnit, lowOf, high, highUnit, highOf]) => {
      const [unit, of] = [lowUnit ?? highUnit, lowOf ?? highOf];
      return bothOf(meant(low, unit, of), meant(high, highUnit ?? lowUnit, of));
    },
  ],
  [
    pattern(String.raw`(?:(?:${least}) )?${about}${number} (?:de autonomia|of (?:electric )?range|range)`),
    ([low, unit, of]) => rangeOf(low, unit, of),
  ],
  [
    pattern(String.raw`(?:autonomia|range) (?:de |of |minima |minimum )*(?:(?:${least}) )?${number}`),
    ([low, unit, of]) => rangeOf(low, unit, of),
  ],
  [pattern(String.raw`(?:por )?(?:de )?(?:${most}) ${about}${number}`), ([n, unit, of]) => limitOf('max', n, unit, of)],
  [pattern(String.raw`(?:${least}) ${about}${number}`), ([n, unit, of]) => limitOf('min', n, unit, of)],
  [
    pattern(String.raw`(20\d\d|19\d\d) (?:em diante|para cima|pra cima|or newer|or later|onwards)`),
    ([n]) => limitOf('min', n),
  ],
];

/** Prices, years and kilometres with a word that says from or up to; numbers alone are left to others. */
export function readAmounts(plain: string): Found[] {
  const found: Found[] = [];
  let rest = plain;
  for (const [form, read] of forms)
    for (const match of rest.matchAll(form)) {
      const [words, ...parts] = match;
      const meaning = read(parts);
      if (meaning === undefined) continue;
      found.push({ at: match.index, words, meaning });
      rest = masked(rest, match.index, words.length);
    }
  return found;
}

/** What was read is covered, so that the rest keeps its place. */
export function masked(text: string, at: number, length: number): string {
  return text.slice(0, at) + '\u0000'.repeat(length) + text.slice(at + length);
}

type Amount = { of: 'ano' | 'km' | 'preco'; value: number };

function limitOf(
  end: 'min' | 'max',
  ...[digits, unit, of]: readonly (string | undefined)[]
): Partial<VehicleFilter> | undefined {
  const amount = meant(digits, unit, of);
  return amount && { [`${amount.of}_${end}`]: amount.value };
}

function bothOf(low: Amount | undefined, high: Amount | undefined): Partial<VehicleFilter> | undefined {
  if (low === undefined || high === undefined || low.of !== high.of) return undefined;
  const [from, to] = low.value <= high.value ? [low.value, high.value] : [high.value, low.value];
  return { [`${low.of}_min`]: from, [`${low.of}_max`]: to };
}

function rangeOf(digits?: string, unit?: string, of?: string): Partial<VehicleFilter> | undefined {
  const amount = meant(digits, unit, of ?? 'km');
  return amount && { autonomia_min_km: amount.value };
}

/** A number below a thousand that nobody says the unit of could be anything. */
function meant(digits: string | undefined, unit?: string, of?: string): Amount | undefined {
  if (digits === undefined) return undefined;
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(digits);
  const value = Number(isGrouped ? digits.replace(/[.,]/g, '') : digits.replace(',', '.')) * (unit ? 1_000 : 1);
  if (of !== undefined && /^(km|kms|quilometros?)$/.test(of)) return { of: 'km', value: Math.round(value) };
  const isYear = /^(19[5-9]\d|20\d\d)$/.test(digits) && unit === undefined && of === undefined;
  if (isYear) return { of: 'ano', value };
  return value >= 1_000 ? { of: 'preco', value } : undefined;
}
