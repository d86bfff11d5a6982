import { type Meaning, meaningOf } from './lexicon.ts';

type WordFilter = 'carroceria' | 'combustivel' | 'transmissao' | 'conector';

/** Which of these words is meant: accents, capitals, gender and language are ignored. */
export function knownWord<Word extends string>(
  given: string,
  filter: WordFilter,
  words: readonly Word[],
): Word | undefined {
  const plain = plainText(given);
  const meant: Meaning[WordFilter] = meaningOf(plain)?.[filter];
  return words.find((word) => plainText(word) === plain) ?? words.find((word) => word === meant);
}

/** Without accents and capitals: how words are compared. Marks of any alphabet go, letters stay. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/\s+/gu, ' ').trim();
}

/** Words of letters and digits alone, as the sheets keep fuels, transmissions and bodies. */
export function plainWords(text: string): string {
  return plainText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Without the end that says gender and number. */
export function withoutEnd(word: string): string {
  return word.replace(/(?<=.{3})(?:[ao]s?|e?s)$/, '');
}
