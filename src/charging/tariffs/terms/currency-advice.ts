import { sentenceOf } from '#contract/problems/problem-words.ts';
import { nearest } from './nearest.ts';
import type { Advice } from './tariff-problem.ts';

const currencies = Intl.supportedValuesOf('currency');
/** Of several that are equally close, the one that more people mean. */
const common = 'BRL EUR USD GBP CAD AUD CHF JPY MXN ARS CLP COP UYU PYG INR'.split(' ');

export function currencyAdvice(currency: string): Advice {
  const meant = nearest(currency, [...common, ...currencies]);
  return {
    sentence: sentenceOf('terms-no-currency', { currency }),
    advice: meant === null ? sentenceOf('write-any-currency') : `currency: ${meant}`,
  };
}
