import { sentence } from '#contract/sentence.ts';
import type { Language } from './language.ts';
import { localTime } from './times.ts';

/** What the server said, in the language of the reader; undefined: it has no words there that we know. */
export async function inReaderWords(said: unknown, language: Language): Promise<string | undefined> {
  const read = sentence.safeParse(said);
  if (!read.success) return undefined;
  const { inWords } = await import('#contract/problems/problem-words.ts'); // most commands never need them
  return inWords(read.data, { language, time: localTime }) ?? undefined;
}
