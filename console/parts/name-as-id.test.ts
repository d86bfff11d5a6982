import { expect, test } from 'vitest';
import { nameAsId } from './name-as-id.ts';

test('a name becomes an id that one can read', () => {
  expect(nameAsId('Boa Viagem, térreo')).toBe('boa-viagem-terreo');
  expect(nameAsId('  Noite 2026! ')).toBe('noite-2026');
  expect(nameAsId('!!!')).toBe('');
});
