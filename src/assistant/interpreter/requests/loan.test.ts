import { expect, test } from 'vitest';
import { askedIn } from '../grammar/asked.ts';
import { loanIn } from './loan.ts';

const moment = { now: new Date('2026-11-15T15:00:00Z'), timeZone: 'America/Sao_Paulo' };

test('what is paid at once is never taken for the price of the vehicle', () => {
  const loan = (said: string) => loanIn(askedIn(said, moment), 'Seal');
  const wanted = { model: 'Seal', entrada: 90_000, meses: 60, taxa_mensal_pct: 1.29 };
  expect(loan('simula o Seal em 60 vezes com 1,29% ao mês e 90 mil de entrada')).toEqual(wanted);
  expect(loan('finance the Seal in 60 months at 1.29% a month with 90 thousand down')).toEqual(wanted);
});

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
  [
    'simulate R$ 80000 over 48 months at 1.5% a month with 20 thousand down',
    { valor: 80_000, entrada: 20_000, meses: 48, taxa_mensal_pct: 1.5 },
  ],
  ['finance R$ 80000 in 48 instalments', undefined], // a rate is never guessed
  ['finance R$ 80000 at 1.5 %', undefined],
])('%s', (said, loan) => {
  expect(loanIn(askedIn(said, moment))).toEqual(loan);
});
