import { inWords } from '#contract/problems/problem-words.ts';
import { sentence } from '#contract/sentence.ts';
import { exactTime } from './time.ts';

/** What the server said, in the language of the reader; null: it has no words there that we know. */
export function readerWords(said: unknown, language: string): string | null {
  const read = sentence.safeParse(said);
  if (!read.success) return null;
  const time = (moment: string) => exactTime(moment, language);
  return inWords(read.data, { language: language === 'pt-BR' ? 'pt-BR' : 'en', time });
}
