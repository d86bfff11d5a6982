/** 1234 with 2 digits is "12.34". */
export function decimalText(units: bigint, digits: number): string {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const digitsOf = new Map<string, number>();

/** Yen have no minor unit, euros two digits, dinars three. */
export function minorDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsOf.set(currency, digits);
  return digits;
}

/** 1234 minor units of euros are "12.34". */
export function minorText(minor: bigint, currency: string): string {
  return decimalText(minor, minorDigits(currency));
}

/** "12.34" euros are 1234 minor units; undefined: no amount, or one that cannot be paid in whole minor units. */
export function minorOf(text: string, currency: string): bigint | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const digits = minorDigits(currency);
  if (/[^0]/.test(fraction.slice(digits))) return undefined;
  const minor = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return sign === '-' ? -minor : minor;
}
