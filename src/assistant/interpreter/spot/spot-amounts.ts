import { aNumber, numberIn } from './fold.ts';
import { type Sentence, take } from './sentence.ts';

export type Amounts = { kw?: number; amperes?: number; minutes?: number; place?: number; isPart?: boolean };

type Unit = [pattern: RegExp, amountOf: (value: number) => Amounts];

const units: readonly Unit[] = [
  [amount('kw|quilowatts?|kilowatts?'), (kw) => ({ kw })],
  [amount('w|watts?'), (watts) => ({ kw: watts / 1000 })],
  [amount('a|amps?|amperes?'), (amperes) => ({ amperes })],
  [amount('minutes?|minutos?|mins?|m'), (minutes) => ({ minutes })],
  [amount('hours?|horas?|hrs?|h'), (hours) => ({ minutes: Math.round(hours * 60) })],
  // Half of what it can do is no number that anybody here knows.
  [amount('%|percent|por cento'), () => ({ isPart: true })],
];

const placeNoun =
  '(?:connector|conector|evse|plug|plugue|tomada|gun|pistola|bico|cabo|cable|outlet|socket|port|porta|saida)';
const ordinals: Readonly<Record<string, number>> = {
  ...{ first: 1, primeiro: 1, primeira: 1, second: 2, segundo: 2, segunda: 2, third: 3, terceiro: 3, terceira: 3 },
  ...{ fourth: 4, quarto: 4, quarta: 4 },
};

/** Numbers with their units, and which connector is meant. */
export function spotAmounts(sentence: Sentence): { amounts: Amounts; left: Sentence } {
  let left = sentence;
  let amounts: Amounts = {};
  const here =
    new RegExp(`\\b${placeNoun}(?: (?:number|numero|n|no))?[ .#]*(\\d{1,3})\\b`).exec(left.rest) ??
    new RegExp(`\\b(${Object.keys(ordinals).join('|')}) ${placeNoun}\\b`).exec(left.rest);
  if (here !== null) {
    const [words, which = ''] = here;
    amounts = { place: ordinals[which] ?? Number(which) };
    ({ left } = take(left, here.index, words.length, 'E'));
  }
  for (const [pattern, amountOf] of units) {
    const found = pattern.exec(left.rest);
    const value = numberIn(found?.[1] ?? '');
    if (found === null || value === undefined) continue;
    amounts = { ...amountOf(value), ...amounts };
    ({ left } = take(left, found.index, found[0].length, amountOf(value).isPart === true ? 'Q' : 'N'));
  }
  const half = /\b(?:meia hora|half an hour)\b/.exec(left.rest);
  if (half === null) return { amounts, left };
  return { amounts: { minutes: 30, ...amounts }, left: take(left, half.index, half[0].length, 'N').left };
}

function amount(unit: string): RegExp {
  return new RegExp(`(?<![\\w-])(${aNumber}) ?(?:${unit})(?![\\w%]| ?\\d)`);
}
