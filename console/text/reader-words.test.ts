import { expect, test } from 'vitest';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { readerWords } from './reader-words.ts';

test('what the server said is said in the language of the reader', () => {
  const said = sentenceOf('reserve-offline-since', { stationId: 'CP-1', since: '2026-03-01T10:00:00.000Z' });
  expect(readerWords(said, 'pt-BR')).toMatch(/^A estação CP-1 está offline desde 1 de mar\. de 2026,/);
  expect(readerWords(said, 'en')).toMatch(/^Station CP-1 is offline since /);
});

test('what has no words here is left to the sentence of the server', () => {
  expect(readerWords(undefined, 'pt-BR')).toBeNull();
  expect(readerWords({ code: 'of-a-later-version', values: {} }, 'pt-BR')).toBeNull();
});
