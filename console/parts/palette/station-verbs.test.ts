import { expect, test } from 'vitest';
import { fitsWords, readVerb } from './station-verbs.ts';

test('a verb in either language is told apart from the station behind it', () => {
  expect(readVerb('restart SAVASSI 05')).toEqual({ verb: 'reset', rest: 'savassi 05' });
  expect(readVerb('  Reiniciar savassi')).toEqual({ verb: 'reset', rest: 'savassi' });
  expect(readVerb('destravar')).toEqual({ verb: 'unlock', rest: '' });
  expect(readVerb('savassi restart')).toBeUndefined();
});

test('a page is found by the beginnings of its words, without accents', () => {
  expect(fitsWords('aprov', ['Approvals', 'Aprovações'])).toBe(true);
  expect(fitsWords('sessoes', ['Sessions', 'Sessões'])).toBe(true);
  expect(fitsWords('draw tar', ['Tariffs', 'draw a tariff'])).toBe(true);
  expect(fitsWords('riffs', ['Tariffs'])).toBe(false);
});
