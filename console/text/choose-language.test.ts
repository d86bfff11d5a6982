import { expect, test } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

test('the language chosen here before wins over the browser', () => {
  expect(chooseLanguage('en', ['pt-BR', 'en'])).toBe('en');
});

test('without a choice the first language of the browser that we have is taken', () => {
  expect(chooseLanguage(null, ['de-DE', 'pt-PT', 'en-US'])).toBe('pt-BR');
  expect(chooseLanguage(null, ['en-GB', 'pt-BR'])).toBe('en');
});

test('a browser of other languages gets English', () => {
  expect(chooseLanguage('klingon', ['de-DE', 'fr'])).toBe('en');
});
