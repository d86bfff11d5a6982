import type { Language } from './language.ts';

/** "R$ 12,34": an amount as decimal text in whole minor units. It never becomes a float. */
export function moneyText(amount: string, currency: string, language: Language): string {
  return plain(format(language, currency, undefined).format(amount as `${number}`));
}

/** "R$ 0,4999": a price may have more decimals than money has. */
export function priceText(price: string, currency: string, language: Language): string {
  return plain(format(language, currency, 4).format(price as `${number}`));
}

/** "12.5" as it is written in the language. */
export function decimalText(value: string | number, language: Language, digits = 6): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value as `${number}`);
}

/** With exactly so many digits behind the point. */
export function fixedText(value: number, language: Language, digits: number): string {
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, exactly).format(value);
}

/** 0.1234 as "12.3 %", the way the language writes it. */
export function percentText(share: number, language: Language, digits = 1): string {
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: 'percent', ...exactly }).format(share);
}

/** "5.25" as "5.25%": a rate, with no more decimals than it has. */
export function rateText(percent: string, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 }).format(Number(percent) / 100);
}

/** Spaces that do not break confuse whoever searches or copies. */
function plain(text: string): string {
  return text.replaceAll(/\s/gu, ' ');
}

const formats = new Map<string, Intl.NumberFormat>();
function format(language: Language, currency: string, digits: number | undefined): Intl.NumberFormat {
  const name = `${language} ${currency} ${digits}`;
  let found = formats.get(name);
  if (found === undefined) {
    const finer = digits === undefined ? {} : { maximumFractionDigits: digits };
    formats.set(name, (found = new Intl.NumberFormat(language, { style: 'currency', currency, ...finer })));
  }
  return found;
}
