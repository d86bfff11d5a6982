const nicknames = new Map([
  ['vw', 'volkswagen'],
  ['volks', 'volkswagen'],
  ['gm', 'chevrolet'],
  ['chevy', 'chevrolet'],
]);

export function fullName(plainWord: string): string {
  return nicknames.get(plainWord) ?? plainWord;
}

export function brandNames(given: readonly string[]): string[] {
  return given.map((name) => nicknames.get(plainText(name)) ?? name);
}

/** Of these words the one that is meant: accents and capitals do not count, and neither does the gender ("automático"). */
export function closestWord<Word extends string>(
  given: string,
  words: readonly Word[],
  translations: Readonly<Record<string, Word>> = {},
): Word | undefined {
  const plain = plainText(given);
  const translated = Object.hasOwn(translations, plain) ? translations[plain] : undefined;
  return (
    translated ??
    words.find((word) => plainText(word) === plain) ??
    words.find((word) => withoutEnd(plainText(word)) === withoutEnd(plain))
  );
}

function withoutEnd(word: string): string {
  return word.replace(/(?<=.{3})[ao]s?$/, '');
}

/** Without accents and capitals: how words are compared. Marks of any alphabet go, letters stay. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/\s+/gu, ' ').trim();
}
