/** A number of the wire as decimal text, without an exponent: from here on money is no float. */
export function decimalText(value: number): string {
  const text = String(value);
  return /e/i.test(text) ? value.toFixed(6) : text;
}
