/** A cheap look at every frame: nearly none has so many digits in a row. Groups may stand apart. */
const hint = /\d{12}|\d{4}[ ./-]\d{4,6}[ ./-]\d/;
/** A word may stand before it, as in `PAN4111…` or `%B4111…`, but no digit before that: then it is part of something longer. */
const before = '(?=\\d)(?<=(?:^|[^\\w.-])[A-Za-z_]{0,20})'; // only before a digit is it worth looking back
const digits = '\\d(?:[ -]?\\d){12,18}';
/** Dots and slashes stand in other numbers too: only in groups as they are printed on cards. */
const inGroups = '\\d{4}([./])\\d{4}\\1\\d{4}\\1\\d{1,7}|\\d{4}([./])\\d{6}\\2\\d{4,5}';
/** `D` parts and `F` fills what a stripe holds. */
const after = '(?!\\d|[A-CEG-Za-ceg-z_]|[.-]\\d)';
const candidate = new RegExp(`${before}(?:${digits}|${inGroups})${after}`, 'g');

/** How numbers of the schemes begin, and how long they are. Other long numbers are serial numbers, readings and times. */
const schemes: readonly { begins: RegExp; digits: readonly number[] }[] = [
  { begins: /^4/, digits: [13, 16, 19] },
  { begins: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, digits: [16] },
  { begins: /^3[47]/, digits: [15] },
  { begins: /^(30[0-5]|3[689])/, digits: [14, 16] },
  { begins: /^35/, digits: [16] },
  { begins: /^(50|5[6-9]|6)/, digits: [13, 14, 15, 16, 17, 18, 19] },
];

/**
 * A text without the numbers of payment cards, which no station should send and nobody may keep. Their last four digits stay.
 */
export function hideCardNumbers(text: string): string {
  if (!hint.test(text)) return text;
  return text.replace(candidate, (found: string, ...more: unknown[]) => {
    const number = found.replace(/\D/g, '');
    if (!isCardNumber(number)) return found;
    const at = more.find((each) => typeof each === 'number') as number;
    // A bare number of JSON stays one, so that the frame can still be read.
    const isNumber = /[:,[]/.test(text[at - 1] ?? '') && /[,}\]]/.test(text[at + found.length] ?? '');
    return isNumber ? hiddenNumber(number) : `card-${number.slice(-4)}`;
  });
}

function hiddenNumber(digits: string): string {
  return `${'9'.repeat(digits.length - 4)}${digits.slice(-4)}`;
}

/** Fields that name something else by a long number, or are hashed before anybody keeps them. */
const leftAlone = /^(idToken|idTag|transactionId|iccid|imsi)$|serialNumber$/i;

/** A message without card numbers in its texts. `text`: the frame that it was read from. */
export function withoutCardNumbers(message: unknown, text: string): unknown {
  return hideCardNumbers(text) === text ? message : hideIn(message);
}

function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideCardNumbers(value);
  if (typeof value === 'number') return hideInNumber(value);
  if (Array.isArray(value)) return value.map(hideIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      leftAlone.test(name) && typeof inner !== 'object' ? inner : hideIn(inner),
    ]),
  );
}

/** Of the longest ones the last digits are lost by reading them as a number, and the check digit with them. */
function hideInNumber(value: number): number {
  const text = value > 0 && Number.isInteger(value) ? value.toFixed() : '';
  const isCard = Number.isSafeInteger(value) ? isCardNumber(text) : isOfScheme(text);
  return isCard ? Number(hiddenNumber(text)) : value;
}

function isCardNumber(digits: string): boolean {
  return isOfScheme(digits) && hasLuhnDigit(digits);
}

function isOfScheme(digits: string): boolean {
  return schemes.some(({ begins, digits: lengths }) => lengths.includes(digits.length) && begins.test(digits));
}

function hasLuhnDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
