import type { TariffProblem } from '#contract/billing/tariff.ts';
import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { decimalText, unitsOf, withoutTrailingZeros } from '../../decimal.ts';
import { checkCoverage } from './check-coverage.ts';
import { problemAt } from './tariff-problem.ts';

/** Everything about a tariff that its shape cannot say; an empty list: it can be used. */
export function checkTerms(terms: TariffTerms): TariffProblem[] {
  const problems = checkValues(terms);
  // Hours and days that are wrong in themselves would only show up again as gaps.
  return problems.some(({ path }) => path.startsWith('prices')) ? problems : [...problems, ...checkCoverage(terms)];
}

export function checkValues(terms: TariffTerms): TariffProblem[] {
  return [
    ...terms.prices.flatMap((row, index) => checkRow(row, `prices[${index}]`)),
    ...checkLimits(terms),
    ...checkTaxes(terms),
    ...checkHolidays(terms),
    ...checkTexts(terms),
  ];
}

function checkRow({ hours, season, fromKwh, toKwh, fromMinutes, toMinutes }: PriceRow, path: string): TariffProblem[] {
  const problems: TariffProblem[] = [];
  const [from, to] = hours?.split('-') ?? [];
  if (hours !== null && from === to) {
    problems.push(problemAt(`${path}.hours`, sentenceOf('terms-hours-empty', { hours }), sentenceOf('write-all-day')));
  }
  for (const day of season?.split('..') ?? []) problems.push(...checkDay(day, `${path}.season`));
  if (toKwh !== null && unitsOf(toKwh) <= unitsOf(fromKwh)) {
    const says = sentenceOf('terms-kwh-reversed', { from: fromKwh, to: toKwh });
    problems.push(problemAt(`${path}.toKwh`, says, sentenceOf('write-above', { key: 'toKwh', from: fromKwh })));
  }
  if (toMinutes !== null && toMinutes <= fromMinutes) {
    const says = sentenceOf('terms-minutes-reversed', { from: fromMinutes, to: toMinutes });
    const advice = sentenceOf('write-above', { key: 'toMinutes', from: fromMinutes });
    problems.push(problemAt(`${path}.toMinutes`, says, advice));
  }
  return problems;
}

/** Months have their own lengths, and February its 29th only in leap years. */
function checkDay(day: string, path: string): TariffProblem[] {
  const [month = 1, dayOfMonth = 1] = day.slice(-5).split('-').map(Number);
  const year = day.length > 5 ? Number(day.slice(0, 4)) : 2024; // any leap year
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (dayOfMonth <= last) return [];
  const lastDay = `${day.slice(0, -2)}${last}`;
  return [
    problemAt(path, sentenceOf('terms-no-such-day', { day, last }), sentenceOf('write-last-day', { day: lastDay })),
  ];
}

function checkLimits({ minimum, maximum }: TariffTerms): TariffProblem[] {
  if (minimum === null || maximum === null || unitsOf(minimum) <= unitsOf(maximum)) return [];
  const says = sentenceOf('terms-limits-reversed', { minimum, maximum });
  return [problemAt('minimum', says, sentenceOf('write-swapped', { minimum: maximum, maximum: minimum }))];
}

function checkTaxes({ taxes }: TariffTerms): TariffProblem[] {
  const sum = taxes.reduce((all, { percent }) => all + unitsOf(percent), 0n);
  const twice = taxes.findIndex(({ name }, index) => taxes.slice(0, index).some((other) => other.name === name));
  const problems: TariffProblem[] = [];
  if (sum > unitsOf('100')) {
    const percent = withoutTrailingZeros(decimalText(sum, 4));
    problems.push(problemAt('taxes', sentenceOf('terms-taxes-too-much', { percent }), sentenceOf('write-taxes-below')));
  }
  if (twice !== -1) {
    const name = taxes[twice]?.name ?? '';
    problems.push(
      problemAt(`taxes[${twice}].name`, sentenceOf('terms-tax-twice', { name }), sentenceOf('write-another-tax')),
    );
  }
  return problems;
}

function checkHolidays({ holidays, prices }: TariffTerms): TariffProblem[] {
  const row = prices.findIndex(({ days }) => days?.includes('holiday'));
  const problems = holidays.flatMap((day, index) => checkDay(day, `holidays[${index}]`));
  if (row === -1 && holidays.length > 0) {
    problems.push(problemAt('holidays', sentenceOf('terms-holidays-unused'), sentenceOf('write-holiday-price')));
  }
  if (row !== -1 && holidays.length === 0) {
    problems.push(problemAt(`prices[${row}].days`, sentenceOf('terms-holidays-missing'), sentenceOf('write-holidays')));
  }
  return problems;
}

function checkTexts({ texts }: TariffTerms): TariffProblem[] {
  const languages = texts.map(({ language }) => language.toLowerCase());
  return languages.flatMap((language, index) => {
    if (languages.indexOf(language) === index) return [];
    const says = sentenceOf('terms-text-twice', { language });
    return [problemAt(`texts[${index}].language`, says, sentenceOf('write-one-text'))];
  });
}
