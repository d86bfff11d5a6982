import type { TariffProblem } from '#contract/billing/tariff.ts';
import { type ProblemCode, sentenceOf } from '#contract/problems/problem-words.ts';
import { currencyAdvice } from './currency-advice.ts';
import { nearest } from './nearest.ts';
import { amountKeys, isRowKey, isTermKey, wholeNumberKeys } from './tariff-keys.ts';
import { type Advice, tariffProblem } from './tariff-problem.ts';

/** A name that nothing is known by: the one that was meant, if there is one, and the problem. */
export function misspelt(
  name: string,
  { path, line, known, written }: { path: string; line: number; known: readonly string[]; written: readonly string[] },
): { name: string | null; problem: TariffProblem } {
  const hasNo = places[path.split('[')[0] ?? ''] ?? 'tariff-has-no';
  const own = path === '' ? name : `${path}.${name}`;
  if (path === '' && isRowKey(name)) {
    const advice = sentenceOf('write-in-a-row', { key: name, row: `{ ${name}: … }` });
    const sentence = sentenceOf('key-of-a-price', { key: name });
    return { name: null, problem: tariffProblem({ line, path: own }, { sentence, advice }) };
  }
  if (path.startsWith('prices[') && isTermKey(name)) {
    const advice = sentenceOf('write-at-top', { key: name });
    const sentence = sentenceOf('key-of-the-tariff', { key: name });
    return { name: null, problem: tariffProblem({ line, path: own }, { sentence, advice }) };
  }
  const meant = nearest(name, known);
  const sentence = sentenceOf(hasNo, { key: show(name) });
  const advice = meant === null ? sentenceOf('write-one-of', { known }) : meant;
  // Read on under the name that was meant, so that it is not missed as well.
  return {
    name: meant !== null && !written.includes(meant) ? meant : null,
    problem: tariffProblem({ line, path: own }, { sentence, advice }),
  };
}

export function adviceFor(path: readonly PropertyKey[], value: unknown): Advice {
  const key = path.findLast((step) => typeof step === 'string') ?? '';
  const isItem = typeof path.at(-1) === 'number';
  if (value === undefined) {
    const example = path[0] === 'taxes' && key === 'name' ? 'ICMS' : exampleOf(key);
    return { sentence: sentenceOf('key-missing', { key }), advice: `${key}: ${example}` };
  }
  if (value === null) {
    const advice = sentenceOf('write-or-leave-out', { key, example: exampleOf(key) });
    return { sentence: sentenceOf('key-without-value', { key }), advice };
  }
  if (isItem) return itemAdvice(key, value);
  if (lists.has(key)) return listAdvice(key, value);
  const advise = wholeNumberKeys.has(key) ? wholeNumber : amountKeys.has(key) ? amount : byKey[key];
  const advice = typeof value === 'object' ? null : advise?.(key, asText(value).trim());
  return (
    advice ?? {
      sentence: sentenceOf('key-cannot-be', { key, value: show(value) }),
      advice: `${key}: ${exampleOf(key)}`,
    }
  );
}

type HasNo = Extract<ProblemCode, `${string}-has-no`>;
const places: Record<string, HasNo> = { prices: 'price-has-no', taxes: 'tax-has-no', texts: 'text-has-no' };

type Advise = (key: string, text: string) => Advice | null;

