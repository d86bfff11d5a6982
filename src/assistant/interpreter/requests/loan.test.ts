import { expect, test } from 'vitest';
import { askedIn } from '../grammar/asked.ts';
import { loanIn } from './loan.ts';

const moment = { now: new Date('2026-11-15T15:00:00Z'), timeZone: 'America/Sao_Paulo' };

test.each([
  ['finance R$ 80000 in 48 instalments at 1.5 % a month', { valor: 80_000, meses: 48, taxa_mensal_pct: 1.5 }],
  [
    'financie R$ 80000 em 36 vezes a 19 % ao ano, tabela SAC',
    { valor: 80_000, meses: 36, taxa_anual_pct: 19, tabela: 'sac' },
  ],
  [
    'financiar R$ 80000 com entrada de R$ 20000 em 48 parcelas a 1,5 % ao mês',
    { valor: 80_000, entrada: 20_000, meses: 48, taxa_mensal_pct: 1.5 },
  ],
  ['finance R$ 80000 in 48 instalments', undefined], // a rate is never guessed
  ['finance R$ 80000 at 1.5 %', undefined],
])('%s', (said, loan) => {
  expect(loanIn(askedIn(said, moment))).toEqual(loan);
});
