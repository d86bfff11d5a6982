import { fold } from './fold.ts';

/**
 * A sentence while it is read: what was recognised is replaced by a capital letter as long as it was, so that nothing is taken for two things
 * and a rule can still see where it stood: S a station, T a token, D a session, E a connector, N an amount, Q a share, P a time, L a place.
 */
export type Sentence = { text: string; rest: string };
export type Mark = 'S' | 'T' | 'D' | 'E' | 'N' | 'Q' | 'P' | 'L';

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
