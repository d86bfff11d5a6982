import { expect, test } from 'vitest';
import { momentOf } from './calendar.ts';
import { fold } from './fold.ts';
import { spotPeriod } from './spot-period.ts';

/** A Sunday. */
const today = '2026-11-15';

const cases: [string, string, string][] = [
  ['hoje', '2026-11-15', '2026-11-16'],
  ['yesterday', '2026-11-14', '2026-11-15'],
  ['anteontem', '2026-11-13', '2026-11-14'],
  ['this week', '2026-11-09', '2026-11-16'],
  ['semana passada', '2026-11-02', '2026-11-09'],
  ['semana retrasada', '2026-10-26', '2026-11-02'],
  ['este mês', '2026-11-01', '2026-12-01'],
  ['last month', '2026-10-01', '2026-11-01'],
  ['ano passado', '2025-01-01', '2026-01-01'],
  ['in March', '2026-03-01', '2026-04-01'],
  ['em dezembro', '2025-12-01', '2026-01-01'],
  ['março de 2024', '2024-03-01', '2024-04-01'],
  ['in May', '2026-05-01', '2026-06-01'],
  ['03/2026', '2026-03-01', '2026-04-01'],
  ['2026-02', '2026-02-01', '2026-03-01'],
  ['12 de março', '2026-03-12', '2026-03-13'],
  ['March 12th, 2025', '2025-03-12', '2025-03-13'],
  ['20/12', '2025-12-20', '2025-12-21'],
  ['01/03/2026 a 15/03/2026', '2026-03-01', '2026-03-16'],
  ['de 1 a 15 de março', '2026-03-01', '2026-03-16'],
  ['from January to March', '2026-01-01', '2026-04-01'],
  ['Q1 2025', '2025-01-01', '2025-04-01'],
  ['primeiro trimestre', '2026-01-01', '2026-04-01'],
  ['last quarter', '2026-07-01', '2026-10-01'],
  ['nos últimos 7 dias', '2026-11-09', '2026-11-16'],
  ['last two weeks', '2026-11-02', '2026-11-16'],
  ['3 days ago', '2026-11-12', '2026-11-13'],
  ['since March', '2026-03-01', '2026-11-16'],
  ['desde ontem', '2026-11-14', '2026-11-16'],
  ['na sexta-feira', '2026-11-13', '2026-11-14'],
  ['last Sunday', '2026-11-08', '2026-11-09'],
  ['no fim de semana', '2026-11-14', '2026-11-16'],
  ['in 2025', '2025-01-01', '2026-01-01'],
  ['no dia 5', '2026-11-05', '2026-11-06'],
  ['the 20th', '2026-10-20', '2026-10-21'],
];

test.each(cases)('%s', (text, from, to) => {
  expect(spotPeriod(fold(text), today)?.period).toEqual({ from, to });
});

test.each(['11 kW', 'CP-7', 'set it to 16 A', 'out of service', 'you may go', '31/02/2026', 'connector 2'])(
  'no days are read into "%s"',
  (text) => {
    expect(spotPeriod(fold(text), today)).toBeUndefined();
  },
);

test('a day begins where it is lived, also when the clocks are changed', () => {
  expect(momentOf('2026-11-15', 'America/Sao_Paulo')).toBe('2026-11-15T03:00:00.000Z');
  expect(momentOf('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(momentOf('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
});
