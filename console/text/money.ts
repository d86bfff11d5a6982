/** "R$ 12,34": an amount as decimal text in whole minor units. It never becomes a float. */
export function moneyText(amount: string, currency: string, language: string): string {
  return format(language, currency, null).format(amount as `${number}`);
}

/** 5990 minor units of reais are "R$ 59,90". */
export function minorText(minor: number, currency: string, language: string): string {
  const found = format(language, currency, null);
  return found.format(`${minor}E-${found.resolvedOptions().maximumFractionDigits ?? 2}` as `${number}`);
}

/** "R$ 0,4999": a price may have more decimals than money has. */
export function priceText(price: string, currency: string, language: string): string {
  return format(language, currency, 4).format(price as `${number}`);
}

/** "12.5" as it is written in the language of the page. */
export function decimalText(value: string, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value as `${number}`);
}

/** What a person types, in either way of writing decimals, as decimal text; null: no amount. */
export function typedAmount(typed: string): string | null {
  const plain = typed.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,4})?$/.test(plain) ? plain : null;
}

/** An amount in a field, as the reader writes decimals. What is no plain amount yet stays as it is typed. */
export function amountInField(typed: string, language: string): string {
  return language === 'pt-BR' && /^\d+\.\d*$/.test(typed) ? typed.replace('.', ',') : typed;
}

/** "0.01" of BRL: what cannot be paid is not booked either. */
export function leastAmount(currency: string): string {
  const digits = format('en', currency, null).resolvedOptions().maximumFractionDigits ?? 2;
  return digits === 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`;
}

/** Whether an amount of decimal text consists of whole minor units. */
export function isPayable(amount: string, currency: string): boolean {
  const digits = format('en', currency, null).resolvedOptions().maximumFractionDigits ?? 2;
  return (amount.split('.')[1] ?? '').replace(/0+$/, '').length <= digits;
}

const formats = new Map<string, Intl.NumberFormat>();
function format(language: string, currency: string, digits: number | null): Intl.NumberFormat {
  const name = `${language} ${currency} ${digits}`;
  let found = formats.get(name);
  if (found === undefined) {
    const finer = digits === null ? {} : { maximumFractionDigits: digits };
    formats.set(name, (found = new Intl.NumberFormat(language, { style: 'currency', currency, ...finer })));
  }
  return found;
}
