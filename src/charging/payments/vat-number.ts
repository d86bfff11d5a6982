import type { VatVerdict } from '#contract/billing/payment.ts';

/** What follows the country's two letters, separators taken out. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  BR: /^[0-9A-Z]{12}\d{2}$/, // CNPJ, with letters since 2026
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[0-9A-Z]\d{7}[0-9A-Z]$/,
  FI: /^\d{8}$/,
  FR: /^[0-9A-Z]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

const checks: Readonly<Record<string, (number: string) => boolean>> = {
  BE: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  BR: (number) => [12, 13].every((length) => weighted(number, length, 9) === Number(number[length])),
  PT: (number) => weighted(number, 8, 9) === Number(number[8]),
};

/**
 * Whether a VAT number can be one. Its form and, where we know the rule, its check digits are looked at; no register of
 * companies is asked, so whoever it belongs to is not known.
 */
export function judgeVatNumber(vatNumber: string): VatVerdict {
  const text = vatNumber.toUpperCase().replace(/[\s./-]/g, '');
  const [country, number] = [text.slice(0, 2), text.slice(2)];
  const form = forms[country];
  if (form === undefined) return { isAccepted: false, reason: 'unknown-country' };
  if (!form.test(number)) return { isAccepted: false, reason: 'wrong-format' };
  if (checks[country]?.(number) === false) return { isAccepted: false, reason: 'wrong-check-digits' };
  return { isAccepted: true, reason: 'format-fits' };
}

/** The digit after the first `length` ones, modulo 11, with weights 2, 3, … from the right that begin again after the heaviest. */
function weighted(number: string, length: number, heaviest: number): number {
  const values = Array.from(number.slice(0, length), (character) => character.charCodeAt(0) - 48); // letters count on from the digits
  const sum = values.reduce((total, value, index) => total + value * (2 + ((length - 1 - index) % (heaviest - 1))), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
