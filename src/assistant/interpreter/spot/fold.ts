/** Small letters without accents, every character in its old place, so that what was found here can be cut out of the text itself. */
export function fold(text: string): string {
  return Array.from(text, foldCharacter).join('');
}

/** As it is compared: "CP-7", "cp 7" and "Cp7" are the same name. */
export function nameKey(name: string): string {
  return fold(name.normalize('NFC')).replaceAll(/[^a-z\d]/g, '');
}

function foldCharacter(character: string): string {
  if (character === '’' || character === '‘') return "'";
  const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.length === character.length && /^[ -~]$/.test(plain) ? plain : ' '.repeat(character.length);
}

const numberWords: Readonly<Record<string, number>> = {
  um: 1,
  uma: 1,
  one: 1,
  once: 1,
  dois: 2,
  duas: 2,
  two: 2,
  twice: 2,
  tres: 3,
  three: 3,
  thrice: 3,
  quatro: 4,
  four: 4,
  cinco: 5,
  five: 5,
  seis: 6,
  six: 6,
  sete: 7,
  seven: 7,
  oito: 8,
  eight: 8,
  nove: 9,
  nine: 9,
  dez: 10,
  ten: 10,
  doze: 12,
  twelve: 12,
  quinze: 15,
  fifteen: 15,
  vinte: 20,
  twenty: 20,
  trinta: 30,
  thirty: 30,
  noventa: 90,
  ninety: 90,
};

export const aNumber = `(?:\\d+(?:[.,]\\d+)?|${Object.keys(numberWords).join('|')})`;

/** "7", "3,5", "duas"; undefined: no number at all. */
export function numberIn(word: string): number | undefined {
  const named = numberWords[word];
  if (named !== undefined) return named;
  const value = Number(word.replace(',', '.'));
  return word === '' || Number.isNaN(value) ? undefined : value;
}

/** A pattern that is written over several lines; where a line ends, the next goes on. */
export function pattern(source: string, flags = ''): RegExp {
  return new RegExp(source.replaceAll(/\n\s*/g, ''), flags);
}

/**
 * A sentence while it is read: what was recognised is replaced by a capital letter as long as it was, so that nothing is taken for two things
 * and a rule can still see where it stood: S a station, T a token, D a session, E a connector, N an amount, Q a share, P a time, L a place, X anything else.
 */
export type Sentence = { text: string; rest: string };
export type Mark = 'S' | 'T' | 'D' | 'E' | 'N' | 'Q' | 'P' | 'L' | 'X';

export function sentenceOf(given: string): Sentence {
  // Line breaks and runs of spaces mean nothing here.
  const text = given.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  return { text, rest: fold(text) };
}

/** The words of the person at that place, and the sentence without them. */
export function take(sentence: Sentence, at: number, length: number, mark: Mark): { said: string; left: Sentence } {
  const { text, rest } = sentence;
  const left = { text, rest: `${rest.slice(0, at)}${mark.repeat(length)}${rest.slice(at + length)}` };
  return { said: text.slice(at, at + length), left };
}