const byKey: Record<string, Advise> = {
  currency: (key, text) => {
    const signs: Record<string, string> = {
      R$: 'BRL',
      '€': 'EUR',
      $: 'USD',
      US$: 'USD',
      '£': 'GBP',
      REAL: 'BRL',
      EURO: 'EUR',
    };
    const meant = signs[text.toUpperCase()] ?? text.toUpperCase();
    if (/^[A-Z]{3}$/.test(text)) return currencyAdvice(text);
    const advice = /^[A-Z]{3}$/.test(meant) ? `${key}: ${meant}` : sentenceOf('write-currency-code');
    return { sentence: sentenceOf('terms-no-currency-code', { value: show(text) }), advice };
  },
  hours: (key, text) => {
    const meant = hoursMeant(text);
    const advice = meant === null ? sentenceOf('write-hours') : `${key}: "${meant}"`;
    return { sentence: sentenceOf('no-hours', { value: show(text) }), advice };
  },
  season: (key, text) => {
    const days = [...text.matchAll(/\d{1,2}[-/.]\d{1,2}/g)].map(([day]) => dayMeant(day));
    const [first, last] = days;
    const isClear = days.length === 2 && first && last;
    const advice = isClear
      ? `${key}: ${first}..${last}`
      : sentenceOf('write-season', { example: `${key}: ${exampleOf(key)}` });
    return { sentence: sentenceOf('no-season', { value: show(text) }), advice };
  },
  percent: (key, text) => {
    const number = numberMeant(text);
    const sentence = sentenceOf('no-percent', { value: show(text) });
    if (number === null || Number(number) >= 100) return { sentence, advice: sentenceOf('write-percent', { key }) };
    return { sentence, advice: `${key}: "${number}"` };
  },
  validFrom: (key, text) => {
    const at = new Date(text);
    const write = Number.isNaN(at.getTime()) ? exampleOf(key) : `"${at.toISOString()}"`;
    return { sentence: sentenceOf('no-utc-time', { value: show(text) }), advice: `${key}: ${write}` };
  },
  id: (key, text) => {
    const meant = text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w.-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60);
    const advice = sentenceOf('write-id', { key, id: meant === '' ? exampleOf(key) : meant });
    return { sentence: sentenceOf('no-tariff-id', { value: show(text) }), advice };
  },
  taxIncluded: (key, text) => {
    const isYes = /^(true|yes|y|sim|s|1)$/i.test(text);
    return { sentence: sentenceOf('no-true-or-false', { value: show(text) }), advice: `${key}: ${isYes}` };
  },
  language: (key, text) => {
    const meant = text.replace('_', '-');
    return {
      sentence: sentenceOf('no-language', { value: show(text) }),
      advice: `${key}: ${/^[a-z]{2,3}(-\w{2,4})?$/i.test(meant) ? meant : 'pt-BR'}`,
    };
  },
  name: (key, text) => textAdvice(key, text, 60),
  text: (key, text) => textAdvice(key, text, 512),
};

function textAdvice(key: string, text: string, most: number): Advice {
  if (text.length > most)
    return {
      sentence: sentenceOf('text-too-long', { key, length: text.length }),
      advice: sentenceOf('write-shorter', { most }),
    };
  return { sentence: sentenceOf('text-unseen', { key }), advice: `${key}: ${exampleOf(key)}` };
}

const amount: Advise = (key, text) => {
  const number = numberMeant(text);
  if (text.startsWith('-') && number !== null)
    return { sentence: sentenceOf('amount-below-zero', { key }), advice: sentenceOf('write-zero-or-more', { key }) };
  if (number === null) return null;
  const [whole = '0', fraction = ''] = number.split('.');
  if (whole.length > 9)
    return { sentence: sentenceOf('amount-too-much', { key }), advice: sentenceOf('write-nine-digits') };
  if (fraction.length > 4) {
    const advice = `${key}: "${Number(number).toFixed(4)}"`;
    return { sentence: sentenceOf('amount-decimals', { value: show(text) }), advice };
  }
  return { sentence: sentenceOf('no-amount', { value: show(text) }), advice: `${key}: "${number}"` };
};

const wholeNumber: Advise = (key, text) => {
  const [least, most] = wholeNumberRange[key] ?? [0, 525_600];
  const number = numberMeant(text);
  if (number === null) return null;
  const meant = Math.round(Number(number));
  const isInside = !text.startsWith('-') && meant >= least && meant <= most;
  const advice = isInside
    ? sentenceOf('write-without-quotes', { key, number: meant })
    : sentenceOf('write-whole-number', { least, most });
  return { sentence: sentenceOf('no-whole-number', { key, value: show(text) }), advice };
};

const wholeNumberRange: Record<string, [least: number, most: number]> = {
  toMinutes: [1, 525_600],
  idleGraceMinutes: [0, 1440],
  energyStepWh: [1, 100_000],
  timeStepSeconds: [1, 86_400],
};

const lists = new Set(['prices', 'days', 'holidays', 'taxes', 'texts']);

function listAdvice(key: string, value: unknown): Advice {
  if (Array.isArray(value)) {
    return value.length === 0
      ? { sentence: sentenceOf('list-empty', { key }), advice: `${key}: ${exampleOf(key)}` }
      : { sentence: sentenceOf('list-too-long', { key }), advice: sentenceOf('write-fewer') };
  }
  const sentence = sentenceOf('no-list', { key });
  if (typeof value === 'object')
    return { sentence, advice: sentenceOf('write-dashes', { key, example: exampleOf(key) }) };
  const items = asText(value)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const meant = key === 'days' ? items.map(dayNameMeant) : key === 'holidays' ? items.map(dayMeant) : [null];
  return { sentence, advice: `${key}: ${meant.includes(null) ? exampleOf(key) : `[${meant.join(', ')}]`}` };
}

