import { useEffect, useState } from 'react';
import type { readerWords } from './reader-words.ts';

type ReaderWords = typeof readerWords;

/** The words for all that a server says by a code are many, and read once there is one; undefined until then, null where there are none. */
export function useReaderWords(said: unknown, language: string): string | null | undefined {
  const [wordsOf, setWordsOf] = useState<ReaderWords | null>(null);
  const isSaid = said !== undefined && said !== null;
  useEffect(() => {
    if (!isSaid) return;
    let isOver = false;
    import('./reader-words.ts').then((words) => isOver || setWordsOf(() => words.readerWords)).catch(() => undefined); // what the server wrote itself is shown then
    return () => {
      isOver = true;
    };
  }, [isSaid]);
  return wordsOf?.(said, language);
}
