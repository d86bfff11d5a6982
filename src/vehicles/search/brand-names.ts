import { plainText } from './plain-text.ts';

/** How people call brands. */
const nicknames = new Map([
  ['vw', 'volkswagen'],
  ['volks', 'volkswagen'],
  ['gm', 'chevrolet'],
  ['chevy', 'chevrolet'],
]);

export function fullName(plainWord: string): string {
  return nicknames.get(plainWord) ?? plainWord;
}

/** Brands by their own names. */
export function brandNames(given: readonly string[]): string[] {
  return given.map((name) => nicknames.get(plainText(name)) ?? name);
}