function itemAdvice(key: string, value: unknown): Advice {
  const text = asText(value);
  if (key === 'days') {
    const meant = dayNameMeant(text);
    return { sentence: sentenceOf('no-day', { value: show(value) }), advice: meant ?? sentenceOf('write-day-names') };
  }
  if (key === 'holidays') {
    const meant = dayMeant(text);
    const advice = meant ?? sentenceOf('write-day-of-year');
    return { sentence: sentenceOf('no-day-of-year', { value: show(value) }), advice };
  }
  return { sentence: sentenceOf('not-one-of', { key, value: show(value) }), advice: `${key}: ${exampleOf(key)}` };
}

/** A number in whatever way people write one; null: none. Without its sign. */
function numberMeant(text: string): string | null {
  const digits = text.replace(/[^\d.,]/g, '').replace(/[.,]$/, '');
  const decimal = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const whole = (decimal === -1 ? digits : digits.slice(0, decimal)).replace(/[.,]/g, '') || '0';
  const fraction = decimal === -1 ? '' : digits.slice(decimal + 1);
  if (digits === '' || /[a-z]\d|\d[a-z]\d/i.test(text)) return null;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function hoursMeant(text: string): string | null {
  const found = /^(\d{1,2})(?:[:h.](\d{2})?)?(?:to|às|as|até|a|[-–—])(\d{1,2})(?:[:h.](\d{2})?)?$/i.exec(
    text.replaceAll(/\s/g, ''),
  );
  if (found === null) return null;
  const [, fromHour, fromMinute = '00', toHour, toMinute = '00'] = found;
  const meant = `${fromHour?.padStart(2, '0')}:${fromMinute}-${toHour?.padStart(2, '0')}:${toMinute}`;
  return /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(meant) ? meant : null;
}

/** Day and month in either order where only one is possible; null: neither is. */
function dayMeant(text: string): string | null {
  const found = /^(?:(\d{4})[-/.])?(\d{1,2})[-/.](\d{1,2})$/.exec(text.trim());
  if (found === null) return null;
  const [, year, one = '', two = ''] = found;
  const isDayFirst = Number(one) > 12 || (text.includes('/') && Number(two) <= 12);
  const [month, day] = isDayFirst ? [two, one] : [one, two];
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  return [...(year === undefined ? [] : [year]), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

const dayWords: Record<string, readonly string[]> = {
  mon: ['mo', 'monday', 'seg', 'segunda'],
  tue: ['tu', 'tues', 'tuesday', 'ter', 'terça', 'terca'],
  wed: ['we', 'wednesday', 'qua', 'quarta'],
  thu: ['th', 'thur', 'thurs', 'thursday', 'qui', 'quinta'],
  fri: ['fr', 'friday', 'sex', 'sexta'],
  sat: ['sa', 'saturday', 'sab', 'sáb', 'sábado', 'sabado'],
  sun: ['su', 'sunday', 'dom', 'domingo'],
  holiday: ['holidays', 'feriado', 'feriados'],
  'mon, tue, wed, thu, fri': ['weekday', 'weekdays', 'mon-fri', 'workday', 'workdays', 'seg-sex'],
  'sat, sun': ['weekend', 'weekends', 'sat-sun', 'fds'],
};

function dayNameMeant(text: string): string | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/-feira$/, '');
  const found = Object.entries(dayWords).find(([name, words]) => name === word || words.includes(word));
  return found?.[0] ?? nearest(word, Object.keys(dayWords).slice(0, 8));
}

const examples: Record<string, string> = {
  id: 'day',
  currency: 'BRL',
  prices: '[{ perKwh: "1.90" }]',
  hours: '"06:00-22:00"',
  season: '12-21..03-20',
  days: '[mon, tue, wed, thu, fri]',
  holidays: '["12-25", "01-01"]',
  taxes: '[{ name: "ICMS", percent: "18" }]',
  texts: '[{ language: pt-BR, text: "R$ 1,90 por kWh" }]',
  percent: '"18"',
  validFrom: '"2026-12-01T03:00:00Z"',
  taxIncluded: 'true',
  language: 'pt-BR',
  name: 'Night',
  text: '"R$ 1,90 por kWh"',
};

function exampleOf(key: string): string {
  return examples[key] ?? (wholeNumberKeys.has(key) ? '15' : '"0.49"');
}

/** What was written, short enough for a sentence and without anything that could pass for one. */
function show(value: unknown): string {
  const visible = asText(value).replace(/\p{C}/gu, '�');
  return `"${visible.length > 40 ? `${visible.slice(0, 39)}…` : visible}"`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
