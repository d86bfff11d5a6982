import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { ptBR } from '../text/texts-pt-BR.generated.ts';
import { isKnownWord } from './known-word.ts';

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': { translation: ptBR } } }));

test('a word is known where the language that is shown has a text for it, without the texts of another', () => {
  expect(isKnownWord('connector.status', 'faulted')).toBe(true);
  expect(isKnownWord('connector.status', 'melted')).toBe(false);
});

test('what every object has is no word', () => {
  expect(isKnownWord('connector.status', 'constructor')).toBe(false);
});
