import { plainText } from './plain-text.ts';

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
